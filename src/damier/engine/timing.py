"""The time of one question: when the search, or the solver before it, is to end.

The clock rings early, by a margin in which they come back.
"""

import contextlib
import time
from collections.abc import Iterator
from typing import NamedTuple

from damier.cancel import Cancel
from damier.engine.clock import Allowance, Pace
from damier.engine.question import Question
from damier.search.clock import KERNELS_SEE_TIME, Countdown, Timed

# Seconds the clock rings before time is up: what comes after the search, and, where a thread has to say stop, its delay
MARGIN = 0.002 if KERNELS_SEE_TIME else 0.015
MARGIN_SHARE = 0.15  # ... or this share of the time, if that is less
LEAST = 0.0005  # seconds a search is given, however late it is
SOLVER_SHARE = 0.85  # of the time, which the exact solver gets before the search has to do


class Timing(NamedTuple):
    """The time that a question is allowed, from when it `began`, and who may end it before."""

    question: Question
    allowed: Allowance
    began: float
    cancel: Cancel

    def left(self, share: float = 1.0, began: float | None = None) -> float | None:
        """The seconds until the clock rings; hardly any for who is cancelled: what it finds is better than nothing."""
        if self.cancel.is_cancelled:
            return LEAST
        if self.allowed.hard is None:
            return None
        margin = min(MARGIN, MARGIN_SHARE * self.allowed.hard)
        taken = time.perf_counter() - (self.began if began is None else began)
        return max(LEAST, share * self.allowed.hard - margin - taken)

    def left_for_solver(self) -> float | None:
        return self.left(SOLVER_SHARE)

    def pace(self) -> Pace | None:
        """Who decides after each depth whether there is time for the next; nobody, where all of it is to be used."""
        question = self.question
        return Pace(self.allowed, self.began, question.ponder is not None) if question.clock or question.ponder else None

    @contextlib.contextmanager
    def limits(self, search: Timed, pace: Pace | None) -> Iterator[None]:
        """Within this a search is stopped when its time is up; who ponders has no limit before the other player moves."""

        def begin() -> None:
            if pace and pace.start():
                countdown.start(self.left(began=time.perf_counter()))
            else:
                search.stop()

        is_late = self.cancel.is_cancelled
        with Countdown(search) as countdown, contextlib.nullcontext() if is_late else self.cancel.stops(search):
            if self.question.ponder is None or is_late:
                countdown.start(self.left())
            else:
                self.question.ponder.then(begin)
            yield
