"""Several threads that answer one question: the first that knows stops the others."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


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
