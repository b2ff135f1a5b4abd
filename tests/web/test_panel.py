"""The panel beside the board: room for the moves whatever is open, and nothing one needs next is covered by what is said."""

from pathlib import Path

import pytest
from accessibility import serious_faults
from browsing import PHONE, open_pane, opened, served
from playwright.sync_api import Browser, Page, ViewportSize, expect

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1366, "height": 650}
LOW: ViewportSize = {"width": 1280, "height": 600}
WINDOWS: list[ViewportSize] = [LAPTOP, LOW, {"width": 1400, "height": 900}, {"width": 2560, "height": 1440}]
PANES = ("lines", "review", "explorer", "files")
# Lines of moves that can be seen, without what lies outside of the list
LINES_SEEN = """() => {
  const holder = document.querySelector("#moves").getBoundingClientRect();
  return Math.floor(holder.height / document.querySelector("#moves button").getBoundingClientRect().height);
}"""
USED = ".heading button, .heading a, .tabs button, .actions button, #typed, .typing button, .walk button, .pane"
OUTSIDE = """(used) => [...document.querySelectorAll(used)]
  .filter((each) => each.offsetParent !== null)
  .map((each) => [each.id, each.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
  .map(([name]) => name)
"""


def shown(page: Page) -> None:
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#moves button").first).to_be_visible()


@pytest.mark.parametrize(
    "where",
    ["#/play?game=tictactoe&moves=b2+a1+c3+a3+a2", "#/play?game=kalah&moves=3+6", "#/play?game=othello&moves=d3+c3"],
    ids=["square", "broad", "discs"],
)
def test_the_moves_have_four_lines_whatever_is_open(browser: Browser, address: str, where: str) -> None:
    """Beside the pane where the window is low and wide, above it elsewhere; the board stays where it is."""
    with opened(browser, address, where, viewport=LAPTOP) as page:
        shown(page)
        for window in WINDOWS:
            page.set_viewport_size(window)
            places = set()
            for pane in PANES:
                open_pane(page, pane)
                assert page.evaluate(LINES_SEEN) >= 4, (window, pane)
                assert page.evaluate(OUTSIDE, USED) == [], (window, pane)
                box = page.locator(f"#pane-{pane}").bounding_box()
                assert box
                assert box["height"] >= 70
                places.add(page.locator("#board svg").evaluate("(each) => Math.round(each.getBoundingClientRect().left)"))
            page.locator("#tab-files").click()
            expect(page.locator("#pane-files")).to_be_hidden()
            places.add(page.locator("#board svg").evaluate("(each) => Math.round(each.getBoundingClientRect().left)"))
            assert len(places) == 1, window


# What a message lies on, of what one may want to use next
COVERED = """(used) => {
  const toast = document.querySelector("#notice").getBoundingClientRect();
  return [...document.querySelectorAll(used)]
    .filter((each) => each.getClientRects().length && !each.closest("#notice"))
    .map((each) => [each.id || each.className.baseVal || each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.top < toast.bottom && box.bottom > toast.top)
    .filter(([, box]) => box.left < toast.right && box.right > toast.left)
    .map(([name]) => String(name));
}"""


def say_something_wrong(page: Page) -> None:
    page.locator("#typed").fill("z9")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("'z9' is no legal move here")


@pytest.mark.parametrize("window", [LAPTOP, {"width": 1400, "height": 900}, PHONE], ids=["laptop", "desktop", "phone"])
def test_what_is_said_covers_nothing_one_needs_next(browser: Browser, address: str, window: ViewportSize) -> None:
    """Beside the board, in a dialog, and on a small screen on which one has gone down to what one types."""
    where, allowed = "#/play?game=othello&moves=d3", ["clipboard-read", "clipboard-write"]
    with opened(browser, address, where, viewport=window, permissions=allowed) as page:
        shown(page)
        page.evaluate("document.querySelector('#typed').focus({ preventScroll: true })")
        say_something_wrong(page)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED, f"{USED}, #board svg, .plate, #position-text") == []
        assert page.evaluate(OUTSIDE, "#notice, #notice button") == []
        page.keyboard.press("Escape")
        expect(page.locator("#notice")).to_be_hidden()
        if window is PHONE:
            page.locator("#typed").evaluate("(each) => scrollBy(0, each.getBoundingClientRect().top - 10)")
            say_something_wrong(page)
            assert page.evaluate(COVERED, "#typed, .typing button") == []
            assert page.evaluate(OUTSIDE, "#notice, #notice button") == []
            page.keyboard.press("Escape")
        page.locator("#open-share").click()
        page.locator("#copy-link").click()
        expect(page.locator("#notice")).to_have_text("Copied.")
        assert page.evaluate(COVERED, "#share :is(h2, button, input, label, img)") == []
        assert page.evaluate(OUTSIDE, "#notice, #notice button") == []
        assert serious_faults(page) == []


