"""The exact score of any Connect 4 position.

    from damier.games.connect4 import parse
    from damier.solvers.connect4 import Solver

    solver = Solver()
    print(solver.solve(parse("4444")).score)
    print(solver.columns(parse("4444")))

A score says who wins and how soon, for the player to move: 1 is a win with his last stone, 2 with the last but one, and
so on; a loss is the same below zero, a draw is 0. The empty 7x6 board is worth 1: the first player wins with the 41st stone.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from damier.cancel import Cancel
from damier.games.connect4 import SIZES
from damier.kernel import entry, native
from damier.rules import ONGOING, legal_moves, outcome, play
from damier.search.brothers import ALL, notes_for
from damier.search.clock import Countdown
from damier.solvers.connect4.book import Book, shipped_book
from damier.solvers.connect4.ideas import BIT, switches
from damier.solvers.connect4.prove import RECORD
from damier.solvers.connect4.settle import settle, settle_all
from damier.solvers.connect4.table import Table
from damier.solvers.together import TogetherSolver, at_least_one, first_answer

_LONG = 200_000  # after so many nodes a solve reports each bound it proves
_CHEAP = 10_000_000  # with so many nodes for the score, the columns are looked at unasked: they take about as long again
_NO_PAUSE = 1 << 62
_TOGETHER = 12  # with fewer own stones to come one thread is quick enough
_STOP = list(RECORD.fields or {}).index("stop")  # among the numbers at the record's beginning


class Answer(NamedTuple):
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


@dataclass(frozen=True)
class Study:
    """The score of a position, its best columns (from 0; none if they were not found out) and those scores that are known."""

    answer: Answer
    best: list[int]
    scores: dict[int, int]


class Solver(TogetherSolver):
    """Answers one question at a time, with a table that it keeps from one to the next.

    `without` names ideas (see `IDEAS`) to switch off. `book` is the file of exact openings that comes with damier (True),
    another one, or None. `table` lets several solvers, in threads of their own, share one table. With several `threads` all of
    them answer a question, and share out the moves by a `scheme` of `search/brothers.py`.

    Each question ends early when its time is over or `stop()` is called, with what was proved until then.
    """

    def __init__(
        self,
        hash_mb: int = 64,
        without: str | tuple[str, ...] = (),
        book: Book | bool | None = True,
        table: Table | None = None,
        threads: int = 1,
        scheme: int = ALL,
    ) -> None:
        at_least_one(threads)
        self.table = table or Table(hash_mb, threads)
        self._book = book
        self._notes = notes_for(threads, scheme)
        memory = np.zeros(1, RECORD)
        self._numbers = memory.view(np.int64)  # the same memory: quicker to get at than a record's fields
        self._work: Any = memory.view(np.recarray)[0]
        self._works = [self._work, *(np.zeros(1, RECORD).view(np.recarray)[0] for _ in range(threads - 1))]
        ideas = switches(without)
        for work in self._works:
            work.ideas = ideas
            work.table = self.table.entries.ctypes.data
            work.buckets = self.table.buckets
            work.near_buckets = self.table.near_buckets if ideas & BIT["near"] else 0
            work.scheme = scheme
            work.notes = self._notes.ctypes.data if self._notes is not None else 0
        self._lock = threading.Lock()

    def solve(
        self,
        position: Any,
        weak: bool = False,
        seconds: float | None = None,
        on_bounds: Callable[[int, int], None] | None = None,
        cancel: Cancel | None = None,
    ) -> Answer:
        """The score of a position; with `weak` only its sign: 1 won, 0 drawn, -1 lost.

        `on_bounds` hears of each bound in a long solve.
        """
        if seconds is not None or cancel is not None:
            with self._question(position, seconds, cancel):
                return self._solve(position, weak, on_bounds)
        with self._lock:  # the same without a clock, in less time than a late position takes
            self._begin()
            return self._solve(position, weak, on_bounds)

    def scores(
        self,
        position: Any,
        seconds: float | None = None,
        on_score: Callable[[int, int], None] | None = None,
        cancel: Cancel | None = None,
    ) -> dict[int, int] | None:
        """The score of each column that can be played; None if it was ended early. `on_score` hears of each."""
        with self._question(position, seconds, cancel):
            scores = self._scores(position, False, on_score)
        return scores if len(scores) == len(legal(position)) else None

    def columns(self, position: Any, weak: bool = False, seconds: float | None = None) -> list[int | None]:
        """The scores from left to right; None for a full column, and for those that were not reached in time."""
        with self._question(position, seconds):
            scores = self._scores(position, weak, None)
        width, _ = SIZES[type(position)]
        return [scores.get(column) for column in range(width)]

    def best(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> tuple[int, list[int]] | None:
        """The score of a position and the columns (from 0) that reach it, the centre first; None if it was ended early."""
        with self._question(position, seconds, cancel):
            score = self._solve(position, False).score
            best = self._best(position, score, False) if score is not None else None
        return None if score is None or best is None else (score, best)

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        """Always: most positions take less than a second, and it is the whole game that it knows."""
        return True

    def study(
        self,
        position: Any,
        every_column: bool = False,
        weak: bool = False,
        seconds: float | None = None,
        on_bounds: Callable[[int, int], None] | None = None,
        on_score: Callable[[int, int], None] | None = None,
    ) -> Study:
        """The score, the best columns, and the scores of all columns if they are asked for or cheap: one question."""
        with self._question(position, seconds):
            answer = self._solve(position, weak, on_bounds)
            if answer.score is None:
                return Study(answer, [], {})
            if not every_column and answer.nodes > _CHEAP:
                return Study(answer, self._best(position, answer.score, weak) or [], {})
            scores = self._scores(position, weak, on_score)
            best = [column for column in scores if scores[column] == answer.score]
            return Study(answer, best if len(scores) == len(legal(position)) else [], scores)

    def solve_all(self, positions: Iterable[Any]) -> list[int | None]:
        """The scores of many positions of one board size, as fast as they come, without the book; None from a stop on."""
        all_ = [native(position) for position in positions]
        if not all_:
            return []
        if len({type(position) for position in all_}) > 1:
            raise ValueError("the positions to solve together are of several board sizes")
        bounds = np.array([limits(position) for position in all_], np.int64).T
        owns = np.array([position.own for position in all_], np.uint64)
        boths = np.array([position.both for position in all_], np.uint64)
        lows, highs, nodes = bounds[0].copy(), bounds[1].copy(), np.zeros(len(all_), np.int64)
        with self._question(all_[0], None):
            settle_all(all_[0], owns, boths, lows, highs, nodes, self._work)
        return [int(low) if low == high else None for low, high in zip(lows, highs, strict=True)]

    def warm(self, position: Any) -> None:
        """Compile the solver for positions like this one, before the first question."""
        compiled_for(type(position))

    def _begin(self) -> None:
        """That an earlier question was stopped is forgotten."""
        self._numbers[_STOP] = 0
        if len(self._works) > 1:
            self._is_stopped = False
            for work in self._works:
                work.stop = 0
        if self._notes is not None:
            self._notes.fill(0)

    @contextmanager
    def _question(self, position: Any, seconds: float | None, cancel: Cancel | None = None) -> Iterator[None]:
        """One question; that an earlier one was stopped is forgotten."""
        if seconds is not None:
            compiled_for(type(position))
        with self._lock:
            self._begin()
            with (
                Countdown(self, seconds) if seconds is not None else nullcontext(),
                cancel.stops(self) if cancel else nullcontext(),
            ):
                yield

    def _solve(self, position: Any, weak: bool, on_bounds: Callable[[int, int], None] | None = None) -> Answer:
        """Part of a question: the score of a position."""
        low, high = self._known(position)
        if weak:
            low, high = max(low, -1), min(high, 1)
        nodes, taken = 0, 0.0
        if low < high:
            run = compiled_for(type(position))
            began = time.perf_counter()
            while low < high:
                low, high, more = self._run(run, position, low, high, _LONG)
                nodes += more
                if more <= _LONG:  # settled, or stopped
                    break
                if on_bounds:
                    on_bounds(low, high)
            taken = time.perf_counter() - began
        if weak:
            low, high = (1, 1) if low > 0 else (-1, -1) if high < 0 else (low, high)
        return Answer(low, high, nodes, taken)

    def _scores(self, position: Any, weak: bool, on_score: Callable[[int, int], None] | None) -> dict[int, int]:
        """Part of a question: the scores of the columns, the centre first, as far as it comes."""
        scores: dict[int, int] = {}
        for column in legal(position):
            score = self._solve(play(position, column), weak).score
            if score is None:
                break
            scores[column] = -score
            if on_score:
                on_score(column, -score)
        return scores

    def _best(self, position: Any, score: int, weak: bool) -> list[int] | None:
        """Part of a question: the columns that reach the score, by asking no more than that of each; None if stopped."""
        if weak and score < 0:
            return legal(position)
        best = []
        for column in legal(position):
            is_worse = self._is_above(play(position, column), -score)
            if is_worse is None:
                return None
            if not is_worse:
                best.append(column)
        return best

    def _is_above(self, position: Any, alpha: int) -> bool | None:
        """Part of a question: whether the score is above alpha; None if it was stopped before that was known."""
        low, high = self._known(position)
        if low <= alpha < high:
            low, high, _ = self._run(compiled_for(type(position)), position, alpha, alpha + 1, _NO_PAUSE)
        return True if low > alpha else False if high <= alpha else None

    def _run(self, run: Any, position: Any, low: int, high: int, pause: int) -> tuple[int, int, int]:
        """The bounds that all threads together bring nearer to each other, and how many nodes that took."""
        for work in self._works[1:] and self._works:  # who was stopped has left its way as it was
            work.nodes = work.ways = work.given_up = 0
        if len(self._works) == 1 or limits(position)[1] < _TOGETHER:
            found: tuple[int, int, int] = run(position, low, high, pause, self._work)
            return found
        answer = first_answer(lambda work: run(position, low, high, pause, work), self._works)
        if self._is_stopped or answer is None:
            self._work.stop = 1
            return low, high, 0
        return answer[0], answer[1], self.nodes

    def _known(self, position: Any) -> tuple[int, int]:
        """The bounds of a score before it is looked for: equal if it is in the book."""
        book = shipped_book(*SIZES[type(position)]) if self._book is True else self._book
        score = book.score(position) if book else None
        return limits(position) if score is None else (score, score)


def legal(position: Any) -> list[int]:
    """The columns that can be played, the centre first; none if the game is over."""
    return legal_moves(position) if outcome(position) == ONGOING else []


def limits(position: Any) -> tuple[int, int]:
    """The worst and the best score there can be with so many stones on the board."""
    width, height = SIZES[type(position)]
    left = width * height - int(position.both).bit_count()
    return -((left + 2) // 2), (left + 1) // 2


_compiled: dict[type, Any] = {}


def compiled_for(position_type: Any) -> Any:
    """The solver's code for this board, which is compiled at the first call."""
    code = _compiled.get(position_type)
    if code is None:
        work = np.zeros(1, RECORD).view(np.recarray)[0]
        code = _compiled[position_type] = entry(settle, native(position_type(0, 0)), 0, 0, _LONG, work)
    return code
