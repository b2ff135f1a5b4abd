"""Learning the weights of the evaluation from files of games, and how well they foretell games they were not learnt from.

    read        the positions of games with results, from PGN or plain lines (positions.py)
    quiet       the positions where their pending captures end (quiet.py)
    scored      what a search says of those that have no score yet, if that is asked for (scoring.py)
    features    which weights count how much in each (features.py)
    regression  the weights, logistic (regression.py) or linear (linear.py)

One game in ten, chosen by the seed, is held out and only tested on. Where a search has scored a position, what is learnt is
a mean of the result and of what that score stands for: a score is less far from the truth than one game's result.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.chess.weights import check_free, save
from damier.learning.chess.features import Features, features_of
from damier.learning.chess.linear import fit_linear, points_of
from damier.learning.chess.positions import Samples, joined, read
from damier.learning.chess.quiet import quiet
from damier.learning.chess.regression import PULL, ROUNDS, error, estimates, expected, fit, fit_scale, start_of
from damier.learning.chess.scoring import all_scored

HELD_OUT = 0.1  # of the games
METHODS = ("logistic", "linear")
SCORED = 0.7  # the part of a search's score in what is learnt, where there is one
PHASES = {"opening": (0.85, 1.01), "middle game": (0.5, 0.85), "late": (0.2, 0.5), "ending": (0.0, 0.2)}  # pieces left

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Phase:
    """How far estimates are from results in one phase, on games held out: the root of the mean square, a game counting 1."""

    name: str
    positions: int
    before: float  # with the weights that learning began with
    after: float
    of_nothing: float  # of guessing the mean


@dataclass(frozen=True)
class LearntWeights:
    """What was learnt, from how much, in what time."""

    weights: Any
    games: int
    positions: int
    test_positions: int
    scale: float
    rounds: int
    errors: list[tuple[float, float]]  # by rounds: learnt from, held out
    phases: list[Phase]
    seconds: float


def learn_chess(
    files: Sequence[Path],
    out: Path,
    weights: Any,
    rounds: int = ROUNDS,
    pull: float = PULL,
    scored: float = SCORED,
    nodes: int = 0,
    seed: int = 1,
    overwrite: bool = False,
    tell: Tell = lambda what, done, total: None,
    on_faults: Callable[[list[str]], None] = lambda faults: None,
    is_stopped: Callable[[], bool] = lambda: False,
    method: str = METHODS[0],
) -> LearntWeights:
    """Learn from the games of these files, beginning with these weights, and write what was found, also when stopped.

    Positions without a score are scored by a search of so many nodes first, unless that is 0.
    """
    check_free(out, overwrite)
    began = time.perf_counter()
    parts = []
    for number, path in enumerate(files):
        parts.append(read(path, on_faults))
        tell("files read", number + 1, len(files))
    samples = joined(parts)
    if not len(samples):
        raise ValueError(f"there are no positions to learn from in {', '.join(path.name for path in files)}")
    lesson = learn(samples, weights, rounds, pull, scored, nodes, seed, tell, is_stopped, method)
    sources = ", ".join(path.name for path in files)
    note = f"{lesson.games} games ({sources}), {lesson.positions} quiet positions\n"
    searched = f" ({nodes} nodes where there were none)" if nodes else ""
    how = f"{lesson.rounds} rounds" if method == METHODS[0] else "linear regression"
    note += f"{how}, pull {pull:g}, scores {scored:g}{searched}, seed {seed}\n"
    note += f"{lesson.scale:.0f} points are odds of 10 to 1"
    save(out, lesson.weights, note, overwrite)
    return LearntWeights(**{**vars(lesson), "seconds": time.perf_counter() - began})


def learn(
    samples: Samples,
    weights: Any,
    rounds: int = ROUNDS,
    pull: float = PULL,
    scored: float = SCORED,
    nodes: int = 0,
    seed: int = 1,
    tell: Tell = lambda what, done, total: None,
    is_stopped: Callable[[], bool] = lambda: False,
    method: str = METHODS[0],
) -> LearntWeights:
    """Learn from these positions, beginning with these weights."""
    began = time.perf_counter()
    calm = quiet(samples, weights)
    if nodes:
        calm = all_scored(calm, weights, nodes, lambda done, total: tell("positions scored", done, total), is_stopped)
    games = int(samples.game.max()) + 1
    is_test = (np.random.default_rng(seed).random(games) < HELD_OUT)[calm.game]
    tell("quiet positions", len(calm), len(calm))
    train, test = calm.where(~is_test), calm.where(is_test)
    features, test_features = features_of(train.rows, weights), features_of(test.rows, weights)
    tell("positions counted", len(calm), len(calm))
    first = start_of(weights)
    scale = fit_scale(estimates(features, first), train.result)
    if method == "linear":
        found = fit_linear(features, _points(train, scale, scored), train.result, test_features, test.result, weights, pull)
        tell("rounds", 1, 1)
    else:
        found = fit(
            features, _wanted(train, scale, scored), test_features, test.result, weights, scale, rounds, pull, seed=seed,
            tell=lambda done, total: tell("rounds", done, total), is_stopped=is_stopped,
        )  # fmt: skip
    phases = _phases(test_features, test.result, first, start_of(found.weights), scale, found.scale)
    return LearntWeights(
        found.weights, games, len(train), len(test), found.scale, len(found.errors) - 1, found.errors, phases,
        time.perf_counter() - began,
    )  # fmt: skip


def _wanted(samples: Samples, scale: float, scored: float) -> Any:
    """What is learnt: results, and what scores stand for where there are any."""
    has_score = ~np.isnan(samples.score)
    share = np.where(has_score, scored, 0.0)
    return (1 - share) * samples.result + share * expected(np.where(has_score, samples.score, 0.0), scale)


def _points(samples: Samples, scale: float, scored: float) -> Any:
    """The same in points, for linear regression: scores are points already."""
    has_score = ~np.isnan(samples.score)
    share = np.where(has_score, scored, 0.0)
    return (1 - share) * points_of(samples.result, scale) + share * np.where(has_score, samples.score, 0.0)


def _phases(features: Features, results: Any, before: Any, after: Any, scale: float, new_scale: float) -> list[Phase]:
    """The errors on held-out games by phase, each on its own scale."""
    points = estimates(features, before), estimates(features, after)
    found = []
    for name, (least, most) in PHASES.items():
        chosen = (features.phase >= least) & (features.phase < most)
        wanted = results[chosen]
        of_nothing = float(np.std(wanted)) if len(wanted) else 0.0
        was, became = error(points[0][chosen], wanted, scale), error(points[1][chosen], wanted, new_scale)
        found.append(Phase(name, int(chosen.sum()), was, became, of_nothing))
    return found


def as_json(lesson: LearntWeights) -> dict[str, Any]:
    """A lesson as an answer for scripts."""
    return {
        "games": lesson.games,
        "positions": lesson.positions,
        "test_positions": lesson.test_positions,
        "scale": round(lesson.scale, 1),
        "rounds": lesson.rounds,
        "errors": [[round(here, 5), round(there, 5)] for here, there in lesson.errors],
        "phases": [
            {
                "phase": phase.name,
                "positions": phase.positions,
                "before": round(phase.before, 5),
                "error": round(phase.after, 5),
                "error_of_nothing": round(phase.of_nothing, 5),
            }
            for phase in lesson.phases
        ],
        "seconds": round(lesson.seconds, 1),
    }
