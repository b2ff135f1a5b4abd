"""Colours that tell something, in a real browser: the same on every board, and to be seen by everybody."""

import re

import pytest
from accessibility import serious_faults
from board_page import begin
from browsing import open_new_game, opened
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser

BOARDS = ["Chess", "Draughts", "Othello", "Connect 4"]  # one of each theme: wood, checks, felt, and the page's own
LEAST_CONTRAST, LEAST_CONTRAST_OF_SIGNS = 4.5, 3.0  # of WCAG 2.2, for text and for what is drawn
RED = {"light": "rgb(179, 38, 30)", "dark": "rgb(255, 128, 120)"}
COLOURS = """(element) => {
    if (!element.isConnected)
        return null;
    const style = getComputedStyle(element);
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const seen = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    return [style.color, style.backgroundColor, style.outlineColor].map(seen);
}"""


def begin_with_clocks(page: Page, game: str, minutes: str) -> None:
    open_new_game(page)
    page.locator("#game").select_option(label=game)
    for player in (0, 1):
        page.locator(f"#side-{player}").select_option("person")
    page.locator("#time-kind").select_option("clock")
    page.locator("#minutes").fill(minutes)
    page.locator("#increment").fill("0")
    before = page.url
    page.locator("#begin").click()
    expect(page).not_to_have_url(before)
    expect(page.locator("#title")).to_have_text(game)


def colours_of(found: Locator) -> list[list[int]]:
    """Text, background and outline; of one that stays on the page: it may be drawn anew just now."""
    for _ in range(100):
        seen: list[list[int]] | None = found.evaluate(COLOURS)
        if seen is not None:
            return seen
    raise AssertionError("it does not stay on the page")


def brightness(colour: list[int]) -> float:
    """The relative luminance of WCAG."""
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[int], other: list[int]) -> float:
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("game", BOARDS)
def test_clocks_in_a_hurry_are_red(browser: Browser, address: str, light: str, game: str) -> None:
    """Both of them, standing or running; a clock that has time is not."""
    with opened(browser, address, color_scheme=light) as page:
        begin_with_clocks(page, game, "5")
        clocks = [page.locator(f"#plate-{player} .clock") for player in (0, 1)]
        for clock in clocks:
            expect(clock).to_have_text("5:00")
            expect(clock).not_to_have_css("color", RED[light])
        begin_with_clocks(page, game, "0.33")
        for clock in clocks:
            expect(clock).to_have_class(re.compile("hurry"))
        page.locator("#board .target").first.click()
        if page.locator("#board .target.goal").count():
            page.locator("#board .target.goal").first.click()
        expect(clocks[1]).to_have_class(re.compile("running"))
        for clock in clocks:
            expect(clock).to_have_css("color", RED[light])
            text, behind, _ = colours_of(clock)
            assert contrast(text, behind) >= LEAST_CONTRAST
        assert [fault for fault in serious_faults(page) if "clock" in fault] == []


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("game", BOARDS)
def test_what_is_wrong_and_what_has_the_focus_is_seen(browser: Browser, address: str, light: str, game: str) -> None:
    with opened(browser, address, color_scheme=light) as page:
        begin_with_clocks(page, game, "5")
        page.locator("#typed").fill("nonsense")
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_be_visible()
        expect(page.locator("#notice")).to_have_css("color", RED[light])
        text, behind, _ = colours_of(page.locator("#notice"))
        assert contrast(text, behind) >= LEAST_CONTRAST
        _, paper, _ = colours_of(page.locator("body"))
        page.keyboard.press("Tab")
        _, _, ring = colours_of(page.locator(":focus-visible"))
        assert contrast(ring, paper) >= LEAST_CONTRAST_OF_SIGNS


@pytest.mark.parametrize("light", ["light", "dark"])
def test_the_mark_of_a_bad_move_is_read_wherever_the_move_stands(browser: Browser, address: str, light: str) -> None:
    """Its sign has the colour of the move, which is another one where the move is on the board."""
    with opened(browser, address, "#/play?game=tictactoe", color_scheme=light) as page:
        begin(page, "tictactoe", moves=("b2", "b1"))
        page.locator("#annotate-toggle").click()
        page.locator("#annotate [data-glyph='??']").click()
        mark = page.locator("#moves .mark")
        expect(mark).to_have_text("??")
        move = page.locator("#moves button:has(.mark)")
        _, card, _ = colours_of(page.locator(".history"))
        for place in ("here", "elsewhere"):
            if place == "elsewhere":
                page.locator("#first").click()
                expect(page.locator("#moves [aria-current]")).to_have_count(0)
            page.wait_for_timeout(400)  # the button's colours change by degrees
            sign, _, _ = colours_of(mark)
            _, behind, _ = colours_of(move)
            assert contrast(sign, behind if place == "here" else card) >= LEAST_CONTRAST, place
