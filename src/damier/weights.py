"""The weights that a game's evaluation has by itself, by the type of its positions: games tell them, searches ask.

A position says nothing of its game, and searches know no games. So whoever makes positions for people, the `Game`, tells here
how the weights for such positions are had, and a search that is given none asks.
"""

from collections.abc import Callable
from typing import Any

_told: dict[type, Callable[[Any], Any]] = {}


def tell_weights(position_type: type, weights_for: Callable[[Any], Any]) -> None:
    """Say how the weights for a search of a position of this type are had; what was said first counts."""
    _told.setdefault(position_type, weights_for)


def own_weights(position: Any) -> Any:
    """The weights of the evaluation of this position's game; none if nobody has told any."""
    weights_for = _told.get(type(position))
    return () if weights_for is None else weights_for(position)
