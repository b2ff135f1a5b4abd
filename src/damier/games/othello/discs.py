"""The arithmetic of an Othello board: which moves there are, and which discs a move turns.

Bit 0 is a1, bit 7 h1, bit 8 a2 and bit 63 h8. Smaller boards lie in the middle of the 8x8 one: no disc ever stands
around them, so that lines end there by themselves, and moves only have to be kept within the board.

In plain Python the functions step from square to square, all discs at once. Compiled, they follow four directions at once, in
the lanes of one vector (`damier.lanes`).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from damier.kernel import compiled_as, helper
from damier.lanes import bits_above, bits_below, highest_bits, joined, lanes, lanes_by_number, lowest_bits, spread

Bits = np.uint64
SIDE = 8
SQUARES = SIDE * SIDE
_ALL = (1 << SQUARES) - 1

STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns of the directions towards higher bits
SHIFTS = tuple(Bits(SIDE * row + column) for row, column in STEPS)  # 1, 7, 8, 9
_TWICE = tuple(shift + shift for shift in SHIFTS)
_INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E  # a line along columns cannot turn discs on the a and h files ...
_INNER_ROWS = 0x00FFFFFFFFFFFF00
_INNER = tuple(Bits((_INNER_COLUMNS if column else _ALL) & (_INNER_ROWS if row else _ALL)) for row, column in STEPS)


def _ray(square: int, row_step: int, column_step: int) -> int:
    """The squares from one (which is left out) to the edge in a direction."""
    row, column = divmod(square, SIDE)
    squares = 0
    while 0 <= (row := row + row_step) < SIDE and 0 <= (column := column + column_step) < SIDE:
        squares |= 1 << (SIDE * row + column)
    return squares


_rays_up = lanes_by_number(
    "damier.othello.rays_up", [[_ray(square, row, column) for row, column in STEPS] for square in range(SQUARES)]
)
_rays_down = lanes_by_number(
    "damier.othello.rays_down", [[_ray(square, -row, -column) for row, column in STEPS] for square in range(SQUARES)]
)


# --------------------------------------------------------------------------------------------------------------------
# In plain Python


def moves_of(own: Any, other: Any) -> Any:
    """The empty squares on which the player of `own` turns at least one disc."""
    mine, yours = int(own), int(other)
    empty = ~(mine | yours) & _ALL
    found = 0
    for direction in _DIRECTIONS:
        row = _shifted(mine, direction) & yours
        while row:
            row = _shifted(row, direction)
            found |= row & empty
            row &= yours
    return Bits(found)


def flips(own: Any, other: Any, square: Any) -> Any:
    """The discs of `other` that a disc of `own` on this square would turn."""
    mine, yours = int(own), int(other)
    found = 0
    for direction in _DIRECTIONS:
        turned, here = 0, _shifted(1 << int(square), direction)
        while here & yours:
            turned |= here
            here = _shifted(here, direction)
        if here & mine:
            found |= turned
    return Bits(found)


def _shifted(board: int, direction: tuple[int, int]) -> int:
    """A board moved by one square; what leaves it is gone."""
    shift, arriving = direction
    return (board << shift if shift > 0 else board >> -shift) & arriving


def _direction(row_step: int, column_step: int) -> tuple[int, int]:
    """By how much to shift for a step, and the squares that can be reached by one."""
    files = {0: _ALL, 1: _ALL & ~_A_FILE, -1: _ALL & ~(_A_FILE << SIDE - 1)}
    return SIDE * row_step + column_step, files[column_step]


_A_FILE = 0x0101010101010101
_DIRECTIONS = [_direction(sign * row, sign * column) for row, column in STEPS for sign in (1, -1)]


# --------------------------------------------------------------------------------------------------------------------
# Four directions at once: what these two are in compiled code


@compiled_as(moves_of)
def _compiled_moves_of(own: Any, other: Any) -> Callable[[Any, Any], Any]:
    return moves_in_lanes


@compiled_as(flips)
def _compiled_flips(own: Any, other: Any, square: Any) -> Callable[[Any, Any, Any], Any]:
    return flips_in_lanes


def moves_in_lanes(own, other):
    """Discs of the other player that lie in a row next to own ones are followed three times over: 1, 2 and 4 steps."""
    mine, inner = spread(own), spread(other) & lanes(*_INNER)
    one_step, two_steps = lanes(*SHIFTS), lanes(*_TWICE)
    up = inner & (mine << one_step)
    up = up | (inner & (up << one_step))
    pairs = inner & (inner << one_step)
    up = up | (pairs & (up << two_steps))
    up = up | (pairs & (up << two_steps))
    down = inner & (mine >> one_step)
    down = down | (inner & (down >> one_step))
    pairs = inner & (inner >> one_step)
    down = down | (pairs & (down >> two_steps))
    down = down | (pairs & (down >> two_steps))
    return joined((up << one_step) | (down >> one_step)) & ~(Bits(own) | Bits(other))


def flips_in_lanes(own, other, square):
    """The first square of each ray that is not the other player's is found by its bit; if it is own, all before it turn."""
    mine, not_theirs = spread(own), ~spread(other)
    up, down = _rays_up(square), _rays_down(square)
    turned_up = up & bits_below(mine & lowest_bits(up & not_theirs))
    turned_down = down & bits_above(mine & highest_bits(down & not_theirs))
    return joined(turned_up | turned_down)


# --------------------------------------------------------------------------------------------------------------------
# Symmetries

_M1, _M2, _M4 = Bits(0x5555555555555555), Bits(0x3333333333333333), Bits(0x0F0F0F0F0F0F0F0F)
_D1, _D2, _D4 = Bits(0x00AA00AA00AA00AA), Bits(0x0000CCCC0000CCCC), Bits(0x00000000F0F0F0F0)
_1, _2, _4, _7, _14, _28 = Bits(1), Bits(2), Bits(4), Bits(7), Bits(14), Bits(28)


@helper
def mirror(board):
    """The files in the other order: a becomes h."""
    board = ((board >> _1) & _M1) | ((board & _M1) << _1)
    board = ((board >> _2) & _M2) | ((board & _M2) << _2)
    return ((board >> _4) & _M4) | ((board & _M4) << _4)


@helper
def transpose(board):
    """Files become rows: mirrored along the diagonal from a1 to h8."""
    swap = (board ^ (board >> _7)) & _D1
    board ^= swap ^ (swap << _7)
    swap = (board ^ (board >> _14)) & _D2
    board ^= swap ^ (swap << _14)
    swap = (board ^ (board >> _28)) & _D4
    return board ^ swap ^ (swap << _28)


@helper
def neighbours(board):
    """The squares next to those of a board, in all eight directions, with those of the board itself."""
    inner = Bits(0x7F7F7F7F7F7F7F7F)
    board |= ((board & inner) << _1) | ((board >> _1) & inner)
    return board | (board << Bits(8)) | (board >> Bits(8))
