"""A run through a suite, on several processes at once (`worker.py`).

A process that ends, or says nothing long after the time for a problem, costs that problem; another one takes its place.
"""

import contextlib
import itertools
import json
import os
import queue
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from damier.arena.program import Ended, Inbox, Program
from damier.arena.sides import check_side, seen_by
from damier.games.game import BadInput
from damier.suites.answer import Answer
from damier.suites.problem import Problem, game_of_suites
from damier.suites.report import SuiteReport, report_on
from damier.suites.solver import answer_from_json, setting_for

START_SECONDS = 600.0  # in which a process must be ready: the search may have to be compiled
PATIENCE = 60.0  # seconds beyond the time for a problem
GRACE = 15.0  # seconds more that a process gets to say so itself
TICK = 0.2  # seconds between two looks at the clock
WORKER = "from damier.suites.worker import main; main()"


def run_suite(problems: Sequence[Problem], setting: str = "", **terms: Any) -> SuiteReport:
    """Let a setting (`arena/setting.py`) answer problems; `terms` are those of `SuiteRun`."""
    return SuiteRun(problems, setting, **terms).run()


@dataclass
class Seat:
    """A process, the problem it works on, and until when."""

    program: Program
    task: int
    until: float
    is_ready: bool = False


class SuiteRun:
    """A run that can be stopped from another thread, with the report on what was answered by then."""

    def __init__(
        self,
        problems: Sequence[Problem],
        setting: str = "",
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        jobs: int = 0,
        patience: float = PATIENCE,
        on_answer: Callable[[SuiteReport], None] = lambda report: None,
    ) -> None:
        """`jobs` are processes, 0 for one a core. Without limits those of the setting count: a second, if it has none."""
        if jobs < 0 or any(limit is not None and not limit > 0 for limit in (seconds, depth, nodes)):
            raise BadInput(f"{jobs} jobs, {seconds} s, depth {depth}, {nodes} nodes: limits must be larger than 0")
        self.problems = tuple(problems)
        name = self.problems[0].game if self.problems else ""
        game, settled = game_of_suites(name), setting_for(setting, seconds, depth, nodes)
        check_side(seen_by(settled, game), settled)
        self.terms = {
            "game": name,
            "setting": setting,
            "seconds": seconds,
            "depth": depth,
            "nodes": nodes,
            "patience": patience,
        }
        self.jobs = min(len(self.problems), jobs or os.cpu_count() or 1)
        self.on_answer = on_answer
        self._most = (
            settled.seconds + patience + GRACE if settled.seconds is not None else float("inf")
        )  # seconds a problem may take
        self._inbox: Inbox = queue.Queue()
        self._seats: dict[Program, Seat] = {}
        self._answers: dict[int, Answer] = {}
        self._is_stopped = False

    def run(self) -> SuiteReport:
        """Answer all problems."""
        tasks = iter(range(len(self.problems)))
        try:
            for task in itertools.islice(tasks, self.jobs):
                self._seat(task)
            while self._seats and not self._is_stopped:
                self._attend(tasks)
                for seat in [each for each in self._seats.values() if time.monotonic() > each.until]:
                    self._lose(seat, "no answer in time", tasks)
        finally:
            for seat in list(self._seats.values()):
                self._leave(seat)
        return self.report()

    def stop(self) -> None:
        """Let the run end now, with what was answered."""
        self._is_stopped = True

    def report(self) -> SuiteReport:
        return report_on(self.problems, self._answers, self._is_stopped)

    def _attend(self, tasks: Iterator[int]) -> None:
        """Hear what the next process says, if one says something soon."""
        try:
            program, line = self._inbox.get(timeout=TICK)
        except queue.Empty:
            return
        seat = self._seats.get(program)
        if seat is None:  # the last words of a process that we have left
            return
        if line is None:
            self._lose(seat, "crashed, and damier's process with it", tasks)
            return
        said = json.loads(line)
        if "answer" in said:
            self._keep(seat.task, answer_from_json(said["answer"]))
            self._go_on(seat, tasks)
        else:  # from now on the clock runs
            seat.is_ready, seat.until = True, time.monotonic() + self._most

    def _seat(self, task: int) -> None:
        """Start a process with a problem."""
        program = Program([sys.executable, "-P", "-c", WORKER], self._inbox, is_heard=True)
        seat = self._seats[program] = Seat(program, task, time.monotonic() + START_SECONDS)
        self._send(seat, json.dumps(self.terms))
        self._ask(seat)

    def _go_on(self, seat: Seat, tasks: Iterator[int]) -> None:
        """Give a process its next problem, or let it go."""
        task = next(tasks, None)
        if task is None:
            self._leave(seat)
            return
        seat.task, seat.until = task, time.monotonic() + self._most
        self._ask(seat)

    def _lose(self, seat: Seat, reason: str, tasks: Iterator[int]) -> None:
        """A problem that cannot be answered; another process takes over."""
        if not seat.is_ready:
            raise RuntimeError("a process of the suite has ended before it was ready")
        self._leave(seat)
        self._keep(seat.task, Answer(failure=reason))
        task = next(tasks, None)
        if task is not None:
            self._seat(task)

    def _keep(self, task: int, answer: Answer) -> None:
        self._answers[task] = answer
        self.on_answer(self.report())

    def _ask(self, seat: Seat) -> None:
        problem = self.problems[seat.task]
        self._send(seat, json.dumps({"position": problem.position, "mate": problem.mate}))

    def _send(self, seat: Seat, line: str) -> None:
        with contextlib.suppress(Ended):  # the inbox tells of it
            seat.program.send(line)

    def _leave(self, seat: Seat) -> None:
        del self._seats[seat.program]
        seat.program.close()
