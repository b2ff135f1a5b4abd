"""Michie's model: his formulas by hand, and expectation where minimax has the other player's minimum."""

import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import naive
from damier.engine.discernment import (
    HIGHEST_RATING,
    Measure,
    discernment,
    expectation,
    measure_of,
    probabilities,
    worth_against,
)
from damier.engine.levels import Level, level_of, people
from damier.games import load
from damier.games.game import BadInput, Game
from damier.games.tree import from_lists
from damier.rules import LOSS, MOST_PLIES, WIN, evaluate

TREES = 1_000
NO_WEIGHTS = np.zeros(0, np.int32)


@pytest.mark.parametrize(
    ("rating", "moves", "by_hand"),
    [
        (0, 1, 2.967544785),  # 3^(1/1.01)
        (1500, 1, 7.418861963),  # 2.5 times that
        (2000, 3, 4.321487882),  # 3 * 3^(1/3.01)
        (2500, 30, 3.630502888),
        (0, 2, 1.727323806),
    ],
)
def test_discernment_by_hand(rating: float, moves: int, by_hand: float) -> None:
    assert discernment(rating, moves) == pytest.approx(by_hand, rel=1e-9)


def test_probabilities_by_hand() -> None:
    """Three moves and a rating of 1500: d is 3.601239901, and the weights d, 1 and 1/d² add up to 4.678345."""
    assert probabilities([1, 0, -2], 1500) == pytest.approx([0.7697675465, 0.2137506991, 0.0164817543])
    assert expectation([1, 0, -2], 1500) == pytest.approx(0.7368040378)
    assert probabilities([7.5], 300) == [1.0]
    assert probabilities([2, 2, 2, 2], 2500) == pytest.approx([0.25] * 4)


def test_nothing_overflows() -> None:
    """d^v is beyond floating point; differences to the best move are not."""
    assert probabilities([1e6, 0, -1e6], HIGHEST_RATING) == [1.0, 0.0, 0.0]
    assert expectation([1e6, 0, -1e6], HIGHEST_RATING) == 1e6
    assert math.fsum(probabilities([0.01 * i for i in range(250)], 2000)) == pytest.approx(1)


def test_who_is_stronger_errs_less() -> None:
    values = [3.0, 2.5, 0.0, -4.0]
    worth = [expectation(values, rating) for rating in (0, 500, 1500, 2500, 10_000, HIGHEST_RATING)]
    assert worth == sorted(worth)
    assert worth[-1] == pytest.approx(3.0, abs=0.05)


def test_what_a_score_is_worth() -> None:
    """Estimates stay below wins, wins are bounded, and sooner ones are worth more."""
    plain = Measure(unit=100)
    assert [plain.value(score) for score in (150, -150, 9999, -9999)] == [1.5, -1.5, 20, -20]
    assert plain.value(WIN) == 20  # nobody knows when
    assert plain.value(WIN + MOST_PLIES - 1) == plain.value(WIN, plies=1) == pytest.approx(24.98)
    assert plain.value(LOSS, plies=0) == -25


def test_games_say_what_is_counted() -> None:
    assert measure_of(load("chess"), load("chess").start()).unit == 100
    othello = load("othello")
    assert measure_of(othello, othello.start()).most == 64
    connect4 = load("connect4")  # nobody counts anything there: the points that stand for 73 %
    assert measure_of(connect4, connect4.start()) == Measure(34.4)


# --------------------------------------------------------------------------------------------------------------------
# Positions


def against(tree: Any, is_ours: bool, rating: float) -> float:
    """The naive twin: nested lists, whose numbers are worth that to us; Michie's formulas as they are printed."""
    if not isinstance(tree, list):
        return float(tree)
    worth = [against(son, not is_ours, rating) for son in tree]
    if is_ours:
        return max(worth)
    d = (rating / 1000 + 1) * 3 ** (1 / (len(worth) + 0.01))
    weights = [d ** (-value) for value in worth]
    return sum(weight * value for weight, value in zip(weights, worth, strict=True)) / sum(weights)


