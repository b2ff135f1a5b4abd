"""Weights by logistic regression: those with which estimates foretell the results of many games best.

Deep Thought's way (Alliot-Schiex 15.7.4: "an optimisation in a space of many dimensions, by regression"; the same is known
as Texel's): an estimate of s points stands for an expected score of 1 / (1 + 10^(-s / scale)) in the game. The weights
are those that make the results least surprising (the cross entropy least). They are found by Adam (Kingma and Ba, 2015):
gradient steps on some positions at a time, each weight with a step of its own; the step shrinks to nothing until the last
round. Weights that few positions have are drawn to where they began.

Each weight is two unknowns, its value in the middle game and in the ending; a position takes part in both by its phase.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.games.chess.weights import COUNT, ending_of, middle_of, packed
from damier.kernel import compiled
from damier.learning.chess.features import UNKNOWNS, Features

BATCH = 4096
ROUNDS = 40
STEP = 1.5  # points that a weight moves at most at a time, at first
PULL = 200.0  # as if so many positions spoke for the weight that it began with


@dataclass(frozen=True)
class Fit:
    """Weights, the scale on which they foretell results, and their error by rounds (learnt from, held out)."""

    weights: Any
    scale: float
    errors: list[tuple[float, float]]


def start_of(weights: Any) -> Any:
    """Weights as unknowns: a column for the middle game, one for the ending; mirrored squares share their mean."""
    values = np.stack([middle_of(weights), ending_of(weights)], 1).astype(np.float64)
    sums, numbers = np.zeros_like(values), np.zeros(COUNT)
    np.add.at(sums, UNKNOWNS, values)
    np.add.at(numbers, UNKNOWNS, 1)
    return sums / np.maximum(numbers, 1)[:, None]


def weights_of(unknowns: Any) -> Any:
    """Unknowns as weights, rounded."""
    whole = np.rint(unknowns[UNKNOWNS]).astype(np.int64)
    return packed(whole[:, 0], whole[:, 1])


def estimates(features: Features, unknowns: Any) -> Any:
    """What positions are worth, in points, not rounded."""
    out = np.zeros(len(features))
    _estimate_all(features.start, features.which, features.times, features.phase, features.part, unknowns, out)
    return out


def expected(points: Any, scale: float) -> Any:
    """The share of a game's point that an estimate stands for."""
    return 1 / (1 + 10 ** np.clip(-np.asarray(points, np.float64) / scale, -20, 20))


def error(points: Any, wanted: Any, scale: float) -> float:
    """How far estimates are from results: the root of the mean square."""
    return float(np.sqrt(np.mean((expected(points, scale) - wanted) ** 2))) if len(points) else 0.0


def fit_scale(points: Any, wanted: Any) -> float:
    """The scale on which estimates foretell results best, by golden section."""
    low, high = 50.0, 2000.0
    ratio = (5**0.5 - 1) / 2
    while high - low > 0.5:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if error(points, wanted, left) < error(points, wanted, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def fit(
    features: Features,
    wanted: Any,
    test: Features,
    test_wanted: Any,
    weights: Any,
    scale: float | None = None,
    rounds: int = ROUNDS,
    pull: float = PULL,
    step: float = STEP,
    seed: int = 1,
    tell: Callable[[int, int], None] = lambda done, total: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Fit:
    """Learn weights, beginning with these; whoever stops it gets what there is."""
    unknowns = start_of(weights)
    first = unknowns.copy()
    if scale is None:
        scale = fit_scale(estimates(features, unknowns), wanted)
    wanted = np.asarray(wanted, np.float64)
    state = np.zeros((3, COUNT, 2))  # the mean of the gradient, of its square, and the gradient itself
    order = np.arange(len(features))
    rng = np.random.default_rng(seed)
    errors = [(error(estimates(features, unknowns), wanted, scale), error(estimates(test, unknowns), test_wanted, scale))]
    batches = max(1, (len(features) + BATCH - 1) // BATCH)
    for round_ in range(rounds):
        if is_stopped():
            break
        rng.shuffle(order)
        _round(
            features.start, features.which, features.times, features.phase, features.part,
            wanted, order, unknowns, first, state, scale, pull / max(1, len(features)), step,
            round_ * batches, rounds * batches,
        )  # fmt: skip
        here, there = estimates(features, unknowns), estimates(test, unknowns)
        errors.append((error(here, wanted, scale), error(there, test_wanted, scale)))
        tell(round_ + 1, rounds)
    return Fit(weights_of(unknowns), scale, errors)


@compiled
def _estimate_all(start: Any, which: Any, times: Any, phase: Any, part: Any, unknowns: Any, out: Any) -> None:
    for place in range(len(phase)):
        middle = ending = 0.0
        for at in range(start[place], start[place + 1]):
            middle += times[at] * unknowns[which[at], 0]
            ending += times[at] * unknowns[which[at], 1]
        out[place] = part[place] * (phase[place] * middle + (1 - phase[place]) * ending)


@compiled
def _round(
    start: Any,
    which: Any,
    times: Any,
    phase: Any,
    part: Any,
    wanted: Any,
    order: Any,
    unknowns: Any,
    first: Any,
    state: Any,
    scale: Any,
    pull: Any,
    step: Any,
    done: Any,
    total: Any,
) -> None:
    """Once over all positions, in batches of BATCH, each followed by one step of Adam."""
    mean, square, gradient = state[0], state[1], state[2]
    batches = (len(order) + BATCH - 1) // BATCH
    for batch in range(batches):
        gradient[:] = 0.0
        until = min((batch + 1) * BATCH, len(order))
        for index in range(batch * BATCH, until):
            place = order[index]
            middle = ending = 0.0
            for at in range(start[place], start[place + 1]):
                middle += times[at] * unknowns[which[at], 0]
                ending += times[at] * unknowns[which[at], 1]
            share = phase[place] * part[place]
            rest = (1 - phase[place]) * part[place]
            guess = 1 / (1 + 10 ** (-(share * middle + rest * ending) / scale))
            surprise = guess - wanted[place]
            for at in range(start[place], start[place + 1]):
                gradient[which[at], 0] += surprise * times[at] * share
                gradient[which[at], 1] += surprise * times[at] * rest
        number = done + batch + 1
        size = step * (1 - (number - 1) / total)
        # Adam's steps are of one size whatever the gradient's; the pull is in the same units as the surprise
        for weight in range(len(unknowns)):
            for half in range(2):
                slope = gradient[weight, half] / (until - batch * BATCH)
                slope += pull * (unknowns[weight, half] - first[weight, half]) / scale
                mean[weight, half] = 0.9 * mean[weight, half] + 0.1 * slope
                square[weight, half] = 0.999 * square[weight, half] + 0.001 * slope * slope
                rise = mean[weight, half] / (1 - 0.9**number)
                width = np.sqrt(square[weight, half] / (1 - 0.999**number))
                unknowns[weight, half] -= size * rise / (width + 1e-9)
