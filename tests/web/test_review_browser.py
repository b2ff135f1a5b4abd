"""The review of a game in a real browser: cards, lines on the board, another try, the curve, the bar, and the words for it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PHONE, opened
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

pytestmark = pytest.mark.browser

LOW: ViewportSize = {"width": 1366, "height": 650}
LEAST_CONTRAST = 4.5
BEGIN = """async (wanted) => {
  const answer = await fetch("/api/sittings", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted) });
  return (await answer.json()).id;
}"""
WORSE = ["a3", "a1", "a2", "b2", "c3", "b1", "c1", "b3"]  # a1 gives half a point away, a2 a whole one
CONTRAST = """(element) => {
  if (!element.isConnected) return null;
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let behind = element;
  while (/, 0\\)$|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
  const [one, other] = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(light);
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}"""


def contrast(place: Locator) -> float:
    """Of a text with what is behind it; what was drawn anew between finding and asking is found again."""
    while (found := place.evaluate(CONTRAST)) is None:
        pass
    return float(found)


def begin(page: Page, game: str, moves: list[str], **wanted: Any) -> None:
    """Put a game of two people on the board."""
    expect(page.locator("#board")).to_have_attribute("data-game", re.compile("."))
    id = page.evaluate(BEGIN, {"game": game, "moves": moves, "sides": [{}, {}], **wanted})
    page.evaluate("(id) => { location.hash = `#/play/${id}`; }", id)
    expect(page.locator("#board")).to_have_attribute("data-game", id)


def review(page: Page) -> None:
    """Open the pane and have the game checked."""
    if page.locator("#pane-review").is_hidden():
        page.locator("#tab-review").click()
    page.locator("#check").click()
    expect(page.locator("#check-words")).to_contain_text(re.compile("Checked|Vérifié"))


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address, "#/play") as page:
        yield page


def test_a_card_for_each_mistake(page: Page) -> None:
    """What was played, what it cost, what was better and why; from one to the next, of one player or both."""
    begin(page, "nim", ["3", "1", "1"], analysis=True)  # two throw the game away in turn
    review(page)
    card = page.locator("#mistake")
    expect(card.locator("h3")).to_contain_text("3??")
    expect(card).to_contain_text("From won to lost.")
    expect(page.locator("#mistake-place")).to_have_text("mistake 1 of 2")
    page.get_by_role("button", name="Next mistake").click()
    expect(card.locator("h3")).to_contain_text("1??")
    expect(page.locator("#moves [aria-current]")).to_have_text("1??")
    page.get_by_role("button", name="Next mistake").click()  # and round again
    expect(page.locator("#mistake-place")).to_have_text("mistake 1 of 2")
    page.get_by_role("button", name="Previous mistake").click()
    expect(page.locator("#mistake-place")).to_have_text("mistake 2 of 2")
    page.locator("#mistakes-of").select_option("First player")
    expect(page.locator("#mistake-place")).to_have_text("mistake 1 of 1")
    expect(page.get_by_role("button", name="Next mistake")).to_be_disabled()
    expect(card.locator("h3")).to_contain_text("3??")
    expect(page.locator("#accuracy tbody tr")).to_contain_text(
        [re.compile(r"First player\s*\d+ %"), re.compile("Second player")]
    )
    assert serious_faults(page) == []


def test_a_review_opens_at_the_worst_mistake(page: Page) -> None:
    """In an analysis that of all; of who has played damier his own, though damier's was worse."""
    place, heading, current = page.locator("#mistake-place"), page.locator("#mistake h3"), page.locator("#moves [aria-current]")
    begin(page, "tictactoe", WORSE[:3], analysis=True)
    page.locator("#first").click()
    expect(current).to_have_count(0)
    review(page)
    expect(place).to_have_text("mistake 2 of 2")
    expect(heading).to_contain_text("a2??")
    expect(current).to_have_text("a2??")
    page.get_by_role("button", name="Next mistake").click()
    expect(heading).to_contain_text("a1??")
    page.locator("#tab-review").click()
    begin(page, "tictactoe", WORSE, sides=[{"program": True, "level": "casual"}, {}])
    page.locator("#tab-review").click()
    expect(page.locator("#check-words")).to_contain_text("Checked")
    expect(heading).to_contain_text("Second player 1… a1??")
    expect(place).to_have_text("mistake 1 of 5")
    expect(current).to_have_text("a1??")


