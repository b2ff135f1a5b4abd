"""Counting: all games of so many moves (perft). All positions that can come up: see `positions.py`."""

import functools
from typing import Any

from damier.kernel import compiled, has_rule, native
from damier.rules import MOST_PLIES, ONGOING, count, moves, outcome, play
from damier.search.driver import run_kernel
from damier.search.positions import reachable
from damier.search.work import Work

__all__ = ["divide", "perft", "reachable"]


def perft(position: Any, depth: int, *, finished: bool = False) -> int:
    """How many sequences of exactly `depth` moves there are; a game that ends before counts as one if `finished`."""
    if not 0 <= depth <= MOST_PLIES:
        raise ValueError(f"depth is {depth}; it can be 0 to {MOST_PLIES}")
    return _counted(native(position), depth, 0, Work().record, finished, has_rule(position, "count"))


def divide(position: Any, depth: int, *, finished: bool = False) -> dict[int, int]:
    """The same, below each first move."""
    work = Work().record
    position = native(position)
    counts_on = has_rule(position, "count")
    is_going_on = depth > 0 and (counts_on or outcome(position) == ONGOING)
    listed = moves(position, work.moves[0]) if is_going_on else 0
    children = {int(move): native(play(position, move)) for move in work.moves[0, :listed].copy()}
    return {move: _counted(child, depth - 1, 1, work, finished, counts_on) for move, child in children.items()}


def _counted(position: Any, depth: int, ply: int, work: Any, finished: bool, counts_on: bool) -> int:
    return run_kernel(functools.partial(_perft, position, depth, ply, work, int(finished), int(counts_on)), work)


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
