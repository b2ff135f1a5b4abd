"""Levels of equal steps for a game that has learnt, from beginner to full strength, measured by matches.

There are ways from weak play to strong: one ply deep, or two, or three, overlooking moves and taking any that looks nearly as
good, ever less so; and without errors, ever more positions a move. First neighbours among some manners of all ways play each
other, and the ratings under which the results are the likeliest (`ratings.py`) tell how strong each is. Between them manners
are chosen at equal distances, which play each other in turn; by what is known then they are chosen once more. What is written
down is what all these games say. Of two levels of which the higher one did not come out stronger both play in the same manner.

Every pair of games is a unit of a journal (`batches.py`): whoever is ended goes on from there.
"""

import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from damier.arena.ratings import Ratings, ratings_of
from damier.batches import Journal, run_batch
from damier.engine.level_file import LevelFile, Manner, Measured, levels_to_write, network_in_use
from damier.engine.levels import STRONGEST
from damier.errors import BadInput
from damier.games.game import Game
from damier.network.file import head_of
from damier.processes.pool import MakesWorkers, Pool, Workers
from damier.rating import Pairs

WORKER = "damier.arena.level_worker"
COUNT = STRONGEST.number  # levels that are measured
# Moves that are overlooked, how careless it is, and plies within which nothing is overlooked: one ply deep, two and three
ERRING = (
    ((0.6, 4.0, 0), (0.3, 2.0, 1), (0.0, 0.0, 1)),
    ((0.4, 2.5, 1), (0.2, 1.2, 2), (0.0, 0.0, 2)),
    ((0.3, 1.5, 2), (0.12, 0.7, 3), (0.0, 0.0, 3)),
)
FEWEST_NODES = 64
MOST_ERROR = 9999  # that is told
STAGES = ("rungs", "tried", "levels")  # in the names of units: the ways, levels chosen by that, and chosen again
SHARES = (0.3, 0.2, 0.5)  # of the time
CHOSEN = "chosen"  # before the name of a stage: the unit that says which manners were chosen for it

Unit = tuple[str, Manner, Manner, int]  # its name, who plays whom, and the seed


class Meeting(NamedTuple):
    """The games of two, as the first one sees them."""

    wins: int
    draws: int
    losses: int
    pairs: Pairs


@dataclass(frozen=True)
class Effort:
    """How much is played."""

    nodes: int = 10_000  # that full strength looks at for a move
    rung_pairs: int = 24  # of games of each two that meet at first
    level_pairs: int = 60  # of each two levels in the end
    seed: int = 1


class Progress(NamedTuple):
    """What is being done."""

    stage: str
    done: int
    total: int


def ladders(nodes: int) -> list[list[Manner]]:
    """Ways up: on each, every manner should be stronger than the one before, and one can play in between."""
    errs = [
        [Manner(depth, overlooks, careless, sees) for overlooks, careless, sees in steps]
        for depth, steps in enumerate(ERRING, start=1)
    ]
    looks = [FEWEST_NODES << 2 * i for i in range(nodes.bit_length()) if FEWEST_NODES << 2 * i < 0.7 * nodes]
    return [*errs, [Manner(nodes=each) for each in (*looks, nodes)]]


def rungs_of(ways: Sequence[Sequence[Manner]]) -> list[Manner]:
    """All of them, about from the weakest to the strongest: those of a way are one further than those of the way before."""
    placed = [(step + 1.4 * way, manner) for way, manners in enumerate(ways) for step, manner in enumerate(manners)]
    return [manner for _, manner in sorted(placed, key=lambda each: each[0])]


def between(one: Manner, two: Manner, share: float) -> Manner:
    """A manner between two of the same way, at a share of the distance."""
    if one.nodes and two.nodes:
        return Manner(nodes=round(math.exp(math.log(one.nodes) + share * math.log(two.nodes / one.nodes))))
    mixed = [low + share * (high - low) for low, high in zip(one, two, strict=True)]
    return Manner(round(mixed[0]), round(mixed[1], 4), round(mixed[2], 4), round(mixed[3]), 0)


