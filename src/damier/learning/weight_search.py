"""A search for the weights of any game's evaluation by playing: what all such searches share (EFREI 3.6 asks whether one can work).

A way to search (`genetic.py`, `spsa.py`) is a generator: it gives a round of duels (`duels.py`), is told what each of them gave, and
gives the next round. Which duels it asks for hangs on its seed and on the results alone. So a journal of results (`batches.py`) is all
that is kept: who is killed begins again, and is told at once what is known already. The weights are those of a search that was never
ended, however many processes play.
"""

import random
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from damier.batches import Journal, run_batch
from damier.games.adjustable import OWN, Adjustable
from damier.games.game import Game
from damier.learning.duels import WORKER, Alone, Duel, DuelScore, DuelTerms, Ring, Side, terms_as_json
from damier.processes.pool import MakesWorkers, Pool, Workers

MEASURE_SEED = 1_000_003  # of openings that no search plays
AT_ONCE = 10  # pairs of games that are measured as one unit

Numbers = list[int]


class Pairing(NamedTuple):
    """Two sets of numbers that are to play each other."""

    one: Sequence[int]
    two: Sequence[int]


class Round(NamedTuple):
    """The numbers that a search would give now, and whom it wants to see play next, from the same openings all."""

    best: Numbers
    pairings: list[Pairing]


Rounds = Generator[Round, list[float], Numbers]  # told points a game of each pairing; the numbers that are found


