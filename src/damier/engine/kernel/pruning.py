"""Where the search looks less far, or not at all: what is known of a position, and of a late move, by experience.

Margins are in hundredths of the game's unit: of the points that make one of what people count, as a pawn (`UNIT`). They were
found on chess, the first game to have the rules they need.

What counts for a late quiet move is its reach: the depth at which it would be looked at first, which is the less, the later it
comes and the worse it has done (`reduction`).
"""

from typing import Any

import numpy as np

from damier.engine.kernel.unit import points
from damier.engine.kernel.workspace import ONE_PLY, REDUCTIONS
from damier.kernel import inlined, part
from damier.rules import exchange

REVERSE_DEPTH, REVERSE_MARGIN = 6, 80  # far too well off: by so much for each ply left
FRONTIER_REACH, FRONTIER_FIRST, FRONTIER_MARGIN = 10, 80, 90  # too badly off for a quiet move, by its reach
RAZOR_DEPTH, RAZOR_MARGIN = 2, 280  # too badly off for anything but a capture
CAPTURE_MARGIN = 150  # that a capture beyond the horizon may bring beside what it takes
LATE_DEPTH, LATE_FIRST = 12, 3  # how many quiet moves are looked at near the horizon
LOSS_DEPTH, NOISY_LOSS = 10, 100  # that a capture may lose on its square, for each ply left
LOSS_REACH, QUIET_LOSS, QUIET_LOSS_GROWTH = 10, 7, 11  # ... and a quiet move, for each ply of its reach, and for its square
NULL_DEPTH, NULL_AHEAD = 2, 200  # from which on passing is tried; who is so much ahead looks a ply less deep after it
SINGULAR_DEPTH, SINGULAR_MARGIN = 8, 3  # one move is better than all others by so much for each ply left
SINGULAR_FROM = SINGULAR_DEPTH + 1  # it is asked below the root: a search less deep does not, but after checks
UNPRAISED_DEPTH, UNPRAISED = 4, 1 << 17  # a quiet move that was blamed so much for each ply left is not looked at
UNKNOWN_DEPTH = 4  # from which on a position of which no best move is known is looked at a ply less deep
REDUCED_DEPTH, REDUCED_FROM = 3, 1  # the depth and place from which on moves are looked at less deep
PRAISE, MOST_PRAISE = 256, 3 * ONE_PLY  # what moves have cut before counts by so much, and no more
CHECKING = 1  # plies by which a move after which the other player is forced is looked at deeper than others so late
BESIDE_CAPTURE = ONE_PLY  # by which quiet moves are looked at less deep where the best move known is a capture


@inlined
def null_depth(depth: Any, ahead: Any, work: Any) -> Any:
    """How deep to look after passing; the less, the further one is ahead."""
    less = np.int64(ahead >= points(NULL_AHEAD, work.unit)) + np.int64(ahead >= points(2 * NULL_AHEAD, work.unit))
    return depth - 4 - depth // 4 - less


@part
def is_hopeless(
    position: Any,
    move: Any,
    is_quiet: Any,
    nth: Any,
    depth: Any,
    static: Any,
    is_improving: Any,
    alpha: Any,
    past: Any,
    reach: Any,
    work: Any,
) -> Any:
    """Whether a late move, the nth that is tried, need not be looked at near the horizon."""
    if not is_quiet:
        is_asked = work.by_exchange and work.by_frontier_futility and depth <= LOSS_DEPTH
        return is_asked and not exchange(position, move, points(-NOISY_LOSS * depth, work.unit))
    if work.by_late_pruning and depth <= LATE_DEPTH and nth > (LATE_FIRST + depth * depth) // (2 - is_improving):
        return True
    hope = static + points(FRONTIER_FIRST + FRONTIER_MARGIN * reach, work.unit)
    if work.by_frontier_futility and reach <= FRONTIER_REACH and hope <= alpha:
        return True
    if work.by_late_pruning and depth <= UNPRAISED_DEPTH and past < -UNPRAISED * depth:
        return True
    if work.by_exchange and work.by_frontier_futility and reach <= LOSS_REACH:
        return not exchange(position, move, points(-(QUIET_LOSS + QUIET_LOSS_GROWTH * reach) * reach, work.unit))
    return False


@part
def reduction(
    move: Any,
    nth: Any,
    depth: Any,
    ply: Any,
    is_open: Any,
    is_improving: Any,
    is_beside_capture: Any,
    past: Any,
    work: Any,
) -> Any:
    """How many plies less deep a late quiet move is looked at first."""
    by = work.reduction[min(depth, REDUCTIONS - 1), min(nth, REDUCTIONS - 1)]
    if is_open:
        by -= ONE_PLY
    if not is_improving and depth > 5:
        by += ONE_PLY
    if is_beside_capture:
        by += BESIDE_CAPTURE
    by -= max(-MOST_PRAISE, min(MOST_PRAISE, past // PRAISE))
    if work.by_killers and (move == work.killer[ply, 0] or move == work.killer[ply, 1]):
        by -= ONE_PLY
    return max(0, min(by // ONE_PLY, depth - 1))
