"""Misère tic-tac-toe: who gets three in a row loses.

The squares are bits, from the bottom left, and are named by column and row:

    6 7 8      a3 b3 c3
    3 4 5      a2 b2 c2
    0 1 2      a1 b1 c1

A position is always seen from the player to move: `own` are his squares, `other` those of the other player, and after a move
they change places. That is why a line that counts is a line of `other`: he has just moved.
"""

from typing import NamedTuple

import numpy as np

from damier import DRAW, ONGOING, WIN, Board, Cell, rule

ONE, FULL = np.uint64(1), np.uint64(0b111_111_111)
LINES = np.array([0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.uint64)  # an octal digit is a row
SQUARES = [column + row for row in "123" for column in "abc"]


class Squares(NamedTuple):
    own: np.uint64
    other: np.uint64


START = Squares(np.uint64(0), np.uint64(0))


@rule
def moves(p: Squares, out):
    """The empty squares."""
    count = 0
    for square in range(9):
        if not (p.own | p.other) >> np.uint64(square) & ONE:
            out[count] = square
            count += 1
    return count


@rule
def play(p: Squares, square):
    """Take a square; then the other player is to move, and the board is turned over."""
    return Squares(p.other, p.own | ONE << np.uint64(square))


@rule
def outcome(p: Squares):
    """Won if the other player has just completed a line."""
    for line in LINES:
        if p.other & line == line:
            return WIN
    return DRAW if p.own | p.other == FULL else ONGOING


# ---------------------------------------------------------------------------------------------------------------------------
# For people


def move_name(p: Squares, square: int) -> str:
    return SQUARES[square]


def turn(p: Squares) -> int:
    """Whose turn it is: 0 moves first."""
    return int(p.own | p.other).bit_count() % 2


def board(p: Squares, turn: int) -> Board:
    """Crosses belong to the player who moves first."""

    def cell(square: int) -> Cell:
        if int(p.own) >> square & 1:
            return Cell("XO"[turn], turn)
        return Cell("OX"[turn], 1 - turn) if int(p.other) >> square & 1 else Cell()

    rows = [[cell(3 * row + column) for column in range(3)] for row in (2, 1, 0)]
    return Board(rows, rows=["3", "2", "1"], columns=["a", "b", "c"])


def cells(p: Squares, square: int, turn: int) -> list[tuple[int, int]]:
    """Where a person clicks: row from the top, and column."""
    return [(2 - square // 3, square % 3)]
