"""The player with several threads: it ends in time, and what it says is exact is so, by every scheme."""

import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from damier.cancel import Cancel
from damier.engine.crew import Crew
from damier.engine.player import Player
from damier.games import load
from damier.games.game import BadInput
from damier.rules import WIN
from damier.search.brothers import SCHEMES
from damier.solvers.connect4 import Solver
from damier.threads import checked_threads, cores, more_than_cores
from lengths import times

LATE = 2.0  # seconds; machines are noisy


@pytest.fixture(autouse=True)
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads help from the first node on."""
    monkeypatch.setattr("damier.engine.crew.HELP_AFTER", 0)


def player_of(game: Any, threads: int, scheme: str = "all", **others: Any) -> Player:
    player = Player(game, hash_mb=1, threads=threads, **others)
    if threads > 1:
        player._crew = Crew(threads, SCHEMES.index(scheme))
    return player


def late_positions(game: Any, moves: int, count: int, seed: str) -> Iterator[Any]:
    """So many positions after random moves, whose games go on."""
    chance = random.Random(seed)
    while count:
        position = game.start()
        for _ in range(moves):
            if game.outcome(position) is not None:
                break
            position = game.play(position, chance.choice(game.moves(position)))
        if game.outcome(position) is None:
            yield position
            count -= 1


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize("scheme", SCHEMES)
def test_exact_values(scheme: str) -> None:
    """Searched to its end a position is worth what the solver says, whoever was the first to know."""
    game, solver = load("connect4"), Solver(16)
    player = player_of(game, 4, scheme, seconds=None)
    for position in late_positions(game, 26, times(6, 300), scheme):
        thought = player.analyse(position, 1, depth=16)[0]
        assert thought.exact
        assert np.sign(thought.value) == np.sign(solver.solve(position).score)
        assert game.outcome(game.play(position, thought.move)) is None or thought.value in (0, WIN)


@pytest.mark.xdist_group("chess")
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_mate_and_all_nodes(scheme: str) -> None:
    """Mate in three; the nodes are those of all threads."""
    game = load("chess")
    position = game.parse("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")  # Ra6+ f6 Bxf6+ Rg7 Rxa8#
    player = player_of(game, 3, scheme, seconds=None, depth=9)
    thought = player.think(position)
    assert (thought.value, thought.plies) == (WIN, 5)
    assert game.move_name(position, thought.move) == "Ra6+"
    assert player._last is not None
    assert thought.nodes == player.nodes > int(player._last.record.nodes) > 0


@pytest.mark.xdist_group("chess")
def test_in_time() -> None:
    game = load("chess")
    player = player_of(game, 16, seconds=0.1)
    player.warm()
    began = time.perf_counter()
    assert player.think(game.start()).move in game.moves(game.start())
    assert time.perf_counter() - began < 0.1 + LATE
    player.seconds = None
    cancel = Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    assert player.ask(player.question(game.start(), cancel=cancel)).depth > 4


@pytest.mark.xdist_group("chess")
def test_what_nobody_has_put_into_the_table() -> None:
    game, chance = load("chess"), np.random.default_rng(1)
    player = player_of(game, 3, seconds=None, depth=6)
    for _ in range(times(3, 200)):
        player.warm()
        player.table.entries[:] = chance.integers(0, 1 << 64, len(player.table.entries), np.uint64)
        assert player.think(game.start()).move in game.moves(game.start())


@pytest.mark.xdist_group("connect4")
def test_best_moves_that_are_none() -> None:
    """What the table tells to try first may be any number: values stay what they are, and moves legal."""
    game, solver, chance = load("connect4"), Solver(16), np.random.default_rng(2)
    player = player_of(game, 4, seconds=None)
    changed_in_all = 0
    for position in late_positions(game, 22, times(6, 300), "best"):
        player.analyse(position, 1, depth=10)
        entries = player.table.entries.reshape(-1, 2)
        best = chance.integers(0, 256, len(entries), np.uint64) << np.uint64(40)
        changed = np.where(entries[:, 1] != 0, (entries[:, 1] ^ best) & np.uint64(255 << 40), np.uint64(0))
        changed_in_all += np.count_nonzero(changed)
        entries ^= changed[:, np.newaxis]  # the check bits hold
        thought = player.analyse(position, 1, depth=20)[0]
        assert thought.exact
        assert thought.move in game.moves(position)
        assert np.sign(thought.value) == np.sign(solver.solve(position).score)
    assert changed_in_all > 1000


@pytest.mark.xdist_group("connect4")
def test_as_many_as_are_set() -> None:
    """Between questions; who counts nodes searches alone, always the same."""
    game = load("connect4")
    player = Player(game, seconds=None, depth=8, hash_mb=1)
    alone = player.think(game.start()).nodes
    player.threads = 3
    player.forget()
    assert player.think(game.start()).nodes != alone
    player.forget()
    assert player.think(game.start(), nodes=1_000_000).nodes == alone
    player.threads = 1
    player.forget()
    assert player.think(game.start()).nodes == alone
    with pytest.raises(BadInput, match="a player has at least one thread, not 0"):
        Player(game, threads=0)


def test_how_many() -> None:
    assert checked_threads(3) == 3
    assert checked_threads(0) == max(1, cores() - 1)
    assert not more_than_cores(cores())
    assert "do not make it faster" in more_than_cores(cores() + 1)
    for wrong in (-1, 513):
        with pytest.raises(ValueError, match=f"threads is {wrong}; it can be 0"):
            checked_threads(wrong)
