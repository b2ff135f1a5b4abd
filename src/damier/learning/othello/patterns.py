"""Learning the weights of patterns from a folder of tournament games, and how far they are from the truth.

Games of the last years are never learnt from: on them the weights are tested. If games of damier against itself are asked
for, it plays them with the weights that the tournament games gave, and learns a second time, from both.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.othello.pattern_tables import Coefficients, expand, pack
from damier.games.othello.weight_file import check_free, save
from damier.learning.othello.games import Samples, joined, read_games, samples, select
from damier.learning.othello.regression import EPOCHS, PULL, errors, learn
from damier.learning.othello.selfplay import samples_of_play
from damier.processes.pool import MakesWorkers, Pool

LAST_YEAR = 2019  # of those learnt from
SOLVED = 12  # empty squares from which positions are solved

Tell = Callable[[str, int, int], None]  # what is done, how far, of how much


@dataclass(frozen=True)
class Phase:
    """How far estimates are from results in one phase, in discs, on games that were not learnt from."""

    first: int  # discs on the board
    last: int
    positions: int
    off_result: float  # from what better play in the end would have given
    off_played: float  # from how the games ended
    off_nothing: float  # by how much the same results are off a draw


@dataclass(frozen=True)
class LearntPatterns:
    """What was learnt, from how much, in what time."""

    games: int
    own_games: int  # of damier against itself
    positions: int
    test_games: int
    phases: list[Phase]
    seconds: float


def learn_patterns(
    folder: Path,
    out: Path,
    epochs: int = EPOCHS,
    pull: float = PULL,
    solved: int = SOLVED,
    last_year: int = LAST_YEAR,
    own_games: int = 0,
    seed: int = 1,
    overwrite: bool = False,
    tell: Tell = lambda what, done, total: None,
    on_faults: Callable[[list[str]], None] = lambda faults: None,
    jobs: int = 0,
    workers: MakesWorkers = Pool,
) -> LearntPatterns:
    """Learn the weights of patterns from the games of a folder, write them, and test them.

    Games of its own, of which so many `jobs` are played at once, are kept beside the file until that is written: whoever is
    ended goes on from there.
    """
    check_free(out, overwrite)
    part = out.with_name(out.name + ".part")
    began = time.perf_counter()
    games = read_games(folder, on_faults)
    early, late = select(games, games.year <= last_year), select(games, games.year > last_year)
    if not len(early):
        raise ValueError(f"{folder} has no games up to {last_year} to learn from")
    data = samples(early, solved, lambda done, total: tell("games solved", done, total))
    test = samples(late, solved)
    found = learn(data, epochs=epochs, pull=pull, tell=lambda done, total: tell("phases learnt", done, total))
    if own_games:
        ours = samples_of_play(
            own_games,
            expand(found),
            solved,
            seed,
            lambda done, total: tell("games played", done, total),
            kept=part,
            jobs=jobs,
            workers=workers,
        )
        data = joined([data, ours])
        found = learn(data, epochs=epochs, pull=pull, tell=lambda done, total: tell("phases learnt again", done, total))
    phases = _test(test, found)
    years = f"{int(early.year.min())}-{int(early.year.max())}"
    sources = f"{len(early)} games of {years} (WTHOR), {own_games} of damier against itself (seed {seed})"
    note = f"{sources}; solved from {solved} empty squares; {epochs} epochs, pull {pull:g}"
    save(out, "patterns", pack(found), note, overwrite)
    part.unlink(missing_ok=True)
    return LearntPatterns(len(early), own_games, len(data), len(late), phases, time.perf_counter() - began)


def _test(data: Samples, found: Coefficients) -> list[Phase]:
    weights = expand(found)
    off_result, off_played = (errors(data, results, weights) for results in (data.result, data.played))
    ends = [*(first - 1 for first in found.first_discs[1:]), 64]
    phases = []
    for first, last in zip(found.first_discs, ends, strict=True):
        chosen = (data.discs >= first) & (data.discs <= last)
        means = (float(np.mean(off[chosen])) if chosen.any() else 0.0 for off in (off_result, off_played, abs(data.result)))
        phases.append(Phase(first, last, int(chosen.sum()), *means))
    return phases


def as_json(lesson: LearntPatterns) -> dict[str, Any]:
    """A lesson as an answer for scripts."""
    return {
        "games": lesson.games,
        "own_games": lesson.own_games,
        "positions": lesson.positions,
        "test_games": lesson.test_games,
        "seconds": round(lesson.seconds, 1),
        "phases": [
            {
                "discs": [phase.first, phase.last],
                "positions": phase.positions,
                "error": round(phase.off_result, 3),
                "error_played": round(phase.off_played, 3),
                "error_of_nothing": round(phase.off_nothing, 3),
            }
            for phase in lesson.phases
        ],
    }
