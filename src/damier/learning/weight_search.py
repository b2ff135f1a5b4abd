"""A search for the weights of any game's evaluation by playing: what all such searches share (EFREI 3.6).

A way to search (`genetic.py`, `spsa.py`) is a generator: it gives a round of duels (`duels.py`), is told what each of them
gave, and gives the next round. Which duels it asks for hangs on its seed and on the results alone. So a journal of results
(`batches.py`) is all that is kept: who is killed begins again, and is told at once what is known already. The weights are
those of a search that was never ended, however many processes play. Several searches can share the processes, so that nobody
waits for the last duel of a round.
"""

import random
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from damier.batches import Journal, run_batch
from damier.games.adjustable import Adjustable
from damier.games.game import Game
from damier.learning.duels import Duel, DuelScore, DuelTerms, Side, fighters
from damier.processes.pool import MakesWorkers, Pool, Workers

MEASURE_SEED = 1_000_003  # of openings that no search plays
AT_ONCE = 10  # pairs of games that are measured as one unit

Numbers = list[int]
Done = Mapping[str, Any]  # what duels gave, by their names


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

    def duels(self, name: str, one: Side) -> list[Duel]:
        """Those that tell how strong a side is, from openings that are the same each time."""
        return [
            Duel(f"{name} {other} {part}", one, two, min(AT_ONCE, self.pairs - part), MEASURE_SEED + part)
            for other, two in self.against.items()
            for part in range(0, self.pairs, AT_ONCE)
        ]

    def scores(self, name: str, done: Done) -> dict[str, "WeightScore"]:
        """What these duels gave."""
        parts = range(0, self.pairs, AT_ONCE)
        return {other: _together([DuelScore(*done[f"{name} {other} {part}"]) for part in parts]) for other in self.against}

    @property
    def count(self) -> int:
        """How many duels measure one side."""
        return len(self.against) * ceil(self.pairs / AT_ONCE)


class WeightScore(NamedTuple):
    """Points a game against somebody, and the standard error."""

    score: float
    error: float


class WeightPoint(NamedTuple):
    """The numbers after so many games, and how they do against each opponent."""

    games: int
    numbers: Numbers
    scores: dict[str, WeightScore]


class WeightSearch:
    """One search: which duels it wants, by what it knows."""

    def __init__(self, way: Way, seed: int, known: Adjustable, start: Numbers, measure: Measure) -> None:
        self.way, self.seed, self._measure = way, seed, measure
        self._known, self._start = known, start
        self._stages: list[tuple[int, Numbers]] = [(0, start)]  # games, and what the search would have given then
        self.is_whole = False

    @property
    def label(self) -> str:
        """Begins the names of its duels."""
        return f"{self.way.name} {self.seed}"

    @property
    def duels(self) -> int:
        """How many there are in all, as far as it is known."""
        return self.way.duels + self._measure.count * (self._measure.points + 1)

    @property
    def numbers(self) -> Numbers:
        """The best it knows of."""
        return self._stages[-1][1]

    @property
    def games(self) -> int:
        """That it has played to find them."""
        return self._stages[-1][0]

    def wanted(self, done: Done) -> Iterator[Duel | None]:
        """Duels in the order in which they can be fought; None while results are waited for."""
        chance = random.Random(self.seed)
        rounds = self.way.rounds(self._known, self._start, chance)
        here, number = next(rounds), 0
        self._stages = [(0, here.best)]
        while True:
            openings = chance.getrandbits(32)
            duels = [
                Duel(f"{self.label} {number}.{place}", list(pairing.one), list(pairing.two), self.way.pairs, openings)
                for place, pairing in enumerate(here.pairings)
            ]
            yield from _until_done(duels, done)
            scores = [DuelScore(*done[duel.name]) for duel in duels]
            games, number = self.games + 2 * sum(score.pairs for score in scores), number + 1
            try:
                here = rounds.send([score.points / (2 * score.pairs) for score in scores])
            except StopIteration as end:
                self._stages.append((games, end.value))
                break
            self._stages.append((games, here.best))
        yield from _until_done([duel for stage in self._moments() for duel in self._measuring(stage)], done)
        self.is_whole = True

    def points(self, done: Done) -> list[WeightPoint]:
        """The curve, once it is measured."""
        if not self.is_whole:
            return []
        return [
            WeightPoint(*self._stages[stage], self._measure.scores(self._measured(stage), done)) for stage in self._moments()
        ]

    def _moments(self) -> list[int]:
        """The stages that are measured: the start, the end, and some at equal distances between."""
        last, points = len(self._stages) - 1, self._measure.points
        return sorted({round(last * point / points) for point in range(points + 1)})

    def _measuring(self, stage: int) -> list[Duel]:
        return self._measure.duels(self._measured(stage), self._stages[stage][1])

    def _measured(self, stage: int) -> str:
        return f"{self.label} measured {stage}"


