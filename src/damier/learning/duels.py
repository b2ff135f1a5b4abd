"""Short matches between two evaluations of any game, as units of work: what searches for weights ask, and who plays them.

A side is a list of numbers (`games/adjustable.py`), or the name of an evaluation or of a file. A duel plays some random
openings from both sides; which, hangs on its seed alone, so that it ends alike wherever it is played.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from damier.errors import BadInput
from damier.games.adjustable import Adjustable, adjustable_of, narrowed
from damier.games.catalogue import load_unchecked
from damier.games.game import Game
from damier.learning.matches import Thinking, play_match, some_openings
from damier.network.kept import EVALUATION
from damier.processes.pool import MakesWorkers, Pool, TaskEnd, Workers
from damier.processes.serving import Say, Work, serve

WORKER = "damier.learning.duels"

Side = Sequence[int] | str


class Duel(NamedTuple):
    """A match: who plays whom, from how many openings, and which."""

    name: str
    one: Side
    two: Side
    pairs: int
    seed: int


class DuelScore(NamedTuple):
    """What it gave the first: points, their squares by pairs of games, and pairs."""

    points: float
    squares: float
    pairs: int


@dataclass(frozen=True)
class DuelTerms:
    """What all duels of a search have in common, in words that fit into a line of JSON."""

    game: str
    options: Mapping[str, Any]
    thinking: Sequence[int]  # as `Thinking`
    plies: int  # of random openings
    only: Sequence[str] = ()  # numbers whose names begin so; others stay as they are where the search begins
    start: str = ""

    def numbers(self, game: Game) -> Adjustable:
        """The numbers that are searched for."""
        known = adjustable_of(game)
        return narrowed(known, self.only, known.start(self.start)) if self.only else known


class Ring:
    """Where duels are fought: a game, and the weights that numbers and names stand for."""

    def __init__(self, terms: DuelTerms, game: Game | None = None) -> None:
        self.game: Game = game or load_unchecked(terms.game, **terms.options)
        self._numbers = terms.numbers(self.game)
        self._thinking = Thinking(*terms.thinking)
        self._openings = lru_cache(8)(lambda pairs, seed: some_openings(self.game.start(), pairs, seed, terms.plies))

    def play(self, duel: Duel) -> DuelScore:
        """Fight one."""
        openings = self._openings(duel.pairs, duel.seed)
        if not openings:
            raise BadInput(f"no games of {self.game.title} can be played: it is over where it begins")
        pairs = play_match(openings, self._weights(duel.one), self._weights(duel.two), self._thinking).pairs
        return DuelScore(float(pairs.sum()), float((pairs * pairs).sum()), len(pairs))

    def _weights(self, side: Side) -> Any:
        if isinstance(side, str):
            return replace(self.game, options={**self.game.options, EVALUATION: side}).weights()
        return np.asarray(self._numbers.weights(side), np.int32)


class Alone:
    """Duels fought one after the other in this process, as a pool of workers would."""

    jobs = 1

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._is_stopped = False

    def run(self, tasks: Iterator[Duel | None], on_end: Callable[[TaskEnd[Duel]], None]) -> None:
        """Fight them all, and tell of each."""
        for duel in tasks:
            if self._is_stopped:
                return
            if duel is not None:
                on_end(TaskEnd(duel, self._ring.play(duel)))

    def stop(self) -> None:
        """Let `run` end soon."""
        self._is_stopped = True


def fighters(game: Game, terms: DuelTerms, jobs: int, workers: MakesWorkers = Pool) -> Workers[Duel]:
    """Who fights duels: so many processes, 0 for one a core, or this one alone."""
    return Alone(Ring(terms, game)) if jobs == 1 else workers(WORKER, asdict(terms), list, jobs)


def main() -> None:
    """Fight what is asked for until the input ends: a process of a pool."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        ring = Ring(DuelTerms(**terms))

        def play(said: list[Any]) -> DuelScore:
            say({"seconds": math.inf})  # what it plays with may have to be compiled
            return ring.play(Duel(*said))

        return play

    serve(begin)
