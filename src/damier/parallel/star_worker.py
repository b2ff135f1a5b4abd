"""A worker of a star: it searches the subtrees that a master gives it, one after the other, and hears his orders meanwhile.

A task is a line with its number, the moves that lead to a position, the depth, and the window. The worker tells what the
position is worth at least as soon as it knows more; an order narrows the window of a task, or stops it.
"""

import threading
from typing import Any

from damier.errors import in_a_line
from damier.games import load
from damier.parallel.question import Question
from damier.parallel.subtree import Subtrees
from damier.processes.serving import Say, Work, serve


class StarWorker:
    """The task that is under way, and what was ordered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subtrees: Subtrees | None = None
        self._number = 0  # of the task that is under way
        self._ordered: dict[int, dict[str, Any]] = {}  # what was ordered last, by the number of its task

    def begin(self, terms: dict[str, Any], say: Say) -> Work:
        """Get ready for a question."""
        try:
            question = Question(**terms)
            subtrees = self._subtrees = Subtrees(load(question.game, **question.options), question)
        except (ValueError, MemoryError) as error:
            say({"refused": in_a_line(error)})
            raise

        def search(task: dict[str, Any]) -> dict[str, Any]:
            number = task["task"]
            with self._lock:
                self._number = number
                subtrees.ready()
                self._ordered = {other: order for other, order in self._ordered.items() if other >= number}

            def window() -> tuple[int, int]:
                order = self._ordered.get(number, task)
                return order["alpha"], order["beta"]

            try:
                found = subtrees.search(
                    task["path"],
                    task["depth"],
                    window,
                    lambda low, is_proved: say({"task": number, "low": low, "is_proved": is_proved}),
                    lambda: not self._ordered.get(number, {}).get("stop"),
                    task.get("seconds"),
                )
            except ValueError as error:
                say({"refused": in_a_line(error)})
                raise
            with self._lock:
                self._number = 0
            return {"task": number, **found.to_json()}

        return search

    def hear(self, order: dict[str, Any]) -> None:
        """Take an order, at once if it concerns what is under way."""
        with self._lock:
            number = order["task"]
            if number < self._number:
                return
            before = self._ordered.get(number, {})
            self._ordered[number] = before | order
            if order.get("stop") and number == self._number and self._subtrees is not None:
                self._subtrees.stop()


def main() -> None:
    """Search what is asked for until the input ends."""
    worker = StarWorker()
    serve(worker.begin, worker.hear)
