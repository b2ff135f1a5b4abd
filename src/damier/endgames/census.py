"""All positions that can come up, found level by level: those after one move, after two, and so on, each once.

Threads look at the positions of a level and number what follows and is new (`numbering.py`). Where no move leads back to its
own level or one before, the game is *layered*, as those are in which each move fills a place: such a game is solved level by
level, and nothing about its moves has to be kept.

Room. `memory` bounds all that solving will take, not only what has been found so far: 8 bytes for each field of a position, 6
to 12 in the table, 6 for its value. If the game is not layered, 10 more and 4 for each move make it fast; without them
(`slowly`, `sweeps.py`) it takes long. What does not fit is said with how far it came. What is found may be kept in a folder
(`keeping.py`), to go on from the last level that was kept.
"""

import itertools
import operator
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add, read
from damier.endgames.numbering import (
    BLOCK,
    FULLEST,
    MOST,
    Numbering,
    bring_near,
    enter,
    new_scratch,
    number_of,
    numbered,
    put_in_order,
    share_out,
    spans,
    write_known_as,
)
from damier.errors import BadInput
from damier.kernel import compiled, native
from damier.rules import MOST_MOVES, ONGOING, moves, outcome, play
from damier.search.buckets import WORD, memory_size
from damier.search.driver import run_kernel
from damier.search.rows import fits_a_row, new_rows, rows_of, take
from damier.search.work import Work

FIRST_TABLE = 1 << 16  # places
LEAST_MEMORY = 1 << 22  # bytes: small games fit, whatever is asked for
EDGES, ENDS, BACK = range(3)  # what is counted: moves, positions in which the game is over, whether a move has led back
AT_ONCE = 16  # blocks for each thread between two looks at the world
VALUE, ORDER = 6, 8  # bytes of a position's value, and of its place while its level is put in order
NUMBER = 4  # bytes of a place in the table
LINKS, EDGE = 10, 4  # bytes of what tells who can move to a position, and of each that can


class TooLarge(BadInput):
    """There is not room enough: the message says how far it came, and what would be needed at least."""


class Told(NamedTuple):
    """How far a solution has come."""

    phase: str  # "exploring", "moves", "values", "checking"
    step: int  # the level that is looked at, or plies to the end
    done: int  # positions
    total: int  # 0 while nobody knows


OnProgress = Callable[[Told], None]


@dataclass
class Census:
    """Positions by number, level by level; how many moves there are between them."""

    like: Any  # a position of the kind
    rows: Any
    table: Any
    levels: list[int] = field(default_factory=lambda: [0])  # where each level begins, and at the end how many there are
    edges: int = 0
    ends: int = 0  # positions in which the game is over
    is_layered: bool = True  # no move leads back

    def __len__(self) -> int:
        return self.levels[-1]

    def position(self, number: int) -> Any:
        """The position of a number."""
        return native(take(self.like, self.rows, number))

    def number(self, position: Any) -> int | None:
        """The number of a position, or of one that is the same; None if it cannot come up."""
        number = int(number_of(native(position), self.rows, self.table, new_scratch(self.like)))
        return None if number < 0 else number


