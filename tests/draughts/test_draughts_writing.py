"""Draughts in writing: positions, names of moves, boards, openings, and what is refused."""

import pytest

from damier.books.openings import opening_of
from damier.cli.board import draw
from damier.games import load
from damier.games.draughts.generation import squares_of
from damier.games.game import BadInput, Cell
from damier.records.session import Session
from walks import random_game

GAME = load("draughts")
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
ROUND = "B:W15,16,23,24:BK11"  # a king that can go round four men both ways
FORKED = "W:W26:B14,15,22,23"  # two ways from 26 to 10, over other men


def names(text: str) -> list[str]:
    position = GAME.parse(text)
    return sorted(GAME.move_name(position, move) for move in GAME.moves(position))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("", START),
        ("B:W21-32:B1-12", START),
        ("b:w21-32:b1-12.", START),
        ("B:B1-12:W21-32:H0:F1", START),
        ("B : W 21-32 : B 1-12", START),
        ("W:WK10,7:BK22,12:H3", "W:W7,K10:B12,K22:H3"),
        ("W:W:B1", "W:W:B1"),
        ("11-15 23-19", "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"),
        ("1. 11-15 23-19 *", "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"),
    ],
)
def test_positions(written: str, meant: str) -> None:
    assert GAME.text(GAME.parse(written)) == meant


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("B:W33:B1", "'33' is no square"),
        ("B:W0:B1", "'0' is no square"),
        ("B:W5-3:B1", "'5-3' is no square"),
        ("B:WX:B1", "'X' is no square"),
        ("B:W5:B5", "both sides have a piece on square 5"),
        ("B:W5,K5:B1", "square 5 stands there twice"),
        ("B:W1:B5", "a man of white's on 1 would be a king"),
        ("B:W5:B29", "a man of black's on 29 would be a king"),
        ("B:W5-17:B1", "white has 13 pieces; there are at most 12"),
        ("B:W5:B1:H81", "81 plies without progress"),
        ("B:W5:B1:H", "'H' has no number"),
        ("B:W5", "expected whose turn it is"),
        ("B:W5:W6:B1", "'W6' is not understood"),
        ("B:", "'' is not understood"),
        ("11-15 22-18 15-19", "move 2. 15-19 is not legal there; legal moves: 15x22"),
        ("11-15 hello", "move 1... hello is not legal there"),
    ],
)
def test_what_is_no_position(written: str, why: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.parse(written)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_names_of_captures() -> None:
    """By the ends; by all squares where others have the same, whatever these take."""
    assert names("B:W18,24:B14,K20") == ["14x23", "20x27"]
    assert names("W:W26:B22,14") == ["26x10"]
    assert names(FORKED) == ["26x17x10", "26x19x10"]
    assert names(ROUND) == ["11x18x27x20x11", "11x20x27x18x11"]
    assert names("W:WK29:B25,26,17,18,10,9") == ["29x22x13x6x15x22x31", "29x22x15x6x13x22x31", "29x22x31"]


def test_short_names_are_read_where_they_tell_one_move() -> None:
    position = GAME.parse("W:W26:B22,14")
    assert GAME.parse_move(position, "26x17x10") == GAME.parse_move(position, "26x10") == GAME.parse_move(position, "26-10!")
    circle = GAME.parse(ROUND)
    both = [GAME.parse_move(circle, name) for name in names(ROUND)]
    assert GAME.play(circle, both[0]) == GAME.play(circle, both[1])
    assert GAME.parse_move(circle, "11x11") in both  # whichever way, the position is the same
    assert GAME.parse_move(circle, "11x27x20x11") == both[0]
    forked = GAME.parse(FORKED)
    assert GAME.parse_move(forked, "26x17x10") != GAME.parse_move(forked, "26x19x10")
    with pytest.raises(BadInput, match="no legal move"):
        GAME.parse_move(forked, "26x10")


@pytest.mark.parametrize("text", ["22x", "x", "1", "9-14-18", "999-1", "9" * 100, "９-14", "--", "9-14-", "5x14"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadInput, match="no legal move"):
        GAME.parse_move(GAME.start(), text)


def test_a_man_that_is_crowned_stops() -> None:
    """A man from 22 jumps to 31 over 26; as a king it could go on over 27."""
    position = GAME.parse("B:W26,27:B22")
    assert names("B:W26,27:B22") == ["22x31"]
    child = GAME.play(position, GAME.moves(position)[0])
    assert GAME.text(child) == "W:W27:BK31"
    assert names("B:W26,27:BK22") == ["22x24"]


def test_endings() -> None:
    assert GAME.ending(GAME.parse("B:W5:B")) == "no piece left"
    assert GAME.ending(GAME.parse("W:W12:B8,3")) == "no move left"
    drawn = GAME.parse("B:WK5:BK32:H80")
    assert (GAME.outcome(drawn), GAME.ending(drawn)) == (0, "forty moves without progress")
    assert GAME.ending(GAME.start()) == ""


def test_a_position_that_comes_three_times_is_a_draw() -> None:
    session = Session.from_text(GAME, "B:WK5:BK32")
    for _ in range(2):
        for name in ("32-28", "5-9", "28-32", "9-5"):
            assert not session.is_over
            session.play(session.parse_move(name))
    assert (session.score, session.ending) == (0, "threefold repetition")


def test_board_and_set_up() -> None:
    """A board that is drawn and set up again is the same position."""
    for position, _ in random_game(GAME, 3):
        board = GAME.board(position, GAME.turn(position))
        plain = [[Cell(cell.text, cell.owner) for cell in row] for row in board.cells]
        assert GAME.text(GAME.parse(GAME.set_up(plain, GAME.turn(position)))) == GAME.text(position).partition(":H")[0]
    plain[0][0] = Cell("", 0)
    with pytest.raises(BadInput, match="light square"):
        GAME.set_up(plain, 0)


def test_cells_of_a_move_are_its_squares() -> None:
    position = GAME.parse(ROUND)
    for move in GAME.moves(position):
        cells = GAME.cells(position, move, 0)
        board = GAME.board(position, 0)
        assert [board.cells[row][column].name for row, column in cells] == GAME.move_name(position, move).split("x")
        assert len(squares_of(move)) == len(cells) == 5


def test_terminal_shows_kings_and_numbers() -> None:
    drawn = draw(GAME.board(GAME.parse("B:WK10,7:B12,K22"), 0)).plain
    assert [drawn.count(sign) for sign in "●○♚♔"] == [1, 1, 1, 1]
    assert " 32 " in drawn
    assert " 22 " not in drawn


def lines() -> list[tuple[str, str]]:
    text = GAME.module.OPENINGS.read_text()
    return [(name, moves) for _, name, moves in (line.split("\t") for line in text.splitlines() if not line.startswith("#"))]


def test_openings_are_legal_and_known() -> None:
    assert len(lines()) >= 30
    for name, moves in lines():
        found = opening_of(Session.from_text(GAME, moves))
        assert found is not None
        assert found.name == name
        session = Session(GAME)
        for word in moves.split():
            move = session.parse_move(word)
            assert session.move_name(move) == word, (name, word)
            session.play(move)
