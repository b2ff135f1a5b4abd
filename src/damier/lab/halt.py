"""Ending an experiment early: the search under way is stopped, what was finished before is kept."""

from collections.abc import Callable


class Halt:
    """Called, from another thread, to end an experiment; the experiment says what stops its present search."""

    def __init__(self) -> None:
        self.is_wanted = False
        self._stop: Callable[[], None] = lambda: None

    def __call__(self) -> None:
        self.is_wanted = True
        self._stop()

    def reaches(self, stop: Callable[[], None]) -> None:
        """From now on `stop` ends the present search."""
        self._stop = stop
        if self.is_wanted:
            stop()
