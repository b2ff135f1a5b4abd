"""The geometry of boards on which stones fall and four in a row win: arithmetic on whole boards, all cells at once.

A cell is a bit: column by column from the left, each from the bottom up, with one spare bit on top that stays empty, so that
shifts do not run from one column into the next (`connect4.py` draws it). Boards of fewer than four columns have fours upwards
only: sideways, their long columns would be shifted out of 64 bits.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from damier.kernel import helper

Bits = np.uint64
_0, _1, _2, _3 = Bits(0), Bits(1), Bits(2), Bits(3)
_FOUR = 4


class Layout(NamedTuple):
    """A board's size and masks: constants where a kernel is compiled for it."""

    width: np.int64
    height: np.int64
    cells: np.int64
    is_wide: bool  # whether there are fours across columns
    stride: np.uint64  # from a cell to its neighbour in the next column
    bottom: np.uint64  # the lowest row
    full: np.uint64  # every cell
    spare: np.uint64  # the spare bit above each column
    column: np.uint64  # the first column, with its spare bit
    replies: np.uint64  # every other row, from the top one down: what who answers on top of each move gets


@functools.cache
def layout_of(width: int, height: int) -> Layout:
    """The layout of a board of this size."""
    if width < 1 or height < 1 or width * (height + 1) > 64:
        raise ValueError(f"a {width}x{height} board does not fit: width x (height + 1) must be 1 to 64")
    stride = height + 1
    bottom = sum(1 << (column * stride) for column in range(width))
    return Layout(
        width=np.int64(width),
        height=np.int64(height),
        cells=np.int64(width * height),
        is_wide=width >= _FOUR,
        stride=Bits(stride),
        bottom=Bits(bottom),
        full=Bits(bottom * ((1 << height) - 1)),
        spare=Bits(bottom << height),
        column=Bits((1 << stride) - 1),
        replies=Bits(sum(bottom << row for row in range(height - 1, -1, -2))),
    )


@helper
def open_cells(both: Any, board: Any) -> Any:
    """The cells on which a stone can fall: the lowest empty one of each column."""
    return (both + board.bottom) & board.full


@helper
def winning_cells(stones: Any, board: Any) -> Any:
    """The cells, empty or not, that make a four together with three of these stones."""
    cells = (stones << _1) & (stones << _2) & (stones << _3)
    if board.is_wide:
        cells |= _winning_across(stones, board.stride)
        cells |= _winning_across(stones, board.stride - _1)
        cells |= _winning_across(stones, board.stride + _1)
    return cells & board.full


@helper
def _winning_across(stones: Any, step: Any) -> Any:
    """Cells, on the board or not, that complete four stones whose cells lie `step` bits apart."""
    before = (stones << step) & (stones << (step + step))
    behind = (stones >> step) & (stones >> (step + step))
    ends = before & (stones << (step + step + step)) | behind & (stones >> (step + step + step))
    return ends | before & (stones >> step) | behind & (stones << step)


@helper
def fours_along(stones: Any, step: Any) -> Any:
    """The first cell of each four whose cells lie `step` bits apart."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step + step))


@helper
def has_four(stones: Any, board: Any) -> Any:
    """Whether these stones contain a four."""
    fours = fours_along(stones, _1)
    if board.is_wide:
        fours |= fours_along(stones, board.stride)
        fours |= fours_along(stones, board.stride - _1)
        fours |= fours_along(stones, board.stride + _1)
    return fours != _0


@helper
def cells_in_fours(stones: Any, board: Any) -> Any:
    """Those of these cells that lie in a four made of them."""
    cells = _all_four(fours_along(stones, _1), _1)
    if board.is_wide:
        cells |= _all_four(fours_along(stones, board.stride), board.stride)
        cells |= _all_four(fours_along(stones, board.stride - _1), board.stride - _1)
        cells |= _all_four(fours_along(stones, board.stride + _1), board.stride + _1)
    return cells


@helper
def _all_four(firsts: Any, step: Any) -> Any:
    """All four cells of the fours that start at these."""
    pairs = firsts | (firsts << step)
    return pairs | (pairs << (step * _2))


@helper
def cells_above(cells: Any, board: Any) -> Any:
    """All cells above these in their columns."""
    above = (cells << _1) & board.full
    total = above
    while above:
        above = (above << _1) & board.full
        total |= above
    return total


@helper
def mirrored(cells: Any, board: Any) -> Any:
    """The cells, spare bits included, seen in a mirror."""
    for left in range(board.width // 2):
        low = Bits(left) * board.stride
        high = Bits(board.width - 1 - left) * board.stride
        swap = ((cells >> low) ^ (cells >> high)) & board.column
        cells ^= (swap << low) | (swap << high)
    return cells
