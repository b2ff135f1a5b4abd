"""Samuel's correction of coefficients, as Alliot-Schiex 15.6.4 tells it, on the terms of `games/othello/terms.py`.

The program plays itself. At each move the value Sc that its search finds is compared with Sp, the value that its search
found at its move before, two plies ago. If Sp was larger, the terms that made Sp larger had coefficients too high and
those that made it smaller too low; if Sp was smaller, the other way round. So each coefficient is moved by one step, whose
direction is the sign of its term times that of Sc - Sp. The terms are those of the position at the end of the line that
Sp was the value of: Sp is the sum of just these terms times their coefficients.

Nobody tells the program what is good. But near the end of a game the search sees how it ends, which is known for
certain, and what the last moves have learnt the moves before them learn in turn. A value that was such an end teaches
nothing itself, as it does not come from coefficients.
"""

from typing import Any

import numpy as np

from damier.games.othello.discs import Bits
from damier.games.othello.rules import start
from damier.games.othello.terms import NAMES, TERMS, count_terms, weights_of
from damier.kernel import array_at, compiled, part
from damier.learning.matches import random_openings
from damier.learning.othello.curve import PAIRS, POINTS, LearntCurve, Progress, measure, milestones
from damier.rules import INFINITY, ONGOING, outcome, play
from damier.search.alphabeta import alphabeta
from damier.search.work import NO_MOVE, Work

GAMES = 2_000
DEPTH = 2
STEP = 0.1  # points that a coefficient moves each time
_BOARD = Bits((1 << 64) - 1)


def learn_samuel(
    games: int = GAMES,
    depth: int = DEPTH,
    step: float = STEP,
    seed: int = 1,
    first: dict[str, int] | None = None,
    pairs: int = PAIRS,
    points: int = POINTS,
    progress: Progress | None = None,
) -> LearntCurve:
    """Learn from so many games against itself, beginning with these coefficients (default: all 0)."""
    values = np.array([(first or {}).get(name, 0) for name in NAMES], np.float64)
    work = Work(weights=weights_of(first or {}))
    curve = [measure(0, weights_of(first or {}), pairs)]
    stops = milestones(games, points)
    for game, opening in enumerate(random_openings(start(), games, seed), 1):
        play_and_correct(opening, depth, step, values, work.record)
        if game in stops:
            curve.append(measure(game, _rounded(values), pairs))
        if progress:
            progress("games", game, games)
    return LearntCurve(_rounded(values), curve)


def _rounded(values: Any) -> Any:
    return weights_of({name: round(value) for name, value in zip(NAMES, values.tolist(), strict=True)})


@compiled
def play_and_correct(position: Any, depth: Any, step: Any, values: Any, work: Any) -> Any:
    """Play a game against itself, and correct the coefficients (`values`, and the weights of `work`) at each move."""
    terms = np.zeros((2, TERMS), np.int64)  # behind the value of each side's last move ...
    scores = np.zeros(2, np.int64)  # ... which this is ...
    teaches = np.zeros(2, np.bool_)  # ... if it came from coefficients
    side = 0
    while outcome(position) == ONGOING:
        score = alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work)
        if teaches[side]:
            correct(score, scores[side], terms[side], step, values)
            _round_into(values, work)
        scores[side] = score
        teaches[side] = _terms_of_line(position, terms[side], work)
        position = play(position, work.line[0, 0])
        side = 1 - side


@compiled
def correct(now: Any, before: Any, terms: Any, step: Any, values: Any) -> None:
    """Move each coefficient one step: up if its term and the surprise (`now` less `before`) have the same sign, else down."""
    surprise = np.sign(now - before)
    for i in range(len(values)):
        values[i] += step * surprise * np.sign(terms[i])


@part
def _terms_of_line(position: Any, out: Any, work: Any) -> Any:
    """Write the terms, for the player to move, at the end of the principal line; False if the game ends there."""
    leaf = position
    sign = 1
    for i in range(work.line_end[0]):
        leaf = play(leaf, work.line[0, i])
        sign = -sign
    own, other = np.zeros(TERMS, np.int64), np.zeros(TERMS, np.int64)
    count_terms(leaf.own, leaf.other, _BOARD, own)
    count_terms(leaf.other, leaf.own, _BOARD, other)
    for i in range(TERMS):
        out[i] = sign * (own[i] - other[i])
    return outcome(leaf) == ONGOING


@part
def _round_into(values: Any, work: Any) -> None:
    """The search evaluates with whole numbers."""
    weights = array_at(work.weights, work.weights_length, np.int32)
    for i in range(TERMS):
        weights[1 + i] = np.int32(round(values[i]))
