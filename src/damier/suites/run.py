"""A run through a suite, on several processes at once (`worker.py`); one that fails costs the problem it works on."""

from collections.abc import Callable, Sequence
from typing import Any

from damier.arena.sides import check_side, seen_by
from damier.games.game import BadInput
from damier.processes.pool import MakesWorkers, Pool, TaskEnd, Workers
from damier.suites.answer import ProblemAnswer
from damier.suites.problem import Problem, game_of_suites
from damier.suites.report import SuiteReport, report_on
from damier.suites.solver import answer_from_json, setting_for

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
        on_answer: Callable[[SuiteReport], None] = lambda report: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`jobs` are processes, 0 for one a core. Without limits those of the setting count: a second, if it has none.

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
        self._pool: Workers[int] = workers(WORKER, self.terms, self._asked, jobs, GRACE)
        self._answers: dict[int, ProblemAnswer] = {}
        self._is_stopped = False

    def run(self) -> SuiteReport:
        """Answer all problems."""
        self._pool.run(iter(range(len(self.problems))), self._keep)
        return self.report()

    def stop(self) -> None:
        """Let the run end now, with what was answered."""
        self._is_stopped = True
        self._pool.stop()

    def report(self) -> SuiteReport:
        return report_on(self.problems, self._answers, self._is_stopped)

    def _keep(self, end: TaskEnd[int]) -> None:
        self._answers[end.task] = ProblemAnswer(failure=end.failure) if end.failure else answer_from_json(end.result)
        self.on_answer(self.report())

    def _asked(self, number: int) -> dict[str, Any]:
        """A problem, as a process is asked for it."""
        return {"position": self.problems[number].position, "mate": self.problems[number].mate}
