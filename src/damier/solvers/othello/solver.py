"""The exact score of an Othello ending.

    from damier.games.othello import parse
    from damier.solvers.othello import Solver

    solver = Solver()
    print(solver.solve(parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")).score)

A score is the difference of discs at the end for the player to move, the empty squares that are left going to the
winner. With some 20 empty squares it takes a second, with each more two to three times as long.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.cancel import Cancel
from damier.games.othello.discs import Bits
from damier.games.othello.rules import DISC, SIZE_OF, bit_of
from damier.games.othello.weights import weights
from damier.kernel import entry, native
from damier.network.estimate import estimate
from damier.rules import ONGOING, legal_moves, outcome, play
from damier.search.brothers import ALL, notes_for
from damier.search.clock import Countdown
from damier.solvers.othello.ideas import BIT, switches
from damier.solvers.othello.last import QUARTER
from damier.solvers.othello.prove import prove, remembered_move
from damier.solvers.othello.settle import METHODS, settle
from damier.solvers.othello.table import Table
from damier.solvers.othello.work import RECORD
from damier.solvers.together import TogetherSolver, at_least_one, first_answer
from damier.wording import quoted

_UNHURRIED = 26  # with so many empty squares an ending is in reach if there is no hurry
_ALL_QUARTERS = 15
_TOGETHER = 18  # with fewer empty squares one thread is quick enough
_SECONDS_AT_20, _GROWTH = 0.4, 2.6  # what an ending takes, and how much more with each empty square
_OUTCOME_AT_20 = 0.04  # ... what only its outcome takes, in four of five endings of games between damier and itself


class _Stopped(Exception):
    """The question was ended early."""


@dataclass(frozen=True)
class Solved:
    """What was found: the score for the player to move, and the line that both sides' best play follows."""

    score: int  # the difference of discs
    line: list[int]
    nodes: int
    seconds: float

    @property
    def move(self) -> int | None:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None