class Explorer:
    """Finds all positions that can come up from some; `levels` are told as they are complete, and may be taken up again."""

    def __init__(self, positions: Iterable[Any], memory: int, pool: Executor, threads: int, slowly: bool = False) -> None:
        self.memory = max(LEAST_MEMORY, min(memory, memory_size() * 9 // 10))
        self.like, self.starts = _in_rows(positions, self.memory)
        self.slowly = slowly  # without room for moves
        self.pool = pool
        self.threads = threads
        self.row = len(self.like) * WORD
        self.reserve = threads * MOST_MOVES + 1  # positions that may be added after a thread has looked whether there is room
        most = min(MOST, self.memory // self.row + self.reserve)
        self.kept = Numbering(  # the system gives what of it is used
            new_rows(self.like, most), self._new_table(FIRST_TABLE), np.empty(most, np.uint32), np.zeros(1, np.int64)
        )
        self.counted = np.zeros(3, np.int64)
        self.census = Census(self.like, self.kept.rows[:0], self.kept.table)
        while len(self.starts) + self.reserve > self._most_in_table():
            self._grow()

    def begin(self) -> None:
        """The first level: the positions that were given."""
        if not self.has_room_for(len(self.starts)):
            raise self.too_large()
        _add(self.like, self.starts, self.kept, new_scratch(self.like))
        self.starts = self.starts[:0]  # they are among the others now
        self._complete_level()

    def go_on(self, levels: list[int], edges: int, ends: int, is_layered: bool, read_rows: Callable[[Any], None]) -> None:
        """Take up what was found before, instead of beginning; rows are read into their places."""
        count, self.starts = levels[-1], self.starts[:0]
        self.counted[:] = edges, ends, not is_layered
        if not self.has_room_for(count):
            raise self.too_large()
        while count + self.reserve > self._most_in_table():
            self._grow()
        read_rows(self.kept.rows[:count])
        self.kept.count[0] = count
        self.census.levels[:] = levels
        self._enter_all(count)
        self._tell_census()

    @property
    def is_complete(self) -> bool:
        """Whether the last level has nobody in it."""
        return len(self.census.levels) > 1 and self.census.levels[-1] == self.census.levels[-2]

    def look_ahead(self, on_progress: OnProgress, check: Callable[[], None]) -> None:
        """Look at all positions of the last level; what follows is the next. `check` may raise, to end it."""
        first, end = self.census.levels[-2:]
        waiting = spans(first, end)
        while waiting:
            check()
            on_progress(Told("exploring", len(self.census.levels) - 2, self.found, 0))
            if not self.has_room_for(0):
                raise self.too_large()
            if self.found + self.reserve > self._most_in_table():
                self._grow()
            some, waiting = waiting[: AT_ONCE * self.threads], waiting[AT_ONCE * self.threads :]
            most = min(self._most_in_table(), self._most_in_memory()) - self.reserve
            stopped = self.pool.map(partial(self._look_at, end, most), some)
            waiting = [(at, last) for at, (_, last) in zip(stopped, some, strict=True) if at < last] + waiting
        self._complete_level()

    def _look_at(self, end: int, most: int, span: tuple[int, int]) -> int:
        work = Work()
        look = partial(_look_at, self.like, self.kept, *span, end, most, self.counted, new_scratch(self.like), work.record)
        return run_kernel(look, work.record)

    def _complete_level(self) -> None:
        first, last = self.census.levels[-1], self.found
        put_in_order(self.kept, first, last, self.pool)
        self.census.levels.append(last)
        self._tell_census()

    def _tell_census(self) -> None:
        census = self.census
        census.rows, census.table = self.kept.rows[: self.found], self.kept.table
        census.edges, census.ends, census.is_layered = int(self.counted[EDGES]), int(self.counted[ENDS]), not self.counted[BACK]

    # ----------------------------------------------------------------------------------------------------------------
    # Room

    @property
    def found(self) -> int:
        return int(self.kept.count[0])

    def _most_in_table(self) -> int:
        return len(self.kept.table) * FULLEST[0] // FULLEST[1]

    def _most_in_memory(self) -> int:
        """How many positions there may be with a table like this, if all that are to come are of this level."""
        each = self.row + max(VALUE + LINKS, self.row + ORDER)
        return min(self.found + max(0, self.memory - self._needed(self.found)) // each, len(self.kept.rows))

    def _needed(self, count: int) -> int:
        """The bytes that so many positions take: to be solved, or while the last level is put in order."""
        level = count - self.census.levels[-1]
        values = count * VALUE
        if self.counted[BACK] and not self.slowly:
            values += count * LINKS + EDGE * int(self.counted[EDGES])
        return count * self.row + int(self.kept.table.nbytes) + max(values, level * (self.row + ORDER))

    def has_room_for(self, more: int) -> bool:
        """Whether so many positions more may be solved in the memory that there is."""
        return self._most_in_memory() >= self.found + more + self.reserve

    def too_large(self) -> TooLarge:
        """What is said when there is no room."""
        needed = self._needed(self.found + self.reserve)
        return TooLarge(
            f"{self.memory / 1e6:,.0f} MB are not enough: {self.found:,} positions were found within "
            f"{len(self.census.levels) - 1} moves, and there are more; these alone take {needed / 1e6:,.0f} MB"
        )

    def _new_table(self, places: int) -> Any:
        return np.zeros(places, np.int32)

    def _grow(self) -> None:
        """A table of twice the size."""
        places = 2 * len(self.kept.table)
        self.census.table = self._new_table(0)
        self.kept = self.kept._replace(table=self.census.table)  # nobody has the old one any more
        self.kept = self.kept._replace(table=self._new_table(places))
        if self.found * self.row + self.kept.table.nbytes > self.memory + WORD * FIRST_TABLE:
            raise self.too_large()
        self._enter_all(self.found)
        self.census.table = self.kept.table

    def _enter_all(self, count: int) -> None:
        base = self.census.levels[-1]
        share_out(self.pool, enter, 0, count, self.kept, base)


def least_room(like: Any, count: int) -> int:
    """The bytes that so many positions take at least, solved, however few moves there are between them."""
    return count * (len(like) * WORD + NUMBER * FULLEST[1] // FULLEST[0] + VALUE)


def not_enough(memory: int, like: Any, count: int, found: str) -> TooLarge:
    """What is said where so many positions are known to be, which do not fit; `found` says how that is known."""
    return TooLarge(f"{found}, which need {_in_words(least_room(like, count))} at least; {_in_words(memory)} may be taken")


def _in_words(size: int) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"


def _in_rows(positions: Iterable[Any], memory: int) -> tuple[Any, Any]:
    """The first position, and all of them as rows; there may be millions, which are never all there as positions.

    TooLarge as soon as there are more than can be solved: at once, if they say how many there are (`length_hint`).
    """
    waiting = iter(positions)
    count = operator.length_hint(waiting)
    first = next(waiting, None)
    if first is None:
        raise BadInput("there is no position to begin with")
    like = native(first)
    if not fits_a_row(like):
        raise BadInput("positions that carry arrays cannot be solved backwards")
    if least_room(like, count) > memory:
        raise not_enough(memory, like, count, f"there are {count:,} positions to begin with")
    blocks, waiting, count = [], itertools.chain([first], waiting), 0
    while some := [*itertools.islice(waiting, BLOCK)]:
        blocks.append(rows_of(like, some))
        count += len(some)
        if least_room(like, count) > memory:
            raise not_enough(memory, like, count, f"there are more than {count:,} positions to begin with")
    return like, np.concatenate(blocks)


@compiled
def _add(like: Any, rows: Any, kept: Any, scratch: Any) -> None:
    """Number the positions of some rows."""
    for i in range(len(rows)):
        write_known_as(take(like, rows, i), scratch, 0)
        numbered(scratch, 0, kept, 0)


@compiled
def _look_at(like: Any, kept: Any, first: Any, last: Any, end: Any, most: Any, counted: Any, scratch: Any, work: Any) -> Any:
    """Number all that follows from positions of a level, which ends before `end`; where it stopped, for want of room."""
    out = work.moves[0]
    edges, ends, stopped = 0, 0, last
    for number in range(first, last):
        if read(kept.count, 0) > most:
            stopped = number
            break
        position = take(like, kept.rows, number)
        if outcome(position) != ONGOING:
            ends += 1
            continue
        listed = moves(position, out)
        if not 0 < listed <= MOST_MOVES:
            work.fault = 1
            break
        edges += listed
        for i in range(listed):
            write_known_as(play(position, out[i]), scratch, i)
        bring_near(scratch, listed, kept.rows, kept.table)
        for i in range(listed):
            if numbered(scratch, i, kept, end) < end:
                counted[BACK] = 1
    fetch_add(counted, EDGES, edges)
    fetch_add(counted, ENDS, ends)
    return stopped
