"""What every search does at a node: see whether it is a leaf, list its moves."""

from typing import Any

import numpy as np

from damier.kernel import array_at, compiled, part
from damier.rules import ONGOING, evaluate, moves, outcome
from damier.search.work import LEAF, NO_MOVE, note


@part
def _leaf_score(position: Any, depth: Any, work: Any) -> Any:
    score = outcome(position)
    if score == ONGOING:
        if depth > 0:
            return score
        work.horizon += 1
        score = evaluate(position, array_at(work.weights, work.weights_length, np.int32))
    work.leaves += 1
    return score


@part
def leaf(position: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The score for the player to move if this is a leaf (a finished game, or the horizon), else ONGOING."""
    score = _leaf_score(position, depth, work)
    if score != ONGOING:
        note(work, LEAF, ply, NO_MOVE, 0, 0, score)
    return score


@part
def leaf_for_max(position: Any, maximising: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The score for Max if this is a leaf, else ONGOING."""
    score = _leaf_score(position, depth, work)
    if score != ONGOING:
        if not maximising:
            score = -score
        note(work, LEAF, ply, NO_MOVE, 0, 0, score)
    return score


@compiled
def list_moves(position: Any, ply: Any, work: Any) -> Any:
    """Write the moves into the buffer of this ply and return how many; at the root the chosen first move leads."""
    out = work.moves[ply]
    count = moves(position, out)
    if ply == 0 and work.first_move != NO_MOVE:
        for i in range(count):
            if out[i] == work.first_move:
                to_front(out, i)
    return count


@part
def to_front(out: Any, index: Any) -> None:
    """Bring one move to the front; the others keep their order."""
    chosen = out[index]
    for i in range(index, 0, -1):
        out[i] = out[i - 1]
    out[0] = chosen
