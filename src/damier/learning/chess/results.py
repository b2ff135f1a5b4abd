"""Positions of games in PGN, or of lines `FEN;result`, with their results: read by compiled code (`positions.py`)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from damier.games.chess.position import Bits, Chess
from damier.games.game import Game
from damier.learning.chess.positions import joined, read
from damier.learning.results import Sample, spread


def from_files(
    game: Game, paths: Sequence[Path], count: int, chance: Any, on_faults: Callable[[list[str]], None]
) -> list[Sample]:
    """Positions of the games of files, from each game about as many."""
    found = joined([read(path, on_faults) for path in paths])
    return [
        Sample(Chess(*(Bits(value) for value in found.rows[place])), float(found.result[place]), int(found.game[place]))
        for place in spread(found.game, count, chance)
    ]
