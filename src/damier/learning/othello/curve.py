"""How an evaluation gets stronger while it learns: matches against the fixed evaluations of the books."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from damier.games.othello.rules import start
from damier.games.othello.terms import NAMES, WRITTEN, coefficients, weights_of
from damier.learning.matches import MatchPoints, play_match, random_openings

DEPTH = 3
PAIRS = 200  # of games in each match
SEED = 1_000_003  # of the openings, which no learning starts from
POINTS = 10  # of a curve, beside its first

Progress = Callable[[str, int, int], None]  # told what is counted, how many are done, and of how many


class Point(NamedTuple):
    """A point of a learning curve: the games that were played, and the match against each evaluation of the books."""

    games: int
    coefficients: list[int]
    matches: dict[str, MatchPoints]

    def as_json(self) -> dict[str, Any]:
        """The point for scripts: scores and their errors in points a game."""
        found = {name: [round(match.score, 4), round(match.error, 4)] for name, match in self.matches.items()}
        return {"games": self.games, "coefficients": dict(zip(NAMES, self.coefficients, strict=True)), "against": found}


class LearntCurve(NamedTuple):
    """What was learnt: weights as `evaluate` wants them, and the curve."""

    weights: Any
    points: list[Point]


def measure(games: int, weights: Any, pairs: int = PAIRS) -> Point:
    """How strong these weights are, after so many games of learning."""
    openings = _openings(pairs)
    matches = {name: play_match(openings, weights, weights_of(coefficients(name)), DEPTH) for name in WRITTEN}
    return Point(games, [int(value) for value in weights[1:]], matches)


@functools.cache
def _openings(pairs: int) -> list[Any]:
    return random_openings(start(), pairs, SEED)


def milestones(total: int, points: int = POINTS) -> set[int]:
    """After how many of `total` steps the strength is measured."""
    return {round(total * point / points) for point in range(1, points + 1)}
