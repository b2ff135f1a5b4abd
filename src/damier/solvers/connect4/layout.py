"""The constants of a board, known when a kernel is compiled: the solver is compiled for each size.

Bits are numbered as in `damier.games.connect4`: column by column, with a spare bit on top of each.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types

from damier.games.connect4 import SIZES
from damier.kernel import compiled_as

Bits = np.uint64


class Layout(NamedTuple):
    """A board's size and masks."""

    width: np.int64
    height: np.int64
    cells: np.int64
    stride: np.uint64  # from a cell to its neighbour in the next column
    bottom: np.uint64  # the lowest row
    full: np.uint64  # every cell
    spare: np.uint64  # the spare bit above each column
    column: np.uint64  # the first column, with its spare bit
    replies: np.uint64  # every other row, from the top one down: see parity.py


def layout(p: Any) -> Layout:
    """The layout of a position's board; a constant in compiled code."""
    return layout_of(type(p))


def layout_of(position_type: type) -> Layout:
    width, height = SIZES[position_type]
    stride = height + 1
    bottom = sum(1 << (column * stride) for column in range(width))
    return Layout(
        width=np.int64(width),
        height=np.int64(height),
        cells=np.int64(width * height),
        stride=Bits(stride),
        bottom=Bits(bottom),
        full=Bits(bottom * ((1 << height) - 1)),
        spare=Bits(bottom << height),
        column=Bits((1 << stride) - 1),
        replies=Bits(sum(bottom << row for row in range(height - 1, -1, -2))),
    )


@compiled_as(layout)
def _compiled_layout(p: Any) -> Callable[[Any], Any] | None:
    if not isinstance(p, types.BaseNamedTuple):
        return None
    constants = layout_of(p.instance_class)

    def body(p: Any) -> Any:
        return constants

    return body


def position_like(p: Any, own: Any, both: Any) -> Any:
    """A position on the same board as p."""
    return type(p)(own, both)


@compiled_as(position_like)
def _compiled_position_like(p: Any, own: Any, both: Any) -> Callable[[Any, Any, Any], Any]:
    position_type = p.instance_class

    def body(p: Any, own: Any, both: Any) -> Any:
        return position_type(own, both)

    return body
