"""A question that is thought about in a thread, until it is answered or something else matters more."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

GLANCE = 0.002  # seconds between requests to stop: one that comes before the thinking has begun is not heard


class Job:
    """Runs at once. What it finds is said only as long as `is_wanted`, and after `end` nothing more is."""

    def __init__(self, run: Callable[["Job"], None], stop: Callable[[], None]) -> None:
        self.is_silent = False
        self._ending = threading.Event()
        self._done = threading.Event()
        self._run = run
        self._stop = stop
        _hand_to(self)

    @property
    def is_ending(self) -> bool:
        return self._ending.is_set()

    def is_wanted(self) -> bool:
        return not self.is_ending

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def wait_for_end(self, seconds: float | None = None) -> bool:
        """Wait, in the job's own thread, until it is to end; whether it is, when that takes longer."""
        return self._ending.wait(seconds)

    def end(self, silently: bool = True) -> None:
        """Let it stop thinking, say what it has unless it is to be silent, and wait for that."""
        self.is_silent = silently
        self._ending.set()
        while not self._done.is_set():
            self._stop()
            self._done.wait(GLANCE)

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
