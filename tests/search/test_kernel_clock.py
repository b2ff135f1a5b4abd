"""The clock that a kernel looks at by itself, and the thread where it cannot."""

import os
import subprocess
import sys
import threading
import time

import pytest

from damier.games import load
from damier.kernel import compiled
from damier.search import clock
from damier.search.clock import KERNELS_SEE_TIME, OFTEN, SECOND, Countdown, now
from damier.search.driver import Options, search
from damier.search.work import Work

pytestmark = pytest.mark.xdist_group("connect4")

DEEP = 30  # plies of Connect 4, which nobody searches in a second
LATE = 0.5  # seconds that a busy machine may add


@compiled
def _time() -> int:
    return now()


def test_kernels_and_python_read_the_same_clock() -> None:
    before, seen, after = now(), _time(), now()
    assert before <= seen <= after or not KERNELS_SEE_TIME
    assert after - before < 60 * SECOND


def test_linux_and_macos_kernels_see_the_time() -> None:
    assert sys.platform not in ("linux", "darwin") or KERNELS_SEE_TIME


@pytest.mark.sanitize
@pytest.mark.parametrize("sees", [True, False])
def test_a_search_ends_when_its_time_is_up(sees: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the kernel itself, or by a thread."""
    monkeypatch.setattr(clock, "KERNELS_SEE_TIME", sees and KERNELS_SEE_TIME)
    position = load("connect4").start()
    search(position, "alphabeta", 1)
    work = Work()
    began = time.perf_counter()
    found = search(position, "alphabeta", DEEP, Options(seconds=0.05, work=work))
    assert not found.complete
    assert 0.05 <= time.perf_counter() - began < 0.05 + LATE
    assert work.record.deadline == 0  # the next search with it has all the time it wants


def test_without_a_deadline_the_clock_is_not_looked_at() -> None:
    found = search(load("connect4").start(), "alphabeta", 6)
    assert found.complete
    assert found.nodes > OFTEN


def test_time_can_begin_to_run_while_a_search_is_under_way() -> None:
    work = Work()
    with Countdown(work) as countdown:
        assert work.record.deadline == 0
        countdown.start(0.02)
        countdown.start(0.01)  # counts instead of the first
        found = search(load("connect4").start(), "alphabeta", DEEP, Options(work=work, seconds=None))
    assert not found.complete
    countdown.start(0.0)  # too late to matter
    assert work.record.deadline == 0


class Bell:
    """What can only be told to stop."""

    def __init__(self) -> None:
        self.rung = threading.Event()

    def stop(self) -> None:
        self.rung.set()

    def stop_at(self, deadline: int) -> None:
        raise AssertionError("nobody would look")


def test_where_kernels_see_no_time_a_thread_stops_what_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "KERNELS_SEE_TIME", False)
    bell = Bell()
    with Countdown(bell) as countdown:
        assert not bell.rung.wait(0.02)
        countdown.start(0.01)
        assert bell.rung.wait(60)


def test_a_countdown_that_is_over_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "KERNELS_SEE_TIME", False)
    bell = Bell()
    with Countdown(bell) as countdown:
        countdown.start(60.0)
    countdown.start(0.001)
    assert not bell.rung.wait(0.1)


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="there is no machine code without the compiler")
def test_the_clock_survives_the_compile_cache(tmp_path: object) -> None:
    """Another process takes the machine code from the cache, where the system's function stands by its name."""
    program = (
        "from damier.games import load\nfrom damier.search.driver import Options, search\n"
        f"found = search(load('connect4').start(), 'alphabeta', {DEEP}, Options(seconds=0.05))\n"
        "print(found.complete, found.seconds)\n"
    )
    environment = {**os.environ, "DAMIER_CACHE": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    for _ in range(2):
        told = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
        complete, seconds = told.stdout.split()
        assert complete == "False"
        assert float(seconds) < 0.05 + LATE
