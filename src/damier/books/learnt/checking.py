"""Is all of a book as it must be? Its bytes, and what they say: values that follow from links, links that agree with the
positions they lead to, parents that agree with links. All positions are read twice, and a few bytes of each are in memory."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from damier.books.learnt.nodes import AIMS, NOT_IN_TREE, Excerpt
from damier.books.learnt.store import Store, Totals
from damier.books.learnt.values import first_wrong
from damier.games.game import BadInput

_VALUES = np.dtype([("value", "<i2"), ("worth", "<i2", (len(AIMS),)), ("depth", "<i4")])
_ODD = np.uint64(0x9E3779B97F4A7C15)


class Checked(NamedTuple):
    """What was found to be right."""

    totals: Totals
    links: int
    repeated: int  # games that are the same as one before them


def check(store: Store, tell: Callable[[int, int], None] = lambda done, total: None) -> Checked:
    """Read all of a book; BadInput says what is wrong with it."""
    return _Check(store, tell).run()


class _Check:
    def __init__(self, store: Store, tell: Callable[[int, int], None]) -> None:
        self._store = store
        self._tell = tell
        self._numbers: list[Any] = []
        self._values: list[Any] = []
        self._known: tuple[Any, Any] = (None, None)
        self._ended = self._links = self._done = self._total = 0
        self._pairs = np.uint64(0)  # of positions and those that come next: all that links tell, less all that parents tell

    def run(self) -> Checked:
        self._total = 2 * self._store.totals.rows
        totals = self._store.check(self._gather)
        numbers = np.concatenate([*self._numbers, np.zeros(0, np.uint64)])
        order = np.argsort(numbers, kind="stable")
        self._known = numbers[order], np.concatenate([*self._values, np.zeros(0, _VALUES)])[order]
        self._numbers, self._values = [], []
        self._store.check(self._compare)
        if self._pairs:
            raise self._wrong("positions and those that come before them do not agree")
        if self._ended != totals.games:
            raise self._wrong(f"{self._ended} games have ended in its positions, and it has {totals.games}")
        return Checked(totals, self._links, self._count_repeated(totals))

    def _count_repeated(self, totals: Totals) -> int:
        """How many games stand there twice. Where all that the files do not account for do, and as many as the files have,
        a file was counted twice; a few may be the same by themselves."""
        repeated, from_files = self._store.repeated(), sum(source.kept for source in self._store.sources())
        others = totals.games - from_files
        if others < 0:
            raise self._wrong(f"the files that were read have {from_files} games, and it has {totals.games}")
        if 0 < from_files <= others <= repeated:
            raise BadInput(
                f"{self._store.path} has counted games twice: it has {totals.games}, of which {repeated} stand there a second "
                f"time, and the files that were read have {from_files}; make the book anew from them"
            )
        return repeated

    def _gather(self, excerpt: Excerpt) -> None:
        """Positions by themselves, and what others are to agree with."""
        nodes = excerpt.nodes
        values = np.zeros(len(nodes), _VALUES)
        for name in _VALUES.names or ():
            values[name] = nodes[name]
        self._numbers.append(nodes["number"].copy())
        self._values.append(values)
        self._ended += int(nodes["ended"].sum())
        self._went_on(len(nodes))
        wrong = int(first_wrong(nodes, excerpt.links))
        if wrong >= 0:
            raise self._wrong(f"the value of position {int(nodes['number'][wrong]):016x} does not follow from its links")

    def _compare(self, excerpt: Excerpt) -> None:
        """Positions with those that they lead to."""
        nodes, links = excerpt.nodes, excerpt.links
        numbers, values = self._known
        owner = np.repeat(np.arange(len(nodes)), nodes["links"])
        at = np.minimum(np.searchsorted(numbers, links["number"]), max(0, len(numbers) - 1))
        there = values[at] if len(at) else values[:0]
        is_in_tree = there["value"] != NOT_IN_TREE
        is_wrong = (
            (numbers[at] != links["number"])
            | (there["value"] != links["value"])
            | ((there["worth"] != links["worth"]).any(axis=1) & is_in_tree)
            | (there["depth"] <= nodes["depth"][owner])
        )
        for each in np.flatnonzero(is_wrong)[:1]:
            number = int(nodes["number"][owner[each]])
            raise self._wrong(f"a link of position {number:016x} does not agree with where it leads")
        child = np.repeat(np.arange(len(nodes)), nodes["parents"])
        with np.errstate(over="ignore"):
            self._pairs += _sum(nodes["number"][owner], links["number"])
            self._pairs -= _sum(excerpt.parents, nodes["number"][child])
        self._links += len(links)
        self._went_on(len(nodes))

    def _went_on(self, positions: int) -> None:
        self._done += positions
        self._tell(self._done, self._total)

    def _wrong(self, what: str) -> BadInput:
        return BadInput(f"{self._store.path} is damaged: {what}")


def _sum(before: Any, after: Any) -> Any:
    """A number that pairs of positions have in common with the same pairs in another order."""
    mixed = (before * _ODD) ^ (after + (before >> np.uint64(29)))
    return np.sum((mixed ^ (mixed >> np.uint64(32))) * _ODD, dtype=np.uint64)
