"""Playing for traps: of moves that cost little the one after which who errs loses most, in time, and by search or solver."""

import random
from typing import Any

import pytest

from damier.cancel import Cancel
from damier.engine.discernment import expectation
from damier.engine.levels import LEVELS, STRONGEST, Level, level_of, styled
from damier.engine.player import Player
from damier.engine.question import Question
from damier.engine.traps import MOST_TEMPTING
from damier.games import load
from damier.games.game import BadInput
from damier.games.tree import from_lists
from damier.rules import DRAW, WIN
from damier.search.driver import search
from damier.solvers.protocol import ExactSolver

TREES = 300


def for_traps(rating: float = 1500.0, loss: float = 0.5, level: Level = STRONGEST) -> Level:
    return styled(level, "traps", rating, loss)


def minimax_of(tree: Any, is_max: bool) -> int:
    if not isinstance(tree, list):
        return int(tree)
    values = [minimax_of(son, not is_max) for son in tree]
    return max(values) if is_max else min(values)


def worth_of(son: Any, rating: float) -> float:
    """What Max may expect of a move if Min errs once, and both play well from then on."""
    if not isinstance(son, list):
        return float(son)
    return -expectation([-float(minimax_of(each, True)) for each in son], rating)


def random_tree(rng: random.Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.1:
        return rng.randint(-3, 3)
    return [random_tree(rng, depth - 1) for _ in range(rng.randint(1, 6))]


@pytest.mark.xdist_group("tree")
def test_the_move_is_that_of_the_definition() -> None:
    game, rng, others = load("tree"), random.Random(3), 0
    player = Player(game, None, hash_mb=1)
    for _ in range(TREES):
        tree = [random_tree(rng, rng.randint(1, 3)) for _ in range(rng.randint(2, 5))]
        rating, loss = rng.choice((0.0, 300.0, 1500.0)), rng.choice((0, 1, 2))
        values = [minimax_of(son, False) for son in tree]
        close = [place for place, value in enumerate(values) if value >= max(values) - loss]
        assert len(close) <= MOST_TEMPTING
        best = max(worth_of(tree[place], rating) for place in close)
        player.forget()
        thought = player.think(from_lists(tree), level=for_traps(rating, loss))
        assert thought.move in close
        assert worth_of(tree[thought.move], rating) == pytest.approx(best)
        assert thought.value == values[thought.move]
        others += values[thought.move] < max(values)
    assert others > 0  # it is not always the best move


@pytest.mark.xdist_group("tree")
def test_in_a_lost_position_a_trap_is_set() -> None:
    """The book's example: the first move loses ten for certain, the second eleven unless the other player slips."""
    game, position = load("tree"), from_lists([[-10, -10, -10, -10], [-11, -8, -8, -8]])
    assert Player(game, None, hash_mb=1).think(position).move == 0
    assert Player(game, None, hash_mb=1, level=for_traps(100, 1)).think(position).move == 1
    assert Player(game, None, hash_mb=1, level=for_traps(100, 0.9)).think(position).move == 0  # that is too dear
    assert Player(game, None, hash_mb=1, level=for_traps(9000, 1)).think(position).move == 0  # he would not slip


@pytest.mark.xdist_group("tictactoe")
def test_who_begins_takes_a_corner() -> None:
    """All nine first moves draw. After a corner only one of eight answers does, after the middle four of them."""
    game = load("tictactoe")
    player = Player(game, None, hash_mb=1, level=for_traps())
    thought = player.think(game.start())
    assert (game.move_name(game.start(), thought.move) in ("a1", "a3", "c1", "c3"), thought.value) == (True, DRAW)
    assert player.think(game.parse("b2a2")).value == WIN  # a win is taken


class SolvedTicTacToe(ExactSolver):
    """The textbook's search to the very end, which may be too slow for all moves."""

    def __init__(self, is_quick: bool) -> None:
        self.is_quick = is_quick

    def scores(
        self, position: Any, seconds: float | None = None, on_score: Any = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        game = load("tictactoe")
        return {move: -search(game.play(position, move), "alphabeta", 9).value for move in game.moves(position)}

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        return self.is_quick or seconds is None or seconds > 1.0


@pytest.mark.xdist_group("tictactoe")
def test_a_perfect_player_sets_traps_too() -> None:
    game, level = load("tictactoe"), for_traps(level=level_of("perfect"))
    quick = Player(game, None, level=level, hash_mb=1, solver=SolvedTicTacToe(True))
    thought = quick.think(game.start())
    assert game.move_name(game.start(), thought.move) in ("a1", "a3", "c1", "c3")
    assert thought.exact
    slow = Player(game, 3.0, level=level, hash_mb=1, solver=SolvedTicTacToe(False))
    assert slow.think(game.start()).exact  # the best move, without a look at the answers


@pytest.mark.xdist_group("tictactoe")
def test_it_answers_whatever_the_time() -> None:
    game = load("tictactoe")
    player = Player(game, None, hash_mb=1, level=for_traps())
    player.warm()
    for limits in ({"seconds": 1e-6}, {"nodes": 1}, {"nodes": 40}, {"nodes": 400}, {"depth": 1}, {"depth": 3}):
        assert player.ask(Question(game.start(), **limits)).move in range(9)
    ended = Cancel()
    ended.cancel()
    assert player.ask(Question(game.start(), cancel=ended)).move in range(9)
    assert player.ask(Question(game.start(), moves=[1, 3])).move in (1, 3)


def test_styles_are_for_levels_that_do_not_err() -> None:
    assert styled(STRONGEST, "sound") == STRONGEST
    for level in (*LEVELS[:6], level_of("people:1500")):
        with pytest.raises(BadInput, match=f"level '{level.name}' errs itself; the style traps is for the levels 7 expert"):
            styled(level, "traps")
    assert level_of("8+traps") == level_of("strong+traps:1500:0.5") == for_traps()
    assert level_of(for_traps(level=level_of("perfect")).name).is_perfect
    for text, complaint in (
        ("strong+traps:1:2:3", "is no level"),
        ("strong+", "no style ''"),
        ("strong+traps:x", "rating is 'x'"),
    ):
        with pytest.raises(BadInput, match=complaint):
            level_of(text)
    with pytest.raises(BadInput, match="there is no style 'wild'; styles: sound, traps"):
        styled(STRONGEST, "wild")
    with pytest.raises(BadInput, match="are for the style traps"):
        styled(STRONGEST, "sound", loss=1.0)
