"""What both ways of searching together have in common: who works, when it ends, and what is told at the end."""

import time
from dataclasses import dataclass, field
from typing import Any

from damier.errors import in_a_line
from damier.games import load
from damier.games.game import BadInput, Game
from damier.parallel.question import Question
from damier.parallel.tree import Path
from damier.processes.staff import Kind, Places, Staff, Word
from damier.rules import WIN, is_max, limits
from damier.search.driver import Result

TICK = 0.1  # seconds between two looks at the clock
MOST_WORKERS = 1024
CRASHES = 3  # of workers at the same position, after which it is not given to another one


@dataclass(frozen=True)
class Shared:
    """What a search by many has found, and how it was shared out."""

    result: Result
    workers: int
    tasks: int  # that were done
    stopped: int  # tasks that turned out not to matter while they were searched
    lost: int  # workers that have gone in the middle


@dataclass
class Effort:
    """What everybody has done together."""

    nodes: int = 0
    leaves: int = 0
    tasks: int = 0
    stopped: int = 0
    lost: int = 0
    is_proved: bool = True
    crashes: dict[Path, int] = field(default_factory=dict)

    def add(self, said: Any) -> None:
        """A subtree was searched."""
        self.nodes += int(said["nodes"])
        self.leaves += int(said["leaves"])

    def rest_on(self, said: Any) -> None:
        """What is found rests on this, too."""
        self.is_proved = self.is_proved and bool(said["is_proved"])

    def lose(self, word: Word, path: Path | None) -> None:
        """A worker has gone while he searched there. BadInput if that position ends whoever searches it."""
        self.lost += 1
        if path is None or word.is_killed:
            return
        self.crashes[path] = self.crashes.get(path, 0) + 1
        if self.crashes[path] >= CRASHES:
            raise BadInput(f"{CRASHES} workers have ended at the same position, after {list(path)}: {word.why}")


class SharedSearch:
    """A search by many. It can be stopped from another thread."""

    WORKER = ""  # the module whose `main` a worker runs

    def __init__(self, question: Question, places: Places, jobs: int = 0, seconds: float | None = None) -> None:
        """`jobs` are workers, 0 for all that there is room for."""
        question.check()
        if not 0 <= jobs <= MOST_WORKERS:
            raise BadInput(f"jobs is {jobs}; it can be 0 (one for each processor) to {MOST_WORKERS}")
        self.question = question
        self.jobs = jobs or places.count()
        question.check_room(self.jobs, places.memory())
        self.game: Game = load(question.game, **question.options)
        self.position: Any = self.game.parse(question.position)
        if self.game.outcome(self.position) is not None:
            raise BadInput("the game is over in this position")
        self.effort = Effort()
        self._seconds = seconds
        self._staff = Staff(places, self.WORKER, question.terms())
        self._is_stopped = False

    def stop(self) -> None:
        """Let it end soon, with what is known."""
        self._is_stopped = True

    def run(self) -> Shared:
        """Search; nobody is left behind."""
        began = time.perf_counter()
        try:
            for _ in range(self.jobs):
                self._staff.hire()
            while not self._is_stopped and not self._is_over():
                word = self._staff.hear(TICK)
                if word is not None:
                    self._attend_to(word)
                self._look_around()
                if self._seconds is not None and time.perf_counter() - began > self._seconds:
                    break
        finally:
            self._staff.close()
        return self._told(time.perf_counter() - began)

    def _attend_to(self, word: Word) -> None:
        try:
            self._attend(word)
        except (KeyError, TypeError, AttributeError) as error:
            if word.kind is not Kind.SAID:
                raise
            raise BadInput(f"a worker says what cannot be: {in_a_line(error)}") from error

    def _look_around(self) -> None:
        """What is to be done now and then."""

    def _is_over(self) -> bool:
        raise NotImplementedError

    def _attend(self, word: Word) -> None:
        raise NotImplementedError

    def _told(self, seconds: float) -> Shared:
        raise NotImplementedError

    def _shared(
        self, score: int | None, line: list[int], depth: int, is_complete: bool, is_exact: bool, seconds: float
    ) -> Shared:
        """What is told at the end: the score is for the player to move, None if there is none."""
        effort = self.effort
        value = score or 0
        result = Result(
            value=value if is_max(self.position) else -value,
            move=line[0] if line else None,
            line=line,
            leaves=effort.leaves,
            nodes=effort.nodes,
            seconds=seconds,
            depth=depth,
            algorithm=self.question.algorithm,
            memory=0,
            passes=1,
            hits=0,
            complete=is_complete,
            exact=is_complete and is_exact,
        )
        return Shared(result, self.jobs, effort.tasks, effort.stopped, effort.lost)

    def _is_exact(self, score: int) -> bool:
        """Whether a score of the root holds whatever lies beyond the horizon."""
        is_decided = abs(score) == WIN and tuple(limits(self.position)) == (-WIN, WIN)  # no estimate is worth so much
        return self.effort.is_proved or is_decided
