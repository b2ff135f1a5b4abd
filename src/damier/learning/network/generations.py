"""A game teaches itself, generation by generation.

A generation plays games against itself, the next network learns from those of the last few generations, and a sequential test
says whether it beats the one that plays now; only then it takes its place. The first network knows nothing, or is one that is
there (`teacher.py`).

Everything is kept in a folder: games and matches in journals (`batches.py`), networks in files. Whoever is ended goes on from
there and loses at most what was being done: the games of a unit, or a training. What is found hangs on the seed and on what is
said in `Settings`, not on how many processes play.
"""

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.batches import Journal, run_batch
from damier.engine.expectation import scale_of
from damier.errors import BadInput
from damier.games.game import Game
from damier.kernel import native
from damier.learning.carried import array_as_text
from damier.learning.network.bounds import check_memory, check_settings
from damier.learning.network.examples import Examples, examples_of, without_repetitions
from damier.learning.network.keeping import alone_in, check_same, read_numbers, read_told, write_numbers, write_whole
from damier.learning.network.packed_games import from_text
from damier.learning.network.playing import Terms
from damier.learning.network.survey import Survey, survey
from damier.learning.network.teacher import NOBODY, OWN, teacher_named
from damier.learning.network.temporal import outlook, temporal
from damier.learning.network.training import Numbers, train
from damier.network.file import NetworkFile, fingerprint, read_network, write_network
from damier.network.kept import rival_of
from damier.network.match import AUTHOR, Match
from damier.processes.pool import MakesWorkers, Pool, Workers
from damier.rating import NO_PAIRS, Pairs, Sprt, elo_of
from damier.wording import quoted

WORKER = "damier.learning.network.worker"
AT_ONCE = 20  # games that are one unit of work
PAIRS_AT_ONCE = 5  # of a match
BETTER = Sprt(0, 30)  # what a network has to be, in rating points, to take the place of the last one
MATCH_OPENING = (2, 8)
MATCH_SEED = 1 << 40
OUTLOOK, TD_LEAF = "outlook", "td-leaf"
METHODS = (OUTLOOK, TD_LEAF)  # a position is corrected by what came after it; or the leaf that the search saw (`temporal.py`)
RIVAL_LETTERS = 16  # of a rival's checksum, in the name of a journal
CLEAR = 6  # scales of the evaluation from which on a game counts as won


@dataclass(frozen=True)
class Settings:
    """What makes a learning what it is."""

    seed: int = 1
    nodes: int = 400  # a move
    positions: int = 300_000  # a generation, about
    opening: tuple[int, int] = (0, 10)  # moves at random with which games begin, from so many up to so many
    hidden: int = 0  # numbers in the middle of the network; 0: by the number of features
    window: int = 5  # generations that one learns from
    rounds: int = 8  # over all of their positions
    match_pairs: int = 200  # of games at most, between two networks
    symmetric: bool = True  # positions that are alike are judged as one, where the game tells which
    method: str = OUTLOOK
    decay: float = 0.7  # of what later positions count
    teacher: str = NOBODY  # who plays the first games: a word, or a network's file (`teacher.py`)


class Generation(NamedTuple):
    """What a generation has found out."""

    number: int
    games: int  # that all have played so far
    positions: int  # that it has learnt from
    error: float  # of what it has learnt
    pairs: Pairs  # of its match against the one before
    is_better: bool
    rating: float  # points above the first network, as matches add up
    seconds: float  # that all of it has taken so far


@dataclass
class Progress:
    """What is being done now."""

    generation: int
    doing: str  # playing, learning or match; at the end own or shipped, a match against what the game comes with
    done: int
    total: int
    past: list[Generation] = field(default_factory=list)


Tell = Callable[[Progress], None]