def equal_steps(ways: Sequence[Sequence[Manner]], elo: Mapping[Manner, float], count: int) -> list[Manner]:
    """So many manners at equal distances of rating, from the first of the first way to the last of the last."""
    low, high = elo[ways[0][0]], elo[ways[-1][-1]]
    inner = [_at(low + (high - low) * i / (count - 1), ways, elo) for i in range(1, count - 1)]
    return [ways[0][0], *inner, ways[-1][-1]]


def _at(rating: float, ways: Sequence[Sequence[Manner]], elo: Mapping[Manner, float]) -> Manner:
    """The manner of a rating: between the two nearest of a way that have it between them, or else the nearest of all."""
    found: list[tuple[float, Manner]] = []
    for way in ways:
        rising = [sum(block) / len(block) for block in _rising([elo[each] for each in way]) for _ in block]
        for i, (below, above) in enumerate(itertools.pairwise(rising)):
            if below <= rating <= above and below < above:
                found.append((above - below, between(way[i], way[i + 1], (rating - below) / (above - below))))
    if found:
        return min(found, key=lambda each: each[0])[1]
    return min(elo, key=lambda manner: abs(elo[manner] - rating))


def _rising(values: Sequence[float]) -> list[list[float]]:
    """Values in blocks whose means rise: what comes out lower than what stands before it is put together with that."""
    blocks: list[list[float]] = []
    for value in values:
        blocks.append([value])
        while len(blocks) > 1 and sum(blocks[-1]) / len(blocks[-1]) <= sum(blocks[-2]) / len(blocks[-2]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return blocks


def measured(manners: Sequence[Manner], ratings: Ratings, places: Sequence[int]) -> tuple[Measured, ...]:
    """Levels with their ratings above the first; where a higher one came out weaker, both are the lower one.

    The places are those of the manners among those that were rated.
    """
    found: list[Measured] = []
    below: int | None = None
    base = 0.0
    for block in _rising([float(ratings.elo[place]) for place in places]):
        first, mean = len(found), sum(block) / len(block)
        error = 0.0 if below is None else ratings.error(places[first], places[below])
        base = mean if below is None else base
        for place in range(first, first + len(block)):
            found.append(Measured(place + 1, manners[first], round(mean - base), round(min(error, MOST_ERROR))))
        below = first
    return tuple(found)


class Calibration:
    """The search for the levels of a game; it can be stopped from another thread."""

    def __init__(
        self,
        game: Game,
        effort: Effort,
        jobs: int = 0,
        tell: Callable[[Progress], None] = lambda progress: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        network = network_in_use(game)
        if network is None:
            raise BadInput(f"{game.title} is not judged by a network, so its levels are the usual ones; learn one first")
        if effort.nodes <= FEWEST_NODES:
            raise BadInput(f"full strength looks at more than {FEWEST_NODES} positions, not {effort.nodes}")
        self.path = levels_to_write(game, network)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.journal = self.path.with_name(self.path.name + ".part")
        self._game, self._effort, self._jobs, self._tell, self._workers = game, effort, jobs, tell, workers
        self._head = head_of(network)
        self._staff: Workers[Any] | None = None
        self._is_stopped = False
        self._players: list[Manner] = []
        self._results: dict[tuple[int, int], list[list[float]]] = {}  # points of both games of each pair

    def run(self, seconds: float) -> LevelFile | None:
        """Find the levels in so many seconds; None if somebody has stopped it before."""
        began, effort = time.monotonic(), self._effort
        what = {"levels": self._game.name, "network": self._head["checksum"], "nodes": effort.nodes, "seed": effort.seed}
        with Journal[Any](self.journal, what) as journal:
            ways = ladders(effort.nodes)
            manners = rungs_of(ways)
            stages = zip(
                STAGES, (effort.rung_pairs, effort.rung_pairs, effort.level_pairs), itertools.accumulate(SHARES), strict=True
            )
            for stage, pairs, share in stages:
                if stage != STAGES[0]:
                    ways = [_with(way, manners) for way in ways]
                    elo = dict(zip(self._players, (float(each) for each in self._rate().elo), strict=True))
                    journal.keep(f"{CHOSEN}:{stage}", equal_steps(ways, elo, COUNT))
                    manners = [Manner(*each) for each in journal.done[f"{CHOSEN}:{stage}"]]
                self._play(journal, stage, manners, pairs, share * seconds - (time.monotonic() - began))
                if self._is_stopped:
                    return None
        ratings = self._rate()
        places = [self._players.index(each) for each in manners]
        game, rules, checksum = (str(self._head[name]) for name in ("game", "rules", "checksum"))
        games = 2 * sum(len(each) for each in self._results.values())
        return LevelFile(game, rules, checksum, effort.nodes, games, measured(manners, ratings, places))

    def _rate(self) -> Ratings:
        """What all manners that have played so far are worth."""
        return ratings_of(len(self._players), {who: _meeting(results) for who, results in self._results.items()})

    def stop(self) -> None:
        """Let it end soon; what is not finished does not count."""
        self._is_stopped = True
        if self._staff is not None:
            self._staff.stop()

    def _play(self, journal: Journal[Any], stage: str, manners: list[Manner], pairs: int, seconds: float) -> None:
        """Let neighbours, and those two apart, play each other until the time is up, and remember how it went."""
        apart = [(i, i + step) for i in range(len(manners)) for step in (1, 2) if i + step < len(manners)]
        meetings = [(one, two) for one, two in apart if manners[one] != manners[two]]
        units: list[Unit] = [
            (f"{stage}:{one}:{two}:{number}", manners[one], manners[two], self._seed(stage, one, number))
            for number in range(pairs)
            for one, two in meetings
        ]
        until = time.monotonic() + seconds

        def left() -> Iterator[Unit]:
            # everybody plays once, however little time there is
            yield from (unit for i, unit in enumerate(units) if i < len(meetings) or time.monotonic() < until)

        def hear(done: int) -> None:
            here = sum(name.startswith(f"{stage}:") for name in journal.done)
            self._tell(Progress(stage, here, len(units)))

        if not all(unit[0] in journal.done for unit in units):
            terms = {"game": self._game.loaded_as or self._game.name, "options": self._game.options}
            staff = self._staff = self._workers(WORKER, terms, lambda unit: unit[1:], self._jobs)
            run_batch(journal, staff, left(), lambda unit: unit[0], hear)
        for manner in manners:
            if manner not in self._players:
                self._players.append(manner)
        for name, one, two, _ in units:
            if journal.done.get(name):
                who = self._players.index(one), self._players.index(two)
                self._results.setdefault(who, []).append(journal.done[name])

    def _seed(self, stage: str, one: int, number: int) -> int:
        return ((self._effort.seed * len(STAGES) + STAGES.index(stage)) * 100_003 + number) * 101 + one


def _with(way: Sequence[Manner], others: Sequence[Manner]) -> list[Manner]:
    """A way with those of the others that lie on it."""
    more = {each for each in others if bool(each.nodes) == bool(way[0].nodes) and each.depth == way[0].depth}
    return sorted({*way, *more}, key=lambda each: (each.nodes, -each.overlooks, -each.careless))


def _meeting(results: list[list[float]]) -> Meeting:
    games = [points for pair in results for points in pair]
    counts = [0] * 5
    for pair in results:
        counts[round(2 * sum(pair))] += 1
    return Meeting(
        games.count(1.0), games.count(0.5), games.count(0.0), (counts[0], counts[1], counts[2], counts[3], counts[4])
    )
