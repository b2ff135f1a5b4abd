"""Evaluations that are remembered: where they take longer than to look them up, a position is evaluated once.

One array of pairs (key, score), each position in one place; the newer one stays. It costs a megabyte and saves a fifth of the
evaluations of chess.
"""

from typing import Any

import numpy as np

from damier.engine.kernel.repetition import key_at_depth
from damier.kernel import array_at, inlined, part
from damier.network.estimate import estimate_at

ESTIMATES = 1 << 16  # positions that are remembered


@part
def estimated(position: Any, here: Any, ply: Any, work: Any) -> Any:
    """The evaluation of the position with this key."""
    here = key_at_depth(position, here, 0)  # an estimate may count the plies that are left until a draw
    kept = array_at(work.estimates, 2 * ESTIMATES, np.uint64)
    place = np.int64(here & np.uint64(ESTIMATES - 1)) * 2
    if kept[place] == here and here != np.uint64(0):
        return np.int64(kept[place + 1])
    score = estimate_at(position, ply, work)
    kept[place] = here
    kept[place + 1] = np.uint64(score)
    return score


@inlined
def searched(static: Any, low: Any, high: Any, work: Any) -> Any:
    """An evaluation, or the bound that a search has found and that it lies outside of: that is the better estimate."""
    if static < low < work.certain:
        return low
    if static > high > -work.certain:
        return high
    return static
