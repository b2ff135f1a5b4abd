"""A run through a suite, on several processes at once (`worker.py`); one that fails costs the problem it works on.

Answers can be kept in a file (`batches.py`), from which a run that was ended goes on.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from damier.arena.sides import check_side, seen_by
from damier.batches import Journal
from damier.games.game import BadInput
from damier.processes.pool import MakesWorkers, Pool, TaskEnd, Workers
from damier.suites.answer import ProblemAnswer
from damier.suites.problem import Problem, game_of_suites
from damier.suites.report import SuiteReport, report_on
from damier.suites.solver import answer_from_json, answer_to_json, setting_for

PATIENCE = 60.0  # seconds beyond the time for a problem
GRACE = 15.0  # seconds more that a process gets to say so itself
WORKER = "damier.suites.worker"


def run_suite(problems: Sequence[Problem], setting: str = "", **terms: Any) -> SuiteReport:
    """Let a setting (`arena/setting.py`) answer problems; `terms` are those of `SuiteRun`."""
    return SuiteRun(problems, setting, **terms).run()


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
        out: Path | None = None,
        on_answer: Callable[[SuiteReport], None] = lambda report: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`jobs` are processes, 0 for one a core. Without limits those of the setting count: a second, if it has none.

        Answers are kept in the file `out`, and those that it has of this run are taken over.
        `workers` makes those who answer: processes of this machine, unless it is told otherwise.
        """
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
        self.on_answer = on_answer
        limits = {name: self.terms[name] for name in ("setting", "seconds", "depth", "nodes")}
        self._journal: Journal[dict[str, Any]] = Journal(out, {"suite": game.name, "rules": game.edition, **limits})
        self._names = _names(self.problems)
        self.taken_over = 0  # answers of an earlier run
        self._pool: Workers[int] = workers(WORKER, self.terms, self._asked, jobs, GRACE)
        self._answers: dict[int, ProblemAnswer] = {}
        self._is_stopped = False

    def run(self) -> SuiteReport:
        """Answer all problems that are not answered yet."""
        with self._journal as journal:
            for number, name in enumerate(self._names):
                if name in journal.done:
                    self._answers[number] = answer_from_json(journal.done[name])
            self.taken_over = len(self._answers)
            left: Iterator[int] = journal.left(range(len(self.problems)), lambda number: self._names[number])
            self._pool.run(left, self._keep)
        return self.report()

    def stop(self) -> None:
        """Let the run end now, with what was answered."""
        self._is_stopped = True
        self._pool.stop()

    def report(self) -> SuiteReport:
        return report_on(self.problems, self._answers, self._is_stopped)

    def _keep(self, end: TaskEnd[int]) -> None:
        answer = answer_to_json(ProblemAnswer(failure=end.failure)) if end.failure else end.result
        if self._journal.keep(self._names[end.task], answer):
            self._answers[end.task] = answer_from_json(answer)
            self.on_answer(self.report())

    def _asked(self, number: int) -> dict[str, Any]:
        """A problem, as a process is asked for it."""
        return {"position": self.problems[number].position, "mate": self.problems[number].mate}


def _names(problems: Sequence[Problem]) -> list[str]:
    """What problems are called in a file of answers: by line and position, so that another part of a suite may be run next."""
    seen: Counter[str] = Counter()
    names = []
    for problem in problems:
        name = f"{problem.line}: {problem.position}{f' mate {problem.mate}' if problem.mate else ''}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names
