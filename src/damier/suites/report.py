"""What a run through a suite has come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from damier.suites.answer import ProblemAnswer
from damier.suites.problem import Problem


@dataclass(frozen=True)
class AnsweredProblem:
    """A problem with its answer."""

    problem: Problem
    answer: ProblemAnswer

    @property
    def is_solved(self) -> bool:
        return self.problem.is_solved(self.answer)

    @property
    def points(self) -> int:
        return self.problem.points.get(self.answer.move, 0)

    def to_json(self) -> dict[str, Any]:
        answer = self.answer
        told: dict[str, Any] = {
            "line": self.problem.line,
            "name": self.problem.name,
            "wanted": self.problem.wanted,
            "move": answer.move,
            "solved": self.is_solved,
            "since": _rounded(self.problem.solved_since(answer)),
            "score": answer.score,
            "mate": answer.mate,
            "depth": answer.depth,
            "nodes": answer.nodes,
            "seconds": _rounded(answer.seconds),
        }
        if self.problem.points:
            told["points"] = self.points
        return told | ({"failure": answer.failure} if answer.failure else {})


@dataclass(frozen=True)
class ThemePoints:
    """The points of problems that go together."""

    name: str
    problems: int
    points: int
    most: int


@dataclass(frozen=True)
class SuiteReport:
    """The results so far, in the order of the file."""

    results: tuple[AnsweredProblem, ...]
    problems: int  # that there are
    is_interrupted: bool = False

    @property
    def solved(self) -> int:
        return sum(result.is_solved for result in self.results)

    @property
    def failures(self) -> list[AnsweredProblem]:
        return [result for result in self.results if not result.is_solved]

    @property
    def is_graded(self) -> bool:
        """Whether moves get points."""
        return any(result.problem.points for result in self.results)

    @property
    def points(self) -> int:
        return sum(result.points for result in self.results)

    @property
    def most_points(self) -> int:
        return sum(result.problem.most_points for result in self.results)

    @property
    def themes(self) -> list[ThemePoints]:
        """The points by theme, in the order of the file."""
        groups: dict[str, list[AnsweredProblem]] = {}
        for result in self.results:
            groups.setdefault(result.problem.group, []).append(result)
        return [
            ThemePoints(
                group[0].problem.theme,
                len(group),
                sum(result.points for result in group),
                sum(result.problem.most_points for result in group),
            )
            for group in groups.values()
        ]

    @property
    def nodes(self) -> int:
        return sum(result.answer.nodes for result in self.results)

    @property
    def seconds(self) -> float:
        """That were thought; several processes think at the same time."""
        return sum(result.answer.seconds for result in self.results)

    @property
    def depth(self) -> float:
        """In the middle of all: programs that have found a mate tell any depth."""
        return median(result.answer.depth for result in self.results) if self.results else 0.0

    def to_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "problems": self.problems,
            "tried": len(self.results),
            "solved": self.solved,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "depth": self.depth,
            "interrupted": self.is_interrupted,
        }
        if self.is_graded:
            themes = [
                {"name": each.name, "problems": each.problems, "points": each.points, "most": each.most} for each in self.themes
            ]
            told |= {"points": self.points, "most_points": self.most_points, "themes": themes}
        return told | {"results": [result.to_json() for result in self.results]}


def report_on(problems: Sequence[Problem], answers: dict[int, ProblemAnswer], is_interrupted: bool = False) -> SuiteReport:
    """What the answers, by the index of the problem, say."""
    results = tuple(AnsweredProblem(problems[index], answers[index]) for index in sorted(answers))
    return SuiteReport(results, len(problems), is_interrupted)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
