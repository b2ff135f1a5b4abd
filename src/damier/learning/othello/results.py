"""Positions of WTHOR's games with their results: many at once, without playing a move in plain Python."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.game import BadInput, Game
from damier.games.othello import records, wthor
from damier.games.othello.rules import board_type
from damier.learning.results import Sample, spread


def from_files(
    game: Game, paths: Sequence[Path], count: int, chance: Any, on_faults: Callable[[list[str]], None]
) -> list[Sample]:
    """Positions of tournament games that were played to the end, from files or folders."""
    kind = type(game.start())
    if kind is not board_type(8):
        raise BadInput("WTHOR's games were played on 8x8")
    games = wthor.joined([wthor.read_folder(path) if path.is_dir() else wthor.read(path) for path in paths])
    judged = records.judge(games.squares)
    ended = np.flatnonzero(judged.is_over)
    chosen = chance.permutation(ended)[:count]
    found = records.positions(games.squares[chosen])
    black = np.sign(2 * judged.black[chosen].astype(int) - 64)[found.game]
    results = 0.5 + 0.5 * np.where(found.is_black, black, -black)
    return [
        Sample(kind(found.own[place], found.other[place]), float(results[place]), int(found.game[place]))
        for place in spread(found.game, count, chance)
    ]