EMPTY = {
    "en-GB": {
        "#moves": "No moves yet. Those of the game appear here, made on the board or typed.",
        "#lines-words": "Choose above how many: damier then tells its best moves here",
        "#check-words": "There is nothing to review yet. Make some moves, or open a game under Games",
        "#kept": "Every game that you begin, open or paste is kept by itself",
        "#explorer-learnt": "Your own book of this game is still empty.",
    },
    "fr-FR": {
        "#moves": "Aucun coup pour l'instant. Ceux de la partie s'affichent ici",
        "#lines-words": "Choisissez ci-dessus combien : damier donne alors ici ses meilleurs coups",
        "#check-words": "Jouez quelques coups, ou ouvrez une partie sous Parties",
        "#kept": "Chaque partie que vous commencez, ouvrez ou collez est conservée d'elle-même",
        "#explorer-learnt": "Votre propre bibliothèque de ce jeu est encore vide.",
    },
}


@pytest.mark.parametrize("locale", EMPTY)
def test_what_is_empty_says_what_there_will_be(browser: Browser, tmp_path: Path, locale: str) -> None:
    """Of a first visitor: no moves, no lines, no review, no book, no other games; and of a game that is over no lines."""
    with served(tmp_path) as address, opened(browser, address, "#/play?game=tictactoe", locale=locale) as page:
        expect(page.locator("#board svg")).to_be_visible()
        for pane in PANES:
            open_pane(page, pane)
        for where, words in EMPTY[locale].items():
            expect(page.locator(where)).to_contain_text(words)
        page.evaluate("location.hash = '#/play?game=tictactoe&moves=a1+b1+a2+b2+a3'")  # opens the lines
        expect(page.locator("#lines-words")).to_contain_text(
            {"en-GB": "is over in this", "fr-FR": "est finie dans cette"}[locale]
        )


def test_the_writing_is_that_of_the_board_in_the_editor(browser: Browser, address: str) -> None:
    """Whether it can be played or not: why not is said, and nothing is begun with it; set right, it is played."""
    refused = "400 \\(Bad Request\\)"  # a light square has no number
    with opened(browser, address, "#/play?game=connect4&moves=4+4", viewport=LAPTOP, may_say=refused) as page:
        shown(page)
        page.locator("#edit-position").click()
        editor, text, wrong = page.locator("#set-up"), page.locator("#set-up-text"), page.locator("#set-up-wrong")
        editor.get_by_role("button", name="Clear").click()
        expect(text).to_have_value("/".join(["......."] * 6))
        expect(wrong).to_be_empty()
        page.locator("#set-up-board .target[data-move='0,0']").click()
        expect(text).to_have_value("x....../" + "/".join(["......."] * 5))
        expect(wrong).to_contain_text("This cannot be played yet:")
        assert serious_faults(page) == []
        editor.get_by_role("button", name="Play from here").click()
        expect(editor).to_be_visible()
        editor.get_by_role("button", name="Clear").click()
        page.locator("#set-up-board .target[data-move='5,0']").click()
        editor.get_by_label("To move").select_option("1")
        expect(text).to_have_value("/".join(["......."] * 5) + "/o......")
        editor.get_by_role("button", name="Analyse this").click()
        expect(page.locator("#board .disc")).to_have_count(1)
        page.evaluate("location.hash = '#/play?game=draughts&moves=11-15'")
        expect(page.locator("#moves [aria-current]")).to_have_text("11-15")
        page.locator("#edit-position").click()
        page.locator("#set-up-board .target[data-move='0,0']").click()
        expect(wrong).to_contain_text("light square")
        expect(text).to_have_value("")


def test_who_plays_on_is_not_told_what_is_best(browser: Browser, address: str) -> None:
    """Lines are off, and no arrow stays on the board."""
    with opened(browser, address, "#/play?game=tictactoe&moves=b2+a1") as page:
        expect(page.locator("#line-list li")).to_have_count(3)
        expect(page.locator("#board .arrows > *")).not_to_have_count(0)
        page.locator("#mode").click()
        expect(page.locator("#mode")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#lines")).to_have_value("0")
        expect(page.locator("#line-list li")).to_have_count(0)
        expect(page.locator("#board .arrows > *")).to_have_count(0)
