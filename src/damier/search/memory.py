"""Alpha-beta with memory at fixed depth (Alliot-Schiex algorithm 14, Alliot algorithm 4; in negamax form, EFREI 2.2.4).

Bounds are stored for the player to move, not for Max: positions are seen from the player to move, and the same one may
come up with Max and with Min to move. The trap the page names, that an entry holds only at an equal distance from the
leaves, is met by making that distance a part of the key, except where games are searched to their very end.
"""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.node import list_sorted_moves, visit
from damier.search.symmetry import table_key
from damier.search.table import UNKNOWN_MOVE, find, high_of, is_guess, low_of, store
from damier.search.work import CUT, HIT, LEAVE, NO_MOVE, keep, note

TITLE = "Alpha-beta with memory, fixed depth"
USES_TABLE = True


@compiled
def memory(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies between alpha and beta; else a bound on the same side as the value."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    here = table_key(position, work)
    unproved = work.horizon + work.guesses
    if not work.total:
        here = mix(here ^ np.uint64(depth))
    low, high = -INFINITY, INFINITY
    entry = find(work, here)
    if entry != np.uint64(0):
        low, high = low_of(entry), high_of(entry)
        work.guesses += is_guess(entry)  # what comes of these bounds, now or below, rests on what they rest on
        if low == high or low >= beta or high <= alpha:
            known = high if high <= alpha else low
            work.hits += 1
            note(work, HIT, ply, move, alpha, beta, known)
            return known
        alpha, beta = max(alpha, low), min(beta, high)
    out = work.moves[ply]
    count = list_sorted_moves(position, out, ply, work)
    best = -INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        floor = max(alpha, best)
        if same_player(position, child):
            score = memory(child, move_here, floor, beta, depth - 1, ply + 1, work)
        else:
            score = -memory(child, move_here, -beta, -floor, depth - 1, ply + 1, work)
        if work.stop:
            return best
        if score > best:
            best = score
            if best > alpha:
                keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    if best <= alpha:
        high = min(high, best)
    elif best >= beta:
        low = max(low, best)
    else:
        low = high = best
    store(work, here, low, high, UNKNOWN_MOVE, min(depth, 255), work.horizon + work.guesses > unproved)
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


ASK = memory


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(memory(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
