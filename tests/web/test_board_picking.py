"""Moves that share their cells are picked on the last of them; what a game shows of its board is seen; in a real browser."""

from collections.abc import Iterator

import pytest
from accessibility import serious_faults
from board_page import begin, cell, drag, made
from browsing import opened, served
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

PROMOTING = "2q1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
LAMPS = '''"""Lamps: light one of three, in red or in green; who lights the last one wins."""
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, rule
from damier.games.game import Board, Cell

class Lamps(NamedTuple):
    first: np.int64
    second: np.int64
    third: np.int64

START = Lamps(0, 0, 0)

@rule
def moves(p: Lamps, out):
    n = 0
    for lamp in range(3):
        if p[lamp] == 0:
            for colour in range(2):
                out[n] = 2 * lamp + colour
                n += 1
    return n

@rule
def play(p: Lamps, move):
    lamp, colour = move // 2, move % 2 + 1
    return Lamps(colour if lamp == 0 else p.first, colour if lamp == 1 else p.second, colour if lamp == 2 else p.third)

@rule
def outcome(p: Lamps):
    return LOSS if p.first and p.second and p.third else ONGOING

def board(p, turn):
    return Board([[Cell(("", "R", "G")[int(lamp)], 0 if lamp else -1) for lamp in p]])

def cells(p, move, turn):
    return [(0, move // 2)]

def move_name(p, move):
    return "abc"[move // 2] + "rg"[move % 2]

def highlights(p, turn):
    return {"line": [(0, 0), (0, 1), (0, 2)] if all(p) else []}

def steps(p, move, turn):
    drawn = board(p, turn)
    drawn.cells[0][move // 2] = Cell("*", 0)
    return [drawn]
'''


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("games") / "lamps.py"
    file.write_text(LAMPS)
    with served(tmp_path_factory.mktemp("data"), (str(file),)) as address:
        yield address


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address, "#/play?game=tictactoe") as page:
        yield page


def test_a_promotion_is_picked_on_its_square_by_mouse(page: Page) -> None:
    begin(page, "chess", PROMOTING)
    cell(page, 1, 1).click()
    cell(page, 0, 2).click()
    picks = page.locator("#board .pick")
    expect(picks).to_have_count(4)
    expect(page.locator("#board .pick .figure")).to_have_count(4)
    expect(page.locator("#choices")).to_be_hidden()
    square = page.locator("#board .cell[aria-label^='c8:']").bounding_box()
    first = picks.first.bounding_box()
    assert square
    assert first
    assert abs(square["x"] - first["x"]) < 3
    assert abs(square["y"] - first["y"]) < 3
    assert serious_faults(page) == []
    page.mouse.click(*(first["x"] + 3 * first["width"], first["y"] + 6 * first["height"]))  # beside: none of them
    expect(picks).to_have_count(0)
    expect(made(page)).to_have_count(0)
    drag(page, "b7", "c8")
    page.locator("#board .pick[data-move='bxc8=N']").click()
    expect(made(page)).to_have_text(["1.bxc8=N"])