def random_tree(rng: random.Random, depth: int, widest: int, spread: int) -> Any:
    if depth == 0 or rng.random() < 0.15:
        return rng.randint(-spread, spread)
    return [random_tree(rng, depth - 1, widest, spread) for _ in range(rng.randint(1, widest))]


def never(position: Any, moves: list[int]) -> list[float]:
    raise AssertionError("the whole tree is looked at")


@pytest.mark.xdist_group("tree")
def test_expectation_on_a_thousand_trees() -> None:
    game, rng = load("tree"), random.Random(5)
    for _ in range(TREES):
        tree = [random_tree(rng, rng.randint(0, 3), 4, rng.choice((2, 10, 40))) for _ in range(rng.randint(1, 4))]
        is_ours, rating = rng.random() < 0.5, rng.choice((0, 800, 1500, 2800))
        position = from_lists(tree, max_moves=is_ours)
        worth = worth_against(game, position, MOST_PLIES, rating, never, measure_of(game, position), is_ours)
        assert (worth if is_ours else -worth) == pytest.approx(against(tree, is_ours, rating), rel=1e-9, abs=1e-9)


def twin_against(twin: Any, state: Any, plies: int, rating: float, us: int) -> float:
    """The same by the naive rules of a game, for the player to move: who moves is the state's own word."""
    result = twin.result(state)
    if result is not None:
        return float(result)
    if plies == 0:
        return float(twin.estimate(state))
    worth = []
    for move in twin.legal(state):
        child = twin.after(state, move)
        value = twin_against(twin, child, plies - 1, rating, us)
        worth.append(value if child.player == state.player else -value)
    return max(worth) if state.player == us else expectation(worth, rating)


def estimates(game: Game) -> Any:
    """What moves look worth at the horizon: outcome or evaluation of the position after each."""

    def values(position: Any, moves: list[int]) -> list[float]:
        found = []
        for move in moves:
            child = game.play(position, move)
            over = game.outcome(child)
            value = int(evaluate(child, NO_WEIGHTS)) if over is None else over
            found.append(float(value if game.same_player(position, child) else -value))
        return found

    return values


@pytest.mark.parametrize("plies", [1, 2, 4])
def test_who_moves_twice_is_asked_twice(plies: int) -> None:
    """Kalah, where a seed in one's own store gives another turn."""
    game, twin = load("kalah", pits=3, seeds=2), naive.GAMES["kalah"](pits=3, seeds=2)
    rng, again = random.Random(plies), 0
    for _ in range(20):
        state = twin.start()
        for _ in range(rng.randint(0, 5)):
            moves = twin.legal(state)
            if not moves:
                break
            before, state = state, twin.after(state, rng.choice(moves))
            again += before.player == state.player
        if twin.result(state) is not None:
            continue
        position, is_ours = game.parse(twin.text(state)), rng.random() < 0.5
        worth = worth_against(game, position, plies, 900, estimates(game), measure_of(game, position), is_ours)
        us = state.player if is_ours else 1 - state.player
        assert worth == pytest.approx(twin_against(twin, state, plies, 900, us))
    assert again > 0


# --------------------------------------------------------------------------------------------------------------------
# Levels that err like people


def test_a_level_errs_by_the_model() -> None:
    """As often as the model says, in what the game counts."""
    level, rng, measure = people(1500), random.Random(1), Measure(unit=100)
    scores = {5: 100, 6: 0, 7: -200}
    made = Counter(level.choose(scores, rng, measure) for _ in range(20_000))
    assert [made[move] / 20_000 for move in scores] == pytest.approx(probabilities([1, 0, -2], 1500), abs=0.01)
    assert level.is_fallible


def test_levels_in_writing() -> None:
    assert level_of("people:1500") == level_of(" People:1500 ") == people(1500)
    assert isinstance(level_of("people:1234.5"), Level)
    for text in ("people:", "people:x", "people:-1", "people:nan", "people:1e7"):
        with pytest.raises(BadInput, match=r"a rating is .*; it must be a number from 0 to 1e\+06"):
            level_of(text)
