"""A question that is thought about in a thread of its own, until it is answered or something else matters more."""

import threading
from collections.abc import Callable

GLANCE = 0.002  # seconds between requests to stop: one that comes before the thinking has begun is not heard


class Job:
    """Runs at once. What it finds is said only as long as `is_wanted`, and after `end` nothing more is."""

    def __init__(self, run: Callable[["Job"], None], stop: Callable[[], None]) -> None:
        self.is_silent = False
        self._ending = threading.Event()
        self._stop = stop
        self._thread = threading.Thread(target=run, args=(self,), name="damier-job", daemon=True)
        self._thread.start()

    @property
    def is_ending(self) -> bool:
        return self._ending.is_set()

    def is_wanted(self) -> bool:
        return not self.is_ending

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def wait_for_end(self, seconds: float | None = None) -> bool:
        """Wait, in the job's own thread, until it is to end; whether it is, when that takes longer."""
        return self._ending.wait(seconds)

    def end(self, silently: bool = True) -> None:
        """Let it stop thinking, say what it has unless it is to be silent, and wait for that."""
        self.is_silent = silently
        self._ending.set()
        while self._thread.is_alive():
            self._stop()
            self._thread.join(GLANCE)
