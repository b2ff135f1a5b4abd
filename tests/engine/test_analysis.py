"""What is told while the player thinks, and the best moves with their scores."""

import threading
from typing import Any

import pytest

from damier.engine.analysis import best_moves
from damier.engine.clock import GameClock
from damier.engine.deepening import score_moves
from damier.engine.kernel.techniques import TO_THE_DEPTH
from damier.engine.kernel.workspace import Workspace
from damier.engine.player import Player, Thought
from damier.games import load, names
from damier.games.game import BadInput, Game
from damier.rules import WIN
from damier.search.table import Table

EACH_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()]


def check_line(game: Game, position: Any, line: list[int]) -> None:
    for move in line:
        assert move in game.moves(position)
        position = game.play(position, move)


@pytest.mark.parametrize("name", EACH_GAME)
def test_each_depth_is_told(name: str) -> None:
    """Depth 1, 2, ...: each with a legal line that starts with its move; the last is the answer."""
    game = load(name)
    heard = list[Thought]()
    thought = Player(game, None, depth=5, hash_mb=1).think(game.start(), on_depth=heard.append)
    assert [each.depth for each in heard] == list(range(1, len(heard) + 1))
    assert (heard[-1].move, heard[-1].value, heard[-1].line) == (thought.move, thought.value, thought.line)
    assert sorted(each.nodes for each in heard) == [each.nodes for each in heard]
    for each in heard:
        assert each.move == each.line[0]
        check_line(game, game.start(), each.line)


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_best_moves_have_their_scores(name: str) -> None:
    """As many as are asked for, best first, each with the score that it has by itself, and a legal line."""
    game = load(name)
    position = game.start()
    legal = game.moves(position)
    memory = Workspace(position, game.weights(), Table(1), TO_THE_DEPTH, unit=game.unit)
    scores = score_moves(position, legal, 4, memory)
    best_first = sorted(scores.values(), reverse=True)
    for count in {1, min(2, len(legal)), len(legal)}:
        found = best_moves(
            position, legal, count, 4, Workspace(position, game.weights(), Table(1), TO_THE_DEPTH, unit=game.unit)
        )
        if found[0].depth < 4:  # proved before
            continue
        assert [each.score for each in found] == best_first[:count]
        assert [scores[each.line[0]] for each in found] == best_first[:count]
        for each in found:
            check_line(game, position, each.line)


@pytest.mark.xdist_group("connect4")
def test_analysis_by_a_player() -> None:
    game = load("connect4")
    player = Player(game, None, hash_mb=4)
    heard = list[list[Thought]]()
    position = game.parse("4455")  # both ends are open
    found = player.analyse(position, 3, depth=6, on_depth=heard.append)
    assert [each.value for each in found[:2]] == [WIN, WIN]
    assert {each.plies for each in found[:2]} == {3}
    assert found[2].value < WIN
    assert [each[0].depth for each in heard] == list(range(1, len(heard) + 1))
    assert heard[-1][0].line == found[0].line
    assert len(player.analyse(position, 100, depth=2)) == 7
    with pytest.raises(BadInput, match="the game is over"):
        player.analyse(game.parse("1212121"), 1)


@pytest.mark.xdist_group("connect4")
def test_analysis_ends_in_time_and_can_be_stopped() -> None:
    game = load("connect4")
    player = Player(game, None, hash_mb=4)
    player.warm()
    assert player.analyse(game.start(), 3, seconds=1e-6)[0].move in range(7)
    assert len(player.analyse(game.start(), 3, seconds=0.1)) == 3
    threading.Timer(0.2, player.stop).start()
    assert len(player.analyse(game.start(), 2)) == 2
    stopped = player.analyse(game.start(), 2, on_depth=lambda found: player.stop() if found[0].depth == 3 else None)
    assert stopped[0].depth == 3


@pytest.mark.xdist_group("connect4")
def test_some_moves_only() -> None:
    """The others are not looked at, however good they are; those that are not legal do not count."""
    game = load("connect4")
    player = Player(game, None, hash_mb=4)
    position = game.parse("4455")
    best = player.analyse(position, 1, depth=6)[0]
    others = [move for move in game.moves(position) if move != best.move]
    assert {each.move for each in player.analyse(position, 7, depth=4, moves=[*others, 99])} == set(others)
    with pytest.raises(BadInput, match="none of these moves is legal here"):
        player.analyse(position, 1, depth=4, moves=[99])


@pytest.mark.xdist_group("connect4")
def test_analysis_under_a_clock_and_with_a_node_limit() -> None:
    game = load("connect4")
    player = Player(game, None, hash_mb=4)
    assert len(player.analyse(game.start(), 2, clock=GameClock(1.0))) == 2
    assert player.analyse(game.start(), 2, nodes=3000)[0].nodes <= 3100
