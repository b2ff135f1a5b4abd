"""How the server ends: within a few seconds of Ctrl-C or SIGTERM, whatever goes on.

Everything is asked to end and gets a little time. What does not heed that, as the rules of a person's own game that never come
to an end, is cut off with the process. Nothing is lost by it: games and books change in whole transactions.
"""

import contextlib
import os
import signal
import sys
import threading
import time

SECONDS = 2.0  # from the signal to the end of the process, at most


class Ending:
    """Watches over the end of the process, from the first signal on."""

    def __init__(self) -> None:
        self._signal: int | None = None
        self._is_asked = threading.Event()
        threading.Thread(target=self._watch, name="damier-ending", daemon=True).start()

    @property
    def has_begun(self) -> bool:
        return self._signal is not None

    def begin(self, number: int) -> None:
        """A signal has come, in the main thread; with the second one the process ends at once."""
        if self._signal is not None:
            self.end_now()
        self._signal = number
        if number == signal.SIGTERM:
            signal.signal(number, signal.SIG_DFL)  # which ends the process, by whoever sends it again
        self._is_asked.set()

    def end_now(self) -> None:
        """End the process: after Ctrl-C as if nothing were wrong, which is how a person ends the server; else by its signal."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        if self._signal in (None, signal.SIGINT):
            os._exit(0)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.1)  # where it is ignored
        os._exit(128 + signal.SIGTERM)

    def _watch(self) -> None:
        self._is_asked.wait()
        time.sleep(SECONDS)
        self.end_now()
