"""Positions of any game for experiments: some random moves from its start, or a game that was played on by a shallow search.

The same game, count and seed give the same positions on every computer.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from damier.games.game import BadInput, Game
from damier.search.driver import search

RANDOM_PLIES = range(2, 15)  # so many random moves lead to a position
FIRST_PLIES = range(2, 7)  # random ones with which a game begins that is then played
PLAYED_PLIES = range(1, 31)  # so many that a search plays
PLAYED_DEPTH = 2
MOST_TRIES = 200  # for each position, where a game has few


def random_positions(game: Game, count: int, seed: int, plies: Sequence[int] = RANDOM_PLIES) -> list[Any]:
    """So many different positions, each after a few random moves, in which the game goes on."""
    chance = random.Random(f"{game.name} {seed}")
    return _different(game, count, lambda: _random_moves(game, chance, plies))


def played_positions(game: Game, count: int, seed: int) -> list[Any]:
    """So many different positions, each from a game that began with random moves and was played by a search of two plies."""
    chance = random.Random(f"{game.name} {seed} played")

    def play() -> Any:
        position = _random_moves(game, chance, FIRST_PLIES)
        for _ in range(chance.choice(PLAYED_PLIES)):
            if not game.moves(position):
                break
            found = search(position, "quiescence", PLAYED_DEPTH)
            assert found.move is not None
            position = game.play(position, found.move)
        return position

    return _different(game, count, play)


def _random_moves(game: Game, chance: random.Random, plies: Sequence[int]) -> Any:
    position = game.start()
    for _ in range(chance.choice(plies)):
        legal = game.moves(position)
        if not legal:
            break
        position = game.play(position, chance.choice(legal))
    return position


def _different(game: Game, count: int, make: Callable[[], Any]) -> list[Any]:
    """So many of those that are made in which the game goes on."""
    found: dict[str, Any] = {}
    for _ in range(MOST_TRIES * count):
        position = make()
        if game.moves(position):
            found.setdefault(game.text(position), position)
        if len(found) == count:
            return list(found.values())
    raise BadInput(f"{game.title} has not {count} different positions of that kind; {len(found)} were found")
