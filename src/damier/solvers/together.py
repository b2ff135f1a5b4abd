"""Exact solvers with several threads: each has a record, all answer one question, and the first that knows stops the others."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from damier.solvers.protocol import ExactSolver

T = TypeVar("T")


class TogetherSolver(ExactSolver):
    """A solver whose threads have a record each, with `stop`, `deadline` and `nodes`, which their search looks at."""

    is_parallel = True
    _works: Sequence[Any]
    _is_stopped = False

    def stop(self) -> None:
        """Let the question that is under way end soon, with what is known; called from another thread."""
        self._is_stopped = True
        for work in self._works:
            work.stop = 1

    def stop_at(self, deadline: int) -> None:
        """Let it end when this moment has come; 0: no such moment."""
        for work in self._works:
            work.deadline = deadline

    @property
    def nodes(self) -> int:
        """The nodes of all threads, of what is under way or was asked last."""
        return sum(int(work.nodes) for work in self._works)


def at_least_one(threads: int) -> int:
    """So many threads; ValueError if they are none."""
    if threads < 1:
        raise ValueError(f"a solver has at least one thread, not {threads}")
    return threads


def first_answer(ask: Callable[[Any], T], works: Sequence[Any]) -> T | None:
    """What the first of several threads finds, each with a record of its own; None if all were stopped before.

    A record whose `stop` is set makes `ask` give up. When this returns, none of them is at work, and whoever was stopped for
    another one's sake may be asked again.
    """
    answers: list[T] = []
    failures: list[BaseException] = []

    def answer(work: Any) -> None:
        try:
            found = ask(work)
        except BaseException as error:
            failures.append(error)
        else:
            if not work.stop:  # else it only gave up
                answers.append(found)
        for each in works:
            each.stop = 1

    threads = [threading.Thread(target=answer, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for work in works:
        work.stop = 0
    if failures:
        raise failures[0]
    return answers[0] if answers else None
