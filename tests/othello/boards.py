"""Random games and the eight symmetries of a board, for tests of Othello."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from damier.games.othello.records import MOST_DISCS, NONE
from damier.games.othello.rules import PASS, start
from damier.rules import ONGOING, legal_moves, outcome, play


def legal(position: Any) -> list[int]:
    """The legal moves; none when the game is over."""
    return legal_moves(position) if outcome(position) == ONGOING else []


def random_moves(seed: Any, size: int = 8) -> list[int]:
    """A whole game of random moves, passes included."""
    chance = random.Random(str(seed))
    position, made = start(size), []
    while found := legal(position):
        made.append(chance.choice(found))
        position = play(position, made[-1])
    return made


def positions_of(made: list[int], size: int = 8) -> list[Any]:
    """The positions of a game, the first and the last one included."""
    found = [start(size)]
    for move in made:
        found.append(play(found[-1], move))
    return found


def as_rows(games: list[list[int]]) -> Any:
    """Games as rows of squares, without passes."""
    rows = np.full((len(games), MOST_DISCS), NONE, np.int8)
    for row, made in zip(rows, games, strict=True):
        squares = [move for move in made if move != PASS]
        row[: len(squares)] = squares
    return rows


def _turned(row: int, column: int) -> tuple[int, int]:
    return column, 7 - row


def _symmetry(turns: int, is_mirrored: bool) -> Callable[[int], int]:
    def image(square: int) -> int:
        row, column = divmod(square, 8)
        if is_mirrored:
            column = 7 - column
        for _ in range(turns):
            row, column = _turned(row, column)
        return 8 * row + column

    return image


SYMMETRIES = [_symmetry(turns, is_mirrored) for turns in range(4) for is_mirrored in (False, True)]


def image_of(symmetry: Callable[[int], int], position: Any) -> Any:
    """A position turned or mirrored, square by square."""
    return type(position)(*(np.uint64(sum(1 << symmetry(i) for i in range(64) if int(discs) >> i & 1)) for discs in position))
