"""The levels: what each sees, that higher ones win, and that the perfect one asks an exact solver."""

import random
import threading
from typing import Any

import pytest

from damier.cancel import Cancel
from damier.engine.levels import HIGHEST_RATING, LEVELS, LOWEST_RATING, Level, level_for_rating, level_of, levels_of
from damier.engine.player import Player
from damier.games import load
from damier.games.game import BadInput, Game
from damier.rules import DRAW, LOSS, MOST_PLIES, WIN
from damier.search.driver import search
from damier.solvers.protocol import ExactSolver

WIN_IN_1, LOSS_IN_2 = WIN + MOST_PLIES - 1, -(WIN + MOST_PLIES - 2)
PLAYABLE = [level for level in LEVELS if not level.is_perfect]


def chosen(level: Level, scores: dict[int, int]) -> set[int]:
    """All moves a level makes among moves with these scores, sooner or later."""
    return {level.choose(scores, random.Random(seed)) for seed in range(300)}


def test_levels_are_numbered_and_named() -> None:
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert all(level_of(str(level.number)) == level_of(level.name.upper()) == level for level in LEVELS)
    with pytest.raises(BadInput, match="there is no level 'grandmaster'; levels: 1 beginner"):
        level_of("grandmaster")


def test_levels_by_rating() -> None:
    """From the lowest to the highest: each looks at least as far as the one before, and overlooks no more."""
    rated = [level_for_rating(rating) for rating in range(LOWEST_RATING, HIGHEST_RATING + 1, 25)]
    for key in (lambda level: level.depth, lambda level: -level.overlooks, lambda level: -level.careless):
        assert [key(level) for level in rated] == sorted(key(level) for level in rated)
    assert len(set(rated)) == len(rated)
    assert level_for_rating(0) == rated[0]
    assert level_for_rating(9999) == rated[-1]
    assert rated[0].is_fallible


def test_what_levels_see() -> None:
    """A win at once from the second level on, a loss at once from the third; only weak ones take what looks much worse."""
    assert chosen(LEVELS[0], {1: 0, 2: WIN_IN_1}) == {1, 2}
    assert all(chosen(level, {1: 0, 2: WIN_IN_1}) == {2} for level in PLAYABLE[1:])
    assert chosen(LEVELS[1], {1: LOSS_IN_2, 2: -50}) == {1, 2}
    assert all(chosen(level, {1: LOSS_IN_2, 2: -50}) == {2} for level in PLAYABLE[2:])
    assert all(chosen(level, {1: 7, 2: 7, 3: 7}) == {1, 2, 3} for level in PLAYABLE)
    assert all(chosen(level, {1: LOSS_IN_2, 2: LOSS_IN_2}) == {1, 2} for level in PLAYABLE[:6])
    assert [len(chosen(level, {1: 100, 2: 95, 3: 60, 4: 0})) for level in PLAYABLE] == [4, 4, 3, 3, 2, 2, 1, 1]


def play_out(game: Game, players: tuple[Player, Player], position: Any) -> int:
    """The result of a game for the player who begins."""
    turn = 0
    while game.outcome(position) is None:
        position = game.play(position, players[turn].think(position).move)
        turn = 1 - turn
    score = game.outcome(position) or 0
    return score if turn == 0 else -score


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize(("low", "high"), [(1, 3), (3, 5), (4, 6)])
def test_a_higher_level_wins_the_match(low: int, high: int) -> None:
    """Two levels apart, from six openings, each side once."""
    game = load("connect4")
    points = 0
    for opening in ("44", "43", "41", "33", "22", "35"):
        for colours in (1, -1):
            pair = [Player(game, None, hash_mb=1, level=LEVELS[number - 1], seed=7) for number in (high, low)][::colours]
            score = colours * play_out(game, (pair[0], pair[1]), game.parse(opening))
            points += (score > 0) - (score < 0)
    assert points >= 5


@pytest.mark.xdist_group("othello")
@pytest.mark.parametrize(("low", "high"), [(1, 3), (3, 5)])
def test_a_higher_level_wins_at_othello(low: int, high: int) -> None:
    game = load("othello")
    points = 0
    for opening in ("f5d6", "f5f6", "f5f4", "f5d6c5"):
        for colours in (1, -1):
            pair = [Player(game, None, hash_mb=1, level=LEVELS[number - 1], seed=7) for number in (high, low)][::colours]
            score = colours * play_out(game, (pair[0], pair[1]), game.parse(opening))
            points += (score > 0) - (score < 0)
    assert points >= 4


