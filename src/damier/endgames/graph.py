"""All positions that can come up, numbered, with the moves between them: what is solved backwards.

Positions are kept by all their bits, a row of 64-bit numbers each, and symmetric ones once (`canonical`); nothing is a hash that two
might share. Where a position stands tells an open table of numbers. Threads look at the positions of a level, those after
the same number of moves, and share table and rows: who finds a new position takes its place in the table, then a number, writes
the row and only then shows the number.

Room. A position takes 8 bytes for each of its fields, 8 to 16 in the table, and 4 for each move that leads on from it, twice
while the moves are turned round. `memory` bounds all of it; what does not fit is said with how far it came.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add, publish, read, swap_if
from damier.bits import mix
from damier.kernel import compiled, native, part
from damier.rules import MOST_MOVES, ONGOING, canonical, moves, outcome, play, same_player
from damier.search.buckets import WORD, memory_size
from damier.search.driver import run_kernel
from damier.search.rows import fits_a_row, new_rows, put, take
from damier.search.work import Work

BLOCK = 1 << 14  # positions that a thread looks at between two looks at the clock
FIRST_TABLE = 1 << 16  # places
MOST = (1 << 30) - 1  # positions: a number and a bit beside it fit into 32
EMPTY, BUSY = 0, -1  # a place in the table that is free, or whose number will be known at once

OnLevel = Callable[[int, int], None]  # how many moves have been looked ahead, and how many positions found


class TooLarge(ValueError):
    """There is not room enough: the message says how far it came."""


@dataclass(frozen=True)
class Graph:
    """Positions by number, 0 the first that was given, and who can move to each of them."""

    like: Any  # a position of the kind
    rows: Any  # of positions
    table: Any  # where they stand
    scores: Any  # of those in which the game is over; else ONGOING
    choices: Any  # how many moves there are
    first: Any  # the place of the first parent of each in `parents`, and at the end their number
    parents: Any  # twice a number, plus one if the move kept the turn

    def __len__(self) -> int:
        return len(self.rows)

    def position(self, number: int) -> Any:
        """The position of a number."""
        return take(self.like, self.rows, number)

    def number(self, position: Any) -> int | None:
        """The number of a position, or of one that is the same up to symmetry; None if it cannot come up."""
        found = int(_number_of(native(position), self.rows, self.table, new_rows(self.like, 1)))
        return None if found < 0 else found


def explore(positions: Sequence[Any], memory: int, threads: int = 0, on_level: OnLevel | None = None) -> Graph:
    """All positions that can come up from these, within so many bytes."""
    return _Explorer(positions, memory, threads or os.cpu_count() or 1, on_level).run()


class _Explorer:
    """Finds them, level by level."""

    def __init__(self, positions: Sequence[Any], memory: int, threads: int, on_level: OnLevel | None) -> None:
        self.starts = [native(position) for position in positions]
        self.like = self.starts[0]
        if not fits_a_row(self.like):
            raise ValueError("positions that carry arrays cannot be numbered")
        self.memory = min(memory, memory_size() * 9 // 10)
        self.threads = threads
        self.on_level = on_level or (lambda depth, count: None)
        self.table = np.zeros(FIRST_TABLE, np.int32)
        self.rows = new_rows(self.like, FIRST_TABLE // 2)
        self.count = np.zeros(1, np.int64)
        self.blocks: list[_Block] = []  # in the order of their positions
        self.edges = 0

    def run(self) -> Graph:
        """Level by level, then all the moves the other way round."""
        for position in self.starts:
            _add(position, self.rows, self.table, self.count, new_rows(self.like, 1))
        looked_at, depth = 0, 0
        with ThreadPoolExecutor(self.threads) as pool:
            while looked_at < self.found:
                end = self.found
                self.on_level(depth, end)
                while looked_at < end:
                    self._make_room(min(end - looked_at, BLOCK))
                    last = min(end, looked_at + self._at_once())
                    ranges = [(first, min(first + BLOCK, last)) for first in range(looked_at, last, BLOCK)]
                    for block in pool.map(self._look_at, ranges):
                        self.blocks.append(block)
                        self.edges += len(block.children)
                    looked_at = last
                depth += 1
            return self._turned_round(pool)

    @property
    def found(self) -> int:
        return int(self.count[0])

    def _look_at(self, numbers: tuple[int, int]) -> "_Block":
        first, last = numbers
        scores, choices = np.empty(last - first, np.int32), np.empty(last - first, np.int16)
        children = np.empty((last - first) * MOST_MOVES, np.int32)  # the system gives what of it is used
        work, scratch = Work(), new_rows(self.like, 1)
        shared = self.rows, self.table, self.count
        look = partial(_look_at, self.like, *shared, first, scores, choices, children, scratch, work.record)
        listed = run_kernel(look, work.record)
        return _Block(first, scores, choices, children[:listed].copy())

    # ----------------------------------------------------------------------------------------------------------------
    # Room

    def _at_once(self) -> int:
        """How many positions can be looked at before there may be no room for what follows from them."""
        free = min(len(self.rows), len(self.table) * 2 // 3) - self.found
        return max(1, free // MOST_MOVES // BLOCK) * BLOCK

    def _make_room(self, positions: int) -> None:
        """Have room for all that may follow from so many positions."""
        needed = self.found + positions * MOST_MOVES
        if needed > MOST:
            raise TooLarge(f"more than {self.found:,} positions can come up; {MOST:,} can be numbered")
        if needed > len(self.rows):
            size = needed + len(self.rows) // 2
            self._ask_for(size * self.rows.shape[1] * WORD)
            larger = new_rows(self.like, size)
            larger[: self.found] = self.rows[: self.found]
            self.rows = larger
        if needed > len(self.table) * 2 // 3:
            size = len(self.table)
            while needed > size * 2 // 3:
                size *= 2
            self._ask_for(4 * size)
            self.table = np.zeros(size, np.int32)
            _add_again(self.rows, self.found, self.table)

    def _ask_for(self, more: int) -> None:
        """Raise TooLarge if there is no room for so many bytes more."""
        row = self.rows.shape[1] * WORD
        held = self.found * row + self.table.nbytes + 4 * self.edges + 6 * self.found
        if held + more > self.memory:
            words = f"{self.found:,} positions were found, and there are more"
            raise TooLarge(f"{words}: {self.memory / 1e9:.3g} GB are not enough")

    def _turned_round(self, pool: ThreadPoolExecutor) -> Graph:
        """The moves by where they lead to, not by where they come from."""
        self._ask_for(4 * self.edges + 16 * self.found)
        rows = self.rows[: self.found]
        first = np.zeros(self.found + 1, np.int64)
        for _ in pool.map(lambda block: _count_parents(block.children, first), self.blocks):
            pass
        np.cumsum(first, out=first)
        parents, cursor = np.empty(self.edges, np.int32), first[:-1].copy()
        for _ in pool.map(lambda block: _write_parents(*block, parents, cursor), self.blocks):
            pass
        scores = np.concatenate([block.scores for block in self.blocks])
        choices = np.concatenate([block.choices for block in self.blocks])
        return Graph(self.like, rows, self.table, scores, choices, first, parents)


class _Block(NamedTuple):
    """What was found out about positions with numbers from the first on."""

    first: int
    scores: Any
    choices: Any
    children: Any  # of one after the other: twice a number, plus one if the move kept the turn


@compiled
def _look_at(
    like: Any, rows: Any, table: Any, count: Any, first: Any, scores: Any, choices: Any, children: Any, scratch: Any, work: Any
) -> Any:
    """Look at positions, from the first on: their scores, how many moves they have, and where those lead; how many in all."""
    out = work.moves[0]
    n = 0
    for i in range(len(scores)):
        position = take(like, rows, first + i)
        score = outcome(position)
        scores[i] = score
        choices[i] = 0
        if score != ONGOING:
            continue
        listed = moves(position, out)
        if not 0 < listed <= MOST_MOVES:
            work.fault = 1
            return n
        choices[i] = listed
        for j in range(listed):
            child = play(position, out[j])
            keeps = same_player(position, child)
            put(canonical(child), scratch, 0)
            children[n] = 2 * _numbered(scratch, rows, table, count) + np.int64(keeps)
            n += 1
    return n


@compiled
def _add(position: Any, rows: Any, table: Any, count: Any, scratch: Any) -> None:
    put(canonical(position), scratch, 0)
    _numbered(scratch, rows, table, count)


@compiled
def _add_again(rows: Any, found: Any, table: Any) -> None:
    """Put positions that are numbered into an empty table."""
    mask = len(table) - 1
    for number in range(found):
        place = _place_of(rows, number, mask)
        while table[place] != EMPTY:
            place = (place + 1) & mask
        table[place] = number + 1


@compiled
def _number_of(position: Any, rows: Any, table: Any, scratch: Any) -> Any:
    """The number of a position; -1 if it has none."""
    put(canonical(position), scratch, 0)
    mask = len(table) - 1
    place = _place_of(scratch, 0, mask)
    while table[place] != EMPTY:
        if _is_same(scratch, rows, table[place] - 1):
            return np.int64(table[place] - 1)
        place = (place + 1) & mask
    return np.int64(-1)


@part
def _numbered(scratch: Any, rows: Any, table: Any, count: Any) -> Any:
    """The number of the position in the scratch row, a new one if it has none; other threads may look for it too."""
    mask = len(table) - 1
    place = _place_of(scratch, 0, mask)
    while True:
        held = read(table, place)
        if held == EMPTY:
            if swap_if(table, place, EMPTY, BUSY):
                number = fetch_add(count, 0, 1)
                for i in range(scratch.shape[1]):
                    rows[number, i] = scratch[0, i]
                publish(table, place, number + 1)
                return number
            continue
        if held == BUSY:
            continue
        if _is_same(scratch, rows, held - 1):
            return np.int64(held - 1)
        place = (place + 1) & mask


@part
def _place_of(rows: Any, number: Any, mask: Any) -> Any:
    """Where in the table to look for a position first."""
    mixed = np.uint64(0)
    for i in range(rows.shape[1]):
        mixed = mix(mixed ^ np.uint64(rows[number, i]))
    return np.int64(mixed & np.uint64(mask))


@part
def _is_same(scratch: Any, rows: Any, number: Any) -> Any:
    for i in range(scratch.shape[1]):
        if rows[number, i] != scratch[0, i]:
            return False
    return True


@compiled
def _count_parents(children: Any, first: Any) -> None:
    for child in children:
        fetch_add(first, (child >> 1) + 1, 1)


@compiled
def _write_parents(number: Any, scores: Any, choices: Any, children: Any, parents: Any, cursor: Any) -> None:
    n = 0
    for i in range(len(choices)):
        for _ in range(choices[i]):
            child = children[n]
            n += 1
            parents[fetch_add(cursor, child >> 1, 1)] = 2 * (number + i) + (child & 1)
