"""What a kernel knows of the board when it is compiled: the solver is compiled for each size."""

from collections.abc import Callable
from typing import Any

from numba import types

from damier.games.connect4 import SIZES
from damier.games.fours import Layout, layout_of
from damier.kernel import compiled_as


def layout(p: Any) -> Layout:
    """The layout of a position's board; a constant in compiled code."""
    return layout_of(*SIZES[type(p)])


@compiled_as(layout)
def _compiled_layout(p: Any) -> Callable[[Any], Any] | None:
    if not isinstance(p, types.BaseNamedTuple):
        return None
    constants = layout_of(*SIZES[p.instance_class])

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
