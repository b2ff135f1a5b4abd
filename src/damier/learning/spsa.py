"""Weights by simultaneous perturbation (SPSA: Spall 1992; known among programmers of chess from the tuning of Stockfish).

All numbers are changed at once, each up or down by a coin, and what has gone up plays what has gone down. Whoever wins, each
number goes a little that way: one duel tells something of the slope in all directions, however many numbers there are.
Several such duels are fought before each step, and their slopes are averaged. Changes and steps become smaller as Spall
recommends.
"""

import random
from dataclasses import asdict, dataclass

from damier.games.adjustable import Adjustable
from damier.learning.weight_search import Numbers, Pairing, Round, Rounds

ALPHA, GAMMA = 0.602, 0.101  # how fast steps and changes become smaller (Spall 1998)
SLOW_START = 0.1  # the share of all steps that is added to their number
CHANGE = 1.0  # of a number at first, in its steps
FIRST_STEP = 2.0  # that all numbers would make together at first if every duel were won


@dataclass(frozen=True)
class Spsa:
    """So many steps, duels before each, and pairs of games in each duel."""

    steps: int = 240
    directions: int = 16
    pairs: int = 3
    name: str = "spsa"

    @property
    def duels(self) -> int:
        return self.steps * self.directions

    def settings(self) -> dict[str, int]:
        return {name: value for name, value in asdict(self).items() if name != "name"}

    def rounds(self, known: Adjustable, start: Numbers, chance: random.Random) -> Rounds:
        """Climb; each round is a step."""
        here = [float(number) for number in start]
        slow = SLOW_START * self.steps
        for step in range(1, self.steps + 1):
            change = CHANGE / step**GAMMA
            signs = [[chance.choice((-1, 1)) for _ in here] for _ in range(self.directions)]
            results = yield Round(
                _whole(here, known),
                [Pairing(*(_moved(here, known, [way * change * sign for sign in each]) for way in (1, -1))) for each in signs],
            )
            gain = FIRST_STEP * ((1 + slow) / (step + slow)) ** ALPHA
            for place in range(len(here)):
                slope = sum((2 * score - 1) * each[place] for score, each in zip(results, signs, strict=True)) / self.directions
                moved = here[place] + gain * slope / change * known.steps[place]
                here[place] = max(-float(known.largest), min(float(known.largest), moved))
        return _whole(here, known)


def _whole(here: list[float], known: Adjustable) -> Numbers:
    return _moved(here, known, [0.0] * len(here))


def _moved(here: list[float], known: Adjustable, steps: list[float]) -> Numbers:
    """Whole numbers so many steps away."""
    return [
        max(-known.largest, min(known.largest, round(number + step * size)))
        for number, step, size in zip(here, steps, known.steps, strict=True)
    ]
