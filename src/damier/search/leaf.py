"""The leaves of a search: finished games, and positions at the horizon, which are evaluated."""

from typing import Any

import numpy as np

from damier.kernel import array_at, compiled
from damier.rules import ONGOING, evaluate, outcome
from damier.search.work import LEAF, note


@compiled
def leaf(position: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The score for the player to move if this is a leaf, else ONGOING."""
    score = outcome(position)
    if score == ONGOING:
        if depth > 0:
            return score
        work.horizon += 1
        score = evaluate(position, array_at(work.weights, work.weights_length, np.int32))
    work.leaves += 1
    note(work, LEAF, ply, 0, 0, 0, score)
    return score
