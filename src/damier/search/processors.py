"""Simulated processors: N of them, each with a clock, search parts of one tree in an order that is always the same.

One node is one unit of time. A parallel search asks `free` who has nothing to do, starts a sub-search there (`search`,
`visit`), and hears with `wait` of those that end next; several that end at the same moment are heard in the order of the
processors. A sub-search is run whole when it is started, by the alpha-beta that is the textbook's, and its nodes are how
long it takes. Its window is what was known when it began. `stop` cuts it off at the present moment: what it would have
done after is taken back. To be dealt a position takes a processor `message` units before it begins.
"""

import heapq
from collections.abc import Callable
from typing import Any

import numpy as np

from damier.kernel import compiled
from damier.rules import ONGOING
from damier.search.alphabeta import alphabeta
from damier.search.node import list_moves, visit
from damier.search.timeline import Block, Timeline, Told
from damier.search.work import NO_MOVE, RECORD, STOP, note

MOST_PROCESSORS = 1024
MOST_MESSAGE = 1_000_000

Path = tuple[int, ...]  # moves from the root


class Halted(Exception):
    """The whole search is to end: its time is up, or somebody has said so."""


@compiled
def visit_and_list(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """Visit one node: its score if it is a leaf, else ONGOING, and how many moves stand in the buffer of its ply."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score, 0
    return score, list_moves(position, work.moves[ply], ply, work)


@compiled
def note_it(work: Any, kind: Any, ply: Any, move: Any, alpha: Any, beta: Any, value: Any) -> None:
    """Log an event, from Python."""
    note(work, kind, ply, move, alpha, beta, value)


class Processors:
    """So many of them, on one record: its counters, log, limits and stop flag are those of the whole search."""

    def __init__(self, record: Any, count: int, message: int = 0) -> None:
        self.record = record
        self.count = count
        self.message = message
        self.now = 0
        self.free = list(range(count))  # a heap: the first of them is the next to be given something
        self._running: list[tuple[int, int, int, Block]] = []  # a heap: when it ends, who, which block
        self._again: dict[int, Callable[[Any], int]] = {}  # by block: how its search is run again, on another record
        self._blocks: list[Block] = []
        self._told: list[Told] = []

    def visit(self, position: Any, path: Path, alpha: int, beta: int, depth: int, by: int | None = None) -> Block:
        """Have the first free processor visit one node, and list its moves; or `by` one that goes on by itself."""
        move, ply, count = _last(path), len(path), 0

        def run(work: Any) -> int:
            nonlocal count
            score, count = visit_and_list(position, move, alpha, beta, depth, ply, work)
            return int(score)

        found = self._start(path, alpha, beta, run, by)
        found.is_visit = True
        found.moves = [int(each) for each in self.record.moves[ply, :count]]
        return found

    def search(self, position: Any, path: Path, alpha: int, beta: int, depth: int, by: int | None = None) -> Block:
        """Have the first free processor search a position by alpha-beta; or `by` one that goes on by itself."""
        move, ply = _last(path), len(path)
        return self._start(path, alpha, beta, lambda work: int(alphabeta(position, move, alpha, beta, depth, ply, work)), by)

    def wait(self) -> list[Block]:
        """Let time go on until some processor has ended: the blocks that end at that moment; none if all are free."""
        ended: list[Block] = []
        while self._running and (not ended or self._running[0][0] == self.now):
            end, _, _, block = heapq.heappop(self._running)
            if not block.is_stopped:
                self.now = end
                ended.append(block)
                heapq.heappush(self.free, block.processor)
        return ended

    def stop(self, block: Block) -> None:
        """Order a processor to give up what it does; what it has done is thrown away."""
        if block.is_stopped:
            return
        whole, done = block.nodes, max(0, self.now - block.start)
        if block.end > self.now:
            heapq.heappush(self.free, block.processor)
        block.is_stopped = block.is_thrown_away = True
        if done:
            self.note(STOP, block, block.path, block.alpha, block.beta)
        if done == whole:
            return
        record, (finished, horizon) = self.record, block.leaves
        record.nodes -= whole - done
        record.horizon -= horizon
        # the value does not rest on what was thrown away: whether those leaves were estimates does not matter
        record.finished += self._leaves_among(block, done) - finished
        block.start = min(block.start, self.now)
        block.end = block.start + done

    def note(
        self, kind: int, block: Block, path: Path, alpha: int, beta: int, value: int = 0, *, by_move: int | None = None
    ) -> None:
        """Log what is said, now, of what the processor of a block has found; `by_move` is the move that cuts."""
        if self.record.log_capacity > 0:
            self._told.append(Told(int(self.record.log_length), self.now, block.processor, path))
            move = _last(path) if by_move is None else by_move
            note_it(self.record, kind, len(path), move, alpha, beta, value)

    def timeline(self, value: int) -> Timeline:
        """What was done, now that it is over."""
        blocks = [block for block in self._blocks if block.nodes > 0]
        return Timeline(self.count, value, blocks, self._told)

    def _start(self, path: Path, alpha: int, beta: int, run: Callable[[Any], int], by: int | None) -> Block:
        record = self.record
        nodes, leaves, row = int(record.nodes), _leaves_of(record), int(record.log_length)
        score = run(record)
        if record.stop:
            raise Halted
        if by is None:
            processor, start = heapq.heappop(self.free), self.now + self.message
        else:
            processor, start = by, self.now
            self.free.remove(by)
            heapq.heapify(self.free)
        finished, horizon = (after - before for before, after in zip(leaves, _leaves_of(record), strict=True))
        block = Block(processor, path, alpha, beta, start, start + int(record.nodes) - nodes, score)
        block.rows = row, int(record.log_length)
        block.leaves = finished, horizon
        self._again[id(block)] = run
        self._blocks.append(block)
        heapq.heappush(self._running, (block.end, processor, len(self._blocks), block))
        return block

    def _leaves_among(self, block: Block, nodes: int) -> int:
        """How many of the first nodes of a sub-search are leaves."""
        if nodes == 0:
            return 0
        work = np.zeros(1, RECORD).view(np.recarray)[0]
        for name in ("weights", "weights_length", "first_move"):
            setattr(work, name, getattr(self.record, name))
        work.node_limit, work.watched = nodes, 1
        self._again[id(block)](work)
        return int(work.leaves_in_limit)


def carried_out(processors: Processors, algorithm: Callable[[], int]) -> Timeline:
    """What the processors do, and the value that comes of it; no value if the search is told to end before."""
    try:
        return processors.timeline(algorithm())
    except Halted:
        return processors.timeline(0)


def _leaves_of(record: Any) -> tuple[int, int]:
    return int(record.finished), int(record.horizon)


def _last(path: Path) -> int:
    return path[-1] if path else NO_MOVE
