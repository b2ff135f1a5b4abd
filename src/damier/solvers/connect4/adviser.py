"""What a position and each of its columns are worth, as one question that time or `stop()` ends as a whole."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from damier.kernel import native
from damier.rules import play
from damier.search.driver import Clock
from damier.solvers.connect4.settle import settle
from damier.solvers.connect4.solver import Answer, Solver, legal, limits, warm

_CHEAP = 10_000_000  # with so many nodes for the score, the columns are looked at unasked: they take about as long again
_NO_PAUSE = 1 << 62


@dataclass(frozen=True)
class Study:
    """The score of a position, its best columns (from 0; none if they were not found out) and those scores that are known."""

    answer: Answer
    best: list[int]
    scores: dict[int, int]


class Adviser:
    """Answers one question at a time, with a solver that remembers what it proved for the next one."""

    def __init__(self, hash_mb: int = 64, without: tuple[str, ...] = (), book: bool = True) -> None:
        self._settings = hash_mb, without, book
        self._board: type | None = None
        self._solver = _Persistent(*self._settings)
        self._lock = threading.Lock()

    def solve(self, position: Any, weak: bool = False) -> Answer:
        """The score alone; not known if it was stopped."""
        with self._question(position, None):
            return self._solver.solve(position, weak)

    def study(
        self,
        position: Any,
        every_column: bool = False,
        weak: bool = False,
        seconds: float | None = None,
        on_bounds: Callable[[int, int], None] | None = None,
        on_score: Callable[[int, int], None] | None = None,
    ) -> Study:
        """The score, the best columns, and the scores of all columns if they are asked for or cheap."""
        with self._question(position, seconds):
            answer = self._solver.solve(position, weak, on_bounds=on_bounds)
            if answer.score is None:
                return Study(answer, [], {})
            if not every_column and answer.nodes > _CHEAP:
                return Study(answer, self._best(position, answer.score, weak), {})
            scores = self._scores(position, weak, on_score)
            best = [column for column in scores if scores[column] == answer.score]
            return Study(answer, best if len(scores) == len(legal(position)) else [], scores)

    def scores(
        self, position: Any, seconds: float | None = None, on_score: Callable[[int, int], None] | None = None
    ) -> dict[int, int] | None:
        """The score of each column; None if that took too long. `on_score` hears of each as it is found."""
        with self._question(position, seconds):
            scores = self._scores(position, False, on_score)
        return scores if len(scores) == len(legal(position)) else None

    def warm(self, position: Any) -> None:
        """Compile the solver for positions like this one."""
        warm(type(position))

    def stop(self) -> None:
        """Let the question that is under way end with what is known; called from another thread."""
        self._solver.stop()

    @property
    def nodes(self) -> int:
        """The nodes of the solve that is under way, since its last bound."""
        return self._solver.nodes

    @contextmanager
    def _question(self, position: Any, seconds: float | None) -> Iterator[None]:
        with self._lock:
            if self._board not in (None, type(position)):  # what was proved on one board is false on another
                self._solver = _Persistent(*self._settings)
            self._board = type(position)
            self._solver.is_given_up = False
            self.warm(position)
            with Clock(self._solver, seconds):
                yield

    def _scores(self, position: Any, weak: bool, on_score: Callable[[int, int], None] | None) -> dict[int, int]:
        """The scores of the columns, the centre first, as far as it comes."""
        scores: dict[int, int] = {}
        for column in legal(position):
            score = self._solver.solve(play(position, column), weak).score
            if score is None:
                break
            scores[column] = -score
            if on_score:
                on_score(column, -score)
        return scores

    def _best(self, position: Any, score: int, weak: bool) -> list[int]:
        """The columns that reach the score, by asking no more than that of each."""
        if weak and score < 0:
            return legal(position)
        best = []
        for column in legal(position):
            is_worse = self._solver.is_above(play(position, column), -score)
            if is_worse is None:
                return []
            if not is_worse:
                best.append(column)
        return best


class _Persistent(Solver):
    """A solver that stays stopped, from one solve to the next, until the next question begins."""

    is_given_up = False

    def stop(self) -> None:
        self.is_given_up = True
        super().stop()

    def is_above(self, position: Any, alpha: int) -> bool | None:
        """Whether the score is above alpha; None if it was stopped before that was known."""
        position = native(position)
        low, high = limits(position)
        known = self._look_up(position)
        if known is not None:
            low = high = known
        if low <= alpha < high:
            with self._lock, self._time(None):
                low, high, _ = settle(position, alpha, alpha + 1, _NO_PAUSE, self._work)
        return True if low > alpha else False if high <= alpha else None

    @contextmanager
    def _time(self, seconds: float | None) -> Iterator[None]:
        with super()._time(seconds):
            if self.is_given_up:  # what `_time` has just forgotten
                super().stop()
            yield
