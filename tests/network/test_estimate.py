"""What a network says of positions: the same whoever asks, on whatever way the position has come about."""

from typing import Any

import numpy as np
import pytest
from networks import random_network

from damier.engine.deepening import deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games import load, names
from damier.games.game import Game
from damier.kernel import compiled, native
from damier.network.estimate import by_network, estimate
from damier.network.layout import MAGIC, VIEWS
from damier.network.reckoning import accumulators
from damier.rules import ONGOING, legal_moves, outcome, play
from damier.search.driver import Options, search
from damier.search.table import Table

PLAYED = [name for name in names() if getattr(load(name).module, "PLAYED", True)]


@compiled
def _at(position: Any, weights: Any, board: Any, ply: Any) -> Any:
    return by_network(position, weights, board, ply)


def wandered(game: Game, seed: int, most: int = 60) -> list[Any]:
    """The positions of a random game that goes on."""
    rng = np.random.default_rng(seed)
    found = [native(game.start())]
    while len(found) < most:
        moves = legal_moves(found[-1])
        child = native(play(found[-1], moves[rng.integers(len(moves))]))
        if outcome(child) != ONGOING:
            break
        found.append(child)
    return found


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("is_symmetric", [False, True])
def test_accumulators_are_those_of_the_position(name: str, is_symmetric: bool) -> None:
    """Positions of several games are asked about in any order, at any ply: plain Python says the same."""
    game = load(name)
    weights = random_network(game, is_symmetric=is_symmetric)
    board = accumulators(weights, 5)
    asked = [position for seed in range(3) for position in wandered(game, seed)]
    rng = np.random.default_rng(1)
    for place in (*range(len(asked)), *rng.integers(0, len(asked), 100)):
        ply = int(rng.integers(5))
        assert _at(asked[place], weights, board, ply) == estimate(asked[place], weights)
    assert len({estimate(position, weights) for position in asked}) > 1


def test_chess_is_seen_by_both() -> None:
    weights = random_network(load("chess"))
    assert weights[0] == MAGIC
    assert weights[VIEWS] == 2


@pytest.mark.parametrize("name", ["connect4", "chess", "kalah"])
def test_every_search_asks_it(name: str) -> None:
    """Textbook and player, at the same depth and without what prunes, find the same value with a network."""
    game = load(name)
    weights = random_network(game)
    plain = Techniques(
        quiescence=False, null_move=False, reverse_futility=False, frontier_futility=False, late_pruning=False,
        reductions=False, extensions=False, singular=False, probcut=False, sooner=False, symmetry=False,
    )  # fmt: skip
    for position in wandered(game, 5, 12)[3::4]:
        expected = search(position, "alphabeta", 3, Options(weights=weights)).value
        assert search(position, "minimax", 3, Options(weights=weights)).value == expected
        memory = Workspace(position, weights, Table(1), plain, unit=game.unit)
        assert deepen(position, 3, memory, plain).value == expected
