"""Weights by a genetic algorithm (EFREI 3.6; Holland 1975, Goldberg 1989).

A population of weights plays a tournament in each generation: each meets a few others, from the same openings. The best
quarter lives on. The rest are children: two parents, each the better of two drawn at random, give each number from one or
the other of them (crossover), and some numbers are changed a little (mutation). A tournament of so few games is noisy, and
its winner was lucky as well: what the search gives is the mean of those who live on.
"""

import random
from dataclasses import asdict, dataclass

from damier.games.adjustable import Adjustable
from damier.learning.weight_search import Numbers, Pairing, Round, Rounds

ELITE = 4  # one of so many lives on
RIVALS = 2  # whom each one challenges; as many challenge it
MUTATED = 0.15  # of a child's numbers are changed
SHARE = 0.25  # a change is as large as a step, and this share of the number itself
FIRST_STEPS = 1.0  # by which those of the first generation differ from the start


@dataclass(frozen=True)
class Genetic:
    """So many generations of a population, and pairs of games in each duel."""

    generations: int = 120
    population: int = 24
    pairs: int = 2
    name: str = "genetic"

    @property
    def duels(self) -> int:
        return self.generations * self.population * RIVALS

    def settings(self) -> dict[str, int]:
        return {name: value for name, value in asdict(self).items() if name != "name"}

    def rounds(self, known: Adjustable, start: Numbers, chance: random.Random) -> Rounds:
        """Breed; each round is a generation's tournament."""
        people = [start, *(_mutant(start, known, chance, 1.0, FIRST_STEPS) for _ in range(self.population - 1))]
        best = start
        for _ in range(self.generations):
            order = chance.sample(range(self.population), self.population)
            met = [(order[i], order[(i + far) % len(order)]) for far in range(1, RIVALS + 1) for i in range(len(order))]
            results = yield Round(best, [Pairing(people[one], people[two]) for one, two in met])
            points = [0.0] * self.population
            for (one, two), score in zip(met, results, strict=True):
                points[one] += score
                points[two] += 1 - score
            ranked = sorted(range(self.population), key=lambda place: -points[place])
            elite = [people[place] for place in ranked[: max(2, self.population // ELITE)]]
            best = middle(elite)
            children = []
            for _ in range(self.population - len(elite)):
                mother, father = (max(chance.sample(range(self.population), 2), key=lambda place: points[place]) for _ in "mf")
                child = crossed(people[mother], people[father], chance)
                children.append(_mutant(child, known, chance, MUTATED, 1.0))
            people = [*elite, *children]
        return best


def crossed(mother: Numbers, father: Numbers, chance: random.Random) -> Numbers:
    """A child that has each number from one of the two."""
    return [one if chance.random() < 0.5 else two for one, two in zip(mother, father, strict=True)]


def middle(people: list[Numbers]) -> Numbers:
    """The mean of each number."""
    return [round(sum(each) / len(people)) for each in zip(*people, strict=True)]


def _mutant(numbers: Numbers, known: Adjustable, chance: random.Random, share: float, steps: float) -> Numbers:
    """A copy of which this share of the numbers, and at least one, is changed."""
    sure = chance.randrange(len(numbers))
    changed = list(numbers)
    for place, number in enumerate(numbers):
        if place == sure or chance.random() < share:
            spread = steps * known.steps[place] + SHARE * abs(number)
            changed[place] = max(-known.largest, min(known.largest, round(number + chance.gauss(0, spread))))
    return changed
