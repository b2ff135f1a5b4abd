"""Learning by playing a changed copy of oneself (Alliot-Schiex 15.6.4), on the terms of `games/othello/terms.py`.

Some coefficients of a copy are changed at random, and the two play a match. If the copy wins it, its coefficients are
kept; if not, the old ones are, and another change is tried. The changes are as large as the coefficients themselves,
give or take, so that a program that knows nothing can find them.
"""

import random
from typing import Any

from damier.games.othello.rules import start
from damier.games.othello.terms import NAMES, weights_of
from damier.learning.matches import play_match, random_openings
from damier.learning.othello.curve import PAIRS, POINTS, LearntCurve, Progress, measure, milestones

COPIES = 300
MATCH_PAIRS = 100  # of games between the program and its copy
DEPTH = 2
CHANGED = 3  # coefficients of each copy
SHARE, LEAST = 0.4, 10.0  # a change is a random number of this spread: a share of the coefficient, and so many points
OPENINGS = 2_000  # from which those of each match are drawn


def learn_copies(
    copies: int = COPIES,
    depth: int = DEPTH,
    match_pairs: int = MATCH_PAIRS,
    seed: int = 1,
    first: dict[str, int] | None = None,
    pairs: int = PAIRS,
    points: int = POINTS,
    progress: Progress | None = None,
) -> LearntCurve:
    """Play so many copies, beginning with these coefficients (default: all 0)."""
    chance = random.Random(seed)
    openings = random_openings(start(), max(OPENINGS, match_pairs), seed)
    values = {name: (first or {}).get(name, 0) for name in NAMES}
    curve = [measure(0, weights_of(values), pairs)]
    stops = milestones(copies, points)
    for copy in range(1, copies + 1):
        values = better_of(values, changed(values, chance), chance.sample(openings, match_pairs), depth)
        if copy in stops:
            curve.append(measure(2 * match_pairs * copy, weights_of(values), pairs))
        if progress:
            progress("copies", copy, copies)
    return LearntCurve(weights_of(values), curve)


def changed(values: dict[str, int], chance: random.Random) -> dict[str, int]:
    """A copy with some coefficients changed."""
    names = chance.sample(sorted(values), CHANGED)
    return values | {name: values[name] + round(chance.gauss(0, SHARE * abs(values[name]) + LEAST)) for name in names}


def better_of(old: dict[str, int], new: dict[str, int], openings: list[Any], depth: int) -> dict[str, int]:
    """The new coefficients if they win the match, else the old ones."""
    return new if play_match(openings, weights_of(new), weights_of(old), depth).score > 0.5 else old