class Solver(TogetherSolver):
    """Answers one question at a time, with a table that it keeps from one to the next.

    `without` names ideas (see `IDEAS`) to switch off. Several threads search the same ending side by side: they tell each other
    what they look at, by a `scheme` of `search/brothers.py`, and share the table; the first to know answers.

    Each question ends early, with None, when its time is over or `stop()` is called.
    """

    is_complete = False
    unit = DISC

    def __init__(
        self,
        hash_mb: int = 64,
        method: str = "negac",
        threads: int = 1,
        without: str | tuple[str, ...] = (),
        scheme: int = ALL,
    ) -> None:
        if method not in METHODS:
            raise ValueError(f"there is no method {quoted(method)}; there are {', '.join(METHODS)}")
        at_least_one(threads)
        self.method = method
        self._ideas = switches(without)
        self.table = Table(hash_mb)
        self._notes, self._scheme = notes_for(threads, scheme), scheme
        self._works = [self._new_work() for _ in range(threads)]
        self._weights: Any = None
        self._is_warm = False
        self._lock = threading.Lock()

    def _new_work(self) -> Any:
        work: Any = np.zeros(1, RECORD).view(np.recarray)[0]
        work.table, work.buckets = self.table.entries.ctypes.data, self.table.buckets
        work.null_window = self.method != "alphabeta"
        work.notes = self._notes.ctypes.data if self._notes is not None else 0
        work.scheme = self._scheme
        work.ideas = self._ideas
        work.quarters = _ALL_QUARTERS if self._ideas & BIT["parity"] else 0
        return work

    def solve(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> Solved | None:
        """The score of a position, and the line of best play to the end."""
        with self._question(position, seconds, cancel) as question:
            score = question.score(position)
            return Solved(score, question.line(position, score), self.nodes, question.elapsed())
        return None

    def line(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> list[int]:
        """The moves of best play to the end."""
        solved = self.solve(position, seconds, cancel)
        return solved.line if solved else []

    def wdl(self, position: Any, seconds: float | None = None) -> int | None:
        """Whether the position is won (1), drawn (0) or lost (-1): sooner known than the score."""
        with self._question(position, seconds) as question:
            return int(np.sign(question.score(position, exact=False)))
        return None

    def outcome(
        self, position: Any, seconds: float | None = None, cancel: Cancel | None = None
    ) -> tuple[int, list[int]] | None:
        """Whether the position is won, drawn or lost, as a bound of its score, and a move that keeps that."""
        with self._question(position, seconds, cancel) as question:
            score = question.score(position, exact=False)
            return score, question.keeping(position, score)
        return None

    def best(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> tuple[int, list[int]] | None:
        """The score of a position and all moves that reach it."""
        with self._question(position, seconds, cancel) as question:
            score = question.score(position)
            return score, [move for move in legal(position) if question.reaches(position, move, score)]
        return None

    def scores(
        self,
        position: Any,
        seconds: float | None = None,
        on_score: Callable[[int, int], None] | None = None,
        cancel: Cancel | None = None,
    ) -> dict[int, int] | None:
        """The score of each move; `on_score` hears of each as soon as it is known."""
        with self._question(position, seconds, cancel) as question:
            scores = {}
            for move in legal(position):
                scores[move] = -question.score(native(play(position, move)))
                if on_score:
                    on_score(move, scores[move])
            return scores
        return None

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        """Whether an ending like this one is usually solved in so many seconds."""
        empty = _empty(position)
        return empty <= _UNHURRIED if seconds is None else _SECONDS_AT_20 * _GROWTH ** (empty - 20) <= seconds

    def outcome_in_reach(self, position: Any, seconds: float | None) -> bool:
        """Whether won, drawn or lost is usually known of an ending like this one in so many seconds."""
        empty = _empty(position)
        return empty <= _UNHURRIED if seconds is None else _OUTCOME_AT_20 * _GROWTH ** (empty - 20) <= seconds

    def warm(self, position: Any) -> None:
        """Compile the solver, read what it orders moves by and have its memory ready, before the first question."""
        _compiled()
        weights(8)
        if not self._is_warm:
            self.table.touch()
            self._is_warm = True

    @contextmanager
    def _question(self, position: Any, seconds: float | None, cancel: Cancel | None = None) -> Iterator["_Question"]:
        """One question: what is asked inside ends quietly, without an answer, when it is stopped."""
        _compiled()
        with self._lock:
            self.prepare(SIZE_OF[type(position)])
            with Countdown(self, seconds), cancel.stops(self) if cancel else nullcontext(), suppress(_Stopped):
                yield _Question(self)

    def prepare(self, size: int = 8) -> Any:
        """Be ready for a question about a board of this size; the record that a kernel of one's own may call `prove` with."""
        self._is_stopped = False
        self.table.age = (self.table.age + 1) % 256
        if self._notes is not None:
            self._notes.fill(0)
        if self._works[0].area not in (0, size * size):
            self.table.clear()  # the same discs are another position on a board of another size
        squares = [(row, column) for row in range(size) for column in range(size)]
        board = Bits(sum(1 << bit_of(row, column, size) for row, column in squares))
        corners = Bits(sum(1 << bit_of(row, column, size) for row in (0, size - 1) for column in (0, size - 1)))
        self._weights = weights(size) if size == 8 else np.zeros(0, np.int32)
        for work in self._works:
            work.age, work.nodes, work.stop = self.table.age, 0, 0
            work.ways = work.given_up = 0
            work.area, work.board, work.outside, work.corners = size * size, board, ~board, corners
            work.weights, work.weights_length = self._weights.ctypes.data, len(self._weights)
        return self._works[0]

    def _ask(self, position: Any, alpha: int, beta: int) -> int:
        """The score if it lies inside the window, else a bound on the same side."""
        own, other = Bits(position.own), Bits(position.other)
        empty = Bits(self._works[0].board) & ~(own | other)
        squares = [square for square in range(64) if int(empty) >> square & 1]
        parity = int(np.bitwise_xor.reduce(QUARTER[squares]) & self._works[0].quarters) if squares else 0
        question = own, other, empty, len(squares), parity, alpha, beta
        for work in self._works:  # who was stopped has left its way as it was
            work.ways = work.given_up = 0
        if len(self._works) > 1 and len(squares) >= _TOGETHER:
            score = self._ask_together(question)
        else:
            score = int(_compiled()(*question, self._works[0]))
            if self._works[0].stop:
                raise _Stopped
        return score

    def _remembered(self, position: Any) -> int:
        """The move the table has for a position, or none of its moves."""
        return int(remembered_move(Bits(position.own), Bits(position.other), self._works[0]))

    def _ask_together(self, question: tuple[Any, ...]) -> int:
        """The same by all threads at once."""
        answer = first_answer(lambda work: int(_compiled()(*question, work)), self._works)
        if self._is_stopped or answer is None:  # in this order: a stop that comes now is not lost
            raise _Stopped
        return answer


class _Question:
    """What can be asked while the solver answers one question."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._began = time.perf_counter()

    def elapsed(self) -> float:
        return time.perf_counter() - self._began

    def score(self, position: Any, exact: bool = True) -> int:
        """The score of a position."""
        if outcome(position) != ONGOING:
            return int(outcome(position)) // DISC
        guess = int(estimate(position, self._solver._weights)) // (2 * DISC) * 2
        area = SIZE_OF[type(position)] ** 2
        return settle(self._solver.method, lambda alpha, beta: self.ask(position, alpha, beta), area, guess, exact)

    def ask(self, position: Any, alpha: int, beta: int) -> int:
        return self._solver._ask(position, alpha, beta)

    def reaches(self, position: Any, move: int, score: int) -> bool:
        """Whether a move is worth this score at least."""
        child = native(play(position, move))
        if outcome(child) != ONGOING:
            return int(outcome(child)) // DISC <= -score
        return self.ask(child, -score, 1 - score) <= -score

    def keeping(self, position: Any, score: int) -> list[int]:
        """A move that keeps a win or a draw, that of the table if it does; all of them where every one loses."""
        if score < 0:
            return legal(position)
        least = min(score, 1)  # a win is kept by any score above 0
        return [next(move for move in self._likeliest_first(position) if self.reaches(position, move, least))]

    def line(self, position: Any, score: int) -> list[int]:
        """The moves of best play to the end, of which the table knows most."""
        line = []
        while outcome(position) == ONGOING:
            move = next(move for move in self._likeliest_first(position) if self.reaches(position, move, score))
            line.append(move)
            position, score = native(play(position, move)), -score
        return line

    def _likeliest_first(self, position: Any) -> list[int]:
        """The moves, that of the table first: to prove the others wrong takes long."""
        known = self._solver._remembered(position)
        return sorted(legal(position), key=lambda move: move != known)


def _empty(position: Any) -> int:
    """How many squares are empty."""
    return int(SIZE_OF[type(position)] ** 2 - (int(position.own) | int(position.other)).bit_count())


def legal(position: Any) -> list[int]:
    """The moves of a position; none if the game is over."""
    return legal_moves(position) if outcome(position) == ONGOING else []


_code: list[Any] = []


def _compiled() -> Any:
    """The machine code of the search, which is compiled at the first call."""
    if not _code:
        work = np.zeros(1, RECORD).view(np.recarray)[0]
        work.area, work.board = 64, ~Bits(0)
        _code.append(entry(prove, Bits(1), Bits(2), Bits(0), 0, 0, -1, 1, work))
    return _code[0]
