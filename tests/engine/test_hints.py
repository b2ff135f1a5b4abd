"""Hints: they never give away what the exact solver knows, come in time whatever it does, and say whether they are sure."""

import random
import time

import pytest

from damier.cancel import Cancel
from damier.engine.hints import OTHERS_SHARE, SECONDS, hints
from damier.engine.levels import LEVELS
from damier.engine.player import Player
from damier.games import load
from damier.solvers.protocol import ExactSolver
from damier.solvers.registry import solver_for
from lengths import times

pytestmark = pytest.mark.xdist_group("connect4")

PATIENCE = 60  # times as long as a hint takes: others may need the processor too


def positions(game, count, least, most, seed=2026):
    """Positions of games played at random that are not over, after so many moves."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        position, plies = game.start(), chance.randint(least, most)
        while (legal := game.moves(position)) and plies:
            position, plies = game.play(position, chance.choice(legal)), plies - 1
        if legal:
            found.append(position)
    return found


def given_away(game, found):
    """Those of the positions where a hint was worth less than the best move: who wins, or by how many."""
    solver = solver_for(game)
    lost = []
    for position, thoughts in found:
        scores = solver.scores(position)
        signs = game.unit == 1  # there only who wins counts
        best, hinted = (
            ((score > 0) - (score < 0)) if signs else score for score in (max(scores.values()), scores[thoughts[0].move])
        )
        if hinted < best:
            lost.append(game.text(position))
    return lost


@pytest.mark.parametrize(
    ("name", "least", "most", "count"), [("connect4", 0, 41, times(40, 1000)), ("othello", 47, 60, times(15, 300))]
)
def test_a_hint_gives_nothing_away(name, least, most, count, monkeypatch):
    """Whatever the level that damier plays at, and also where next best moves are wanted, as on the page."""
    monkeypatch.setattr("damier.engine.hints.OTHERS_SHARE", OTHERS_SHARE / PATIENCE)  # they take all of it, as long as ever
    game = load(name)
    player = Player(game, seconds=0.01, hash_mb=8, level=LEVELS[0])
    found = [
        (each, hints(player, each, count=1 + number % 3, seconds=PATIENCE * SECONDS))
        for number, each in enumerate(positions(game, count, least, most))
    ]
    assert given_away(game, found) == []
    assert all(thoughts[0].exact for _, thoughts in found)
    assert all(len({thought.move for thought in thoughts}) == len(thoughts) for _, thoughts in found)


class Slow(ExactSolver):
    """Knows nothing within any time that it is given, and takes all of it."""

    def scores(self, position, seconds=None, on_score=None, cancel=None):
        (cancel or Cancel()).wait(seconds)


def test_a_hint_comes_in_time_and_says_that_it_is_an_estimate():
    game = load("connect4")
    player = Player(game, hash_mb=8, solver=Slow())
    player.warm()
    began = time.perf_counter()
    (thought,) = hints(player, game.parse("44"))
    assert time.perf_counter() - began < 2 * SECONDS
    assert thought.depth > 1
    assert not thought.exact


def test_a_hint_that_nobody_waits_for_any_more():
    game = load("connect4")
    player = Player(game, hash_mb=8, solver=Slow())
    player.warm()
    cancel = Cancel()
    cancel.cancel()
    began = time.perf_counter()
    assert hints(player, game.parse("44"), cancel=cancel)
    assert time.perf_counter() - began < SECONDS / 2
