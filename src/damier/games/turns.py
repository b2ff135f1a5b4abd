"""Functions of an author's that are told whose turn it is, if they want to know.

`move_name(position, move)` is enough where a move has one name for both players; `move_name(position, move, turn)` is told who
makes it. A parameter counts as the turn if it is called so, or if the function cannot be called without it.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def told_turn(function: Callable[..., T], *arguments: Any, turn: Callable[[], int]) -> T:
    """What a function gives that may take the turn behind these arguments; the turn is asked for only if it does."""
    wanted = _parameter_for_turn(function, len(arguments))
    if wanted is None:
        return function(*arguments)
    return function(*arguments, **{wanted: turn()}) if wanted else function(*arguments, turn())


@functools.lru_cache(maxsize=256)
def _parameter_for_turn(function: Callable[..., Any], before: int) -> str | None:
    """The name by which a function is told the turn, nothing if by its place; None if it does not want to know."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # it does not tell what it takes
        return None
    named = [
        each for each in parameters if each.name == "turn" and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]
    if named and parameters.index(named[0]) >= before:
        return "turn"
    by_place = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return "" if len(by_place) > before and by_place[before].default is inspect.Parameter.empty else None