def test_a_game_that_goes_on_stays_on_the_board(page: Page) -> None:
    """Who reviews it before its end sees the card, and can go on playing."""
    begin(page, "tictactoe", WORSE[:3])
    review(page)
    expect(page.locator("#mistake h3")).to_contain_text("a2??")
    begin(page, "tictactoe", [*WORSE[:3], "b2", "c3"])
    review(page)
    expect(page.locator("#mistake h3")).to_contain_text("a2??")
    expect(page.locator("#moves [aria-current]")).to_have_text("c3")


def test_the_refutation_is_played_out_on_the_board(page: Page) -> None:
    """By itself, by buttons and by keys, and back to the game, which is as it was."""
    begin(page, "tictactoe", ["b2", "b1"], analysis=True)
    review(page)
    before = page.locator("#board svg").inner_html()
    page.locator("#card-show-why").click()
    preview = page.locator("#preview")
    expect(preview).to_contain_text("Why b1 is bad")
    steps = preview.locator(".steps button")
    expect(steps.last).to_have_attribute("aria-current", "true")  # it has played to the end
    assert steps.count() >= 5
    assert page.locator("#board svg").inner_html() != before
    page.keyboard.press("ArrowLeft")
    expect(steps.last).not_to_have_attribute("aria-current", "true")
    preview.locator("#preview-back").click()
    expect(steps.nth(steps.count() - 3)).to_have_attribute("aria-current", "true")
    assert serious_faults(page) == []
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    expect(page.locator("#moves button")).to_have_count(2)
    page.locator("#card-show-better").click()
    expect(preview).to_contain_text("Better")
    page.locator("#first").click()  # to walk through the game leads back to it
    expect(preview).to_be_hidden()


def test_why_ends_where_four_are_in_a_row(browser: Browser, address: str) -> None:
    """Who does not stop two in the middle of an empty row sees the four of the other at the end of the line."""
    with opened(browser, address, "#/play", reduced_motion="reduce") as page:
        begin(page, "connect4", ["4", "4", "3", "1"], analysis=True)
        review(page)
        page.locator("#card-show-why").click()
        steps = page.locator("#preview .steps button")
        expect(steps.first).to_have_attribute("aria-current", "true")
        shown = page.locator("#board .cell[aria-label*='of the winning line']")
        expect(shown).to_have_count(0)
        steps.last.click()
        expect(shown).to_have_count(4)
        assert serious_faults(page) == []
        page.locator("#preview-close").click()
        expect(shown).to_have_count(0)


def test_another_try(page: Page) -> None:
    """The move that was bad is still bad, a corner is right, and the game stays as it was."""
    begin(page, "tictactoe", ["b2", "b1"], analysis=True)
    review(page)
    better = page.locator("#mistake .card-moves .p1").first.inner_text().strip()
    page.locator("#card-try").click()
    expect(page.locator("#feedback")).to_contain_text("find something better than b1")
    expect(page.locator("#mistake")).not_to_contain_text("Better")  # nothing gives it away
    expect(page.locator("#moves [aria-current]")).to_have_text("b2")
    page.locator(".target[data-move='b3']").click()
    expect(page.locator("#feedback")).to_contain_text("b3 is no better: from drawn to lost")
    page.locator("#try-why").click()
    expect(page.locator("#preview")).to_contain_text("Why b3 is bad")
    page.locator("#preview-close").click()
    page.locator(f".target[data-move='{better}']").click()
    expect(page.locator("#feedback")).to_have_text(f"Right: {better} is the best move.")
    expect(page.locator("#preview")).to_contain_text(f"After {better}")
    expect(page.locator("#moves button")).to_have_text(["b2", "b1??"])
    assert serious_faults(page) == []
    page.locator("#try-stop").click()
    expect(page.locator("#mistake h3")).to_contain_text("b1??")
    expect(page.locator("#moves [aria-current]")).to_have_text("b1??")


