"""What can still become a four, and where: arithmetic on whole boards, a few operations for all cells at once."""

from typing import Any

import numpy as np

from damier.games.fours import any_four, fours_along, wanted
from damier.kernel import inlined

_SIDEWAYS = 4
_1, _2 = np.uint64(1), np.uint64(2)


@inlined
def winning_cells(stones: Any, board: Any) -> Any:
    """The cells, empty or not, that make a four together with three of these stones."""
    return wanted(stones, board.stride, board.width >= _SIDEWAYS) & board.full


@inlined
def has_four(stones: Any, board: Any) -> Any:
    """Whether these stones contain a four."""
    return any_four(stones, board.stride, board.width >= _SIDEWAYS) != np.uint64(0)


@inlined
def cells_in_fours(stones: Any, board: Any) -> Any:
    """Those of these cells that lie in a four made of them."""
    cells = _spread(fours_along(stones, _1), _1)
    if board.width >= _SIDEWAYS:
        cells |= _spread(fours_along(stones, board.stride), board.stride)
        cells |= _spread(fours_along(stones, board.stride - _1), board.stride - _1)
        cells |= _spread(fours_along(stones, board.stride + _1), board.stride + _1)
    return cells


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
