"""The rule choices of the new games, one by one, and the texts they refuse."""

import importlib
from typing import Any

import pytest

from damier.games.game import Cell, Game
from damier.rules import key


def named(name: str, **options: Any) -> Game:
    """A game by the name of its module."""
    return Game(name, importlib.import_module(f"damier.games.{name}"), options)


# --------------------------------------------------------------------------------------------------------------------
# The rule choices

AWALE = {
    "capture of twos and threes, backwards": ("0,0,0,0,0,3,9/2,1,2,8,0,0,23", "f", "0,0,0,8,0,0,23/0,0,0,0,0,0,17"),
    "a capture stops before another number": ("0,0,0,0,0,3,9/2,4,2,7,0,0,21", "f", "3,5,0,7,0,0,21/0,0,0,0,0,0,12"),
    "twelve seeds pass over the emptied pit": ("0,0,0,0,12,0,9/4,4,0,0,0,0,19", "e", "5,5,1,1,1,1,19/1,1,1,1,0,2,9/1"),
    "a grand slam captures nothing": ("0,0,0,0,1,2,20/1,1,0,0,0,0,23/7", "f", "2,2,0,0,0,0,23/0,0,0,0,1,0,20/8"),
}


@pytest.mark.parametrize("case", AWALE)
def test_awale(case: str) -> None:
    game = named("awale")
    before, move, after = AWALE[case]
    position = game.parse(before)
    assert game.text(game.play(position, game.parse_move(position, move))) == after


def test_awale_feeding() -> None:
    game = named("awale")
    feeding = game.parse("1,0,0,2,0,1,20/0,0,0,0,0,0,24")
    assert [game.move_name(feeding, move) for move in game.moves(feeding)] == ["f"]
    starving = game.parse("1,0,0,2,1,0,20/0,0,0,0,0,0,24")
    assert game.outcome(starving) == 0


def test_awale_ends() -> None:
    game = named("awale")
    assert game.outcome(game.parse("1,1,1,1,1,1,25/1,1,1,1,1,1,11")) == 14
    assert game.outcome(game.parse("1,1,1,1,1,1,24/0,2,2,1,1,1,11/99")) is None
    assert game.outcome(game.parse("1,1,1,1,1,1,24/0,2,2,1,1,1,11/100")) == 12


KALAH = {
    "the last seed in the store moves again": ("4,4,4,4,4,4,0/4,4,4,4,4,4,0", "3", "4,4,0,5,5,5,1/4,4,4,4,4,4,0/again"),
    "the turn goes over": ("4,4,4,4,4,4,0/4,4,4,4,4,4,0", "6", "5,5,5,4,4,4,0/4,4,4,4,4,0,1"),
    "capture from an own empty pit": ("1,0,4,0,0,0,0/2,2,2,2,7,0,0", "1", "2,2,2,2,0,0,0/0,0,4,0,0,0,8"),
    "nothing opposite, nothing captured": ("1,0,4,0,0,0,0/2,2,2,2,0,3,0", "1", "2,2,2,2,0,3,0/0,1,4,0,0,0,0"),
    "a lap into the emptied pit captures": ("0,0,0,13,0,0,0/0,0,2,0,0,1,0", "4", "1,1,0,1,1,2,0/1,1,1,0,1,1,5"),
}


@pytest.mark.parametrize("case", KALAH)
def test_kalah(case: str) -> None:
    game = named("kalah")
    before, move, after = KALAH[case]
    position = game.parse(before)
    assert game.text(game.play(position, game.parse_move(position, move))) == after


def test_kalah_end_gives_each_side_its_seeds() -> None:
    game = named("kalah")
    position = game.parse("0,0,0,0,0,1,10/1,2,3,0,0,0,20")
    last = game.play(position, game.parse_move(position, "6"))
    assert game.text(last) == "0,0,0,0,0,0,11/1,2,3,0,0,0,20/again"
    assert game.outcome(last) == 11 - 26


