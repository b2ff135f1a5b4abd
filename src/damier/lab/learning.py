"""Networks that teach themselves a game from its rules (Alliot-Schiex 15.6.4 tell of Samuel's program, which was the first).

How strong is each generation, in matches against the first network, which knows nothing? What do temporal differences (TD-leaf)
make of as many games? How large need a network be to learn from the same games, and how long does that take on a processor and
on a GPU? And what has it understood: what is a piece worth to it, cell by cell, from its first step to its last?
Any game can be named, `game=othello:size=6`, or a file of your own, `game=./mygame.py`.
"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from damier.errors import BadInput
from damier.games.game import Game
from damier.games.rooms import rooms
from damier.kernel import has_rule
from damier.lab.halt import Halt
from damier.lab.learning_report import Found, Understood, report_of
from damier.lab.measure import Progress
from damier.lab.network_match import AgainstFirst
from damier.lab.report import Report
from damier.lab.settings import game_with_options, whole, whole_numbers
from damier.lab.understanding import worth_by_cell
from damier.learning.network.generations import OUTLOOK, TD_LEAF, Learning, Settings
from damier.learning.network.training import Numbers, train
from damier.network.vectors import LANES

SIZE = 40  # pairs of games of each match that measures
USUAL = next(room.LEARNING_OF for room in rooms("lab").values() if hasattr(room, "LEARNING_OF"))  # a small game
MOST_HIDDEN = 1024
ROUNDS = 24  # over all positions: there are few, so that they are gone through more often
DRAWN = 4  # generations whose understanding is drawn
METHODS = {OUTLOOK: "outlook", TD_LEAF: "TD-leaf"}


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    game: str = USUAL,
    generations: str = "4",
    positions: str = "12000",
    nodes: str = "100",
    hidden: str = "32",
    sizes: str = "32,64,128",
    jobs: str = "0",
    kept: str = "",
    halt: Halt | None = None,
) -> Report:
    """Learn a game in both ways; matches of `size` pairs of games against the first network measure every generation.

    A generation learns from so many `positions` of games with so many `nodes` a move, by a network with so many `hidden`
    numbers in the middle; what networks of other `sizes` learn from the same games is measured too.
    """
    wanted = Settings(
        seed=seed,
        nodes=whole("nodes", nodes),
        positions=whole("positions", positions),
        hidden=_hidden("hidden", whole("hidden", hidden, MOST_HIDDEN)),
        rounds=ROUNDS,
        match_pairs=min(200, max(5, size)),
    )
    widths = [_hidden("sizes", each) for each in whole_numbers("sizes", sizes, MOST_HIDDEN)]
    count, processes = whole("generations", generations, 1000), _jobs(jobs)
    with tempfile.TemporaryDirectory(prefix="damier-learning-") as folder:
        work = _Experiment(
            game_with_options(game), wanted, count, widths, processes, Path(kept or folder), size, progress, halt or Halt()
        )
        work.run()
    return report_of(work.game, wanted, size, work.found, work.understood, work.notes)


def _hidden(name: str, number: int) -> int:
    if number % LANES:
        raise BadInput(f"{name} is {number}; a network has a multiple of {LANES} numbers in the middle")
    return number


def _jobs(text: str) -> int:
    return 0 if text == "0" else whole("jobs", text, 1024)


@dataclass
class _Experiment:
    """What is learnt and measured, one after the other; what was found before it is ended counts."""

    game: Game
    wanted: Settings
    generations: int
    widths: list[int]
    jobs: int
    folder: Path
    size: int
    progress: Progress
    halt: Halt
    found: list[Found] = field(default_factory=list)
    understood: list[Understood] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    done: int = 0

    def run(self) -> None:
        """All parts of it."""
        learnt = {method: self._learning(method) for method in METHODS}
        self.match = AgainstFirst(learnt[OUTLOOK], self.size, self.wanted.nodes, self.halt)
        for learning in learnt.values():
            self._by_generations(learning)
        better = self._better(learnt)
        for part in (self._by_hand, self._by_size, self._by_device, self._understanding):
            if not self.halt.is_wanted:
                part(better)
        if not self.found:
            raise BadInput("the experiment was ended before anything was measured")

    def _better(self, learnt: dict[str, Learning]) -> Learning:
        """Who has become stronger in the end; all else is measured by his games."""
        last = {each.way: each.score for each in self.found}
        method = max(METHODS, key=lambda method: last.get(METHODS[method], 0.0))
        if not self.halt.is_wanted:
            self.notes.append(
                f"Sizes, times and what was understood are those of {METHODS[method]}, which has become stronger."
            )
        return learnt[method]

    def _learning(self, method: str) -> Learning:
        settings = Settings(**{**self.wanted.__dict__, "method": method})
        return Learning(self.game, self.folder / method, settings, self.jobs)

    def _step(self) -> None:
        """Tell that a step is done: a generation that was learnt and measured, or another measurement."""
        self.done += 1
        self.progress(self.done, 2 * self.generations + 1 + len(self.widths) + 2 + 1)

    def _add(self, way: str, weights: Any, **said: Any) -> None:
        pairs = self.match.pairs(weights)
        if pairs is not None:
            self.found.append(Found(way, pairs, **said))
        self._step()

    def _by_generations(self, learning: Learning) -> None:
        """Let it learn, and measure every generation."""
        self.halt.reaches(learning.stop)
        for number in range(1, self.generations + 1):
            past = learning.run(number)
            if len(past) < number or self.halt.is_wanted:
                return
            now, file = past[number - 1], learning.network(number)
            hidden = learning.survey.layout.hidden
            way = METHODS[learning.settings.method]
            self._add(way, file.weights, generation=number, games=now.games, hidden=hidden, error=now.error)

    def _by_hand(self, learning: Learning) -> None:
        """Measure the game's own evaluation, if it has one."""
        if has_rule(self.match.start, "evaluate"):
            self._add("its own evaluation", np.asarray(self.game.with_own_evaluation.weights(), np.int32))
        else:
            self._step()

    def _by_size(self, learning: Learning) -> None:
        """What networks of other sizes learn from the same games, from nothing."""
        for width in self.widths:
            if self.halt.is_wanted:
                return
            numbers, error, seconds = self._trained(learning, width, train)
            self._add("size", numbers.network(), hidden=width, error=error, seconds=seconds, games=learning.past[-1].games)

    def _by_device(self, learning: Learning) -> None:
        """How long the largest network takes on the processor, and on a GPU if there is one."""
        from damier.learning.network.training_on_gpu import check_gpu, train_on_gpu

        width = self.widths[-1]
        try:
            check_gpu()
        except BadInput as why:
            self.notes.append(f"Nothing was learnt on a GPU: {why}.")
            self.done += 2
            return
        for way, trainer in (("on the processor", train), ("on a GPU", train_on_gpu)):
            self._trained(learning, width, trainer, rounds=1)  # what has to be compiled or loaded is
            numbers, error, seconds = self._trained(learning, width, trainer)
            games = learning.past[-1].games
            self._add(way, numbers.network(), hidden=width, error=error, seconds=seconds, games=games)

    def _trained(
        self, learning: Learning, width: int, trainer: Callable[..., float], rounds: int = ROUNDS
    ) -> tuple[Numbers, float, float]:
        """A network of this size that has learnt all that the last generation did; its error and the seconds it took."""
        examples, targets = learning.lesson(len(learning.past))
        layout = learning.survey.layout._replace(hidden=width)
        numbers = Numbers.random(layout, learning.survey.plan, self.wanted.seed)
        began = time.perf_counter()
        error = trainer(
            numbers, examples, targets, learning.survey.is_graded, rounds, seed=self.wanted.seed,
            tell=lambda done, error: not self.halt.is_wanted,
        )  # fmt: skip
        return numbers, error, time.perf_counter() - began

    def _understanding(self, learning: Learning) -> None:
        """What a piece is worth to some generations, cell by cell."""
        last = len(learning.past)
        chosen = sorted({round(last * i / (DRAWN - 1)) for i in range(DRAWN)})
        for number in chosen:
            self.understood.append(Understood(number, worth_by_cell(self.game, learning.file(number), self.wanted.seed)))
        self._step()
