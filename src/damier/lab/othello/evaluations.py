"""The evaluations of Othello against each other: which knowledge is worth most, at the same depth (Alliot-Schiex 15.6.3).

Each pair of evaluations plays the same random openings from both sides, with plain alpha-beta at a fixed depth, so that
nothing but the evaluation differs. What an evaluation costs in time does not count here.
"""

from itertools import combinations
from typing import NamedTuple

from damier.games.othello.rules import start
from damier.games.othello.weights import weights
from damier.lab.measure import Progress, watched
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.learning.matches import MatchPoints, play_match, random_openings
from damier.wording import quoted, whole_number

SIZE = 200  # pairs of games of each match
DEPTH = 3
MOST_DEPTH = 8
UNSEEN = 2_000_000  # added to the seed: what was learnt by play must not be measured on the openings it was learnt from
EVALUATIONS = "squares,table,menace,samuel,copies"


class MatchScore(NamedTuple):
    """What an evaluation got in its match against another, in per cent, and the error of that."""

    score: float
    error: float


def run(size: int, seed: int, progress: Progress, *, depth: str = str(DEPTH), evaluations: str = EVALUATIONS) -> Report:
    """All matches between the evaluations, `size` pairs of games each, at one depth."""
    plies = _read_depth(depth)
    names = [name.strip() for name in evaluations.split(",")]
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"evaluations is {quoted(evaluations)}; two or more different ones are wanted, as {EVALUATIONS}")
    values = {name: weights(8, name) for name in names}
    openings = random_openings(start(), size, UNSEEN + seed)
    table: dict[tuple[str, str], MatchScore] = {}
    for one, two in watched(combinations(names, 2), progress):
        match = play_match(openings, values[one], values[two], plies)
        table[one, two], table[two, one] = _seen_by_both(match)
    against = [Column(f"against {name}", 1) for name in names]
    return Report(
        name="othello-evaluations",
        title=f"Othello: evaluations against each other at depth {plies}, per cent of the points",
        columns=[Column("evaluation"), *against, Column("mean", 1), Column("± at most", 1)],
        rows=[_row(name, names, table) for name in names],
        notes=[
            f"Each match is {size} random openings, played from both sides. The last column is the largest standard error in "
            "the row: a figure that is not two of them away from 50 says nothing.",
        ],
        panels=[_panel(name, names, table) for name in names[:2]],
        published={"source": "Alliot-Schiex 15.6.3 and 15.6.4, Alliot", "figures": None},
        settings={"pairs": size, "seed": seed, "depth": plies, "evaluations": names},
    )


def _read_depth(text: str) -> int:
    number = whole_number(text)
    if number is None or not 1 <= number <= MOST_DEPTH:
        raise ValueError(f"depth is {quoted(text)}; it must be from 1 to {MOST_DEPTH}")
    return number


def _seen_by_both(match: MatchPoints) -> tuple[MatchScore, MatchScore]:
    error = 100 * match.error
    return MatchScore(100 * match.score, error), MatchScore(100 - 100 * match.score, error)


def _row(name: str, names: list[str], table: dict[tuple[str, str], MatchScore]) -> list[object]:
    played = [table[name, other] if other != name else None for other in names]
    scores = [match.score for match in played if match]
    return [
        name,
        *(match.score if match else None for match in played),
        sum(scores) / len(scores),
        max(match.error for match in played if match),
    ]


def _panel(against: str, names: list[str], table: dict[tuple[str, str], MatchScore]) -> Panel:
    """All others against one of them."""
    others = [name for name in names if name != against]
    x: list[Number] = list(range(len(others)))
    scores: list[Number] = [table[name, against].score for name in others]
    errors: list[Number] = [table[name, against].error for name in others]
    series = Series("score", x, scores, errors, look="points")
    title, label = f"against {against}", "per cent of the points"
    return Panel(title, "evaluation", label, [series, Series("equal", [], [50.0], look="level")], places=others)
