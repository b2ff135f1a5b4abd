"""The board of draughts: its 32 dark squares, and what lies beside them.

Squares are numbered from 1 as players number them; in a board of bits each is a bit, from 0. The player to move sits above
this picture and moves down it, to larger numbers; his men are crowned in the last row, 29 to 32:

    .  1  .  2  .  3  .  4
    5  .  6  .  7  .  8  .
    .  9  . 10  . 11  . 12
    ...
   29  . 30  . 31  . 32  .

There are four ways to go, left and right as they are seen here: two forward, which are a man's, and two back. What a way
leads to is 3, 4 or 5 squares on, by the row: rows are shifted against each other.
"""

from typing import Any

import numpy as np

from damier.kernel import helper

Bits = np.uint64
ZERO, ONE = Bits(0), Bits(1)
ALL = Bits(0xFFFFFFFF)
HALF = Bits(32)  # where the other player's half of a number begins
SQUARES = 32
CROWNED_FROM = 28  # the first square of the last row

LEFT, RIGHT, BACK_LEFT, BACK_RIGHT = range(4)
FORWARD, WAYS = 2, 4  # how many ways a man has, and a king

_EVEN, _ODD = Bits(0x0F0F0F0F), Bits(0xF0F0F0F0)  # rows, from 0
_EVEN_NOT_LAST, _ODD_NOT_FIRST = Bits(0x07070707), Bits(0xE0E0E0E0)  # what has a square at the right, at the left
_THREE, _FOUR, _FIVE = Bits(3), Bits(4), Bits(5)


@helper
def back(way: Any) -> Any:
    """The way back."""
    return WAYS - 1 - way


def place_of(square: int) -> tuple[int, int]:
    """The row and the column of a square, both from 0."""
    row, place = divmod(square, 4)
    return row, 2 * place + 1 - row % 2


def square_at(row: int, column: int) -> int | None:
    """The square in a row and a column; None beyond the edge, or where it is a light one."""
    is_dark = 0 <= row < 8 and 0 <= column < 8 and (row + column) % 2 == 1
    return 4 * row + column // 2 if is_dark else None


def _after(square: int, way: int, steps: int) -> int:
    """The square so many steps along a way, or -1."""
    row, column = place_of(square)
    down, across = (1 if way < FORWARD else -1), (-1 if way in (LEFT, BACK_LEFT) else 1)
    found = square_at(row + steps * down, column + steps * across)
    return -1 if found is None else found


_COLUMNS = np.array([place_of(square)[1] for square in range(SQUARES)], np.int64)
# By 4 * square + way: the next square; the bit that is jumped over, and where the jump ends (0 where there is no jump)
NEXT = np.array([_after(square, way, 1) for square in range(SQUARES) for way in range(WAYS)], np.int64)
LANDS = np.array([_after(square, way, 2) for square in range(SQUARES) for way in range(WAYS)], np.int64)
OVER = np.array([1 << step if lands >= 0 else 0 for step, lands in zip(NEXT.tolist(), LANDS.tolist(), strict=True)], np.uint64)


@helper
def distance(square: Any, other: Any) -> Any:
    """How many steps a king takes from a square to another on an empty board, or one more."""
    down = abs((square >> 2) - (other >> 2))
    return max(down, abs(_COLUMNS[square] - _COLUMNS[other]))


@helper
def left_of(squares: Any) -> Any:
    """The squares one step forward and left of these."""
    return ((squares & _EVEN) << _FOUR | (squares & _ODD_NOT_FIRST) << _THREE) & ALL


@helper
def right_of(squares: Any) -> Any:
    """The squares one step forward and right of these."""
    return ((squares & _EVEN_NOT_LAST) << _FIVE | (squares & _ODD) << _FOUR) & ALL


@helper
def back_left_of(squares: Any) -> Any:
    """The squares one step back and left of these."""
    return (squares & _EVEN) >> _FOUR | (squares & _ODD_NOT_FIRST) >> _FIVE


@helper
def back_right_of(squares: Any) -> Any:
    """The squares one step back and right of these."""
    return (squares & _EVEN_NOT_LAST) >> _THREE | (squares & _ODD) >> _FOUR


@helper
def before(squares: Any) -> Any:
    """The squares one step forward of these."""
    return left_of(squares) | right_of(squares)


@helper
def behind(squares: Any) -> Any:
    """The squares one step back of these."""
    return back_left_of(squares) | back_right_of(squares)
