"""A whole game solved from its rules alone: what every position that can come up is worth, and how to play it.

    solved = solve_game(load("tictactoe"))
    solved.value(position), solved.distance(position), solved.line(position), solved.statistics()

Any game whose positions fit into memory can be solved so, games that go round in circles too; endless play is worth 0 to both.
Positions are told apart as `numbering.py` says: symmetric ones are one, and ends that only come because nothing has happened
for many moves are left out (`timeless`).
"""

import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.cancel import Cancel
from damier.endgames.backward import Values, solve_backwards
from damier.endgames.bellman import first_wrong, solve_by_levels
from damier.endgames.census import Census, Explorer, OnProgress, Told, TooLarge, least_room, not_enough
from damier.endgames.keeping import Folder
from damier.endgames.links import link
from damier.endgames.sampling import at_least
from damier.endgames.sweeps import solve_by_sweeps
from damier.errors import BadInput
from damier.games.game import Game
from damier.kernel import native
from damier.rules import goes_on, legal_moves, play, same_player
from damier.search.buckets import memory_size

__all__ = ["Ended", "MoveWorth", "Solved", "Statistics", "Told", "TooLarge", "open_solved", "solve_game"]

MEMORY = 2_000_000_000  # bytes, if nothing is said
SMALL = 1 << 18  # positions, found in a moment; a game that has more is first asked how many there are at least
EVERY = 60.0  # seconds between two times that levels are written


class Ended(Exception):
    """It was told to end before the game was solved; what the folder has by then is whole."""


class MoveWorth(NamedTuple):
    """What a move is worth to who makes it."""

    move: int
    value: int
    distance: int | None  # plies from before the move to the end; None where nobody wins


class Statistics(NamedTuple):
    """A solved game in figures. Positions are those that can come up, each once; wins are those of the player to move."""

    positions: int
    moves: int
    ends: int
    wins: int
    draws: int
    losses: int
    longest: int  # plies of the longest win or loss
    levels: int  # moves after which all positions have come up


@dataclass(frozen=True)
class Solved:
    """What every position of a game is worth to the player to move."""

    census: Census
    values: Values

    def value(self, position: Any) -> int:
        """The score that both reach with best play; 0 as well if play never ends."""
        return int(self.values.scores[self._number(position)])

    def wdl(self, position: Any) -> int:
        """1 if it is won, -1 if lost, 0 if neither can win."""
        return int(np.sign(self.value(position)))

    def distance(self, position: Any) -> int | None:
        """Plies to the end, if who wins goes the shortest way to his score and who loses the longest; None if nobody wins."""
        number = self._number(position)
        return int(self.values.plies[number]) if self.values.scores[number] else None

    def __contains__(self, position: Any) -> bool:
        """Whether a position can come up."""
        return self.census.number(position) is not None

    def moves(self, position: Any) -> list[MoveWorth]:
        """What every move is worth, the best first; none when the game is over."""
        if not goes_on(position):
            return []
        found = [self._move_worth(position, move) for move in legal_moves(position)]
        return sorted(found, key=_goodness, reverse=True)

    def line(self, position: Any, most: int = 1000) -> list[int]:
        """Best play of both, to the end or until a position comes again, and no more than so many moves."""
        made, seen = list[int](), set[int]()
        while len(made) < most and self._number(position) not in seen and (choices := self.moves(position)):
            seen.add(self._number(position))
            made.append(choices[0].move)
            position = native(play(position, choices[0].move))
        return made

    def statistics(self) -> Statistics:
        """All positions together."""
        scores, plies = self.values
        wins, losses = int(np.count_nonzero(scores > 0)), int(np.count_nonzero(scores < 0))
        return Statistics(
            len(scores),
            self.census.edges,
            self.census.ends,
            wins,
            len(scores) - wins - losses,
            losses,
            int(plies.max(initial=0)),
            len(self.census.levels) - 3,  # the last one is empty
        )

    def check(self, threads: int = 0, on_progress: OnProgress | None = None, cancel: Cancel | None = None) -> Any | None:
        """A position that is not worth what its moves say; None if there is none, and then all values are proved."""
        with _pool(threads) as (pool, count):
            wrong = first_wrong(self.census, self.values, pool, count, on_progress or _nobody, _checking(cancel))
        return None if wrong is None else self.census.position(wrong)

    def _number(self, position: Any) -> int:
        number = self.census.number(position)
        if number is None:
            raise BadInput("that position cannot come up from those that were solved")
        return number

    def _move_worth(self, position: Any, move: int) -> MoveWorth:
        child = native(play(position, move))
        number = self._number(child)
        score, plies = int(self.values.scores[number]), int(self.values.plies[number])
        return MoveWorth(move, score if same_player(position, child) else -score, plies + 1 if score else None)


