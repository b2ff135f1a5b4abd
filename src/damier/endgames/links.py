"""Who can move to each position: the moves by where they lead to, not by where they come from.

The moves are made twice, once to count and once to write, so that they are kept once only, 4 bytes each.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add
from damier.endgames.census import AT_ONCE, Census, OnProgress, Told
from damier.endgames.numbering import bring_near, found, new_scratch, spans, write_known_as
from damier.kernel import compiled
from damier.rules import ONGOING, moves, outcome, play, same_player
from damier.search.driver import run_kernel
from damier.search.rows import take
from damier.search.work import Work


class Links(NamedTuple):
    """Parents of positions, and what is known without them."""

    first: Any  # the place of the first parent of each in `parents`, and at the end their number
    parents: Any  # twice a number, plus one if the move kept the turn
    choices: Any  # how many moves each position has
    values: Any  # scores of positions in which the game is over, else 0


def link(census: Census, pool: Executor, threads: int, on_progress: OnProgress, check: Callable[[], None]) -> Links:
    """The links of all positions."""
    count = len(census)
    first = np.zeros(count + 2, np.int64)
    links = Links(first, np.empty(0, np.int32), np.zeros(count, np.int16), np.zeros(count, np.int32))
    for is_writing in (False, True):
        if is_writing:
            np.cumsum(first, out=first)
            links = links._replace(parents=np.empty(census.edges, np.int32))
        waiting = spans(0, count)
        while waiting:
            check()
            on_progress(Told("moves", int(is_writing), waiting[0][0], count))
            some, waiting = waiting[: AT_ONCE * threads], waiting[AT_ONCE * threads :]
            for _ in pool.map(partial(_link_some, census, links, is_writing), some):
                pass
    return links._replace(first=first[:-1])


def _link_some(census: Census, links: Links, is_writing: bool, span: tuple[int, int]) -> None:
    work, scratch = Work(), new_scratch(census.like)
    some = partial(_link, census.like, census.rows, census.table, links, is_writing, *span, scratch, work.record)
    run_kernel(some, work.record)


@compiled
def _link(like: Any, rows: Any, table: Any, links: Any, is_writing: Any, begin: Any, end: Any, scratch: Any, work: Any) -> Any:
    """Count how many can move to each position, or write who: where its parents begin then moves on with each of them."""
    out = work.moves[0]
    for number in range(begin, end):
        position = take(like, rows, number)
        score = outcome(position)
        if score != ONGOING:
            links.values[number] = score
            continue
        listed = moves(position, out)
        links.choices[number] = listed
        for i in range(listed):
            child = play(position, out[i])
            out[i] = np.int64(same_player(position, child))  # the move itself is not needed any more
            write_known_as(child, scratch, i)
        bring_near(scratch, listed, rows, table)
        for i in range(listed):
            place = found(scratch, i, rows, table)
            if is_writing:
                links.parents[fetch_add(links.first, place + 1, 1)] = 2 * number + out[i]
            else:
                fetch_add(links.first, place + 2, 1)
    return 0
