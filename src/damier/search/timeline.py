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

_NEVER = 1 << 62
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
    is_visit: bool = False  # of one node only, whose sons are searched by other blocks
    is_stopped: bool = False  # before it had a value, or before anybody heard of it
    is_thrown_away: bool = False  # what it found was not needed

    @property
    def nodes(self) -> int:
        return self.end - self.start


class Told(NamedTuple):
    """An event of no block, of a node whose sons are shared out: its row in the log, when, whose work it comes of."""

    row: int
    time: int
    processor: int
    path: tuple[int, ...]


class Log(NamedTuple):
    """Events in the order of time, and of each when it was and where it comes from: a block, or what was told."""

    events: Any
    times: Any
    blocks: Any  # the number of the block, or -1 less the number of what was told


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
    blocks: list[Block]  # in the order in which they were dealt out
    told: list[Told]
    sequential: int | None = None
    log: Log | None = None

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

    def order(self, events: Any) -> Log:
        """Keep of the events of a log, which lie there block after block, those that happened, in the order of time.

        A node begins at the moment at which its processor turns to it, and whatever comes of it happens one unit later.
        Where the log was too short, nothing is kept from the moment on at which the first event is missing.
        """
        rows, blocks, times, phases = [], [], [], []
        missing = min((each.time for each in self.told if each.row >= len(events)), default=_NEVER)
        for number, block in enumerate(self.blocks):
            first, last = (min(row, len(events)) for row in block.rows)
            begins = events[first:last, 0] == ENTER
            time = block.start + np.cumsum(begins) - begins
            if block.rows[1] > len(events):
                missing = min(missing, block.start + int(begins.sum()) - 1)
            happened = np.where(begins, time < block.end, time <= block.end)
            rows.append(np.arange(first, last)[happened])
            times.append(time[happened])
            phases.append(np.where(begins, _BEFORE, _AFTER)[happened])
            blocks.append(np.full(len(rows[-1]), number))
        kept = [number for number, each in enumerate(self.told) if each.row < len(events)]
        rows.append(np.array([self.told[number].row for number in kept], np.int64))
        times.append(np.array([self.told[number].time for number in kept], np.int64))
        phases.append(np.full(len(kept), _TOLD))
        blocks.append(-1 - np.array(kept, np.int64))
        row, time, phase, block_of = (np.concatenate(each) for each in (rows, times, phases, blocks))
        order = np.lexsort((row, phase, time))
        order = order[time[order] < missing]
        self.log = Log(events[row[order]], time[order], block_of[order])
        return self.log
