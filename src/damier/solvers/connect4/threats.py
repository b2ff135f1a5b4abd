"""What can still become a four, and where: arithmetic on whole boards, a few operations for all cells at once.

Boards of fewer than four columns have fours upwards only; sideways, their long columns would be shifted out of 64 bits.
"""

from typing import Any

import numpy as np

from damier.kernel import inlined

_SIDEWAYS = 4
_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)


@inlined
def winning_cells(stones: Any, board: Any) -> Any:
    """The cells, empty or not, that make a four together with three of these stones."""
    cells = (stones << _1) & (stones << _2) & (stones << _3)
    if board.width >= _SIDEWAYS:
        cells |= _winning_along(stones, board.stride)
        cells |= _winning_along(stones, board.stride - _1)
        cells |= _winning_along(stones, board.stride + _1)
    return cells & board.full


@inlined
def _winning_along(stones: Any, step: Any) -> Any:
    before = (stones << step) & (stones << (step * _2))
    after = (stones >> step) & (stones >> (step * _2))
    cells = before & ((stones << (step * _3)) | (stones >> step))
    return cells | (after & ((stones >> (step * _3)) | (stones << step)))


@inlined
def has_four(stones: Any, board: Any) -> Any:
    """Whether these stones contain a four."""
    fours = _fours_along(stones, _1)
    if board.width >= _SIDEWAYS:
        fours |= _fours_along(stones, board.stride)
        fours |= _fours_along(stones, board.stride - _1) | _fours_along(stones, board.stride + _1)
    return fours != np.uint64(0)


@inlined
def cells_in_fours(stones: Any, board: Any) -> Any:
    """Those of these cells that lie in a four made of them."""
    cells = _spread(_fours_along(stones, _1), _1)
    if board.width >= _SIDEWAYS:
        cells |= _spread(_fours_along(stones, board.stride), board.stride)
        cells |= _spread(_fours_along(stones, board.stride - _1), board.stride - _1)
        cells |= _spread(_fours_along(stones, board.stride + _1), board.stride + _1)
    return cells


@inlined
def _fours_along(stones: Any, step: Any) -> Any:
    """The first cell of each four in one direction."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step * _2))


@inlined
def _spread(firsts: Any, step: Any) -> Any:
    """All four cells of the fours that start at these."""
    pairs = firsts | (firsts << step)
    return pairs | (pairs << (step * _2))


@inlined
def cells_above(cells: Any, board: Any) -> Any:
    """All cells above these in their columns."""
    above = (cells << _1) & board.full
    total = above
    while above:
        above = (above << _1) & board.full
        total |= above
    return total


@inlined
def mirrored(cells: Any, board: Any) -> Any:
    """The cells, spare bits included, seen in a mirror."""
    for left in range(board.width // 2):
        low = np.uint64(left) * board.stride
        high = np.uint64(board.width - 1 - left) * board.stride
        swap = ((cells >> low) ^ (cells >> high)) & board.column
        cells ^= (swap << low) | (swap << high)
    return cells
