"""How wrong an evaluation is: what looking one move further changes, in positions of random games from here.

    error = value of a search of depth 1 - evaluation, both for the player to move

BPIP draws the distributions of its leaves from that (Baum and Smith learn theirs from games, by kinds of positions; this
is one kind). Of the sorted errors of SAMPLES positions some are kept, nearer to each other in the middle than in the tails,
each with the part of the others that it stands for. A move that ends the game well is no error: such positions are left out.
"""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.kernel import array_at, compiled
from damier.network.estimate import estimate
from damier.rules import ONGOING, outcome, play, same_player
from damier.search.node import list_moves
from damier.search.work import NO_MOVE

SAMPLES = 200
PARTS = np.array([0.02, 0.08, 0.2, 0.4, 0.2, 0.08, 0.02])  # of all errors, from the smallest on, that a kept one stands for
MIDDLES = np.cumsum(PARTS) - PARTS / 2
NORMAL = np.array([-2.326, -1.555, -0.842, 0.0, 0.842, 1.555, 2.326])  # the same of a normal distribution
FURTHEST = 12  # moves of a random game


def errors_of(position: Any, depth: int, spread: int | None, work: Any) -> Any:
    """The errors that a leaf's distribution is made of; none if nothing changes, since the evaluation tells nothing then."""
    if spread is not None:
        return NORMAL * spread
    found = np.zeros(SAMPLES)
    first, work.first_move = work.first_move, NO_MOVE
    found = np.sort(found[: sample(position, max(1, min(depth, FURTHEST)), found, work)])
    work.first_move = first
    return found[(MIDDLES * len(found)).astype(np.int64)] if found.any() else found[:0]


@compiled
def sample(position: Any, furthest: Any, found: Any, work: Any) -> Any:
    """Write what looking one move further changes in positions of random games; in how many."""
    weights = array_at(work.weights, work.weights_length, np.int32)
    chance = np.uint64(1)
    written = 0
    for k in range(len(found)):
        here = position
        chance = mix(chance + np.uint64(k))
        steps = np.int64(chance % np.uint64(furthest))
        for _ in range(steps):
            if outcome(here) != ONGOING:
                break
            count = list_moves(here, work.moves[0], 0, work)
            if work.stop:
                return 0
            chance = mix(chance)
            child = play(here, work.moves[0, np.int64(chance % np.uint64(count))])
            if outcome(child) != ONGOING:
                break
            here = child
        if outcome(here) == ONGOING:
            count = list_moves(here, work.moves[0], 0, work)
            if work.stop:
                return 0
            best, ends = -np.inf, False
            for i in range(count):
                child = play(here, work.moves[0, i])
                score = outcome(child)
                is_end = score != ONGOING
                if not is_end:
                    score = estimate(child, weights)
                value = 1.0 * (score if same_player(here, child) else -score)
                if value > best:
                    best, ends = value, is_end
            if not ends:
                found[written] = best - estimate(here, weights)
                written += 1
    return written
