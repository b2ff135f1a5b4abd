"""What simulated processors did, and when: blocks of work along a line of time, in which one node takes one unit.

    processor 1   [first move ------------------][third move --]
    processor 2   [second move -----x            [fourth ------]      x: stopped, and what it did is thrown away

A block is one sub-search (or the visit of one node) by one processor. Between its blocks a processor waits, or is spoken
to. Paths are moves from the root; windows and scores are those of the player to move at the block's node.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from damier.search.work import ENTER

_AFTER, _TOLD, _BEFORE = range(3)  # at one moment: what ends, what the master says of it, what begins then


@dataclass(eq=False)
class Block:
    """A sub-search by one processor."""

    processor: int  # from 0
    path: tuple[int, ...]
    alpha: int
    beta: int
    start: int
    end: int
    score: int
    moves: list[int] = field(default_factory=list)  # of a node that was only visited, and is no leaf
    rows: tuple[int, int] = (0, 0)  # its events in the log
    leaves: tuple[int, int] = (0, 0)  # finished games, and positions at the horizon
    is_stopped: bool = False  # before it had a value, or before anybody heard of it
    is_thrown_away: bool = False  # what it found was not needed

    @property
    def nodes(self) -> int:
        return self.end - self.start


class Told(NamedTuple):
    """An event that the master has noted: its row in the log, when, and of which processor it speaks."""

    row: int
    time: int
    processor: int


class Figures(NamedTuple):
    """A parallel search in numbers."""

    processors: int
    value: int  # for the player to move
    nodes: int  # of all processors
    time: int  # when the last of them had ended
    idle: int  # units in which a processor had nothing to search, of all processors together
    thrown_away: int  # nodes whose search was stopped, or went on when it was no longer needed
    sequential: int | None  # the nodes, and so the time, of alpha-beta on one processor; None if it was stopped
    nodes_each: tuple[int, ...]

    @property
    def speed_up(self) -> float | None:
        """How many times as fast as alpha-beta on one processor."""
        return self.sequential / self.time if self.sequential and self.time else None

    @property
    def overhead(self) -> float | None:
        """How many times as many nodes as alpha-beta visits."""
        return self.nodes / self.sequential if self.sequential else None

    @property
    def efficiency(self) -> float | None:
        """The speed-up of each processor."""
        return None if self.speed_up is None else self.speed_up / self.processors


@dataclass
class Timeline:
    """All that the processors did."""

    processors: int
    value: int  # for the player to move
    blocks: list[Block]  # in the order in which they began
    told: list[Told]
    sequential: int | None = None

    @property
    def time(self) -> int:
        return max((block.end for block in self.blocks), default=0)

    @property
    def figures(self) -> Figures:
        each = [0] * self.processors
        for block in self.blocks:
            each[block.processor] += block.nodes
        nodes, time = sum(each), self.time
        thrown_away = sum(block.nodes for block in self.blocks if block.is_thrown_away)
        idle = time * self.processors - nodes
        return Figures(self.processors, self.value, nodes, time, idle, thrown_away, self.sequential, tuple(each))

    def in_order(self, events: Any) -> tuple[Any, Any, Any]:
        """Of a log, whose events lie block after block, those that happened, in the order of time: (events, block, time).

        What the master has noted belongs to no block of work: it has minus one less than the processor of which it speaks.
        A node begins at the moment at which its processor turns to it, and whatever comes of it happens one unit later.
        """
        rows, whose, times, phases = [], [], [], []
        for number, block in enumerate(self.blocks):
            first, last = (min(row, len(events)) for row in block.rows)
            begins = events[first:last, 0] == ENTER
            time = block.start + np.cumsum(begins) - begins
            happened = np.where(begins, time < block.end, time <= block.end)
            rows.append(np.arange(first, last)[happened])
            times.append(time[happened])
            phases.append(np.where(begins, _BEFORE, _AFTER)[happened])
            whose.append(np.full(len(rows[-1]), number))
        told = [each for each in self.told if each.row < len(events)]
        rows.append(np.array([each.row for each in told], np.int64))
        times.append(np.array([each.time for each in told], np.int64))
        phases.append(np.full(len(told), _TOLD))
        whose.append(np.array([-1 - each.processor for each in told], np.int64))
        row, time, phase, who = (np.concatenate(each) for each in (rows, times, phases, whose))
        order = np.lexsort((row, phase, time))
        return events[row[order]], who[order], time[order]
