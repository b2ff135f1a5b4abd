"""Moves sorted by a note that each gets beforehand, best first (EFREI 2.3.4, "alpha-bêta trié").

Alpha-beta cuts most where the best move comes first. The note is the game's own `hint`, or what the position after the move is
worth as it stands. Moves with equal notes keep the order in which the game lists them, so that a game without the rule is
searched as it is.
"""

from typing import Any

import numpy as np

from damier.kernel import has_rule, inlined, native, part
from damier.network.estimate import estimate, estimate_at
from damier.rules import ONGOING, hint, legal_moves, outcome, play, same_player

BY_HINT, BY_ESTIMATE = 1, 2
NOTES = ("hint", "estimate")  # what moves are sorted by


def note_for(position: Any, wanted: str) -> int:
    """By what moves are sorted: as a person wants it, or by hints where the game has some and else by estimates."""
    if wanted:
        return NOTES.index(wanted) + 1
    return BY_HINT if has_rule(position, "hint") else BY_ESTIMATE


@part
def sort_moves(position: Any, out: Any, count: Any, hints: Any) -> None:
    """Sort the moves in `out` by insertion: they are few, and mostly in order. `hints` is room for as many numbers."""
    for i in range(count):
        _insert(out, hints, i, np.int64(hint(position, out[i])))


@part
def sort_by_estimate(position: Any, out: Any, count: Any, work: Any) -> None:
    """Sort the moves in `out` by what the positions after them are worth, at the end or as they stand, to who makes them."""
    for i in range(count):
        child = play(position, out[i])
        worth = np.int64(outcome(child))
        if worth == ONGOING:
            worth = estimate_at(child, np.int64(0), work)
        _insert(out, work.hints, i, worth if same_player(position, child) else -worth)


@inlined
def _insert(out: Any, notes: Any, place: Any, worth: Any) -> None:
    """Bring the move in a place forward, before all with a smaller note; those before it are sorted."""
    move = out[place]
    while place > 0 and notes[place - 1] < worth:
        out[place] = out[place - 1]
        notes[place] = notes[place - 1]
        place -= 1
    out[place] = move
    notes[place] = worth


def moves_in_order(position: Any, ordering: int, weights: Any = ()) -> list[int]:
    """The moves of a position in the order in which a search tries them, for Python."""
    listed = legal_moves(position)
    if ordering == BY_ESTIMATE:
        listed.sort(key=lambda move: -_estimate_after(position, move, np.asarray(weights, np.int32)))
    elif ordering:
        listed.sort(key=lambda move: -int(hint(position, move)))
    return listed


def _estimate_after(position: Any, move: int, weights: Any) -> int:
    child = native(play(position, move))
    worth = int(outcome(child))
    worth = int(estimate(child, weights)) if worth == ONGOING else worth
    return worth if same_player(position, child) else -worth
