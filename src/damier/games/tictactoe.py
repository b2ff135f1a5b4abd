"""Tic-tac-toe: three in a row on nine squares.

The bits of the board, and the names of the squares (column letter, row number from the bottom):

    6 7 8      a3 b3 c3
    3 4 5      a2 b2 c2
    0 1 2      a1 b1 c1

`own` are the squares of the player to move, `both` those of both players. A move is the bit of its square. In writing,
rows go from the top and `x` is to move: `.../.x./o..`; drawn, the first player is always X.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.bits import popcount
from damier.games.game import Board, Cell
from damier.games.spoken import texts_beside
from damier.kernel import rule
from damier.rules import DRAW, LOSS, ONGOING
from damier.wording import quoted

TITLE = "Tic-tac-toe"
RULES = texts_beside(Path(__file__).with_suffix(""))
EXAMPLE = ("b2a1b3c3", ["b1"])
BENCH = (("", 7),)
SQUARES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")

Bits = np.uint64

_ONE = Bits(1)
_FULL = Bits(0b111_111_111)
_LEFT = Bits(0b001_001_001)
_BOTTOM = Bits(0b111)
_RISING = Bits(0b100_010_001)
_FALLING = Bits(0b001_010_100)
_ORDER = np.array([4, 0, 2, 6, 8, 1, 3, 5, 7], np.int64)  # the squares on most lines first
_TWICE = 1 + (1 << 9)  # a mask for `own` and for `both`, packed nine bits higher


class TicTacToe(NamedTuple):
    own: np.uint64
    both: np.uint64


START = TicTacToe(Bits(0), Bits(0))


@rule
def moves(p: TicTacToe, out):
    """The empty squares: centre, corners, edges."""
    n = 0
    for square in _ORDER:
        if not p.both & (_ONE << Bits(square)):
            out[n] = square
            n += 1
    return n


@rule
def play(p: TicTacToe, square):
    """Take a square."""
    return TicTacToe(p.own ^ p.both, p.both | (_ONE << Bits(square)))


@rule
def opposite(p: TicTacToe):
    return TicTacToe(p.own ^ p.both, p.both)


@rule
def stage(p: TicTacToe):
    return popcount(p.both)


@rule
def outcome(p: TicTacToe):
    """Lost if the player who has just moved has three in a row."""
    taken = p.own ^ p.both
    rows = taken & (taken >> _ONE) & (taken >> Bits(2)) & _LEFT
    columns = taken & (taken >> Bits(3)) & (taken >> Bits(6)) & _BOTTOM
    if rows | columns or taken & _RISING == _RISING or taken & _FALLING == _FALLING:
        return LOSS
    return DRAW if p.both == _FULL else ONGOING


_MIRRORED = Bits(0b001_001_001 * _TWICE)  # changes places with the bit 2 higher: a and c
_NEAR = Bits(0b000_100_010 * _TWICE)  # changes places with the bit 2 higher: b1 and a2, c2 and b3
_FAR = Bits(0b000_000_100 * _TWICE)  # changes places with the bit 4 higher: c1 and a3


@rule
def canonical(p: TicTacToe):
    """The least of the eight boards that mirroring left to right and along the rising diagonal, in turns, runs through."""
    packed = (p.both << Bits(9)) | p.own
    least = packed
    for step in range(7):
        if step % 2 == 0:
            swap = (packed ^ (packed >> Bits(2))) & _MIRRORED
            packed ^= swap | (swap << Bits(2))
        else:
            swap = (packed ^ (packed >> Bits(2))) & _NEAR
            packed ^= swap | (swap << Bits(2))
            swap = (packed ^ (packed >> Bits(4))) & _FAR
            packed ^= swap | (swap << Bits(4))
        least = min(least, packed)
    return TicTacToe(least & _FULL, least >> Bits(9))


# --------------------------------------------------------------------------------------------------------------------
# Reading, writing, drawing


def parse(text: str) -> TicTacToe:
    """Moves played from the empty board (`b2a1c3`), or rows from the top (`x` is to move): `.../.x./o..`"""
    if "/" in text:
        return _parse_rows(text.strip())
    position = START
    written = "".join(text.lower().split())
    for ply, square in enumerate(written[i : i + 2] for i in range(0, len(written), 2)):
        where = f"move {ply + 1} of {quoted(text.strip())}"
        if square not in SQUARES:
            raise ValueError(f"{where}: {quoted(square)} is no square; squares are a1 to c3")
        if outcome(position) != ONGOING:
            raise ValueError(f"{where}: the game was over before it")
        if int(position.both) >> SQUARES.index(square) & 1:
            raise ValueError(f"{where}: square {square} is taken")
        position = play(position, SQUARES.index(square))
    return position


def _parse_rows(text: str) -> TicTacToe:
    """The position whose rows are written from the top."""
    rows = text.split("/")
    if len(rows) != 3 or any(len(row) != 3 or set(row) - set("xo.") for row in rows):
        raise ValueError(f"{quoted(text)}: three rows from the top, three squares each, made of x (to move), o and .")
    letters = "".join(reversed(rows))
    own = sum(1 << square for square in range(9) if letters[square] == "x")
    other = sum(1 << square for square in range(9) if letters[square] == "o")
    if not 0 <= other.bit_count() - own.bit_count() <= 1:
        raise ValueError(f"{quoted(text)}: {own.bit_count()} x and {other.bit_count()} o cannot be")
    if outcome(TicTacToe(Bits(other), Bits(own | other))) == LOSS:
        raise ValueError(f"{quoted(text)}: x, who is to move, has three in a row already")
    return TicTacToe(Bits(own), Bits(own | other))


def text(p: TicTacToe) -> str:
    """The rows from the top: x is to move."""

    def letter(square: int) -> str:
        return "." if not int(p.both) >> square & 1 else "x" if int(p.own) >> square & 1 else "o"

    return "/".join("".join(letter(3 * row + column) for column in range(3)) for row in (2, 1, 0))


def move_name(p: TicTacToe, move: int) -> str:
    """The square, as in a1."""
    return SQUARES[move]


def turn(p: TicTacToe) -> int:
    """Whose turn it is, told by the number of squares taken."""
    return int(p.both).bit_count() % 2


def board(p: TicTacToe, turn: int) -> Board:
    """The nine squares; the first player is X."""
    looks = {".": Cell(), "x": Cell("XO"[turn], turn), "o": Cell("OX"[turn], 1 - turn)}
    cells = [[looks[letter] for letter in row] for row in text(p).split("/")]
    return Board(cells, rows=["3", "2", "1"], columns=["a", "b", "c"])


LINES = (
    *((3 * row, 3 * row + 1, 3 * row + 2) for row in range(3)),
    *((c, c + 3, c + 6) for c in range(3)),
    (0, 4, 8),
    (2, 4, 6),
)


def highlights(p: TicTacToe, turn: int) -> dict[str, list[tuple[int, int]]]:
    """Three in a row of the player who has just moved."""
    taken = int(p.own) ^ int(p.both)
    won = sorted({square for line in LINES for square in line if all(taken >> each & 1 for each in line)})
    return {"line": [(2 - square // 3, square % 3) for square in won]}


PALETTE = [Cell(), Cell("X", 0), Cell("O", 1)]


def set_up(cells: list[list[Cell]], turn: int) -> str:
    """The rows of a board that was set up by hand."""
    letters = {-1: ".", turn: "x", 1 - turn: "o"}
    return "/".join("".join(letters[cell.owner] for cell in row) for row in cells)


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    """The square itself."""
    return [(2 - move // 3, move % 3)]
