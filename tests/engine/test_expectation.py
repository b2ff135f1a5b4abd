"""Expected results: one curve for all games, odd and rising, whose scale a game may say."""

import math
import random
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest

from damier.engine.expectation import MOST, STEEPNESS, UNKNOWN_SCALE, between, expected, scale_of
from damier.games import load
from damier.games.game import BadInput, Game
from damier.rules import LOSS, WIN

FITTED = ("connect4", "othello", "chess", "kalah", "awale")
UNFITTED = ("nim", "tictactoe")
VALUES = (0, 1, 7, 30, 100, 450, 2000, 9999, 50_000, WIN - 1)


def made_up(game: Game, **said: Any) -> Game:
    """The same game with other constants and functions of its module."""
    module = ModuleType("made_up")
    vars(module).update({**vars(game.module), **said})
    return Game(game.name, module, game.options)


@pytest.mark.parametrize("name", [*FITTED, *UNFITTED])
def test_the_curve_is_odd_rises_and_keeps_within_its_bounds(name: str) -> None:
    game = load(name)
    start = game.start()
    found = [expected(game, start, value) for value in VALUES]
    assert found[0] == 0
    assert [expected(game, start, -value) for value in VALUES] == [-each for each in found]
    assert all(before <= after for before, after in pairwise(found))
    assert found[1] > 0
    assert all(abs(each) < MOST for each in found)


@pytest.mark.parametrize("name", [*FITTED, *UNFITTED])
def test_what_is_proved_is_certain(name: str) -> None:
    game = load(name)
    for value in (WIN, WIN + 249):
        assert expected(game, game.start(), value) == 1
        assert expected(game, game.start(), -value) == -1
    assert LOSS == -WIN


@pytest.mark.parametrize("name", FITTED)
def test_the_shipped_scales_are_sensible(name: str) -> None:
    game = load(name)
    assert game.expectation
    assert game.progress(game.start()) == 0
    scale = scale_of(game, game.start())
    assert scale == game.expectation[0]
    assert expected(game, game.start(), round(1000 * scale)) > 0.98
    chances = 1 / (1 + math.exp(-round(scale) / scale))  # about 73 %
    assert expected(game, game.start(), round(scale)) == pytest.approx(MOST * (2 * chances - 1))


@pytest.mark.parametrize("name", FITTED)
def test_games_come_nearer_to_their_end(name: str) -> None:
    game, chance = load(name), random.Random(1)
    position, told = game.start(), [0.0]
    while len(told) < 100 and (legal := game.moves(position)):
        position = game.play(position, chance.choice(legal))
        told.append(game.progress(position))
    assert all(0 <= progress <= 1 for progress in told)
    assert told[-1] > 0.2
    assert name == "chess" or told == sorted(told)  # in which a pawn may become a queen again


def test_a_disc_counts_more_near_the_end_of_othello() -> None:
    game = load("othello")
    late = game.parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    assert expected(game, late, 400) > expected(game, game.start(), 400) + 0.1


def test_scales_stand_at_equal_distances() -> None:
    assert [between((1.0, 3.0, 2.0), progress) for progress in (-1, 0, 0.25, 0.5, 0.75, 1, 2)] == [1, 1, 2, 3, 2.5, 2, 2]
    assert between((7.0,), 0.3) == 7


def test_a_game_that_says_nothing_has_a_usual_scale() -> None:
    assert scale_of(load("tictactoe"), load("tictactoe").start()) == UNKNOWN_SCALE
    chess = made_up(load("chess"), EXPECTATION=())
    assert scale_of(chess, chess.start()) == STEEPNESS * 3 * 100


def test_a_game_may_say_one_number() -> None:
    game = load("tictactoe")
    assert scale_of(made_up(game, EXPECTATION=12), game.start()) == 12
    for wrong in (0, -3, (1, float("nan")), (5, 0)):
        with pytest.raises(BadInput, match="EXPECTATION of tictactoe must be points"):
            scale_of(made_up(game, EXPECTATION=wrong), game.start())
