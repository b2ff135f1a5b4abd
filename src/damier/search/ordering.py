"""Moves sorted by the game's own `hint`, most promising first, where a search is asked to (EFREI, "alpha-bêta trié").

Alpha-beta cuts most where the best move comes first. Moves with equal hints keep the order in which the game lists them,
so that a game without the rule is searched as it is.
"""

from typing import Any

import numpy as np

from damier.kernel import part, uncompiled
from damier.rules import hint, legal_moves


@part
def sort_moves(position: Any, out: Any, count: Any, hints: Any) -> None:
    """Sort the moves in `out` by insertion: they are few, and mostly in order. `hints` is room for as many numbers."""
    for i in range(count):
        move = out[i]
        worth = np.int64(hint(position, move))
        place = i
        while place > 0 and hints[place - 1] < worth:
            out[place] = out[place - 1]
            hints[place] = hints[place - 1]
            place -= 1
        out[place] = move
        hints[place] = worth


def moves_in_order(position: Any, ordering: bool) -> list[int]:
    """The moves of a position in the order in which a search tries them, for Python."""
    listed = legal_moves(position)
    if ordering:
        uncompiled(sort_moves)(position, listed, len(listed), np.zeros(len(listed), np.int64))
    return listed