@pytest.mark.xdist_group("connect4")
def test_a_seed_repeats_the_game() -> None:
    game = load("connect4")
    position = game.parse("4433")
    thoughts = [
        [Player(game, None, hash_mb=1, level=LEVELS[0], seed=seed).think(position).move for seed in range(20)] for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert len(set(thoughts[0])) > 1


class SolvedTicTacToe(ExactSolver):
    """An exact source: the textbook's search to the very end."""

    def __init__(self, is_quick: bool = True) -> None:
        self.is_quick = is_quick

    def scores(
        self, position: Any, seconds: float | None = None, on_score: Any = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        game = load("tictactoe")
        if not self.is_quick:
            return None
        return {move: -search(game.play(position, move), "alphabeta", 9).value for move in game.moves(position)}


@pytest.mark.xdist_group("tictactoe")
def test_the_perfect_level_asks_the_solver() -> None:
    game = load("tictactoe")
    for is_quick in (True, False):  # else the search answers
        player = Player(game, level=level_of("perfect"), hash_mb=1, solver=SolvedTicTacToe(is_quick))
        for text, value in [("", DRAW), ("b2a2", WIN), ("b2a2a1", LOSS), ("b2a1", DRAW)]:
            position = game.parse(text)
            thought = player.think(position)
            assert (thought.value, thought.exact) == (value, True)
            assert search(game.play(position, thought.move), "alphabeta", 9).value == -value


class PonderousTicTacToe(SolvedTicTacToe):
    """Thinks until it is cancelled."""

    def __init__(self) -> None:
        self.is_asked = threading.Event()

    def scores(
        self, position: Any, seconds: float | None = None, on_score: Any = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        self.is_asked.set()
        assert cancel is not None
        assert cancel.wait(60)
        return None


@pytest.mark.xdist_group("tictactoe")
def test_a_stopped_solver_leaves_a_legal_move() -> None:
    game, solver = load("tictactoe"), PonderousTicTacToe()
    player = Player(game, None, level=level_of("perfect"), hash_mb=1, solver=solver)
    threading.Thread(target=lambda: solver.is_asked.wait(60) and player.stop()).start()
    assert player.think(game.start()).move in range(9)


@pytest.mark.parametrize(("name", "title"), [("nim", "Nim"), ("othello", "Othello")])
def test_without_a_solver_of_the_whole_game_nobody_is_perfect(name: str, title: str) -> None:
    game = load(name)
    assert [level.name for level in levels_of(game)][-1] == "strong"
    with pytest.raises(BadInput, match=rf"nobody plays {title} perfectly yet; its strongest level is 8 strong"):
        Player(game, level=level_of("perfect"))


class Endings(SolvedTicTacToe):
    """Knows that everything is worth three discs, near the end; counts how often it is asked."""

    nodes = 7  # positions it looks at for an answer

    def __init__(self, reach: int) -> None:
        self.reach, self.asked = reach, 0

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        return (load("othello").plies_left(position) or 0) <= self.reach

    def scores(
        self, position: Any, seconds: float | None = None, on_score: Any = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        self.asked += 1
        return dict.fromkeys(load("othello").moves(position), 3)


@pytest.mark.xdist_group("othello")
def test_strong_levels_ask_a_solver_of_endings() -> None:
    """When it is in reach, and not beyond the level's depth or the player's; a disc counts 100."""
    game = load("othello")
    chance = random.Random(5)
    positions = [game.start()]
    while len(game.moves(positions[-1])) > 0:
        positions.append(game.play(positions[-1], chance.choice(game.moves(positions[-1]))))
    by_plies_left = {game.plies_left(position): position for position in positions}
    for number, plies, depth, asked in [
        (8, 18, 250, 1),
        (8, 20, 250, 0),
        (7, 18, 250, 0),
        (7, 14, 250, 1),
        (6, 10, 250, 0),
        (8, 12, 5, 0),
    ]:
        solver = Endings(18)
        player = Player(game, 0.05, depth, hash_mb=1, level=LEVELS[number - 1], solver=solver)
        thought = player.think(by_plies_left[plies])
        assert (solver.asked, thought.exact and thought.value == 300) == (asked, asked == 1), (number, plies)
        best = player.analyse(by_plies_left[plies], 2)
        assert (best[0].value == 300 and best[0].exact) == (plies <= min(18, depth))