class WeightBatch:
    """Searches and other duels of one game, played by the same processes and kept in one journal; it can be stopped."""

    def __init__(
        self,
        game: Game,
        terms: DuelTerms,
        searches: Sequence[WeightSearch],
        beside: Sequence[Duel] = (),
        kept: Path | None = None,
        jobs: int = 1,
        tell: Callable[[int, int], None] = lambda done, total: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`kept` is the file that it goes on from; `jobs` are processes, 0 for one a core, 1 for this one."""
        self._searches, self._beside, self._tell = searches, beside, tell
        self._journal: Journal[Any] = Journal(kept, _described(game, terms, searches))
        self._workers: Workers[Duel] = fighters(game, terms, jobs, workers)

    @property
    def done(self) -> Done:
        """What duels gave."""
        return self._journal.done

    def run(self) -> bool:
        """Search until all is found, or somebody stops it; whether it is all."""
        total = len(self._beside) + sum(search.duels for search in self._searches)
        wanted: list[Iterator[Duel | None]] = [
            *(search.wanted(self.done) for search in self._searches),
            iter(self._beside),
        ]
        with self._journal as journal:
            duels: Iterator[Any] = _in_turn(wanted)
            run_batch(journal, self._workers, duels, _name, lambda done: self._tell(min(done, total), total))
        return all(search.is_whole for search in self._searches) and all(duel.name in self.done for duel in self._beside)

    def stop(self) -> None:
        """Let it end now; duels that are not finished do not count."""
        self._workers.stop()


def _described(game: Game, terms: DuelTerms, searches: Sequence[WeightSearch]) -> dict[str, Any]:
    """What makes the searches what they are."""
    known = terms.numbers(game)
    numbers = repr((list(known.names), known.start(terms.start), list(known.steps)))
    return {
        "game": game.name,
        "rules": game.edition,
        "options": dict(terms.options),
        "thinking": list(terms.thinking),
        "plies": terms.plies,
        "numbers": zlib.crc32(numbers.encode()),
        "searches": [{"search": each.way.name, **each.way.settings(), "seed": each.seed} for each in searches],
    }


def _in_turn(wanted: Sequence[Iterator[Duel | None]]) -> Iterator[Duel | None]:
    """The duels of several searches, one of each in turn; None while all of them wait."""
    left = list(wanted)
    while left:
        has_waited = True
        for each in list(left):
            for duel in each:
                if duel is not None:
                    yield duel
                    has_waited = False
                break
            else:
                left.remove(each)
                has_waited = False
        if has_waited and left:
            yield None


def _until_done(duels: list[Duel], done: Done) -> Iterator[Duel | None]:
    """Those that are not done, and then nothing until all of them are."""
    yield from (duel for duel in duels if duel.name not in done)
    while any(duel.name not in done for duel in duels):
        yield None


def _name(duel: Duel | None) -> str:
    return "" if duel is None else duel.name


def _together(scores: list[DuelScore]) -> WeightScore:
    """What several duels say together; the two games of an opening are one observation."""
    pairs = sum(score.pairs for score in scores)
    mean = sum(score.points for score in scores) / pairs
    spread = max(0.0, sum(score.squares for score in scores) / pairs - mean * mean) * pairs / max(1, pairs - 1)
    return WeightScore(mean / 2, sqrt(spread / pairs) / 2 if pairs > 1 else 0.5)
