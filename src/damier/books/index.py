"""What following the lines of a file gives, kept beside it, since to follow them takes seconds and to read it no time.

A step is the number of a move, the key of the position it leads to (one for all that are the same up to symmetry), and whose
turn it is there. The steps stand in the order in which the lines make them: a line makes one for each move by which it leaves
the lines before it. The first one is no step: it holds the CRC-32 of the file of lines, the key of the position that games
start with and how many steps there are, and steps that belong to another file or to other keys, or are not all there, are not
used.
"""

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.compile_cache import replace
from damier.games.game import Game
from damier.rules import canonical, key

ENDING = ".index"
_STEP = np.dtype([("move", "<i8"), ("key", "<u8"), ("turn", "<i8")])


class KnownMove(NamedTuple):
    """A move, the key of the position it leads to, and whose turn it is there."""

    move: int
    key: int
    turn: int


Follow = Callable[[int, str], KnownMove]  # the next step: from which earlier one (0: the start), and the name of the move


def place_of(position: Any) -> int:
    """The key of a position, and of all that are the same up to symmetry."""
    return int(key(canonical(position)))


def played(game: Game) -> Follow:
    """Steps found by the rules of the game."""
    positions, turns = [game.start()], [game.turn(game.start())]

    def follow(parent: int, name: str) -> KnownMove:
        position = positions[parent]
        move = game.parse_move(position, name, turns[parent])
        child = game.play(position, move)
        positions.append(child)
        turns.append(turns[parent] if game.same_player(position, child) else 1 - turns[parent])
        return KnownMove(move, place_of(child), turns[-1])

    return follow


def again(steps: Sequence[KnownMove]) -> Follow:
    """Steps as they were once found, for the same lines."""
    rest = iter(steps)
    return lambda parent, name: next(rest)


def stored(game: Game, file: Path, text: str) -> list[KnownMove] | None:
    """Steps as they stand beside a file of lines; None where there are none, or none that belong to it."""
    path = file.with_suffix(ENDING)
    if not path.is_file():
        return None
    data = path.read_bytes()
    if not data or len(data) % _STEP.itemsize:
        return None
    head, *steps = map(KnownMove._make, np.frombuffer(data, _STEP).tolist())
    return steps if head == _head(game, text, len(steps)) else None


def write(game: Game, file: Path, text: str, steps: Sequence[KnownMove]) -> None:
    """Keep steps beside the file of lines that they belong to."""
    replace(file.with_suffix(ENDING), np.array([_head(game, text, len(steps)), *steps], _STEP).tobytes(), 0o644)


def _head(game: Game, text: str, count: int) -> KnownMove:
    return KnownMove(zlib.crc32(text.encode()), place_of(game.start()), count)
