"""What a position is worth by the values of those its moves lead to: to solve layered games, and to check any solution.

A value is a score and the plies to the end. Of moves with the same score who wins takes the quickest and who loses the slowest;
a score of 0 has no plies. If every position is worth the best of what its moves lead to, with one ply more, then all wins and
losses are proved: plies grow less on the way, so that no win rests on itself.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np

from damier.endgames.backward import MOST_PLIES, Values
from damier.endgames.census import AT_ONCE, Census, OnProgress, Told
from damier.endgames.numbering import bring_near, found, new_scratch, spans, write_known_as
from damier.kernel import compiled, part
from damier.rules import INFINITY, ONGOING, moves, outcome, play, same_player
from damier.search.driver import run_kernel
from damier.search.rows import take
from damier.search.work import Work

RIGHT = -1  # no position has another value than its moves say


def solve_by_levels(census: Census, pool: Executor, threads: int, on_progress: OnProgress, check: Callable[[], None]) -> Values:
    """The values of a layered game, from its last level to the first."""
    if len(census.levels) > MOST_PLIES:
        raise ValueError(f"games last more than {MOST_PLIES} plies")
    values = Values(np.zeros(len(census), np.int32), np.zeros(len(census), np.int16))
    for level in reversed(range(len(census.levels) - 1)):
        first, last = census.levels[level : level + 2]
        for _ in _in_pieces(census, values, True, first, last, pool, threads, lambda at: None, check):
            on_progress(Told("values", level, len(census) - first, len(census)))
    return values


def first_wrong(
    census: Census, values: Values, pool: Executor, threads: int, on_progress: OnProgress, check: Callable[[], None]
) -> int | None:
    """The number of a position whose value is not what its moves say; None if all are right."""

    def tell(at: int) -> None:
        on_progress(Told("checking", 0, at, len(census)))

    wrong = [at for at in _in_pieces(census, values, False, 0, len(census), pool, threads, tell, check) if at != RIGHT]
    return min(wrong, default=None)


def _in_pieces(
    census: Census,
    values: Values,
    is_solving: bool,
    first: int,
    last: int,
    pool: Executor,
    threads: int,
    tell: Callable[[int], None],
    check: Callable[[], None],
) -> Any:
    waiting = spans(first, last)
    while waiting:
        check()
        tell(waiting[0][0])
        some, waiting = waiting[: AT_ONCE * threads], waiting[AT_ONCE * threads :]
        yield from pool.map(partial(_judge_some, census, values, is_solving), some)


def _judge_some(census: Census, values: Values, is_solving: bool, span: tuple[int, int]) -> int:
    work, scratch = Work(), new_scratch(census.like)
    judge = partial(_judge, census.like, census.rows, census.table, values, is_solving, *span, scratch, work.record)
    return run_kernel(judge, work.record)


@compiled
def _judge(
    like: Any, rows: Any, table: Any, values: Any, is_solving: Any, first: Any, last: Any, scratch: Any, work: Any
) -> Any:
    """Give positions the values that their moves say, or find the first that has another."""
    out = work.moves[0]
    for number in range(first, last):
        position = take(like, rows, number)
        best, plies = np.int64(outcome(position)), np.int64(0)
        if best == ONGOING:
            best = np.int64(-INFINITY)
            listed = moves(position, out)
            for i in range(listed):
                child = play(position, out[i])
                out[i] = np.int64(same_player(position, child))  # the move itself is not needed any more
                write_known_as(child, scratch, i)
            bring_near(scratch, listed, rows, table)
            for i in range(listed):
                place = found(scratch, i, rows, table)
                score = np.int64(values.scores[place])
                score = score if out[i] else -score
                later = np.int64(values.plies[place]) + 1 if score != 0 else np.int64(0)
                if _is_better(score, later, best, plies):
                    best, plies = score, later
        if is_solving:
            values.scores[number] = best
            values.plies[number] = plies
        elif values.scores[number] != best or values.plies[number] != plies:
            return number
    return RIGHT


@part
def _is_better(score: Any, plies: Any, than: Any, its_plies: Any) -> Any:
    """Whether a score after so many plies is better than another: a win sooner, a loss later."""
    if score != than:
        return score > than
    return plies < its_plies if score > 0 else plies > its_plies
