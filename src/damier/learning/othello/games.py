"""Positions to learn from: those of tournament games, with what became of them.

A game tells one result, which has all later mistakes of both players in it. There are two better ones. WTHOR's files say
how a game would have ended if both had played perfectly from some point on (24 empty squares), and late positions are
solved here (`exact.py`). So a position is labelled, by its empty squares, with

    depth (24) and more     what perfect play from `depth` on would have given: the file says so
    fewer                   what perfect play from `solved` on would have given
    `solved` and fewer      its exact score
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.othello import records, wthor
from damier.learning.othello.exact import exact_results


@dataclass(frozen=True)
class Samples:
    """Positions seen from the player to move, in arrays with one entry each."""

    own: Any
    other: Any
    discs: Any  # on the board
    result: Any  # by how many discs the player to move would have won
    played: Any  # by how many he did win

    def __len__(self) -> int:
        return len(self.own)

    def where(self, chosen: Any) -> "Samples":
        """Those that a mask or a list of indices picks out."""
        return Samples(*(getattr(self, column.name)[chosen] for column in fields(self)))


def joined(several: Sequence[Samples]) -> Samples:
    """Several collections as one."""
    return Samples(*(np.concatenate([getattr(each, column.name) for each in several]) for column in fields(Samples)))


def read_games(folder: Path, on_faults: Callable[[list[str]], None] = lambda faults: None) -> wthor.Games:
    """The games of a folder of WTHOR files that can be replayed to their end; `on_faults` hears what is wrong with others."""
    games = wthor.read_folder(folder)
    judged = records.judge(games.squares)
    faults = wthor.faults(games, judged)
    if faults:
        on_faults(faults)
    return select(games, judged.is_over & (judged.black == games.score))


def select(games: wthor.Games, chosen: Any) -> wthor.Games:
    """The games that a mask picks out."""
    return wthor.Games(**{column.name: getattr(games, column.name)[chosen] for column in fields(games)})


def samples(games: wthor.Games, solved: int = 0, tell: Callable[[int, int], None] = lambda done, total: None) -> Samples:
    """All positions of the games in which somebody could move; those with up to `solved` empty squares are solved."""
    found = records.positions(games.squares)
    discs = np.bitwise_count(found.own | found.other).astype(np.int8)
    sign = np.where(found.is_black, 1, -1)
    played = sign * _difference(games.score)[found.game]
    perfect = sign * _difference(games.perfect)[found.game]
    later = exact_results(found, _difference(games.score), solved, tell) if solved else played
    is_early = 64 - discs >= games.depth[found.game]
    result = np.where(is_early, perfect, later)
    return Samples(found.own, found.other, discs, result.astype(np.float32), played.astype(np.float32))


def _difference(black: Any) -> Any:
    """By how many discs black won."""
    return 2 * black.astype(np.int16) - 64