def test_a_promotion_is_picked_by_keyboard(page: Page) -> None:
    begin(page, "chess", PROMOTING)
    cell(page, 1, 1).press("Enter")
    cell(page, 0, 1).press("Enter")
    expect(page.locator("#board .pick").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#board .pick")).to_have_count(0)
    expect(cell(page, 1, 1)).to_be_focused()
    page.keyboard.press("Enter")
    cell(page, 0, 1).press("Enter")
    expect(page.locator("#board .pick").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board .pick").nth(2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    name = page.locator("#board .pick").nth(1).get_attribute("data-move")
    page.keyboard.press("Enter")
    expect(made(page)).to_have_text([f"1.{name}"])
    begin(page, "chess", PROMOTING)
    cell(page, 1, 1).press("Enter")
    cell(page, 0, 1).press("Enter")
    expect(page.locator("#board .pick").first).to_be_focused()
    page.keyboard.press("r")
    expect(made(page)).to_have_text(["1.b8=R"])


def test_a_promotion_is_picked_by_finger_on_a_turned_board(browser: Browser, address: str) -> None:
    with opened(browser, address, "#/play?game=tictactoe", viewport={"width": 390, "height": 844}, has_touch=True) as page:
        begin(page, "chess", "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1")
        page.locator("#flip").tap()
        cell(page, 6, 1).tap()
        cell(page, 7, 1).tap()
        picks = page.locator("#board .pick")
        expect(picks).to_have_count(4)
        for pick in picks.all():
            box = pick.bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 844
        picks.first.tap()
        expect(made(page)).to_have_text(["1…b1=Q+"])


def test_a_games_own_choices_are_picked_likewise(page: Page) -> None:
    """Here one cell says where, and a letter what stands there then; by name too, where the cells do not tell."""
    begin(page, "lamps")
    cell(page, 0, 1).click()
    picks = page.locator("#board .pick")
    expect(picks).to_have_text(["R", "G"])
    page.keyboard.press("g")
    expect(made(page)).to_have_text(["1.bg"])
    for place, name in ((0, "ar"), (2, "cr")):
        cell(page, 0, place).click()
        page.locator(f"#board .pick[data-move='{name}']").click()
        expect(made(page).last).to_contain_text(name)
    expect(page.locator("#board .shown-line")).to_have_count(3)
    begin(page, "nim", options={})
    expect(page.locator("#choices button").first).to_be_visible()  # moves without cells: beside the board


def test_a_winning_line_and_a_king_in_check_are_seen_and_said(page: Page) -> None:
    begin(page, "connect4", moves=("1", "2", "1", "2", "1", "2"))
    expect(page.locator("#board .shown-line")).to_have_count(0)
    page.locator("#board .target[data-move='1']").click()
    expect(page.locator("#board .shown-line")).to_have_count(4)
    expect(page.locator("#board .cell[aria-label*='winning line']")).to_have_count(4)
    begin(page, "tictactoe", moves=("b2", "a2", "c3", "b3", "a1"))
    expect(page.locator("#board .cell[aria-label*='winning line']")).to_have_count(3)
    begin(page, "chess", moves=("e4", "e5", "Qh5", "Nc6", "Qxf7+"))
    expect(page.locator("#board .shown-check")).to_have_count(1)
    expect(page.locator("#board .cell[aria-label='e8: Black, king, in check']")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .shown-check")).to_have_count(0)


def test_what_was_taken_turned_and_sown_is_marked(page: Page) -> None:
    begin(page, "draughts", moves=("11-15", "22-18", "15x22"))
    expect(page.locator("#board .was-taken .disc.p1")).to_have_count(1)
    begin(page, "othello", moves=("f5",))
    expect(page.locator("#board .was-turned")).to_have_count(1)
    begin(page, "kalah", moves=("3",))
    expect(page.locator("#board .gain")).to_have_text(["+1", "+1", "+1", "+1"])
    begin(page, "chess", moves=("e4", "d5", "e5", "f5", "exf6"))  # the pawn that was passed by
    expect(page.locator("#board .was-taken .figure.p1")).to_have_count(1)
    begin(page, "chess", moves=("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"))  # nothing was taken
    expect(page.locator("#board .was-taken")).to_have_count(0)


def test_pits_of_both_rows_have_their_names_and_the_rest_is_swept(page: Page) -> None:
    begin(page, "kalah")
    expect(page.locator("#board .labels text")).to_have_text(["6", "5", "4", "3", "2", "1", "1", "2", "3", "4", "5", "6"])
    assert serious_faults(page) == []
    begin(page, "kalah", "0,0,0,0,0,1,10/1,2,0,0,0,0,10", ("6",))
    counts = page.locator("#board .count")
    expect(counts).to_have_text(["13", *["0"] * 12, "11"])
    begin(page, "awale", moves=("f", "f"))
    expect(page.locator("#board .labels text")).to_have_text([*"fedcba", *"abcdef"])
    expect(page.locator("#caption")).to_be_hidden()
