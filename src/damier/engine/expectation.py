"""What a value of the engine promises: the expected result, a score that means the same in every phase of every game.

Ten points ahead are little in an opening and much in an ending, and nothing tells how they compare with points of another
game. Who sets values of different phases side by side, as an opening book does, first asks how often such positions were
won (Buro, "Toward opening book learning", 1999). The answer is a logistic curve, whose scale `damier learn expectation`
fits to games:

     1 |                   . - ---       a value of one scale stands for 73 % of the points,
       |              . '                one of two scales for 88 %
     0 |----------- / ---------------
       |       . '
    -1 | ---- '
         -3   -2   -1   0   1   2   3    value / scale
"""

import math
from itertools import pairwise
from typing import Any

from damier.games.game import Game
from damier.rules import LOSS, WIN, limits

MOST = 0.99  # that an estimate promises: whoever looks lost sometimes wins
FARTHEST = 30.0  # scales beyond which the curve is flat, as far as floating point can tell
STEEPNESS = 0.8  # of what a blunder loses: a usual scale where none was fitted
UNKNOWN_SCALE = 100.0  # the same, in points, for estimates of which nobody knows what they count


def expected(game: Game, position: Any, value: int) -> float:
    """The expected result for the player to move, from -1 (lost) over 0 (drawn) to 1 (won), where the engine's value of
    a position is this.

    A win or a loss that is proved (WIN, LOSS and beyond) is 1 or -1; an estimate stays between -0.99 and 0.99. A proved
    difference, as of discs in Othello, looks like any other value: who knows that it is proved knows the result.
    """
    if abs(value) >= WIN:
        return math.copysign(1.0, value)
    scales = max(-FARTHEST, min(FARTHEST, value / scale_of(game, position)))
    return MOST * math.tanh(scales / 2)  # which is MOST * (2 / (1 + exp(-scales)) - 1)


def scale_of(game: Game, position: Any) -> float:
    """The points that stand for 73 % in a position: as the game says, by how far it has come; else a usual number."""
    scales = game.expectation
    if scales:
        return between(scales, game.progress(position))
    return STEEPNESS * game.marks[0] * game.unit if counts(game, position) else UNKNOWN_SCALE


def between(scales: tuple[float, ...], progress: float) -> float:
    """The scale at a point of the game, from 0 to 1, of those that stand at equal distances from its start to its end."""
    place = max(0.0, min(1.0, progress)) * (len(scales) - 1)
    for first, (before, after) in enumerate(pairwise(scales)):
        if place <= first + 1:
            return before + (place - first) * (after - before)
    return scales[-1]


def counts(game: Game, position: Any) -> bool:
    """Whether points count something that people count, so that a few more or less of them mean something."""
    return game.unit > 1 or tuple(int(bound) for bound in limits(position)) != (LOSS, WIN)