def solve_game(
    what: Game | Iterable[Any],
    memory: int = MEMORY,
    threads: int = 0,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
    folder: Path | str | None = None,
    every: float = EVERY,
    slowly: bool = False,
) -> Solved:
    """Solve a game from its start, or from some positions, with all that can come up.

    At most about so many bytes are taken: TooLarge says how far it came. A cancelled solution raises Ended. In a `folder` what
    is found is kept, now and then (`every` so many seconds): the same call goes on from there, or has the solution at once.
    `slowly` needs less memory and far more time where moves lead back.
    """
    on_progress, check = on_progress or _nobody, _checking(cancel)
    with _pool(threads) as (pool, count):
        explorer = Explorer([what.start()] if isinstance(what, Game) else what, memory, pool, count, slowly)
        kept = Folder(Path(folder), explorer.like, explorer.starts) if folder is not None else None
        if kept is None or not kept.take_up(explorer):
            explorer.begin()
        _explore(explorer, kept, on_progress, check, every)
        census = explorer.census
        values = kept.values(len(census)) if kept else None
        if values is None:
            if census.is_layered:
                values = solve_by_levels(census, pool, count, on_progress, check)
            elif slowly:
                values = solve_by_sweeps(census, pool, count, on_progress, check)
            else:
                values = solve_backwards(link(census, pool, count, on_progress, check), pool, count, on_progress, check)
            if kept:
                kept.keep_values(values)
    return Solved(census, values)


def open_solved(like: Any, folder: Path | str, threads: int = 0) -> Solved | None:
    """The solution that a folder has, by the rules of a position like this; None if anything of it is missing or damaged.

    It is read as it is, however many positions it began with, and whatever memory it was made in.
    """
    with _pool(threads) as (pool, count):
        explorer = Explorer([like], memory_size(), pool, count, slowly=True)
        kept = Folder(Path(folder), explorer.like)
        if not kept.take_up(explorer) or not explorer.is_complete:
            return None
        values = kept.values(len(explorer.census))
    return None if values is None else Solved(explorer.census, values)


def _explore(explorer: Explorer, kept: Folder | None, on_progress: OnProgress, check: Any, every: float) -> None:
    written, is_small, fits = time.monotonic(), True, True
    try:
        while not explorer.is_complete:
            explorer.look_ahead(on_progress, check)
            if is_small and explorer.found > SMALL:
                is_small, fits = False, False
                _refuse_if_larger(explorer)
                fits = True
            if kept and time.monotonic() - written >= every:
                kept.keep_levels(explorer.census)
                written = time.monotonic()
    finally:
        if kept and fits:
            kept.keep_levels(explorer.census)
        elif kept:
            kept.leave()


def _refuse_if_larger(explorer: Explorer) -> None:
    """TooLarge if there are surely more positions than there is room for, though few have been found so far."""
    too_many = explorer.memory // least_room(explorer.like, 1) + 1
    least = at_least(explorer.census, explorer.pool, too_many)
    if least.positions >= too_many:
        raise not_enough(explorer.memory, explorer.like, least.positions, f"there are {least}")


def _goodness(worth: MoveWorth) -> tuple[int, int]:
    """What orders moves: by score, then a win sooner and a loss later."""
    plies = worth.distance or 0
    return worth.value, -plies if worth.value > 0 else plies


def _nobody(told: Told) -> None:
    """Nobody wants to know."""


def _checking(cancel: Cancel | None) -> Any:
    def check() -> None:
        if cancel and cancel.is_cancelled:
            raise Ended("it was ended before the game was solved")

    return check


@contextmanager
def _pool(threads: int) -> Iterator[tuple[ThreadPoolExecutor, int]]:
    count = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(count) as pool:
        yield pool, count
