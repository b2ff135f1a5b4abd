"""Telling work to end: one token for whatever thinks, solves, learns or waits, however deep inside.

Who asks for work keeps the token and may `cancel` at any time, from any thread. Who works registers what ends it, for as
long as it lasts: a request that came before is heard then, and one that comes after reaches nobody. So nobody has to look
again and again whether there was one.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol


class Stoppable(Protocol):
    """What is at work, and can be told from another thread to end soon."""

    def stop(self) -> None: ...


class Cancel:
    """Whether work is to end. Once cancelled it stays so: other work has a token of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_cancelled = threading.Event()
        self._calls: list[Callable[[], None]] = []

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled.is_set()

    def cancel(self) -> None:
        """Let the work end; when this returns all that is registered has been told. It must not wait for this thread."""
        with self._lock:
            if not self._is_cancelled.is_set():
                self._is_cancelled.set()
                for call in self._calls:
                    call()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is cancelled, or for so many seconds; whether it is."""
        return self._is_cancelled.wait(seconds)

    @contextmanager
    def calls(self, call: Callable[[], None]) -> Iterator[None]:
        """Within this `call` is called when it is cancelled, by whoever does that; at once if it is already."""
        with self._lock:
            if self._is_cancelled.is_set():
                call()
            self._calls.append(call)
        try:
            yield
        finally:
            with self._lock:  # nothing is called after this
                self._calls.remove(call)

    def stops(self, work: Stoppable) -> AbstractContextManager[None]:
        """Within this the work is stopped when it is cancelled; at once if it is already."""
        return self.calls(work.stop)


class OneAtATime:
    """Who answers one question after the other, each of which can be cancelled; `stop` ends the one that is under way."""

    def __init__(self) -> None:
        self._under_way = Cancel()

    def stop(self) -> None:
        """Let the question that is under way end with what is known; called from another thread, or by who is told of it."""
        self._under_way.cancel()

    @contextmanager
    def _answering(self, cancel: Cancel | None) -> Iterator[Cancel]:
        """Within this a question is answered, which is to end when this token is cancelled or somebody says stop."""
        self._under_way = under_way = Cancel()
        with cancel.calls(under_way.cancel) if cancel else nullcontext():
            yield under_way