def test_kalah_key_ignores_who_moved_before() -> None:
    game = named("kalah")
    once, again = (game.parse("4,4,0,5,5,5,1/4,4,4,4,4,4,0" + more) for more in ("", "/again"))
    assert key(once) == key(again)
    assert key(game.parse("1,0,0/0,1,0")) != key(game.parse("1,0,0,0/0,1,0,0"))


# --------------------------------------------------------------------------------------------------------------------
# Drawing


@pytest.mark.parametrize(
    ("name", "text"), [("kalah", "1,2,3,4,5,6,7/8,9,10,11,12,13,14"), ("awale", "1,2,3,4,5,6,0/7,8,9,0,1,2,0")]
)
@pytest.mark.parametrize("turn", [0, 1])
def test_moves_point_at_their_own_pit(name: str, text: str, turn: int) -> None:
    game = named(name)
    position = game.parse(text)
    board = game.board(position, turn)
    for move in game.moves(position):
        [(row, column)] = game.cells(position, move, turn)
        assert board.cells[row][column] == Cell(str(move + 1), turn, "pit", game.move_name(position, move))
        assert row == 1 - turn


def test_kalah_stores_are_drawn_at_the_sides() -> None:
    game = named("kalah")
    cells = game.board(game.parse("1,2,3,4,5,6,7/8,9,10,11,12,13,14"), 1).cells
    assert [cell.text for cell in cells[0]] == ["7", "6", "5", "4", "3", "2", "1", ""]
    assert [cell.text for cell in cells[1]] == ["", "8", "9", "10", "11", "12", "13", "14"]


def test_awale_captures_lie_in_stores_beside_the_board() -> None:
    """As in Kalah: who is to move sits below where it is the first player, above where it is the second."""
    game = named("awale")
    position = game.parse("4,4,4,4,4,0,3/4,4,4,4,4,0,5")
    for turn, (left, right) in ((0, ("5", "3")), (1, ("3", "5"))):
        cells = game.board(position, turn).cells
        stores = [cell for row in cells for cell in (row[0], row[-1]) if cell.text]
        assert [cell.text for cell in stores] == [left, right]
        assert [cell.owner for cell in stores] == [1, 0]


# --------------------------------------------------------------------------------------------------------------------
# What cannot be read

REFUSED = [
    ("tictactoe", "xx./.../...", "2 x and 0 o"),
    ("tictactoe", "xxx/oo./o..", "three in a row"),
    ("tictactoe", "x.o/...", "three rows"),
    ("tictactoe", "b2b2", "taken"),
    ("tictactoe", "b2d4", "no square"),
    ("tictactoe", "b2b", "no square"),
    ("tictactoe", "a1a2b1b2c1c2", "over"),
    ("kalah", "4,4,4/4,4", "as many"),
    ("kalah", "4,4,4", "as many"),
    ("kalah", "4,-4,4/4,4,4", "no number"),
    ("kalah", "4,,4/4,4,4", "no number"),
    ("kalah", "1,1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1", "1 to 7 pits"),
    ("kalah", "200,0/56,0", "256 seeds"),
    ("kalah", "4,0/4,0/once", "again"),
    ("awale", "4,4,4,4,4,0/4,4,4,4,4,0", "6 pits"),
    ("awale", "4,4,4,4,4,4,0/4,4,4,4,4,4,1", "49 seeds"),
    ("awale", "4,4,4,4,4,4,0/4,4,4,4,4,4,0/101", "0 to 100"),
]


@pytest.mark.parametrize(("name", "text", "reason"), REFUSED)
def test_bad_texts_are_refused_in_one_line(name: str, text: str, reason: str) -> None:
    game = named(name)
    with pytest.raises(ValueError, match=reason) as refused:
        game.parse(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("options", [{"pits": 0}, {"pits": 8}, {"seeds": 0}, {"seeds": 22}])
def test_kalah_sizes(options: dict[str, int]) -> None:
    game = named("kalah", **options)
    with pytest.raises(ValueError, match="not"):
        game.start()


def test_tictactoe_reads_moves() -> None:
    game = named("tictactoe")
    assert game.text(game.parse("b2 a1 c3")) == "..o/.o./x.."
    assert [cell.text for cell in game.board(game.parse("b2a1c3"), 1).cells[2]] == ["O", "", ""]
