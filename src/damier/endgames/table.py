"""Tables of endings in memory, and what they say of a position.

A table has one number for each place of the ending's families, one family after the other: 0 if the position is drawn, d + 1 if
the player to move wins in d plies, -(d + 1) if he loses in d, with best play of both; draws by repetition, or because nothing
happens for so many moves, are left out. Kernels find a table by the *directory*: for each family the address of its first
number, and how many there are: none if there is no table.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from damier.games.endings import Ending, Endings
from damier.kernel import compiled, native, number_at, part
from damier.rules import index

VALUE = np.int16
UNUSED = -(1 << 15)  # stands in places that no position has; no value
MOST_VALUE = (1 << 15) - 1


@dataclass(frozen=True)
class Table:
    """The values of an ending. Whoever hands their address on keeps the table."""

    ending: Ending
    begins: tuple[int, ...]  # where the numbers of each family begin, and at last how many there are
    values: Any

    def of(self, family: int) -> Any:
        """The values of one of its families, by number."""
        k = self.ending.families.index(family)
        return self.values[self.begins[k] : self.begins[k + 1]]

    def address_of(self, family: int) -> int:
        """Where they begin."""
        begin = self.begins[self.ending.families.index(family)]
        return int(self.values.ctypes.data) + begin * int(self.values.itemsize)

    def place(self, number: int) -> tuple[int, int]:
        """The family and the number there of one of all its places."""
        k = bisect_right(self.begins, number) - 1
        return self.ending.families[k], number - self.begins[k]


def begins_of(endings: Endings, ending: Ending) -> tuple[int, ...]:
    """Where each family of an ending begins in its table."""
    return 0, *accumulate(endings.size(family) for family in ending.families)


def new_table(endings: Endings, ending: Ending, values: Any) -> Table:
    """A table with these values, as many as there are places, one family after the other."""
    begins = begins_of(endings, ending)
    if values.dtype != VALUE or values.shape != (begins[-1],) or not values.flags.c_contiguous:
        raise ValueError(f"the table of {ending.name} has {begins[-1]:,} numbers of 16 bits, not {values.size:,}")
    return Table(ending, begins, values)


class Tables:
    """Tables that are asked together. They can be added while others ask."""

    def __init__(self, endings: Endings) -> None:
        self.endings = endings
        self.directory = np.zeros(2 * endings.families, np.int64)
        self.by_name: dict[str, Table] = {}

    @property
    def bytes(self) -> int:
        """What they take in memory."""
        return sum(int(table.values.nbytes) for table in self.by_name.values())

    def add(self, table: Table) -> None:
        """Let positions of this ending be asked, here and by all kernels that have the directory."""
        self.by_name[table.ending.name] = table
        for family in table.ending.families:
            self.directory[2 * family] = table.address_of(family)
            self.directory[2 * family + 1] = len(table.of(family))  # last: who asks meanwhile looks here first

    def value(self, position: Any) -> int | None:
        """The value of a position as tables have it; None if there is none for it."""
        found = int(_probe(native(position), self.directory))
        return None if found == UNUSED else found

    def wdl(self, position: Any) -> int | None:
        """1 if the player to move wins, -1 if he loses, 0 if it is drawn; None if no table tells."""
        value = self.value(position)
        return None if value is None else int(np.sign(value))

    def distance(self, position: Any) -> int | None:
        """Plies to the end with best play of both; None if there is no end, or no table tells."""
        value = self.value(position)
        return abs(value) - 1 if value else None


@part
def probe(position: Any, directory: Any) -> Any:
    """The value of a position by the tables of a directory, UNUSED if none tells; for kernels."""
    family, number = index(position)
    return found_in(directory, family, number)


@part
def found_in(directory: Any, family: Any, number: Any) -> Any:
    """The number in a place of a family; UNUSED if there is no table for it, or no such place."""
    if family < 0 or 2 * family >= len(directory) or not 0 <= number < directory[2 * family + 1]:
        return np.int64(UNUSED)
    return np.int64(number_at(directory[2 * family], number, np.int16))


@compiled
def _probe(position: Any, directory: Any) -> Any:
    return probe(position, directory)


def ending_of(endings: Endings, position: Any) -> Ending | None:
    """The ending that a position belongs to; None if there are no tables for such."""
    family, _ = index(position)
    return endings.of(int(family))


def families_of(table: Table) -> list[tuple[int, Any]]:
    """Each family with its values."""
    return [
        (family, table.values[first:last])
        for family, (first, last) in zip(table.ending.families, pairwise(table.begins), strict=True)
    ]
