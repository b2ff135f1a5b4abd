"""Alpha-beta with memory at variable depth (Alliot algorithm 5), made for iterative deepening.

Its table outlives a search: bounds serve when they were found at the same distance from the leaves, the best move
serves at any distance and is tried first. The traps the page names and how they are met:

- bounds of another distance: depth is stored and compared; the old bounds go when another depth is stored
- first initialisation: an entry that was never written holds no key, so nothing is read from it
- two positions in one place: the key tells them apart, the table's rule of replacement chooses
- positions of an earlier root: they carry its age and are replaced first
"""

from typing import Any

import numpy as np

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.node import list_sorted_moves, to_front, visit
from damier.search.symmetry import table_key
from damier.search.table import UNKNOWN_MOVE, best_of, depth_of, find, high_of, is_guess, low_of, store
from damier.search.work import CUT, HIT, LEAVE, NO_MOVE, keep, note

TITLE = "Alpha-beta with memory, variable depth"
USES_TABLE = True


@compiled
def memory_depth(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies between alpha and beta; else a bound on the same side as the value."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    here = table_key(position, work)
    unproved = work.horizon + work.guesses
    low, high = -INFINITY, INFINITY
    old_best = UNKNOWN_MOVE
    entry = find(work, here)
    if entry != np.uint64(0):
        old_best = best_of(entry)
        if depth_of(entry) == depth:
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
    if old_best < count:
        to_front(out, old_best)
    best = -INFINITY
    best_index = UNKNOWN_MOVE
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        floor = max(alpha, best)
        if same_player(position, child):
            score = memory_depth(child, move_here, floor, beta, depth - 1, ply + 1, work)
        else:
            score = -memory_depth(child, move_here, -beta, -floor, depth - 1, ply + 1, work)
        if work.stop:
            return best
        if score > best:
            best = score
            best_index = i
            if best > alpha:
                keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    if old_best < count:  # the index in the order of the list, before the old best move was brought to the front
        best_index = old_best if best_index == 0 else best_index - 1 if best_index <= old_best else best_index
    if best <= alpha:
        high = min(high, best)
        if old_best < count:
            best_index = old_best  # every move failed: none of them is known to be the best
    elif best >= beta:
        low = max(low, best)
    else:
        low = high = best
    store(work, here, low, high, best_index, depth, work.horizon + work.guesses > unproved)
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


ASK = memory_depth


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(memory_depth(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