def test_the_card_of_another_mistake_is_its_own(page: Page) -> None:
    """Two mistakes follow each other, so that the second is tried again where the first has led."""
    begin(page, "nim", ["3", "1", "1"], analysis=True)
    review(page)
    card, feedback = page.locator("#mistake"), page.locator("#feedback")
    page.get_by_role("button", name="Next mistake").click()
    expect(card.locator("h3")).to_contain_text("1??")
    page.locator("#card-try").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("3??")
    page.locator("#choices [data-move='3']").click()
    expect(feedback).to_contain_text("3 is no better")
    page.get_by_role("button", name="Previous mistake").click()
    expect(card.locator("h3")).to_contain_text("3??")
    expect(feedback).to_have_count(0)
    expect(page.locator("#status")).not_to_contain_text("no better")
    page.locator("#card-try").click()
    expect(feedback).to_contain_text("find something better than 3")
    page.get_by_role("button", name="Next mistake").click()
    expect(card.locator("h3")).to_contain_text("1??")
    expect(page.locator("#card-show-why")).to_be_visible()
    page.locator("#card-try").click()
    expect(feedback).to_contain_text("find something better than 1")  # what was tried before is past
    page.locator("#moves button").nth(2).click()  # away from it, to a good move
    expect(feedback).to_have_count(0)
    expect(page.locator("#moves button")).to_have_text(["3??", "1??", "1"])


def test_the_curve_tells_by_mouse_and_keyboard(page: Page) -> None:
    """A label with number, move, worth and sign follows the mouse and the arrows; a click or Enter goes there."""
    begin(page, "tictactoe", ["b2", "b1", "a1", "c3"], analysis=True)
    review(page)
    graph, label = page.locator("#graph"), page.locator("#graph-label")
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box is not None
    graph.hover(position={"x": box["width"] / 2, "y": 20})
    expect(label).to_have_text(re.compile(r"^1… b1\?\?: First player: win in 3 moves · exact$"))
    graph.click(position={"x": box["width"] / 2, "y": 20})
    expect(page.locator("#moves [aria-current]")).to_have_text("b1??")
    page.mouse.move(0, 0)
    page.locator("#mistakes-of").focus()
    graph.focus()
    page.keyboard.press("Home")
    expect(label).to_contain_text("Start: level · exact")
    page.keyboard.press("ArrowRight")
    expect(label).to_contain_text("1. b2")
    expect(page.locator("#moves [aria-current]")).to_have_text("b1??")  # only pointed at
    page.keyboard.press("Enter")
    expect(page.locator("#moves [aria-current]")).to_have_text("b2")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("1. b2"))


@pytest.mark.parametrize("light", ["light", "dark"])
def test_signs_can_be_read(browser: Browser, address: str, light: Any) -> None:
    """In the list, also where one stands, on the curve, and on the card."""
    with opened(browser, address, "#/play", color_scheme=light) as page:
        begin(page, "tictactoe", ["b2", "b1"], analysis=True)
        review(page)
        current = page.locator("#moves [aria-current] .mark")
        expect(current).to_have_text("??")
        places = [current, page.locator("#graph .sign"), page.locator("#mistake .mark"), page.locator("#accuracy th.blunder")]
        for place in places:
            assert contrast(place) >= LEAST_CONTRAST
        page.locator("#first").click()
        expect(page.locator("#moves [aria-current]")).to_have_count(0)
        assert contrast(page.locator("#moves .mark")) >= LEAST_CONTRAST


def test_the_bar_can_be_hidden(page: Page) -> None:
    """By a key or a switch; that is remembered."""
    begin(page, "tictactoe", ["b2"], analysis=True)
    bar = page.locator("#bar")
    expect(bar).to_be_visible()
    page.keyboard.press("v")
    expect(bar).to_be_hidden()
    page.reload()
    expect(page.locator("#board svg")).to_be_visible()
    expect(bar).to_be_hidden()
    if page.locator("#pane-review").is_hidden():
        page.locator("#tab-review").click()
    page.locator("#show-bar").check()
    expect(bar).to_be_visible()


