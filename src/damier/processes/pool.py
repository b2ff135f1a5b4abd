"""Tasks shared out among processes of damier's own (`serving.py`), each of which is watched.

A process that ends, or says nothing long after it should have, costs its task alone, and another one takes its place: nothing
that is done in a process can stop the others. One that was killed, by somebody or by the system, has not failed: its task is
done again, and counts once. Ctrl-C does not reach them; they end with whoever uses the pool.
"""

import contextlib
import itertools
import json
import os
import queue
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from damier.processes.program import Inbox, Program, ProgramEnded

START_SECONDS = 600.0  # in which a process must be ready: what it does may have to be compiled
TICK = 0.2  # seconds between two looks at the clocks
MOST_KILLS = 5  # of the processes of one task; it may be the task itself that takes the memory for which it is killed
OWN_LINE = 1 << 34  # characters: what damier's own processes say is never torn apart

T = TypeVar("T")


@dataclass(frozen=True)
class TaskEnd(Generic[T]):
    """How a task has ended: with a result, or a failure in words; and what its process had said last on the way."""

    task: T
    result: Any = None
    failure: str = ""
    last: Mapping[str, Any] = field(default_factory=dict)


class Workers(Protocol[T]):
    """Who does tasks: processes of this machine (`Pool`), or of others."""

    jobs: int  # how many tasks are done at once

    def run(self, tasks: Iterator[T], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """Have the tasks done, and tell of each as it ends, once; nobody is left behind."""

    def stop(self) -> None:
        """Let `run` end soon, from another thread or `on_end`; tasks that are not done do not count."""


class MakesWorkers(Protocol):
    """What makes workers of any kind: `Pool`, or anything that is asked as it is."""

    def __call__(
        self, worker: str, terms: Mapping[str, Any], write: Callable[[T], Any], jobs: int = 0, grace: float = 5.0
    ) -> Workers[T]: ...


@dataclass
class _Seat(Generic[T]):
    """A process, its task, and how long it is waited for."""

    program: Program
    task: T
    seconds: float = START_SECONDS
    since: float = field(default_factory=time.monotonic)
    last: Mapping[str, Any] = field(default_factory=dict)
    kills: int = 0  # of processes that had the task before

    def waits(self, seconds: float, last: Mapping[str, Any]) -> None:
        """From now on it has so many seconds."""
        self.seconds, self.since, self.last = seconds, time.monotonic(), last


class Pool(Generic[T]):
    """So many processes, 0 for one a core, that begin with the same terms and get a line for each task."""

    def __init__(
        self, worker: str, terms: Mapping[str, Any], write: Callable[[T], Any], jobs: int = 0, grace: float = 5.0
    ) -> None:
        """`worker` is the module whose `main` a process runs; `write` makes something of a task that fits into JSON.

        A process gets `grace` seconds beyond its time to say itself that nobody answers.
        """
        self.jobs = jobs or os.cpu_count() or 1
        self._command = [sys.executable, "-P", "-c", f"from {worker} import main; main()"]
        self._terms = terms
        self._write = write
        self._grace = grace
        self._inbox: Inbox = queue.Queue()
        self._seats: dict[Program, _Seat[T]] = {}
        self._is_stopped = False

    def run(self, tasks: Iterator[T], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """Have the tasks done, and tell of each as it ends; no process is left behind."""
        try:
            for task in itertools.islice(tasks, self.jobs):
                self._start(task)
            while self._seats and not self._is_stopped:
                self._attend(tasks, on_end)
                late = [seat for seat in self._seats.values() if time.monotonic() > seat.since + seat.seconds + self._grace]
                for seat in late:
                    self._lose(seat, f"no answer within {seat.seconds:.3g} s", tasks, on_end)
        finally:
            for seat in list(self._seats.values()):
                self._leave(seat)

    def stop(self) -> None:
        """Let `run` end soon, from another thread or `on_end`; tasks that are not done do not count."""
        self._is_stopped = True

    def _attend(self, tasks: Iterator[T], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """Hear what the next process says, if one says something soon."""
        try:
            program, line = self._inbox.get(timeout=TICK)
        except queue.Empty:
            return
        seat = self._seats.get(program)
        if seat is None:  # the last words of a process that we have left
            return
        if line is None and seat.kills < MOST_KILLS and program.was_killed:
            self._leave(seat)
            self._start(seat.task, seat.kills + 1)
            return
        if line is None:
            self._lose(seat, "crashed, and damier's process with it", tasks, on_end)
            return
        said = json.loads(line)
        if "done" in said:
            on_end(TaskEnd(seat.task, said["done"], last=seat.last))
            self._go_on(seat, tasks)
        else:
            seat.waits(said["seconds"], said)

    def _start(self, task: T, kills: int = 0) -> None:
        """Start a process with a task."""
        program = Program(self._command, self._inbox, is_heard=True, longest=OWN_LINE)
        seat = self._seats[program] = _Seat(program, task, kills=kills)
        self._send(seat, self._terms)
        self._send(seat, self._write(task))

    def _go_on(self, seat: _Seat[T], tasks: Iterator[T]) -> None:
        """Give a process its next task, or let it go."""
        for task in itertools.islice(tasks, 1):
            seat.task, seat.kills = task, 0
            seat.waits(START_SECONDS, {})
            self._send(seat, self._write(task))
            return
        self._leave(seat)

    def _lose(self, seat: _Seat[T], reason: str, tasks: Iterator[T], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """A task is lost with its process; another one takes over."""
        if not seat.last:
            raise RuntimeError("a process has ended before it began with its task")
        self._leave(seat)
        on_end(TaskEnd(seat.task, failure=reason, last=seat.last))
        for task in itertools.islice(tasks, 1):
            self._start(task)

    def _send(self, seat: _Seat[T], what: Any) -> None:
        with contextlib.suppress(ProgramEnded):  # the inbox tells of it
            seat.program.send(json.dumps(what))

    def _leave(self, seat: _Seat[T]) -> None:
        del self._seats[seat.program]
        seat.program.close()
