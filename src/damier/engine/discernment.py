"""A player who errs, by Michie's model (Alliot-Schiex 15.7.4): how likely he makes each move, and what a position is worth
against him.

Minimax takes the other player for perfect. In a lost position it has no reason to prefer a move that sets a trap to one that
loses quietly, since he will see through both. Michie gives him a **discernment** instead, from his rating C and the number n
of moves between which he has to choose,

    d = (C/1000 + 1) * 3^(1/(n + 0.01))

and has him make a move that is worth v to him with a probability p = A * d^v, where A makes the sum of all 1. What a position
is worth against him is then not the least of what his moves leave, but their mean by these probabilities: where minimax has the
other player's minimum there is an **expectation**, and at our own nodes the maximum stays.

Values are counted in what people count in the game, pawns in chess (`Measure`). A win is bounded there, so that one that comes
up once in a hundred times does not outweigh all the rest, and probabilities are reckoned from differences to the best move, so
that nothing overflows.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from damier.engine.expectation import counts, scale_of
from damier.games.game import Game
from damier.rules import LOSS, MOST_PLIES, WIN, limits

LOWEST_RATING, HIGHEST_RATING = 0.0, 1_000_000.0  # that a player may have here: from chance to who always finds the best move
BASE, EASE = 3.0, 0.01  # of Michie's formula
WON = 20.0  # of what people count, that a win is worth, and nothing else more ...
SOONER = 5.0  # ... but for what it is worth more when it comes at once


# --------------------------------------------------------------------------------------------------------------------
# The formulas


def discernment(rating: float, moves: int) -> float:
    """How well a player of this rating tells good moves from bad ones, where so many are valued."""
    return (rating / 1000 + 1) * math.pow(BASE, 1 / (moves + EASE))


def probabilities(values: Sequence[float], rating: float) -> list[float]:
    """How likely he makes each of some moves, of which these are the values to him: A * d^v."""
    best, log = max(values), math.log(discernment(rating, len(values)))
    weights = [math.exp((value - best) * log) for value in values]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def expectation(values: Sequence[float], rating: float) -> float:
    """What a position is worth to him who moves there, if he is of this rating and these are the values of his moves."""
    return math.fsum(chance * value for chance, value in zip(probabilities(values, rating), values, strict=True))


# --------------------------------------------------------------------------------------------------------------------
# Values in what people count


class Measure(NamedTuple):
    """How scores of the engine become values: so many points are one of what people count."""

    unit: float = 1.0
    most: float = WON  # that a value can be, short of a win
    has_wins: bool = True  # whether WIN is the most that the game can bring

    def value(self, score: int, plies: int | None = None) -> float:
        """A score as a value. A win counts more the sooner it comes, where that is known: by the score or by the plies."""
        if not self.has_wins or abs(score) < WIN:
            return max(-self.most, min(self.most, score / self.unit))
        left = MOST_PLIES - (abs(score) - WIN) if plies is None else plies
        soon = SOONER * (1 - min(max(left, 0), MOST_PLIES) / MOST_PLIES)
        return math.copysign(WON + soon, score)


def measure_of(game: Game, position: Any) -> Measure:
    """The measure of a game: what people count in it, or else the points that stand for 73 % of the result."""
    unit = float(game.unit) if counts(game, position) else scale_of(game, position)
    lowest, highest = (int(limit) for limit in limits(position))
    if (lowest, highest) == (LOSS, WIN):
        return Measure(unit)
    return Measure(unit, max(abs(lowest), abs(highest)) / unit, has_wins=False)


# --------------------------------------------------------------------------------------------------------------------
# Positions

Values = Callable[[Any, list[int]], Sequence[float]]  # of these moves of a position, to the player to move there


def worth_against(
    game: Game, position: Any, plies: int, rating: float, values: Values, measure: Measure, is_ours: bool = True
) -> float:
    """What a position whose game goes on is worth to the player to move there, where we play a player of this rating.

    The tree is looked at so many plies deep, at least one; `values` says what the moves of its last positions are worth. At our
    own nodes the best move counts, at his all do, by their probabilities. Who moves next the game says: one may move twice.
    """
    moves = game.moves(position)
    if plies <= 1:
        worth = list(values(position, moves))
    else:
        worth = [
            _after(game, position, game.play(position, move), plies - 1, rating, values, measure, is_ours) for move in moves
        ]
    return worth_of(worth, rating, is_ours)


def worth_of(values: Sequence[float], rating: float, is_ours: bool) -> float:
    """What a position is worth to the player to move, by the values of the moves: we make the best, he errs."""
    return max(values) if is_ours else expectation(values, rating)


def _after(
    game: Game, position: Any, child: Any, plies: int, rating: float, values: Values, measure: Measure, is_ours: bool
) -> float:
    """What a move is worth to who made it."""
    keeps_turn, over = game.same_player(position, child), game.outcome(child)
    if over is None:
        worth = worth_against(game, child, plies, rating, values, measure, is_ours == keeps_turn)
    else:
        worth = measure.value(over, plies=0)
    return worth if keeps_turn else -worth
