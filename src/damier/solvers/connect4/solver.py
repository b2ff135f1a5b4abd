"""The exact score of any Connect 4 position.

    from damier.games.connect4 import parse
    from damier.solvers.connect4 import Solver

    solver = Solver()
    answer = solver.solve(parse("4444"))
    print(answer.score, solver.best(parse("4444")))

A score says who wins and how soon, for the player to move: 1 is a win with his last stone, 2 with the last but one, and
so on; a loss is the same below zero, a draw is 0. The empty 7x6 board is worth 1: the first player wins with the 41st stone.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.games.connect4 import SIZES
from damier.kernel import native
from damier.rules import ONGOING, moves, outcome, play
from damier.solvers.connect4.book import Book, shipped_book
from damier.solvers.connect4.ideas import switches
from damier.solvers.connect4.prove import RECORD
from damier.solvers.connect4.settle import settle, settle_all
from damier.solvers.connect4.table import Table

_LONG = 200_000  # after so many nodes a solve reports each bound it proves


@dataclass(frozen=True)
class Answer:
    """The score lies between low and high; they are equal if the position is solved."""

    low: int
    high: int
    nodes: int
    seconds: float

    @property
    def is_solved(self) -> bool:
        return self.low == self.high

    @property
    def score(self) -> int | None:
        return self.low if self.is_solved else None


class Solver:
    """Solves positions of one board size or of several, with a table that it keeps from one to the next.

    `without` names ideas (see `IDEAS`) to switch off. `book` is the file of exact openings that comes with damier (True),
    another one, or None. `table` lets several solvers, in threads of their own, share one table.
    """

    def __init__(
        self,
        hash_mb: int = 64,
        without: tuple[str, ...] = (),
        book: Book | bool | None = True,
        table: Table | None = None,
    ) -> None:
        self.table = table or Table(hash_mb)
        self._book = book
        self._memory = np.zeros(1, RECORD).view(np.recarray)
        self._work: Any = self._memory[0]
        self._work.ideas = switches(without)
        self._work.table = self.table.entries.ctypes.data
        self._work.buckets, self._work.near_buckets = self.table.buckets, self.table.near_buckets
        self._stopped = False
        self._lock = threading.Lock()

    def solve(
        self,
        position: Any,
        weak: bool = False,
        seconds: float | None = None,
        on_bounds: Callable[[int, int], None] | None = None,
    ) -> Answer:
        """The score of a position; with `weak` only its sign: 1 won, 0 drawn, -1 lost.

        Time, or `stop()` from another thread, ends it early with the bounds proved so far. `on_bounds` hears of each
        bound in a long solve.
        """
        position = native(position)
        low, high = limits(position)
        known = self._look_up(position)
        if known is not None:
            low = high = known
        if weak:
            low, high = max(low, -1), min(high, 1)
        nodes, taken = 0, 0.0
        if low < high:
            warm(type(position))
            began = time.perf_counter()
            with self._lock, self._time(seconds):
                while low < high and not self._stopped:
                    low, high, more = settle(position, low, high, _LONG, self._work)
                    nodes += more
                    if on_bounds and nodes > _LONG:
                        on_bounds(low, high)
            taken = time.perf_counter() - began
        if weak:
            low, high = (1, 1) if low > 0 else (-1, -1) if high < 0 else (low, high)
        return Answer(low, high, nodes, taken)

    def scores(self, positions: Iterable[Any]) -> list[int]:
        """The scores of many positions of one board size, as fast as they come."""
        all_ = [native(position) for position in positions]
        if not all_:
            return []
        bounds = np.array([limits(position) for position in all_], np.int64).T
        owns = np.array([position.own for position in all_], np.uint64)
        boths = np.array([position.both for position in all_], np.uint64)
        lows, highs, nodes = bounds[0].copy(), bounds[1].copy(), np.zeros(len(all_), np.int64)
        with self._lock, self._time(None):
            settle_all(all_[0], owns, boths, lows, highs, nodes, self._work)
        return [int(low) for low in lows]

    def columns(self, position: Any, weak: bool = False, seconds: float | None = None) -> list[int | None]:
        """The score of each column for the player to move; None if it is full, the game over, or it was stopped."""
        width, _ = SIZES[type(position)]
        scores: list[int | None] = [None] * width
        until = None if seconds is None else time.monotonic() + seconds
        for column in legal(position):
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                break
            answer = self.solve(play(position, column), weak, left)
            if not answer.is_solved:
                break
            scores[column] = -answer.low
        return scores

    def best(self, position: Any) -> list[int]:
        """The columns (from 0) with the best score; the centre first."""
        scores = self.columns(position)
        known = [score for score in scores if score is not None]
        return [column for column in legal(position) if known and scores[column] == max(known)]

    def stop(self) -> None:
        """Let the solve that is under way return what it has; called from another thread."""
        self._stopped = True
        self._work.stop = 1

    @property
    def nodes(self) -> int:
        """The nodes of the solve that is under way, since its last bound."""
        return int(self._work.nodes)

    @contextmanager
    def _time(self, seconds: float | None) -> Iterator[None]:
        """One solve, which stops when its time is over; what stopped an earlier one is forgotten."""
        if self._stopped:
            self._stopped = False
            self._work.stop = 0
        timer = threading.Timer(seconds, self.stop) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer:
                timer.cancel()

    def _look_up(self, position: Any) -> int | None:
        if self._book is True:
            self._book = shipped_book(*SIZES[type(position)])
        return self._book.score(position) if isinstance(self._book, Book) else None


def legal(position: Any) -> list[int]:
    """The columns that can be played, the centre first; none if the game is over."""
    if outcome(position) != ONGOING:
        return []
    out = np.zeros(64, np.int64)
    return [int(column) for column in out[: moves(position, out)]]


def limits(position: Any) -> tuple[int, int]:
    """The worst and the best score there can be with so many stones on the board."""
    width, height = SIZES[type(position)]
    left = width * height - int(position.both).bit_count()
    return -((left + 2) // 2), (left + 1) // 2


_warm: set[type] = set()


def warm(position_type: Any) -> None:
    """Compile the solver for this board, before the clock starts."""
    if position_type not in _warm:
        work = np.zeros(1, RECORD).view(np.recarray)[0]
        settle(position_type(np.uint64(0), np.uint64(0)), 0, 0, _LONG, work)
        _warm.add(position_type)
