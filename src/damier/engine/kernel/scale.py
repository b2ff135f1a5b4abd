"""Wins by ply: where a win is the most a game can bring, sooner wins count more.

A win at ply p counts WIN + MOST_PLIES - p, so that no other score lies between and the sooner one is larger; a loss is the
same below. A position in the table does not know its ply: wins are stored as they are seen from it.
"""

from typing import Any

from damier.kernel import inlined
from damier.rules import INFINITY, MOST_PLIES, WIN


@inlined
def at_ply(score: Any, ply: Any) -> Any:
    """A win or loss that is reached at this ply."""
    return score + MOST_PLIES - ply if score > 0 else score - MOST_PLIES + ply


@inlined
def to_node(score: Any, ply: Any, work: Any) -> Any:
    """A score of the search as it is seen from a node at this ply: wins are nearer from there."""
    if not work.sooner or abs(score) < WIN or abs(score) == INFINITY:
        return score
    return score + ply if score > 0 else score - ply


@inlined
def from_node(score: Any, ply: Any, work: Any) -> Any:
    """The other way round."""
    if not work.sooner or abs(score) < WIN or abs(score) == INFINITY:
        return score
    return score - ply if score > 0 else score + ply