class Way(Protocol):
    """A way to search."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def pairs(self) -> int:
        """Pairs of games in each duel."""

    @property
    def duels(self) -> int:
        """How many duels it asks for in all."""

    def settings(self) -> dict[str, int]:
        """All that makes it what it is."""

    def rounds(self, known: Adjustable, start: Numbers, chance: random.Random) -> Rounds:
        """Search."""


@dataclass(frozen=True)
class Measure:
    """How strong the numbers are on the way: against whom, in how many pairs of games, at how many moments."""

    against: Mapping[str, Side]
    pairs: int
    points: int = 1  # beside the start


class WeightScore(NamedTuple):
    """Points a game against somebody, and the standard error."""

    score: float
    error: float


class WeightPoint(NamedTuple):
    """The numbers after so many games, and how they do against each opponent."""

    games: int
    numbers: Numbers
    scores: dict[str, WeightScore]


@dataclass
class FoundWeights:
    """What a search has found."""

    numbers: Numbers
    games: int
    is_whole: bool
    points: list[WeightPoint] = field(default_factory=list)


class WeightSearch:
    """One search; it can be stopped from another thread."""

    def __init__(
        self,
        game: Game,
        way: Way,
        terms: DuelTerms,
        seed: int = 1,
        kept: Path | None = None,
        jobs: int = 1,
        measure: Measure | None = None,
        tell: Callable[[int, int], None] = lambda done, total: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`kept` is the file that it goes on from; `jobs` are processes, 0 for one a core, 1 for this one."""
        self._known = terms.numbers(game)
        self._start = self._known.start(terms.start)
        self._way, self._seed, self._tell = way, seed, tell
        self._measure = measure or Measure({}, 1)
        self._stages: list[tuple[int, Numbers]] = []  # games, and what the search would have given then
        self._found: Numbers | None = None
        self._journal: Journal[DuelScore] = Journal(kept, self._what(game, terms), read=_read)
        self._workers: Workers[Any] = (
            Alone(Ring(terms, game))
            if jobs == 1
            else workers(WORKER, terms_as_json(terms), lambda duel: list(duel), jobs)
        )

    def _what(self, game: Game, terms: DuelTerms) -> dict[str, Any]:
        """What makes this search what it is."""
        numbers = repr((self._known.names, self._start, self._known.steps))
        return {
            "search": self._way.name,
            "game": game.name,
            "rules": game.edition,
            "options": dict(terms.options),
            "thinking": list(terms.thinking),
            "plies": terms.plies,
            "numbers": zlib.crc32(numbers.encode()),
            **self._way.settings(),
            "seed": self._seed,
        }

    def run(self) -> FoundWeights:
        """Search until it is found, or somebody stops it."""
        measured = len(self._measure.against) * (self._measure.points + 1) * -(-self._measure.pairs // AT_ONCE)
        total = self._way.duels + measured
        with self._journal as journal:
            run_batch(journal, self._workers, self._tasks(), _name, lambda done: self._tell(min(done, total), total))
        best = self._stages[-1][1] if self._stages else self._start
        games = 2 * sum(score.pairs for name, score in self._journal.done.items() if not name.startswith("measure"))
        return FoundWeights(
            best if self._found is None else self._found, games, self._found is not None, self._points()
        )

    def stop(self) -> None:
        """Let it end now; duels that are not finished do not count."""
        self._workers.stop()

    def _tasks(self) -> Iterator[Any]:
        """Duels in the order in which they can be fought; None while results are waited for."""
        chance = random.Random(self._seed)
        rounds = self._way.rounds(self._known, self._start, chance)
        results: Any = None
        games = number = 0
        while True:
            try:
                here = rounds.send(results)
            except StopIteration as end:
                self._found = end.value
                self._stages.append((games, end.value))
                break
            self._stages.append((games, here.best))
            openings = chance.getrandbits(32)
            duels = [
                Duel(f"{number}.{place}", list(pairing.one), list(pairing.two), self._way.pairs, openings)
                for place, pairing in enumerate(here.pairings)
            ]
            yield from self._fought(duels)
            done = [self._journal.done[duel.name] for duel in duels]
            games += 2 * sum(score.pairs for score in done)
            results = [score.points / (2 * score.pairs) for score in done]
            number += 1
        yield from self._fought(self._measuring())

    def _fought(self, duels: list[Duel]) -> Iterator[Any]:
        """These, and then nothing until all of them are done."""
        yield from duels
        while any(duel.name not in self._journal.done for duel in duels):
            yield None

    def _moments(self) -> list[int]:
        """The stages that are measured: the start, the end, and some at equal distances between."""
        last, points = len(self._stages) - 1, self._measure.points
        return sorted({round(last * point / points) for point in range(points + 1)})

    def _measuring(self) -> list[Duel]:
        return [
            Duel(_measured(stage, name, part), self._stages[stage][1], side, min(AT_ONCE, pairs - part), MEASURE_SEED + part)
            for pairs in (self._measure.pairs,)
            for stage in self._moments()
            for name, side in self._measure.against.items()
            for part in range(0, pairs, AT_ONCE)
        ]

    def _points(self) -> list[WeightPoint]:
        """The curve, of what was measured."""
        if self._found is None:
            return []
        done, parts = self._journal.done, range(0, self._measure.pairs, AT_ONCE)
        points = []
        for stage in self._moments():
            scores = {
                name: _together([done[_measured(stage, name, part)] for part in parts if _measured(stage, name, part) in done])
                for name in self._measure.against
            }
            points.append(WeightPoint(*self._stages[stage], scores))
        return points


def own_numbers(known: Adjustable) -> Numbers:
    """Those by which the game plays."""
    return known.start(OWN)


def _measured(stage: int, name: str, part: int) -> str:
    return f"measure {stage} {name} {part}"


def _name(duel: Duel | None) -> str:
    return "" if duel is None else duel.name


def _together(scores: list[DuelScore]) -> WeightScore:
    """What several duels say together; the two games of an opening are one observation."""
    pairs = sum(score.pairs for score in scores)
    if pairs == 0:
        return WeightScore(0.5, 0.5)
    mean = sum(score.points for score in scores) / pairs
    spread = max(0.0, sum(score.squares for score in scores) / pairs - mean * mean) * pairs / max(1, pairs - 1)
    return WeightScore(mean / 2, sqrt(spread / pairs) / 2 if pairs > 1 else 0.5)


def _read(line: str) -> tuple[str, DuelScore]:
    from damier.batches import from_json

    name, result = from_json(line)
    return name, DuelScore(*result)
