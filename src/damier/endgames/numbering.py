"""Positions with numbers: each is kept once, by all its bits, and an open table tells its number.

Symmetric positions are one (`canonical`), and what only tells how a position came about is left out (`timeless`). A position is
a row of 64-bit numbers; nothing is a hash that two might share. Threads share rows and table without locks: who finds a new
position takes its place in the table, then a number, writes the row and only then shows the number.

Numbers that threads hand out depend on who came first. So those of a level, positions found together, are put into an order of
their own when the level is complete (`order_of`): by a part of their hash, then by their bits. From then on a position's number
is the same however many threads there were, and in whatever order they came.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add, publish, read, swap_if
from damier.bits import mix
from damier.kernel import compiled, part, prefetch
from damier.rules import MOST_MOVES, canonical, timeless
from damier.search.rows import put

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


def new_scratch(like: Any) -> Any:
    """Room for what all moves of a position lead to: a row for each, and its hash behind it."""
    return np.empty((MOST_MOVES, len(like) + 1), np.int64)


@part
def write_known_as(position: Any, scratch: Any, i: Any) -> None:
    """Write what a position is known as, and its hash, into a scratch row."""
    put(canonical(timeless(position)), scratch, i)
    width = scratch.shape[1] - 1
    scratch[i, width] = np.int64(_mixed(scratch, i, width))


@part
def bring_near(scratch: Any, listed: Any, rows: Any, table: Any) -> None:
    """Have the memory where scratch rows will be looked for brought near: all of it at once, not one after the other."""
    mask, width = len(table) - 1, rows.shape[1]
    for i in range(listed):
        prefetch(table.ctypes.data + (scratch[i, width] & mask) * table.itemsize)
    for i in range(listed):
        held = np.int64(table[scratch[i, width] & mask])
        if held > EMPTY:
            prefetch(rows.ctypes.data + (held - 1) * width * rows.itemsize)


@compiled
def number_of(position: Any, rows: Any, table: Any, scratch: Any) -> Any:
    """The number of a position; -1 if it has none."""
    write_known_as(position, scratch, 0)
    return found(scratch, 0, rows, table)


@part
def found(scratch: Any, i: Any, rows: Any, table: Any) -> Any:
    """The number of the position in a scratch row; -1 if it has none. Nobody adds positions meanwhile."""
    mask = len(table) - 1
    place = scratch[i, rows.shape[1]] & mask
    while table[place] != EMPTY:
        if _is_same(scratch, i, rows, table[place] - 1):
            return np.int64(table[place] - 1)
        place = (place + 1) & mask
    return np.int64(-1)


@part
def numbered(scratch: Any, i: Any, kept: Any, base: Any) -> Any:
    """The number of the position in a scratch row, a new one if it has none; other threads may look for it too.

    `base` is the first number of the level that is being found.
    """
    mask, width = len(kept.table) - 1, kept.rows.shape[1]
    place = scratch[i, width] & mask
    while True:
        held = read(kept.table, place)
        if held == EMPTY:
            if swap_if(kept.table, place, EMPTY, BUSY):
                number = fetch_add(kept.count, 0, 1)
                for j in range(width):
                    kept.rows[number, j] = scratch[i, j]
                kept.places[number - base] = place
                publish(kept.table, place, number + 1)
                return number
            continue
        if held == BUSY:
            continue
        if _is_same(scratch, i, kept.rows, held - 1):
            return np.int64(held - 1)
        place = (place + 1) & mask


@compiled
def enter(first: Any, last: Any, kept: Any, base: Any) -> None:
    """Put positions that have their numbers into a table that does not have them; threads may share the work."""
    mask = len(kept.table) - 1
    for number in range(first, last):
        place = np.int64(_mixed(kept.rows, number, kept.rows.shape[1])) & mask
        while not swap_if(kept.table, place, EMPTY, number + 1):
            place = (place + 1) & mask
        if number >= base:
            kept.places[number - base] = place


@part
def _mixed(rows: Any, number: Any, width: Any) -> Any:
    """The hash of so many numbers of a row."""
    mixed = np.uint64(0)
    for i in range(width):
        mixed = mix(mixed ^ np.uint64(rows[number, i]))
    return mixed


@part
def _is_same(scratch: Any, i: Any, rows: Any, number: Any) -> Any:
    for j in range(rows.shape[1]):
        if rows[number, j] != scratch[i, j]:
            return False
    return True


# --------------------------------------------------------------------------------------------------------------------
# Final numbers


def put_in_order(kept: Numbering, first: int, last: int, pool: Executor) -> None:
    """Give the positions of a complete level their final numbers."""
    level = kept.rows[first:last]
    order = order_of(level, pool)
    kept.rows[first:last] = level[order]
    share_out(pool, _show_numbers, 0, last - first, order, kept, first)


def order_of(rows: Any, pool: Executor) -> Any:
    """Which of the rows comes first, second and so on, in an order that only depends on their bits: by buckets of hashes."""
    buckets = 1 << (len(rows) // TOGETHER).bit_length()
    starts = np.zeros(buckets + 2, np.int64)
    order = np.empty(len(rows), np.int32)
    share_out(pool, _count_in_buckets, 0, len(rows), rows, starts)
    np.cumsum(starts, out=starts)
    share_out(pool, _fill_buckets, 0, len(rows), rows, starts, order)
    share_out(pool, _sort_buckets, 0, buckets, rows, starts, order)
    return order


def share_out(pool: Executor, kernel: Callable[..., Any], first: int, last: int, *arguments: Any) -> None:
    """Have threads do a kernel's work for all numbers from the first to before the last, in pieces."""
    for _ in pool.map(lambda span: kernel(span[0], span[1], *arguments), spans(first, last)):
        pass


def spans(first: int, last: int, length: int = BLOCK) -> list[tuple[int, int]]:
    """Numbers from the first to before the last in pieces for threads."""
    return [(begin, min(begin + length, last)) for begin in range(first, last, length)]


@part
def _bucket(rows: Any, number: Any, buckets: Any) -> Any:
    return np.int64(_mixed(rows, number, rows.shape[1]) >> np.uint64(32)) & (buckets - 1)


@compiled
def _count_in_buckets(first: Any, last: Any, rows: Any, starts: Any) -> None:
    for number in range(first, last):
        fetch_add(starts, _bucket(rows, number, len(starts) - 2) + 2, 1)


@compiled
def _fill_buckets(first: Any, last: Any, rows: Any, starts: Any, order: Any) -> None:
    """What begins a bucket moves on with each row, until it is where the next one begins."""
    for number in range(first, last):
        order[fetch_add(starts, _bucket(rows, number, len(starts) - 2) + 1, 1)] = number


@compiled
def _sort_buckets(first: Any, last: Any, rows: Any, starts: Any, order: Any) -> None:
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
def _show_numbers(first: Any, last: Any, order: Any, kept: Any, base: Any) -> None:
    for i in range(first, last):
        kept.table[kept.places[order[i]]] = base + i + 1
