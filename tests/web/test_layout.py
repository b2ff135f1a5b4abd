"""The play page in windows of several sizes: the board is large, and nothing that asks for an answer lies outside of it."""

from collections.abc import Iterator

import pytest
from browsing import open_new_game, open_pane, opened
from playwright.sync_api import Browser, Page, ViewportSize, expect
from test_browser import begin, wait_for

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1366, "height": 650}
WINDOWS: list[ViewportSize] = [LAPTOP, {"width": 1400, "height": 900}, {"width": 2560, "height": 1440}]
ASKING = (
    "#board svg, .plate, #status, .heading button, #moves, .walk button, .tabs button, .actions button, #typed, "
    ".typing button, #choices, #warning, #warning button"
)
OUTSIDE = """(asking) => [...document.querySelectorAll(asking)]
  .filter((each) => each.offsetParent !== null || each instanceof SVGElement)
  .map((each) => [each.id || each.className.baseVal || each.className || each.textContent, each.getBoundingClientRect()])
  .filter(([, { width, left, top, right, bottom }]) =>
    width && (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5))
  .map(([name, box]) => [name, ...[box.left, box.top, box.right, box.bottom].map(Math.round)].join(" "))
"""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address, viewport=LAPTOP) as page:
        yield page


def nothing_is_outside(page: Page) -> None:
    """In every window; no page scrolls."""
    for window in WINDOWS:
        page.set_viewport_size(window)
        assert page.evaluate(OUTSIDE, ASKING) == [], window
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), window


def share_of_height(page: Page) -> float:
    """How much of the window's height the board has."""
    box = page.locator("#board svg").bounding_box()
    assert box
    share: float = box["height"] / page.evaluate("innerHeight")
    return share


@pytest.mark.parametrize("game", ["Chess", "Connect 4", "Othello", "Kalah", "Draughts", "Tic-tac-toe", "Twenty-one stones"])
def test_what_is_asked_is_in_sight(page: Page, game: str) -> None:
    begin(page, game, "pp")
    for pane in ("lines", "review", "explorer", "files"):
        open_pane(page, pane)
        nothing_is_outside(page)
    if game in ("Chess", "Othello", "Draughts", "Tic-tac-toe"):
        for window in WINDOWS:
            page.set_viewport_size(window)
            assert share_of_height(page) > 0.7, window


def test_a_warning_and_a_choice_are_in_sight(page: Page) -> None:
    """A bad move's warning, and moves that are chosen by name, with a pane open."""
    begin(page, "Tic-tac-toe", "dp", level="strong")
    open_pane(page, "explorer")
    wait_for(page, "person")
    first = page.locator("#moves button").inner_text()
    page.locator(f".target[data-move='{'c2' if first in ('a1', 'a3') else 'b1'}']").click()
    expect(page.locator("#warning")).to_be_visible()
    nothing_is_outside(page)
    begin(page, "Twenty-one stones", "pp")
    expect(page.locator("#choices button").first).to_be_visible()
    nothing_is_outside(page)


def test_the_end_of_a_game_is_in_sight(page: Page) -> None:
    begin(page, "Tic-tac-toe", "pp")
    for square in ("b2", "b1", "a1", "a2", "c3"):
        page.locator(f".target[data-move='{square}']").click()
        expect(page.locator("#moves [aria-current]")).to_have_text(square)
    expect(page.locator("#status")).to_contain_text("First player wins")
    expect(page.locator("#rematch")).to_be_visible()
    nothing_is_outside(page)


def test_a_new_game_is_asked_for_in_sight(page: Page) -> None:
    """The dialog with all it has folded away opened: what begins the game stays in sight."""
    open_new_game(page)
    page.locator("#game").select_option(label="Chess")
    for details in page.locator("#new-game details").all():
        details.evaluate("(each) => { each.open = true; }")
    begin_box = page.locator("#begin").bounding_box()
    assert begin_box
    assert begin_box["y"] + begin_box["height"] <= LAPTOP["height"]
    page.keyboard.press("Escape")
    expect(page.locator("#new-game")).to_be_hidden()


def test_every_pane_is_there_again_after_a_reload(page: Page) -> None:
    """Whichever was open last; the way to the theatre is in sight in a low window, too."""
    begin(page, "Tic-tac-toe", "pp")
    for pane in ("lines", "review", "explorer", "files"):
        open_pane(page, pane)
        page.reload()
        expect(page.locator(f"#pane-{pane}")).to_be_visible()
        expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#to-theatre")).to_be_visible()
    nothing_is_outside(page)
