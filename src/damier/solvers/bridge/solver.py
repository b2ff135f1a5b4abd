"""How many tricks each side gets in a deal of bridge, and which card is worth what.

    from damier.games.bridge import start
    from damier.solvers.bridge import Solver

    solver = Solver()
    print(solver.best(start(cards=8, seed=3)))

Questions are asked one after the other, "are so many tricks won?", each halving what is possible. A score is the difference of
tricks at the end, those already won among them, for the side to play.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

import numpy as np

from damier.bits import popcount
from damier.cancel import Cancel
from damier.games.bridge.rules import SEATS, Bits
from damier.games.bridge.writing import hand_of, hands_of, trick_of, winning_place
from damier.kernel import entry, native
from damier.rules import ONGOING, legal_moves, outcome, play, same_player
from damier.search.clock import Countdown
from damier.solvers.bridge.ideas import switches
from damier.solvers.bridge.prove import YES, prove
from damier.solvers.bridge.table import Table
from damier.solvers.bridge.work import RECORD
from damier.solvers.protocol import ExactSolver

_SECONDS_AT_9, _GROWTH = 0.01, 5.0  # what nine cards a hand take, and how much longer one more


class _Stopped(Exception):
    """The question was ended before its answer was known."""


class Solver(ExactSolver):
    """Answers one question at a time, with a table that it keeps from one to the next.

    `without` names ideas (see `IDEAS`) to switch off. Each question ends early, with None, when its time is over or `stop()` is
    called.
    """

    unit = 1

    def __init__(self, hash_mb: int = 64, without: str | tuple[str, ...] = ()) -> None:
        self.table = Table(hash_mb)
        self._work: Any = np.zeros(1, RECORD).view(np.recarray)[0]
        self._work.ideas = switches(without)
        self._work.table, self._work.buckets = self.table.entries.ctypes.data, self.table.buckets
        self._lock = threading.Lock()

    def score(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> int | None:
        """The score of a deal for the side to play."""
        with self._question(seconds, cancel) as answered:
            answered.append(self._score(position))
        return answered[0] if answered else None

    def scores(
        self,
        position: Any,
        seconds: float | None = None,
        on_score: Callable[[int, int], None] | None = None,
        cancel: Cancel | None = None,
    ) -> dict[int, int] | None:
        """What each card is worth; `on_score` hears of each as soon as it is known."""
        with self._question(seconds, cancel) as answered:
            scores: dict[int, int] = {}
            for move in legal_moves(position) if outcome(position) == ONGOING else []:
                scores[move] = self._score_after(position, move)
                if on_score:
                    on_score(move, scores[move])
            answered.append(scores)
        return answered[0] if answered else None

    def best(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> tuple[int, list[int]] | None:
        """The score of a deal, and the cards that reach it."""
        with self._question(seconds, cancel) as answered:
            score = self._score(position)
            answered.append((score, [move for move in legal_moves(position) if self._reaches(position, move, score)]))
        return answered[0] if answered else None

    def line(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> list[int]:
        """The cards of best play to the end."""
        with self._question(seconds, cancel) as answered:
            score, line = self._score(position), []
            while outcome(position) == ONGOING:
                move = next(move for move in legal_moves(position) if self._reaches(position, move, score))
                line.append(move)
                child = native(play(position, move))
                score = score if same_player(position, child) else -score
                position = child
            answered.append(line)
        return answered[0] if answered else []

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        """Whether a deal with so many cards is usually solved in so much time."""
        return seconds is None or _SECONDS_AT_9 * _GROWTH ** (int(popcount(position.own)) - 9) <= seconds

    @property
    def nodes(self) -> int:
        return int(self._work.nodes)

    def stop(self) -> None:
        """Let the question that is under way end soon; called from another thread."""
        self._work.stop = 1

    def stop_at(self, deadline: int) -> None:
        """Let it end when this moment has come; 0: no such moment."""
        self._work.deadline = deadline

    def warm(self, position: Any) -> None:
        """Compile the search, before the first question."""
        _compiled()

    @contextmanager
    def _question(self, seconds: float | None, cancel: Cancel | None) -> Iterator[list[Any]]:
        """One question; its answer is put into what it gives, or nothing if it is stopped."""
        _compiled()
        with self._lock:
            self._work.stop = self._work.nodes = 0
            with Countdown(self, seconds), cancel.stops(self) if cancel else nullcontext():
                answered: list[Any] = []
                with suppress(_Stopped):
                    yield answered

    def _score_after(self, position: Any, move: int) -> int:
        """What a card is worth to who plays it."""
        child = native(play(position, move))
        score = self._score(child)
        return score if same_player(position, child) else -score

    def _score(self, position: Any) -> int:
        """The score of a deal for the side to play: what is possible is halved until one number is left."""
        if outcome(position) != ONGOING:
            return int(outcome(position))
        low, high = 0, int(popcount(position.own))
        while low < high:
            need = (low + high + 1) // 2
            low, high = (need, high) if self._wins(position, need) else (low, need - 1)
        return self._difference(position, low)

    def _reaches(self, position: Any, move: int, score: int) -> bool:
        """Whether a card is worth this score, which is the best."""
        child = native(play(position, move))
        if not same_player(position, child):
            score = -score
        if outcome(child) != ONGOING:
            return int(outcome(child)) == score
        tricks = self._tricks(child, score)
        is_ours = (int(position.seat) & 1) == 0  # whether north and south want to reach it
        return self._wins(child, tricks) if is_ours else not self._wins(child, tricks + 1)

    def _wins(self, position: Any, need: int) -> bool:
        """Whether north and south win so many of the tricks that are left."""
        work = self._work
        work.hands[:] = [Bits(hand) for hand in hands_of(position)]
        work.trumps = int(position.trumps)
        trick, led, best, best_seat = trick_of(position), 0, 0, 0
        if trick:
            place = winning_place(position)
            led, best, best_seat = trick[0], trick[place], (int(position.seat) - len(trick) + place) % SEATS
        bits = Bits(hand_of(trick))
        found = _compiled()(int(position.seat), len(trick), bits, led, best, best_seat, need, work)
        if work.stop:
            raise _Stopped
        return bool(int(found) & int(YES))

    def _difference(self, position: Any, tricks: int) -> int:
        """The score for the side to play if north and south win so many of the tricks that are left."""
        left = int(popcount(position.own))
        is_ours = (int(position.seat) & 1) == 0
        return int(position.own_tricks) - int(position.other_tricks) + (2 * tricks - left if is_ours else left - 2 * tricks)

    def _tricks(self, position: Any, score: int) -> int:
        """How many of the tricks that are left north and south win at this score for the side to play."""
        left = int(popcount(position.own))
        ahead = score - (int(position.own_tricks) - int(position.other_tricks))
        return (left + ahead) // 2 if (int(position.seat) & 1) == 0 else (left - ahead) // 2


_code: list[Any] = []


def _compiled() -> Any:
    """The machine code of the search, which is compiled at the first call."""
    if not _code:
        work: Any = np.zeros(1, RECORD).view(np.recarray)[0]
        _code.append(entry(prove, 0, 0, Bits(0), 0, 0, 0, 0, work))
    return _code[0]
