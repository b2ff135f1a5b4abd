"""The same values as `backward.py` finds, where there is no room for the moves: all positions are looked at again and again.

A round looks at every position that is not known and makes its moves; what it finds out counts from the next round on. So the
rounds are those of `backward.py`, and the values are the same to the last ply; it takes as many sweeps as the longest way to an
end has plies, for each score. Nothing is kept but the values.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np

from damier.atomics import publish, read
from damier.endgames.backward import MOST_PLIES, UNKNOWN, Values
from damier.endgames.census import AT_ONCE, Census, OnProgress, Told
from damier.endgames.numbering import bring_near, found, new_scratch, spans, write_known_as
from damier.kernel import compiled
from damier.rules import ONGOING, moves, outcome, play, same_player
from damier.search.driver import run_kernel
from damier.search.rows import take
from damier.search.work import Work


def solve_by_sweeps(census: Census, pool: Executor, threads: int, on_progress: OnProgress, check: Callable[[], None]) -> Values:
    """The values of all positions, with nothing but them in memory."""
    values = Values(np.zeros(len(census), np.int32), np.zeros(len(census), np.int16))
    _sweep(census, values, 0, 0, pool, threads, check)
    amounts = set[int]()
    for first, last in spans(0, len(census)):
        amounts.update(np.abs(values.scores[first:last]).tolist())
    count = 0
    for amount in sorted(amounts - {UNKNOWN}, reverse=True):
        count += sum(int((np.abs(values.scores[first:last]) == amount).sum()) for first, last in spans(0, len(census)))
        for plies in range(1, MOST_PLIES + 2):
            if plies > MOST_PLIES:
                raise ValueError(f"some end is more than {MOST_PLIES} plies away")
            on_progress(Told("values", plies - 1, count, len(census)))
            known = _sweep(census, values, amount, plies, pool, threads, check)
            count += known
            if not known:
                break
    return values


def _sweep(
    census: Census, values: Values, amount: int, plies: int, pool: Executor, threads: int, check: Callable[[], None]
) -> int:
    """Look at all positions once: how many become known."""
    waiting, known = spans(0, len(census)), 0
    while waiting:
        check()
        some, waiting = waiting[: AT_ONCE * threads], waiting[AT_ONCE * threads :]
        known += sum(pool.map(partial(_look_at_some, census, values, amount, plies), some))
    return known


def _look_at_some(census: Census, values: Values, amount: int, plies: int, span: tuple[int, int]) -> int:
    work, scratch = Work(), new_scratch(census.like)
    look = partial(_look_at, census.like, census.rows, census.table, values, amount, plies, *span, scratch, work.record)
    return run_kernel(look, work.record)


@compiled
def _look_at(
    like: Any,
    rows: Any,
    table: Any,
    values: Any,
    amount: Any,
    plies: Any,
    first: Any,
    last: Any,
    scratch: Any,
    work: Any,
) -> Any:
    """Find out what positions are worth so much, or are lost by it, after so many plies; after none: where the game is over."""
    out, known = work.moves[0], 0
    for number in range(first, last):
        if values.scores[number] != UNKNOWN:
            continue
        position = take(like, rows, number)
        score = outcome(position)
        if plies == 0:
            if score != ONGOING:
                values.scores[number] = score
            continue
        if score != ONGOING:
            continue
        listed = moves(position, out)
        for i in range(listed):
            child = play(position, out[i])
            out[i] = np.int64(same_player(position, child))  # the move itself is not needed any more
            write_known_as(child, scratch, i)
        bring_near(scratch, listed, rows, table)
        is_won, is_lost = False, True
        for i in range(listed):
            place = found(scratch, i, rows, table)
            there = np.int64(read(values.scores, place))
            there = there if out[i] else -there
            is_known = abs(there) > amount or (abs(there) == amount and values.plies[place] < plies)
            if is_known and there > 0:
                is_won = True
            if not is_known or there > 0:
                is_lost = False
        if is_won or is_lost:
            known += 1
            values.plies[number] = plies
            publish(values.scores, number, amount if is_won else -amount)
    return known
