"""Positions with numbers: each is kept once, by all its bits, and an open table tells its number.

Symmetric positions are one (`canonical`), and what only tells how a position came about is left out (`timeless`). A position is a
row of 64-bit numbers; nothing is a hash that two might share. Threads share rows and table without locks: who finds a new position
takes its place in the table, then a number, writes the row and only then shows the number.

Numbers that threads hand out depend on who came first. So those of a level, positions found together, are put into an order of
their own when the level is complete (`order_of`): by a part of their hash, then by their bits. From then on a position's number is
the same however many threads there were, and in whatever order they came.
"""

from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add, publish, read, swap_if
from damier.bits import mix
from damier.kernel import compiled, part
from damier.rules import canonical, timeless
from damier.search.rows import put, take

EMPTY, BUSY = 0, -1  # a place in the table that is free, or whose number will be known at once
MOST = (1 << 30) - 1  # positions: a number and a bit beside it fit into 32
FULLEST = 2, 3  # of the places of a table so many are taken at most
TOGETHER = 32  # positions, as a rule, that are sorted together
BLOCK = 1 << 14  # positions that a thread looks at between two looks at the world


class Numbering(NamedTuple):
    """What tells positions their numbers; the places in the table of those of the present level, from its first on."""

    rows: Any
    table: Any
    places: Any
    count: Any  # how many positions there are: an array of one


@part
def write_known_as(position: Any, scratch: Any) -> None:
    """Write what a position is known as into the scratch row."""
    put(canonical(timeless(position)), scratch, 0)


@compiled
def number_of(position: Any, rows: Any, table: Any, scratch: Any) -> Any:
    """The number of a position; -1 if it has none."""
    write_known_as(position, scratch)
    return found(scratch, rows, table)


@compiled
def known_as(position: Any, scratch: Any) -> Any:
    """The position that stands for one and all that are the same."""
    write_known_as(position, scratch)
    return take(position, scratch, 0)


@part
def found(scratch: Any, rows: Any, table: Any) -> Any:
    """The number of the position in the scratch row; -1 if it has none. Nobody adds positions meanwhile."""
    mask = len(table) - 1
    place = np.int64(_mixed(scratch, 0) & np.uint64(mask))
    while table[place] != EMPTY:
        if _is_same(scratch, rows, table[place] - 1):
            return np.int64(table[place] - 1)
        place = (place + 1) & mask
    return np.int64(-1)


@part
def numbered(scratch: Any, kept: Any, base: Any) -> Any:
    """The number of the position in the scratch row, a new one if it has none; other threads may look for it too.

    `base` is the first number of the level that is being found.
    """
    mask = len(kept.table) - 1
    place = np.int64(_mixed(scratch, 0) & np.uint64(mask))
    while True:
        held = read(kept.table, place)
        if held == EMPTY:
            if swap_if(kept.table, place, EMPTY, BUSY):
                number = fetch_add(kept.count, 0, 1)
                for i in range(scratch.shape[1]):
                    kept.rows[number, i] = scratch[0, i]
                kept.places[number - base] = place
                publish(kept.table, place, number + 1)
                return number
            continue
        if held == BUSY:
            continue
        if _is_same(scratch, kept.rows, held - 1):
            return np.int64(held - 1)
        place = (place + 1) & mask


@compiled
def enter(kept: Any, first: Any, last: Any, base: Any) -> None:
    """Put positions that have their numbers into a table that does not have them; threads may share the work."""
    mask = len(kept.table) - 1
    for number in range(first, last):
        place = np.int64(_mixed(kept.rows, number) & np.uint64(mask))
        while not swap_if(kept.table, place, EMPTY, number + 1):
            place = (place + 1) & mask
        if number >= base:
            kept.places[number - base] = place


@part
def _mixed(rows: Any, number: Any) -> Any:
    mixed = np.uint64(0)
    for i in range(rows.shape[1]):
        mixed = mix(mixed ^ np.uint64(rows[number, i]))
    return mixed


@part
def _is_same(scratch: Any, rows: Any, number: Any) -> Any:
    for i in range(scratch.shape[1]):
        if rows[number, i] != scratch[0, i]:
            return False
    return True


# --------------------------------------------------------------------------------------------------------------------
# Final numbers


def put_in_order(kept: Numbering, first: int, last: int, pool: Executor) -> None:
    """Give the positions of a complete level their final numbers."""
    level = kept.rows[first:last]
    order = order_of(level, pool)
    kept.rows[first:last] = level[order]
    for _ in pool.map(lambda span: _show_numbers(order, kept, first, *span), spans(0, last - first)):
        pass


def order_of(rows: Any, pool: Executor) -> Any:
    """Which of the rows comes first, second and so on, in an order that only depends on their bits: by buckets of hashes."""
    buckets = 1 << (len(rows) // TOGETHER).bit_length()
    starts = np.zeros(buckets + 2, np.int64)
    order = np.empty(len(rows), np.int32)
    for _ in pool.map(lambda span: _count_in_buckets(rows, *span, starts), spans(0, len(rows))):
        pass
    np.cumsum(starts, out=starts)
    for _ in pool.map(lambda span: _fill_buckets(rows, *span, starts, order), spans(0, len(rows))):
        pass
    for _ in pool.map(lambda span: _sort_buckets(rows, *span, starts, order), spans(0, buckets)):
        pass
    return order


def spans(first: int, last: int, length: int = BLOCK) -> list[tuple[int, int]]:
    """Numbers from the first to before the last in pieces for threads."""
    return [(begin, min(begin + length, last)) for begin in range(first, last, length)]


@part
def _bucket(rows: Any, number: Any, buckets: Any) -> Any:
    return np.int64(_mixed(rows, number) >> np.uint64(32)) & (buckets - 1)


@compiled
def _count_in_buckets(rows: Any, first: Any, last: Any, starts: Any) -> None:
    for number in range(first, last):
        fetch_add(starts, _bucket(rows, number, len(starts) - 2) + 2, 1)


@compiled
def _fill_buckets(rows: Any, first: Any, last: Any, starts: Any, order: Any) -> None:
    """What begins a bucket moves on with each row, until it is where the next one begins."""
    for number in range(first, last):
        order[fetch_add(starts, _bucket(rows, number, len(starts) - 2) + 1, 1)] = number


@compiled
def _sort_buckets(rows: Any, first: Any, last: Any, starts: Any, order: Any) -> None:
    for bucket in range(first, last):
        for i in range(starts[bucket] + 1, starts[bucket + 1]):
            row, place = order[i], i
            while place > starts[bucket] and _comes_before(rows, row, order[place - 1]):
                order[place] = order[place - 1]
                place -= 1
            order[place] = row


@part
def _comes_before(rows: Any, one: Any, two: Any) -> Any:
    for i in range(rows.shape[1]):
        if rows[one, i] != rows[two, i]:
            return rows[one, i] < rows[two, i]
    return False


@compiled
def _show_numbers(order: Any, kept: Any, base: Any, first: Any, last: Any) -> None:
    for i in range(first, last):
        kept.table[kept.places[order[i]]] = base + i + 1
