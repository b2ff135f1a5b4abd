"""Moves are seen to be made, on a page that answers at once all the same; sounds; book squares; in a real browser."""

from collections.abc import Iterator

import pytest
from board_page import begin, cell, drag, made, seen, watch
from browsing import opened
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

FIRST = "#/play?game=tictactoe"
MOVING = "#board svg[data-moving]"
NOTES = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
"""


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address, FIRST) as page:
        yield page


def test_seeds_are_sown_one_by_one_and_a_click_ends_it(page: Page) -> None:
    begin(page, "kalah")
    watch(page)
    page.locator("#board .target[data-move='3']").click()
    expect(page.locator(f"{MOVING} .hand text")).to_have_text("3")  # four, of which the first lies
    expect(page.locator(MOVING)).to_have_attribute("data-moving", "steps")
    page.locator("#board .target[data-move='6']").click()  # he moves again: a move at once, in the middle of it
    expect(made(page)).to_have_count(2)
    expect(page.locator(MOVING)).to_have_count(0)
    expect(page.locator("#board .hand")).to_have_count(0)
    expect(page.locator("#board .count")).to_have_text(["0", "4", "4", "5", "5", "5", "5", "4", "4", "0", "5", "5", "0", "2"])


def test_pieces_slide_and_discs_turn_over(page: Page) -> None:
    for game, moves, clicks in (
        ("chess", ("e4", "e5"), ((7, 6), (5, 5))),
        ("draughts", ("11-15", "22-18"), ((4, 3), (2, 5))),
        ("othello", (), ((2, 3),)),
    ):
        begin(page, game, moves=moves)
        watch(page)
        for place in clicks:
            cell(page, *place).click()
        expect(made(page)).to_have_count(len(moves) + 1)
        expect(page.locator(MOVING)).to_have_count(0)
        assert seen(page) == ["pieces"], game
        expect(page.locator("#board .motion > *")).to_have_count(0)
        expect(page.locator("#board .away")).to_have_count(0)
        page.keyboard.press("ArrowLeft")  # back: at once
        expect(page.locator("#moves [aria-current]")).to_have_count(1 if moves else 0)
        page.keyboard.press("End")
        expect(page.locator("#moves [aria-current]")).to_be_visible()


def test_who_walks_far_or_back_or_drags_sees_no_slide(page: Page) -> None:
    begin(page, "chess", moves=("e4", "e5", "Nf3", "Nc6"))
    watch(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_text("Nf3")
    page.keyboard.press("Home")
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#moves [aria-current]")).to_have_text("Nc6")
    drag(page, "f1", "c4")
    expect(made(page)).to_have_count(5)
    assert seen(page) == []


def test_nothing_moves_for_who_wants_stillness(browser: Browser, address: str) -> None:
    with opened(browser, address, FIRST, reduced_motion="reduce") as page:
        for game, move in (("kalah", "[data-move='3']"), ("othello", "[data-cell='2,3']")):
            begin(page, game)
            watch(page)
            page.locator(f"#board .target{move}").click()
            expect(made(page)).to_have_count(1)
            assert seen(page) == []
        expect(page.locator("#board .disc.p0")).to_have_count(4)


def test_sounds_are_off_until_they_are_wanted_and_then_stay_on(browser: Browser, address: str) -> None:
    with opened(browser, address, FIRST) as page:
        page.add_init_script(NOTES)
        page.reload()
        begin(page, "draughts", moves=("11-15",))
        sound = page.locator("#sound")
        expect(sound).to_have_attribute("aria-pressed", "false")
        cell(page, 2, 5).click()
        cell(page, 3, 4).click()
        expect(made(page)).to_have_count(2)
        assert page.evaluate("window.notes") == 0
        sound.click()
        expect(sound).to_have_attribute("aria-pressed", "true")
        before = page.evaluate("window.notes")
        cell(page, 4, 3).click()
        cell(page, 2, 5).click()
        expect(made(page)).to_have_count(3)
        page.wait_for_function("(before) => window.notes === before + 2", arg=before)  # a capture has two notes
        page.reload()
        expect(sound).to_have_attribute("aria-pressed", "true")


def test_book_squares_are_shown_or_hidden_by_a_key_and_a_button(browser: Browser, address: str) -> None:
    with opened(browser, address, FIRST) as page:
        begin(page, "chess")
        marks, row = page.locator("#board .bookmark"), page.locator("#book-moves")
        expect(marks.first).to_be_attached()
        expect(row).to_be_visible()
        page.keyboard.press("b")
        expect(marks).to_have_count(0)
        expect(row).to_be_hidden()
        page.reload()
        expect(made(page)).to_have_count(0)
        expect(page.locator("#board .target").first).to_be_attached()
        expect(marks).to_have_count(0)
        expect(row).to_be_hidden()
        expect(page.locator("#show-book")).to_have_attribute("aria-pressed", "false")
        page.locator("#show-book").click()
        expect(marks.first).to_be_attached()
        expect(row).to_be_visible()