def test_a_finished_game_is_reviewed_by_one_button(page: Page) -> None:
    """There is no other; it stands out until the game was reviewed, and what it opens is the review."""
    begin(page, "tictactoe", ["b2", "b1", "a1", "c3", "a3", "c1"])
    button = page.get_by_role("button", name="Review", exact=True)
    expect(button).to_have_count(1)
    expect(button).not_to_have_class("calls")
    page.locator(".target[data-move='a2']").click()
    expect(page.locator("#status")).to_contain_text("wins")
    expect(page.get_by_role("button", name=re.compile("Review"))).to_have_count(1)
    expect(button).to_have_class("calls")
    assert serious_faults(page) == []
    button.click()
    expect(button).not_to_have_class("calls")
    expect(page.locator("#check-words")).to_contain_text("Checked")
    expect(page.locator("#mistake h3")).to_contain_text("b1??")
    button.click()
    page.locator("#last").click()
    expect(page.locator("#status")).to_contain_text("wins")
    expect(button).not_to_have_class("calls")


def test_a_warning_shows_why(browser: Browser, address: str) -> None:
    """In a low window: what it cost, and the refutation on the board, with all that asks for an answer in sight."""
    with opened(browser, address, "#/play", viewport=LOW) as page:
        begin(page, "tictactoe", ["b2"], sides=[{"program": True, "level": "casual"}, {}], seconds=0.1)
        page.locator(".target[data-move='b1']").click()
        warning = page.locator("#warning")
        expect(warning).to_contain_text("b1 changes the result: from drawn to lost.")
        page.locator("#warn-why").click()
        expect(page.locator("#preview")).to_contain_text("Why b1 is bad")
        expect(page.locator("#preview .steps button").nth(3)).to_be_attached()
        for name in ("#warn-back", "#warn-why", "#warn-leave", "#preview-back", "#preview-on", "#preview-close"):
            expect(page.locator(name)).to_be_in_viewport(ratio=1)
        page.locator("#warn-back").click()
        expect(warning).to_be_hidden()
        expect(page.locator("#preview")).to_be_hidden()


def test_on_a_phone_the_line_is_beside_the_board(browser: Browser, address: str) -> None:
    with opened(browser, address, "#/play", viewport=PHONE, reduced_motion="reduce") as page:
        begin(page, "tictactoe", ["b2", "b1"], analysis=True)
        review(page)
        page.locator("#card-show-why").click()
        expect(page.locator("#preview .steps button").first).to_have_attribute("aria-current", "true")  # it waits
        for name in ("#board svg", "#preview-on"):
            expect(page.locator(name)).to_be_in_viewport(ratio=0.95)
        page.locator("#preview-on").click()
        expect(page.locator("#preview .steps button").nth(1)).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    ("locale", "mate", "worse"), [("en-GB", "Black: mate in 1", "to lost"), ("fr-FR", "Noirs : mat en 1", "à perdue")]
)
def test_a_mate_is_called_a_mate(browser: Browser, address: str, locale: str, mate: str, worse: str) -> None:
    with opened(browser, address, "#/play", viewport=DESKTOP, locale=locale) as page:
        begin(page, "chess", ["f3", "e5", "g4"], analysis=True)
        review(page)
        expect(page.locator("#bar")).to_have_attribute("aria-label", re.compile(mate))
        expect(page.locator("#bar")).to_have_attribute("title", re.compile("exact"))
        page.locator("#moves button.blunder").last.click()
        expect(page.locator("#mistake")).to_contain_text(mate)
        expect(page.locator("#mistake")).to_contain_text(worse)
        page.locator("#tab-lines").click()
        page.locator("#lines").select_option("1")
        badge = page.locator("#line-list .badge").first
        expect(badge).to_have_text("−#1")
        expect(badge).to_have_attribute("title", re.compile(mate))
