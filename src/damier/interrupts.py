"""Ctrl-C while machine code runs: the work is done in another thread, so that Python can hear of it."""

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

GRACE = 5.0  # seconds in which a search that was stopped returns, and a thousand times more than it needs


def interruptible(
    run: Callable[[], T],
    stop: Callable[[], None] | None = None,
    on_tick: Callable[[], None] | None = None,
    grace: float | None = None,
) -> T:
    """Run in another thread, so that Ctrl-C can reach a kernel: `stop` lets it return what it has, else all ends.

    So it does if what was stopped has not returned after the `grace`, some seconds: rules of a person's own may never.
    `on_tick` is called now and then while it lasts.
    """
    answers: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()
    is_stopping = False
    ends = float("inf")

    def work() -> None:
        try:
            answers.append(run())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while not done.is_set():
        try:
            done.wait(0.1)
            if on_tick:
                on_tick()
            if time.monotonic() > ends:
                if not _is_compiling(thread):
                    raise KeyboardInterrupt
                ends = time.monotonic() + (grace or 0.0)  # what comes after the compiler has time, too
        except KeyboardInterrupt:
            if stop is None or is_stopping:  # who asks twice does not want to wait
                raise
            is_stopping = True
            ends = time.monotonic() + (float("inf") if grace is None else grace)
            stop()
    if errors:
        raise errors[0]
    return answers[0]


def _is_compiling(thread: threading.Thread) -> bool:
    """Whether a thread is in the compiler, which ends by itself."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        if f"{os.sep}numba{os.sep}" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False
