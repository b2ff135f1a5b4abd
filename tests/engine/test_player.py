"""The player under its clock: it moves in time, always legally, can be stopped, and is right about what it says."""

import threading
import time

import pytest

from damier.cancel import Cancel
from damier.engine.clock import Ponder
from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.engine.question import Question
from damier.games import load, names
from damier.games.game import BadInput
from damier.rules import LOSS, WIN

LATE = 2.0  # seconds: far more than any move here is given; machines are noisy
EACH_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()]


@pytest.mark.parametrize("name", EACH_GAME)
def test_whole_games_under_a_clock(name: str) -> None:
    """Against itself: every move is legal and comes in time, and the line starts with it."""
    game = load(name)
    player = Player(game, seconds=0.01, hash_mb=1)
    player.warm()
    position = game.start()
    for _ in range(60):
        legal = game.moves(position)
        if not legal:
            break
        began = time.perf_counter()
        thought = player.think(position)
        assert time.perf_counter() - began < LATE
        assert thought.move in legal
        assert thought.line[0] == thought.move
        position = game.play(position, thought.move)


@pytest.mark.xdist_group("connect4")
def test_a_move_comes_even_without_time() -> None:
    """However little it is given, and whenever it is stopped, the player has a legal move."""
    game = load("connect4")
    player = Player(game, seconds=1e-9, hash_mb=1)
    player.warm()
    assert player.think(game.start()).move in range(7)
    player.seconds = None
    cancel = Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    thought = player.ask(player.question(game.start(), cancel=cancel))
    assert thought.move in range(7)
    assert thought.depth > 4
    assert not thought.exact
    assert thought.seconds < 0.2 + LATE


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize("level", ["strong", "beginner", "perfect"])
def test_who_is_cancelled_before_it_thinks_answers_at_once(level: str) -> None:
    """With a legal move, whatever it would have thought with; and the next question has its time again."""
    game = load("connect4")
    player = Player(game, seconds=None, hash_mb=1, level=level_of(level))
    player.warm()
    position, cancel = game.parse("444445"), Cancel()  # beyond the solver's book
    cancel.cancel()
    for ponder in (None, Ponder()):
        began = time.perf_counter()
        thought = player.ask(player.question(position, cancel=cancel, ponder=ponder))
        assert time.perf_counter() - began < LATE
        assert thought.move in game.moves(position)
    if level == "strong":
        assert [each.move in game.moves(position) for each in player.rank(Question(position, cancel=cancel), 2)]
        assert player.think(position, nodes=20_000).nodes >= 20_000


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize("level", ["strong", "perfect"])
def test_who_is_cancelled_ends(level: str) -> None:
    """Whenever that comes, whoever is at work: the search or the solver."""
    game = load("connect4", width=8, height=7)
    player = Player(game, seconds=None, hash_mb=1, level=level_of(level))
    player.warm()
    for seconds in (0.0, 0.0001, 0.001, 0.05):
        cancel = Cancel()
        timer = threading.Timer(seconds, cancel.cancel)
        timer.start()
        thought = player.ask(player.question(game.start(), cancel=cancel))
        assert thought.move in range(8)
        assert not thought.exact
        timer.join()
    assert not player._under_way._calls  # nobody is left to be told


@pytest.mark.xdist_group("connect4")
def test_what_is_said_of_wins_and_losses() -> None:
    game = load("connect4")
    player = Player(game, seconds=None, depth=10, hash_mb=4)
    won = player.think(game.parse("4455"))  # three in a row with both ends open comes next
    assert (won.value, won.exact, won.plies) == (WIN, True, 3)
    lost = player.think(game.play(game.parse("4455"), won.move))
    assert (lost.value, lost.exact, lost.plies) == (LOSS, True, 2)


@pytest.mark.xdist_group("nim")
def test_a_finished_game_is_refused() -> None:
    game = load("nim")
    with pytest.raises(BadInput, match="the game is over"):
        Player(game, hash_mb=1).think(game.parse("0"))


@pytest.mark.xdist_group("connect4")
def test_a_limit_of_nodes() -> None:
    game = load("connect4")
    player = Player(game, None, hash_mb=4)
    thought = player.think(game.start(), nodes=5000)
    assert 0 < thought.nodes <= 5100
    assert player.nodes == thought.nodes
    assert 0 < thought.full < 1


@pytest.mark.xdist_group("connect4")
def test_what_is_forgotten() -> None:
    """After it the player knows no more than a new one; another table may take the place of the old."""
    game = load("connect4")
    player = Player(game, None, depth=8, hash_mb=4)
    first = player.think(game.start()).nodes
    assert player.think(game.start()).nodes < first
    player.forget()
    assert player.think(game.start()).nodes == first
    player.forget(hash_mb=1)
    assert player.think(game.start()).line
    with pytest.raises(ValueError, match="at least 1 MB"):
        player.forget(hash_mb=0)
    assert player.think(game.start()).line


@pytest.mark.parametrize("level", ["beginner", "strong"])
def test_only_some_moves_are_thought_of(level: str) -> None:
    """Not even one that wins at once; none that is not legal is left."""
    game = load("tictactoe")
    position = game.start()
    for move in (0, 3, 1, 4):
        position = game.play(position, move)
    player = Player(game, seconds=0.1)
    assert {player.think(position, level_of(level), moves=[7, 8]).move for _ in range(5)} <= {7, 8}
    with pytest.raises(BadInput, match="none of these moves"):
        player.think(position, moves=[0])
