"""Compiling behind: the engine is made ready in a thread of its own while a page or another program is answered."""

import contextlib
import gc
import threading
import time
from collections.abc import Callable

from damier.cancel import Cancel
from damier.engine.compiling import Compiling


def spare_collection() -> None:
    """Let Python's collection of garbage pass over all that is there now, for good.

    It goes through everything once in a while, and with a compiler in memory that takes a tenth of a second, on the clock of
    whoever thinks then. For programs that do nothing else, when they are ready to play.
    """
    gc.collect()
    gc.freeze()


class Preparation:
    """The engine is made ready for one type of position, in a thread of its own."""

    def __init__(self, warm: Callable[[], None], after: float = 0.0, compiling: Compiling | None = None) -> None:
        """`after` so many seconds, in which a page can be shown: the compiler leaves little to other threads.

        `compiling` is what other processes do for it, if they do: a player who knows of them can answer meanwhile.
        """
        self.compiling = compiling
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []  # who is still to be told that it has ended
        self._after = after
        self.error: Exception | None = None
        threading.Thread(target=self._run, args=(warm,), name="damier-prepare", daemon=True).start()

    def _run(self, warm: Callable[[], None]) -> None:
        try:
            time.sleep(self._after)
            warm()
        except Exception as error:
            self.error = error
        finally:
            with self._lock:
                self._done.set()
                listeners, self._listeners = self._listeners, []
            for tell in listeners:
                with contextlib.suppress(Exception):  # of one who cannot hear it: the others are to
                    tell()

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    @property
    def share(self) -> float | None:
        """How much of it is done, from 0 to 1; None where that is not known."""
        return None if self.compiling is None or self.is_done else self.compiling.share

    def when_done(self, tell: Callable[[], None]) -> None:
        """Call `tell` when it has ended, well or not: from its own thread, or at once if that is past."""
        with self._lock:
            if not self.is_done:
                self._listeners.append(tell)
                return
        tell()

    def wait(self, cancel: Cancel | None = None) -> None:
        """Wait until the engine can think, or is no longer wanted to; raise what went wrong."""
        if not self.is_done:
            woken = threading.Event()
            self.when_done(woken.set)
            with (cancel or Cancel()).calls(woken.set):
                woken.wait()
        if self.error is not None:
            raise self.error
