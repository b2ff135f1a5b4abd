"""A question that is thought about in a thread, until it is answered or something else matters more."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

from damier.cancel import Cancel


class Job:
    """Runs at once, and is to end when `cancel` says so; after `end` nothing more is said."""

    def __init__(self, run: Callable[["Job"], None]) -> None:
        self.cancel = Cancel()
        self.is_silent = False  # nobody wants what it finds
        self._done = threading.Event()
        self._run = run
        _hand_to(self)

    def end(self, silently: bool = True) -> None:
        """Let it stop thinking, say what it has unless it is to be silent, and wait for that."""
        self.is_silent = silently
        self.cancel.cancel()
        self._done.wait()

    def _do(self) -> None:
        try:
            self._run(self)
        finally:
            self._done.set()


_idle = SimpleQueue["SimpleQueue[Job]"]()  # where threads wait that have nothing to do


def _hand_to(job: Job) -> None:
    """Let a thread that waits do it, or else a new one: to start one takes longer than a move on a fast clock."""
    if _idle.empty():
        waiting = SimpleQueue[Job]()
        threading.Thread(target=_work, args=(waiting,), name="damier-job", daemon=True).start()
    else:
        waiting = _idle.get()
    waiting.put(job)


def _work(waiting: "SimpleQueue[Job]") -> None:
    while True:
        waiting.get()._do()
        _idle.put(waiting)
