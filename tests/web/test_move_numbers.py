"""Moves are numbered on from where the position says the game is: in the list, lines, cards and the curve, and in records."""

import re
from collections.abc import Iterator

import pytest
from board_page import begin
from browsing import open_pane, opened, served
from playwright.sync_api import Browser, Page, expect

from damier.games import load
from damier.games.game import BadInput
from damier.records.game_files import read, write
from damier.records.session import Session
from damier.records.variations import Variations
from own_games import nim

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 23"
LATE = """
def parse(text):
    return Nim(int(text.rstrip("b")))

def text(p):
    return str(p.stones)

def text_for(p, turn):
    return f"{p.stones}{'b' * turn}"

def turn_written(text):
    return int(text.endswith("b"))

def move_number(p):
    return 24 - p.stones
"""


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of one's own whose positions tell how far the game has come."""
    file = tmp_path_factory.mktemp("games") / "late.py"
    file.write_text(nim(docstring="Late stones: take one, two or three.") + LATE)
    return str(file)


def test_games_say_where_their_numbers_begin(late: str) -> None:
    """Chess by the FEN, a game of one's own by what it declares; others begin with 1."""
    chess = load("chess")
    assert chess.move_number(chess.parse(FEN)) == 23
    assert chess.move_number(chess.start()) == 1
    assert load("tictactoe").move_number(load("tictactoe").parse("b2")) == 1
    own = load(late)
    assert own.move_number(own.parse("4")) == 20


def test_a_number_that_is_none_is_refused_in_a_line(late: str) -> None:
    own = load(late)
    with pytest.raises(BadInput, match="counted from 1 on, not 0"):
        own.move_number(own.parse("24"))


def test_records_have_the_same_numbers() -> None:
    """PGN, variations included; read again it is the same game."""
    session = Session.from_text(load("chess"), FEN)
    tree = Variations.of_session(session)
    for name in ("Nf6", "d3", "Bc5"):
        tree.play(tree.session.parse_move(name))
    tree.back()
    tree.back()
    tree.play(tree.session.parse_move("Bc4"))
    text = write(tree, "PGN")
    assert "23... Nf6 24. d3 (24. Bc4) 24... Bc5" in " ".join(text.split())
    again = read(load("chess"), text)
    assert again.game.move_number(again.nodes[0].situation.position) == 23


@pytest.fixture(scope="module")
def page(browser: Browser, late: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with served(tmp_path_factory.mktemp("data"), (late,)) as address, opened(browser, address) as page:
        yield page


def numbers(page: Page, holder: str) -> list[str]:
    return [each.strip() for each in page.locator(f"{holder} .number").all_inner_texts()]


@pytest.mark.browser
def test_numbers_in_list_lines_cards_and_curve(page: Page) -> None:
    """The second player begins at move 7, and throws the win away; so does the first."""
    begin(page, "late", position="17b", moves=("3", "3", "1"), analysis=True)
    expect(page.locator("#moves .number")).to_have_text(["7…", "8."])
    open_pane(page, "lines")
    page.locator("#lines").select_option("1")
    expect(page.locator("#line-list .step .number").first).to_have_text("9.")
    open_pane(page, "review")
    page.locator("#check").click()
    expect(page.locator("#check-words")).to_contain_text("Checked")
    page.locator("#moves button").first.click()
    expect(page.locator("#mistake h3")).to_contain_text("7… 3??")
    assert numbers(page, "#mistake .card-line:last-of-type")[:2] == ["7…", "8."]
    page.locator("#graph").focus()
    page.keyboard.press("End")
    expect(page.locator("#graph-label")).to_have_text(re.compile("^8… 1"))
    page.locator("#card-show-why").click()
    expect(page.locator("#preview .number").first).to_have_text("7…")


@pytest.mark.browser
def test_a_game_of_chess_goes_on_where_the_fen_says(page: Page) -> None:
    begin(page, "chess", position=FEN, moves=("Nf6", "d3", "Bc5"), analysis=True)
    expect(page.locator("#moves .number")).to_have_text(["23…", "24."])
    page.locator("#moves button").first.click()
    page.locator("#typed").fill("Bc4")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .branch .number")).to_have_text("24.")
    expect(page.locator("#moves .number")).to_have_text(["23…", "24.", "24.", "24…"])
