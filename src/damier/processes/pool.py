"""Tasks shared out among workers (`staff.py`), each of whom is watched: processes of damier's own (`serving.py`), unless it is
told otherwise.

A process that ends, or says nothing long after it should have, costs its task alone, and another one takes its place: nothing
that is done in a process can stop the others. Who was killed, by somebody or by the system, has not failed: his task is given
to another one; so is any task where workers sit on other machines, which may be switched off. It counts once. Ctrl-C does not
reach processes; they end with whoever uses the pool.
"""

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from damier.errors import BadInput
from damier.processes.staff import HERE, Kind, Places, Seat, Staff, Word

START_SECONDS = 600.0  # in which a process must be ready: what it does may have to be compiled
TICK = 0.2  # seconds between two looks at the clocks

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

    def run(self, tasks: Iterator[T | None], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """Have the tasks done, and tell of each as it ends, once; nobody is left behind.

        None in the place of a task says that there is none yet, and that one may ask again when another has ended.
        """

    def stop(self) -> None:
        """Let `run` end soon, from another thread or `on_end`; tasks that are not done do not count."""


class MakesWorkers(Protocol):
    """What makes workers of any kind: `Pool`, or anything that is asked as it is."""

    def __call__(
        self, worker: str, terms: Mapping[str, Any], write: Callable[[T], Any], jobs: int = 0, grace: float = 5.0
    ) -> Workers[T]: ...


@dataclass
class _Errand(Generic[T]):
    """A task, and how often those who did it have ended in the middle."""

    task: T
    crashes: int = 0
    kills: int = 0


@dataclass
class _Busy(Generic[T]):
    """What a worker does, and how long he is waited for."""

    errand: _Errand[T]
    seconds: float = START_SECONDS
    since: float = field(default_factory=time.monotonic)
    last: Mapping[str, Any] = field(default_factory=dict)

    def waits(self, seconds: float, last: Mapping[str, Any]) -> None:
        """From now on it has so many seconds."""
        self.seconds, self.since, self.last = seconds, time.monotonic(), last


class Pool(Generic[T]):
    """So many workers, 0 for one a core, that begin with the same terms and get a line for each task."""

    def __init__(
        self,
        worker: str,
        terms: Mapping[str, Any],
        write: Callable[[T], Any],
        jobs: int = 0,
        grace: float = 5.0,
        places: Places = HERE,
    ) -> None:
        """`worker` is the module whose `main` a process runs; `write` makes something of a task that fits into JSON.

        A process gets `grace` seconds beyond its time to say itself that nobody answers. `places` are where workers sit.
        """
        self.jobs = jobs or places.count()
        self._staff = Staff(places, worker, terms)
        self._write = write
        self._grace = grace
        self._busy: dict[Seat, _Busy[T]] = {}
        self._waiting: deque[_Errand[T]] = deque()
        self._idle: list[Seat] = []  # who has nothing to do yet
        self._is_stopped = False

    def run(self, tasks: Iterator[T | None], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """Have the tasks done, and tell of each as it ends; no process is left behind."""
        try:
            for task in itertools.islice(tasks, self.jobs):
                if task is not None:
                    self._waiting.append(_Errand(task))
                self._staff.hire()
            while (self._busy or self._waiting) and not self._is_stopped:
                word = self._staff.hear(TICK)
                if word is not None:
                    self._attend(word, tasks, on_end)
                for seat, late in [*self._busy.items()]:
                    if time.monotonic() > late.since + late.seconds + self._grace:
                        self._staff.leave(seat)
                        self._fail(seat, f"no answer within {late.seconds:.3g} s", tasks, on_end)
        finally:
            self._staff.close()

    def stop(self) -> None:
        """Let `run` end soon, from another thread or `on_end`; tasks that are not done do not count."""
        self._is_stopped = True

    def _attend(self, word: Word, tasks: Iterator[T | None], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """See what a worker says."""
        seat = word.seat
        if word.kind is Kind.READY:
            self._go_on(seat, tasks)
        elif word.kind is Kind.GONE:
            self._lose(word, tasks, on_end)
        elif seat in self._busy and "done" in word.said:
            busy = self._busy.pop(seat)
            on_end(TaskEnd(busy.errand.task, word.said["done"], last=busy.last))
            idle, self._idle = self._idle, []
            for each in (seat, *idle):
                self._go_on(each, tasks)
        elif seat in self._busy:
            self._busy[seat].waits(float(word.said.get("seconds", START_SECONDS)), word.said)

    def _go_on(self, seat: Seat, tasks: Iterator[T | None]) -> None:
        """Give a worker his next task, or let him go."""
        if not self._waiting:
            for task in itertools.islice(tasks, 1):
                if task is None:
                    self._idle.append(seat)
                    return
                self._waiting.append(_Errand(task))
        if not self._waiting:
            self._staff.leave(seat)
            return
        busy = self._busy[seat] = _Busy(self._waiting.popleft())
        self._staff.say(seat, self._write(busy.errand.task))

    def _lose(self, word: Word, tasks: Iterator[T | None], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """A worker has gone; his task is given to another one, or lost with him."""
        busy = self._busy.get(word.seat)
        if word.seat in self._idle:
            self._idle.remove(word.seat)
            self._staff.hire()
            return
        if busy is None:  # he had none yet
            if len(self._staff) - len(self._busy) < len(self._waiting):
                self._staff.hire()
            return
        errand = busy.errand
        errand.crashes += not word.is_killed
        errand.kills += word.is_killed
        if errand.crashes < self._staff.places.crashes and errand.kills < self._staff.places.kills:
            del self._busy[word.seat]
            self._waiting.appendleft(errand)
            self._staff.hire()
            return
        if not busy.last:
            if self._staff.places is HERE:
                raise RuntimeError("a process has ended before it began with its task")
            raise BadInput(f"workers end before they begin with their task: {word.why}")
        self._fail(word.seat, word.why, tasks, on_end)

    def _fail(self, seat: Seat, reason: str, tasks: Iterator[T | None], on_end: Callable[[TaskEnd[T]], None]) -> None:
        """A task is lost with its worker; another one takes over."""
        busy = self._busy.pop(seat)
        if not busy.last:
            raise RuntimeError("a process has said nothing of its task")
        on_end(TaskEnd(busy.errand.task, failure=reason, last=busy.last))
        for task in itertools.islice(tasks, 1):
            if task is not None:
                self._waiting.append(_Errand(task))
            self._staff.hire()
