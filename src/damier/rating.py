"""What a match says: the difference in rating, how sure that is, and whether a question is decided.

Two sides whose ratings differ by D Elo expect a score of 1 / (1 + 10^(-D/400)) a game (A. Elo, The Rating of
Chessplayers). Each opening is played twice, once from each side, and the two games are **one** observation: what an opening
gives to the side that moves first cancels out, so that pairs spread less than games do. A pair scores 0, ½, 1, 1½ or 2
points; `Pairs` counts how often.

The sequential test (A. Wald, Sequential Analysis, 1947) asks which of two differences is the likelier one, elo0 (H0) or
elo1 (H1), after each pair, and ends as soon as it may: it takes H1 though H0 holds with probability alpha, and H0 though
H1 holds with probability beta. The log-likelihood ratio is that of a normal distribution with the spread that was seen.
"""

import math
from dataclasses import dataclass

Pairs = tuple[int, int, int, int, int]  # how many pairs scored 0, ½, 1, 1½ and 2 points

NO_PAIRS: Pairs = (0, 0, 0, 0, 0)
SURE = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution
USUAL_VARIANCE = 0.125  # of a pair's score a game, if both games are decided by the throw of a coin
SUPPOSED = 2  # pairs of this spread are counted besides; with fewer, simulated tests of 100 Elo err more often than they may


def elo_of(score: float) -> float:
    """The difference in rating that makes one expect so much a game; infinite for 0 and 1.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """What a side that is better by so much expects a game."""
    return 1 / (1 + 10 ** (-elo / 400))


def spread(pairs: Pairs) -> tuple[float, float]:
    """Mean and variance of a pair's score a game.

    Some pairs of the usual spread are supposed besides: of a few pairs, or of pairs that are all alike, as two settings
    that differ in nothing play them, it is not known that they do not spread at all.
    """
    number = sum(pairs)
    scores = [quarter / 4 for quarter in range(5)]
    mean = sum(count * score for count, score in zip(pairs, scores, strict=True)) / number
    squares = sum(count * (score - mean) ** 2 for count, score in zip(pairs, scores, strict=True))
    return mean, (squares + SUPPOSED * USUAL_VARIANCE) / number


def error_of(pairs: Pairs) -> float:
    """Half the width, in Elo, of the interval that holds the true difference 19 times out of 20; infinite if it is open."""
    number = sum(pairs)
    if number == 0:
        return math.inf
    mean, variance = spread(pairs)
    reach = SURE * math.sqrt(variance / number)
    if not 0 < mean - reach < mean + reach < 1:
        return math.inf
    return (elo_of(mean + reach) - elo_of(mean - reach)) / 2


@dataclass(frozen=True)
class Sprt:
    """A sequential test between two differences in rating."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # the chance to take H1 though H0 holds ...
    beta: float = 0.05  # ... and the other way round

    def __post_init__(self) -> None:
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise ValueError(f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}; the second must be larger")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha is {self.alpha:g} and beta {self.beta:g}; both must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is taken at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """The logarithm of how many times as likely the pairs are under H1 as under H0."""
        number = sum(pairs)
        if number == 0:
            return 0.0
        mean, variance = spread(pairs)
        low, high = score_of(self.elo0), score_of(self.elo1)
        return number * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, pairs: Pairs) -> str:
        """`H0`, `H1`, or `open` while neither is decided."""
        low, high = self.bounds
        ratio = self.llr(pairs)
        return "H1" if ratio >= high else "H0" if ratio <= low else "open"
