"""Counting: all games of so many moves (perft), and all positions that can come up."""

from typing import Any

import numpy as np

from damier.kernel import array_at, compiled, has_rule, native
from damier.rules import MOST_PLIES, ONGOING, count, key, moves, outcome, play
from damier.search.work import Work

FIRST_SIZE = 1 << 16


def perft(position: Any, depth: int, *, finished: bool = False) -> int:
    """How many sequences of exactly `depth` moves there are; a game that ends before counts as one if `finished`."""
    if not 0 <= depth <= MOST_PLIES:
        raise ValueError(f"depth is {depth}; it can be 0 to {MOST_PLIES}")
    return int(_perft(native(position), depth, 0, Work().record, int(finished), int(has_rule(position, "count"))))


def divide(position: Any, depth: int, *, finished: bool = False) -> dict[int, int]:
    """The same, below each first move."""
    work = Work().record
    position = native(position)
    counts_on = has_rule(position, "count")
    is_going_on = depth > 0 and (counts_on or outcome(position) == ONGOING)
    listed = moves(position, work.moves[0]) if is_going_on else 0
    children = {int(move): native(play(position, move)) for move in work.moves[0, :listed].copy()}
    return {move: int(_perft(child, depth - 1, 1, work, int(finished), int(counts_on))) for move, child in children.items()}


@compiled
def _perft(position: Any, depth: Any, ply: Any, work: Any, ended: Any, counts_on: Any) -> Any:
    """`ended` is what a game counts that ends before the last move: 0 or 1; `counts_on` is 1 if moves alone end it."""
    if depth == 0:
        return 1
    out = work.moves[ply]
    if depth == 1:
        last = count(position, out)
        return last if last > 0 else ended
    if not counts_on and outcome(position) != ONGOING:
        return ended
    listed = moves(position, out)
    if listed == 0:
        return ended
    total = 0
    for i in range(listed):
        total += _perft(play(position, out[i]), depth - 1, ply + 1, work, ended, counts_on)
    return total


def reachable(position: Any, most: int = 100_000_000) -> int:
    """How many different positions can come up from here, this one included, told apart by their keys."""
    position = native(position)
    size = FIRST_SIZE
    while True:
        seen = np.zeros(size, np.uint64)
        work = Work()
        work.record.states, work.record.states_capacity = seen.ctypes.data, size
        _visit(position, 0, work.record)
        if not work.record.overflow:
            return int(work.record.held)
        if size > 2 * most:
            raise ValueError(f"more than {most} positions can come up")
        size *= 8


@compiled
def _visit(position: Any, ply: Any, work: Any) -> None:
    """Count a position and all below it that were not seen before; the set of seen keys is an open hash table."""
    here = key(position) | np.uint64(1 << 63)  # never 0, which marks an empty place
    seen = array_at(work.states, work.states_capacity, np.uint64)
    mask = np.uint64(work.states_capacity - 1)
    place = here & mask
    while seen[place] != np.uint64(0):
        if seen[place] == here:
            return
        place = (place + np.uint64(1)) & mask
    if work.held * 2 > work.states_capacity:
        work.overflow = 1
        return
    seen[place] = here
    work.held += 1
    if outcome(position) != ONGOING:
        return
    for i in range(moves(position, work.moves[ply])):
        _visit(play(position, work.moves[ply, i]), ply + 1, work)
        if work.overflow:
            return
