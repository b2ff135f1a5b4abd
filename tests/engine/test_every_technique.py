"""Whatever technique is switched off, or on, the player goes on playing, with the table of the moves before.

Small enough to be run with the compiler off too, where every index is checked that machine code takes on trust.
"""

import os
from dataclasses import fields, replace
from typing import Any

import pytest

from damier.books.rote import Rote
from damier.engine.kernel.techniques import Techniques
from damier.engine.levels import level_of
from damier.engine.player import Player, Thought
from damier.games import load, names
from damier.games.game import Game
from walks import random_game

pytestmark = pytest.mark.sanitize

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
EACH_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()]
EACH_SWITCH = [field.name for field in fields(Techniques)]
DEPTH = 2 if PLAIN else 4
TURNS = 2 if PLAIN else 4
OPENING = 12  # random moves, after which there is something to capture
NODES = 2000 if PLAIN else 100_000
LATE = {
    "chess": [
        "6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1",  # who is to move gives check for ever
        "8/8/1p6/1P6/8/k1K5/8/8 w - - 0 1",  # few moves
    ]
}


def turned(switch: str) -> Techniques:
    """The usual techniques but for this one, which is off where it is usually on, and on where it is off."""
    return replace(Techniques(), **{switch: not getattr(Techniques(), switch)})


def check(game: Game, position: Any, thought: Thought) -> None:
    """There is a move, and the line starts with it and can be played."""
    assert thought.line
    assert thought.line[0] == thought.move
    for move in thought.line:
        assert move in game.moves(position)
        position = game.play(position, move)


def opened(game: Game) -> Any:
    """A position that comes up after some random moves, its game not over."""
    positions = [position for position, move in random_game(game, "opened", most_plies=OPENING) if move is not None]
    return positions[-1]


@pytest.mark.parametrize("switch", EACH_SWITCH)
@pytest.mark.parametrize("name", EACH_GAME)
def test_move_after_move(name: str, switch: str) -> None:
    """Each position is thought of twice, so that the table has the answer already."""
    game = load(name)
    player = Player(game, seconds=None, depth=DEPTH, hash_mb=1, techniques=turned(switch))
    for position in (game.start(), opened(game)):
        for _ in range(TURNS):
            if not game.moves(position):
                break
            for _ in range(2):
                heard = list[Thought]()
                thought = player.think(position, on_depth=heard.append)
                for each in [*heard, thought]:
                    check(game, position, each)
            position = game.play(position, thought.move)


@pytest.mark.parametrize("name", EACH_GAME)
def test_as_deep_as_so_many_nodes_allow(name: str) -> None:
    """Deep enough for what is tried only far from the horizon, and stopped in the middle: a move, several, a beginner's."""
    game = load(name)
    for position in [opened(game), *(game.parse(text) for text in LATE.get(name, ()))]:
        player = Player(game, seconds=None, hash_mb=1, techniques=Techniques(checks=True), seed=1)
        for nodes in (NODES // 4, NODES):
            check(game, position, player.think(position, nodes=nodes))
        for each in player.analyse(position, 3, nodes=NODES // 4):
            check(game, position, each)
        check(game, position, player.think(position, level_of("beginner"), nodes=NODES // 4))


@pytest.mark.parametrize("name", EACH_GAME)
def test_with_what_is_remembered(name: str) -> None:
    """Of a game before: such values count at the horizon and in open windows too."""
    game = load(name)
    rote = Rote(":memory:", game, least_depth=1)
    for depth in (DEPTH, DEPTH - 1):
        player, position = Player(game, seconds=None, depth=depth, hash_mb=1, rote=rote), opened(game)
        for _ in range(TURNS):
            if game.moves(position):
                thought = player.think(position)
                check(game, position, thought)
                position = game.play(position, thought.move)
    assert len(rote) > 0
