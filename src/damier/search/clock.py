"""The clock that ends a search: the kernel looks at it by itself.

A thread that waits and then says stop comes to run when the system lets it, on a busy machine milliseconds late. So a
kernel asks the system for the time, every so many nodes, and compares it with the deadline in its record:

    deadline    nanoseconds of `now`; 0: none

The system's function is found by its name when the machine code is loaded, so that it survives the compile cache. Where
there is none a thread says stop, as it does for whatever else is to end then.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from damier.cancel import Stoppable
from damier.kernel import compiled_as, inlined, part

FUNCTION = "clock_gettime"
OFTEN = 256  # nodes, a power of two: a fraction of a millisecond in any game; to ask takes some 40 nanoseconds
SECOND = 1_000_000_000


KERNELS_SEE_TIME = hasattr(time, "clock_gettime_ns") and hasattr(ctypes.CDLL(None), FUNCTION)


def now() -> int:
    """Nanoseconds since some moment; in compiled code 0 where kernels cannot see the time."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) if KERNELS_SEE_TIME else time.monotonic_ns()


@intrinsic
def _system_time(context: Any) -> Any:
    """What the system's function says, which writes seconds and nanoseconds."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, number = ir.IntType(64), ir.IntType(32)
        kind = ir.FunctionType(number, [number, word.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, kind, FUNCTION)
        told = cgutils.alloca_once(builder, word, size=2)
        builder.call(function, [ir.Constant(number, time.CLOCK_MONOTONIC), told])
        seconds = builder.load(told)
        rest = builder.load(builder.gep(told, [ir.Constant(number, 1)]))
        return builder.add(builder.mul(seconds, ir.Constant(word, SECOND)), rest)

    return types.int64(), generate


@compiled_as(now)
def _compiled_now() -> Callable[[], Any]:
    if KERNELS_SEE_TIME:
        return lambda: _system_time()
    return lambda: 0


@inlined
def is_time_to_look(nodes: Any) -> Any:
    """Whether the clock is to be looked at, by the number of nodes that were visited."""
    return nodes & (OFTEN - 1) == 0


@part
def is_late(deadline: Any) -> Any:
    """Whether a deadline, if there is one, has passed."""
    return deadline > 0 and now() >= deadline


class Timed(Stoppable, Protocol):
    """What can also be told to end at a moment of `now` (0: at none)."""

    def stop_at(self, deadline: int) -> None: ...


class Countdown:
    """Ends what is at work when its time is up. Its time may begin to run at any moment; until then there is no limit."""

    def __init__(self, work: Timed, seconds: float | None = None) -> None:
        self._work = work
        self._watch: _Watch | None = None
        self._is_over = False
        self._lock = threading.Lock()
        self.start(seconds)

    def start(self, seconds: float | None) -> None:
        """Let so many seconds run from now; None is no limit."""
        if seconds is None:
            return
        with self._lock:
            if self._is_over:
                return
            if KERNELS_SEE_TIME:
                self._work.stop_at(now() + max(1, int(seconds * SECOND)))
            else:
                self._stop_watch()
                self._watch = _Watch(self._work.stop, seconds)

    def __enter__(self) -> "Countdown":
        return self

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._is_over = True
            self._stop_watch()
            if KERNELS_SEE_TIME:
                self._work.stop_at(0)

    def _stop_watch(self) -> None:
        if self._watch:
            self._watch.end()
            self._watch = None


class _Watch:
    """A thread that says stop after so many seconds, unless it is ended before."""

    def __init__(self, stop: Callable[[], None], seconds: float) -> None:
        self._stop = stop
        self._deadline = time.perf_counter() + seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="damier-clock", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        """The thread may come to run late: it waits for what is left."""
        if not self._over.wait(max(0.0, self._deadline - time.perf_counter())):
            self._stop()

    def end(self) -> None:
        self._over.set()
        self._thread.join()  # or it might stop what comes after