class Learning:
    """One game that teaches itself; it can be stopped from another thread."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        settings: Settings,
        jobs: int = 0,
        tell: Tell = lambda progress: None,
        workers: MakesWorkers = Pool,
        trainer: Callable[..., float] = train,
    ) -> None:
        check_settings(settings)
        if settings.method not in METHODS:
            raise BadInput(f"there is no method {quoted(settings.method)} to learn by; there are {', '.join(METHODS)}")
        if not 0 <= settings.decay <= 1:
            raise BadInput(f"lambda is {settings.decay:g}; it must be from 0 to 1")
        self.game, self.folder, self.settings = game, folder, settings
        self._jobs, self._tell, self._workers, self._train = jobs, tell, workers, trainer
        self._start = native(game.start())
        self.teacher = teacher_named(settings.teacher, game, self.file(0))
        self._rules = fingerprint(self._start)
        scale = round(scale_of(game, self._start)) if game.expectation else 0
        found = survey(self._start, settings.hidden, scale, settings.symmetric, settings.seed)
        self.survey: Survey = self.teacher.seen_by(found, settings.hidden)
        check_memory(settings, self.survey)
        self._staff: Workers[Any] | None = None
        self._is_stopped = False
        self._examples: dict[int, Examples] = {}
        self.past: list[Generation] = []

    # ----------------------------------------------------------------------------------------------------------------
    # Going on

    def run(self, generations: int, seconds: float = float("inf")) -> list[Generation]:
        """Learn until there are so many generations, or the time is up, or somebody stops it."""
        with alone_in(self.folder):
            return self._go_on(generations, seconds)

    def _go_on(self, generations: int, seconds: float) -> list[Generation]:
        began = time.monotonic()
        self.prepare()
        self.past = self._known()
        spent = self.past[-1].seconds if self.past else 0.0
        while len(self.past) < generations and not self._is_stopped:
            left = seconds - (time.monotonic() - began)
            if left <= 0 or not self._play(len(self.past) + 1, left):
                break
            number = len(self.past) + 1
            found = self._learn(number)
            if found is None:
                break
            pairs = self._match(number, seconds - (time.monotonic() - began))
            if pairs is None:
                break
            is_better = BETTER.verdict(pairs) == "H1"
            gain = elo_of((sum(i * count for i, count in enumerate(pairs)) + 1) / (4 * sum(pairs) + 2)) if is_better else 0.0
            rating = (self.past[-1].rating if self.past else 0.0) + gain
            games = (self.past[-1].games if self.past else 0) + self._games_in(number)
            told = Generation(number, games, *found, pairs, is_better, rating, spent + time.monotonic() - began)
            write_whole(self._folder_file("generation", number, "json"), json.dumps(told._asdict()).encode())
            self.past.append(told)
            self._tell(Progress(number, "match", sum(pairs), sum(pairs), self.past))
        return self.past

    def prepare(self) -> None:
        """Have a folder, with the first network in it; it is refused if something else was begun there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        mine = {"game": self.game.name, "rules": self._rules, **asdict(self.settings), "teacher": self.teacher.name}
        check_same(self.folder, mine, asdict(Settings()))
        if not self.file(0).exists():
            self._keep(0, self.teacher.first_numbers(self.survey, self.settings.seed), self.teacher.told)

    def stop(self) -> None:
        """Let it end soon; what is not finished does not count."""
        self._is_stopped = True
        if (staff := self._staff) is not None:
            staff.stop()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has ended it."""
        return self._is_stopped

    @property
    def best(self) -> int:
        """The generation whose network plays now."""
        return max((each.number for each in self.past if each.is_better), default=0)

    def network(self, number: int | None = None) -> NetworkFile:
        """The network of a generation, or the best one."""
        return read_network(self.file(self.best if number is None else number))

    def file(self, number: int) -> Path:
        """Where the network of a generation is."""
        return self._folder_file("network", number, "network")

    def lesson(self, number: int) -> tuple[Examples, Any]:
        """What a generation learns from: examples, and what its network should say of each."""
        first = max(1, number - self.settings.window + 1)
        self._examples = {each: kept for each, kept in self._examples.items() if each >= first}
        for each in range(first, number + 1):
            if each not in self._examples:
                self._examples[each] = self._examples_in(each)
        examples = Examples.joined([self._examples[each] for each in range(first, number + 1)])
        targets: Any = None
        if len(examples):
            examples, targets = self._aims(examples, number)
        if not len(examples):
            raise BadInput(
                f"there is nothing to learn of {self.game.title}: {self.settings.nodes:,} nodes a move see the end of all its "
                "games from the opening on; a search plays it well without a network"
            )
        return examples, targets

    def _aims(self, examples: Examples, number: int) -> tuple[Examples, Any]:
        """The examples that a generation learns from, and what its network should say of each."""
        layout, graded = self.survey.layout, self.survey.is_graded
        targets = temporal if self.settings.method == TD_LEAF else outlook
        return targets(examples, layout, graded, self.settings.decay if number > 1 or self.teacher.knows_something else 1.0)

    # ----------------------------------------------------------------------------------------------------------------
    # Steps

    def _play(self, number: int, seconds: float) -> bool:
        """Have the games of a generation played; whether all are."""
        count = max(1, round(self.settings.positions / max(self.survey.plies, 1) / AT_ONCE))
        first = (self.settings.seed << 44) + number * (count * AT_ONCE)
        units = [(first + i * AT_ONCE, AT_ONCE) for i in range(count)]
        terms = self._terms(self.settings.opening)._replace(keeps_lines=self.settings.method == TD_LEAF)
        with self._journal("games", number) as journal:
            is_by_hand = number == 1 and self.teacher.name == OWN
            weights = self._own_weights() if is_by_hand else self.network().weights
            self._run(journal, units, weights, None, terms, seconds, number, "playing")
            return len(journal.done) == count

    def _learn(self, number: int) -> tuple[int, float] | None:
        """Train the network of a generation; positions it has learnt from, and its error."""
        if self.file(number).exists():
            told = read_network(self.file(number)).learnt
            return int(told["positions"]), float(told["error"])
        examples, targets = self.lesson(number)
        numbers, graded, rounds = self._numbers(number - 1), self.survey.is_graded, self.settings.rounds

        def hear(done: int, error: float) -> bool:
            self._tell(Progress(number, "learning", done, rounds, self.past))
            return not self._is_stopped

        seed = self.settings.seed + number
        ends: Callable[[], bool] = lambda: self._is_stopped  # noqa: E731
        error = self._train(numbers, examples, targets, graded, rounds, seed=seed, tell=hear, ends=ends)
        if self._is_stopped:
            return None
        self._keep(number, numbers, {"generation": number, "positions": len(examples), "error": error})
        return len(examples), error

    def _match(self, number: int, seconds: float) -> Pairs | None:
        """Let a network play the one that plays now until it is clear whether it is better; None if time ended before."""
        if self._is_stopped:
            return None
        units = self._match_units()
        one, two = self.network(number).weights, self.network().weights
        with self._journal("match", number) as journal:
            ends: Callable[[], bool] = lambda: self._decided(journal.done, units) is not None  # noqa: E731
            self._run(journal, units, one, two, self._terms(MATCH_OPENING), seconds, number, "match", ends)
            return self._decided(journal.done, units)

    @staticmethod
    def _decided(done: Mapping[str, Any], units: list[tuple[int, int]]) -> Pairs | None:
        """What the pairs of a match say, in the order of their openings, as soon as that is enough; None until then."""
        counts = list(NO_PAIRS)
        for unit in units:
            if str(unit[0]) not in done:
                return None
            for points in done[str(unit[0])]:
                counts[round(2 * points)] += 1
            pairs: Pairs = (counts[0], counts[1], counts[2], counts[3], counts[4])
            if BETTER.verdict(pairs) != "open":
                return pairs
        return pairs

    def against_rival(self) -> Match | None:
        """The match of the best network against what judges the game as it comes, at equal nodes.

        That is the network that comes with it, or the evaluation that its author wrote. None if there is neither, or if it was
        stopped before the end.
        """
        rival = rival_of(self.game)
        if self._is_stopped or rival is None:
            return None
        doing = "own" if rival == AUTHOR else "shipped"
        whom = doing if rival == AUTHOR else f"{doing}-{rival[:RIVAL_LETTERS]}"  # each network that came with it has its match
        one, two = self.network().weights, np.asarray(self.game.as_shipped.weights(), np.int32)
        terms = self._terms(MATCH_OPENING)
        with alone_in(self.folder), self._journal(whom, self.best) as journal:
            self._run(journal, self._match_units(), one, two, terms, math.inf, self.best, doing)
            points = [each for unit in journal.done.values() for each in unit]
        return Match(rival, float(np.mean(points)) / 2) if points and not self._is_stopped else None

    def _match_units(self) -> list[tuple[int, int]]:
        """Openings of a match, as its units of work: the first, and how many."""
        count = max(1, self.settings.match_pairs // PAIRS_AT_ONCE)
        return [(MATCH_SEED + i * PAIRS_AT_ONCE, PAIRS_AT_ONCE) for i in range(count)]

    def _own_weights(self) -> Any:
        """Those of the evaluation that the game's author wrote."""
        return np.asarray(self.game.with_own_evaluation.weights(), np.int32)

    # ----------------------------------------------------------------------------------------------------------------
    # Who plays

    def _run(
        self,
        journal: Journal[Any],
        units: list[tuple[int, int]],
        one: Any,
        two: Any,
        terms: Terms,
        seconds: float,
        number: int,
        doing: str,
        ends: Callable[[], bool] = lambda: False,
    ) -> None:
        """Have units of games played, until all are, or enough, or the time is up."""
        if ends() or all(str(unit[0]) in journal.done for unit in units):
            return
        told = {
            "game": self.game.loaded_as or self.game.name,
            "options": self.game.options,
            "one": array_as_text(one),
            "two": None if two is None else array_as_text(two),
            "unit": self.game.unit if self.game.says_unit else self.survey.layout.scale,
            "terms": terms._asdict(),
            "rules": self._rules,
        }
        staff = self._staff = self._workers(WORKER, told, list, self._jobs)
        if self._is_stopped:  # by somebody who has not found them yet
            staff.stop()
        until = time.monotonic() + seconds

        def left() -> Iterator[tuple[int, int]]:
            yield from (unit for unit in units if time.monotonic() < until)

        def hear(done: int) -> None:
            self._tell(Progress(number, doing, done, len(units), self.past))
            if ends():
                staff.stop()

        try:
            run_batch(journal, staff, left(), lambda unit: str(unit[0]), hear)
        finally:
            self._staff = None

    def _terms(self, opening: tuple[int, int]) -> Terms:
        """How games are played; of short ones the opening is no more than half."""
        half = int(self.survey.plies) // 2
        low, high = (min(plies, half) for plies in opening)
        return Terms(self.settings.nodes, (low, high), CLEAR * self.survey.layout.scale)

    # ----------------------------------------------------------------------------------------------------------------
    # Files

    def _folder_file(self, what: str, number: int, ending: str) -> Path:
        return self.folder / f"{what}-{number:04}.{ending}"

    def _journal(self, what: str, number: int) -> Journal[Any]:
        return Journal(self._folder_file(what, number, "part"), {"learning": self.game.name, what: number})

    def _games_in(self, number: int) -> int:
        with self._journal("games", number) as journal:
            return AT_ONCE * len(journal.done)

    def _examples_in(self, number: int) -> Examples:
        """What there is to learn from the games of a generation."""
        with self._journal("games", number) as journal:
            done = [journal.done[name] for name in sorted(journal.done, key=int)]
        games = without_repetitions(game for unit in done for game in from_text(unit))
        return examples_of(self._start, self.network(0).weights, games)

    def _keep(self, number: int, numbers: Numbers, learnt: Mapping[str, Any]) -> None:
        """Write a network, and the real numbers from which the next one learns on."""
        write_numbers(self._folder_file("numbers", number, "npz"), numbers)
        write_network(
            self.file(number), NetworkFile(numbers.network(), self.game.name, self.game.told_options, self._rules, learnt)
        )

    def _numbers(self, number: int) -> Numbers:
        fresh = Numbers.random(self.survey.layout, self.survey.plan, self.settings.seed)
        return read_numbers(self._folder_file("numbers", number, "npz"), fresh)

    def _known(self) -> list[Generation]:
        """What was found out before."""
        found: list[Generation] = []
        while (said := read_told(self._folder_file("generation", len(found) + 1, "json"))) is not None:
            try:
                found.append(Generation(**{**said, "pairs": tuple(said["pairs"])}))
            except (TypeError, KeyError):  # what cannot be read is found out again
                break
        return found
