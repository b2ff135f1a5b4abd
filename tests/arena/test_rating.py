"""Ratings, their error and the sequential test: known values, and what chance makes of them."""

import math
import random

import pytest

from damier.rating import NO_PAIRS, Pairs, Sprt, elo_of, error_of, score_of, spread

MATCHES = 2000  # that are simulated


def simulated(chance: random.Random, win: float, draw: float, number: int) -> Pairs:
    """Pairs of games that are won and drawn with these probabilities, one side having the first move in each."""
    pairs = list(NO_PAIRS)
    for _ in range(number):
        points = 0
        for lean in (0.1, -0.1):  # who moves first has it easier
            throw = chance.random()
            points += 2 if throw < win + lean else 1 if throw < win + lean + draw else 0
        pairs[points] += 1
    return (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4])


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.8), (0.64, 100.0), (0.9, 381.7), (0.25, -190.8)])
def test_ratings_are_those_of_the_tables(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.06)
    assert score_of(elo_of(score)) == pytest.approx(score)


def test_ratings_without_an_end() -> None:
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf
    assert error_of(NO_PAIRS) == math.inf
    assert error_of((0, 0, 0, 0, 50)) == math.inf


def test_the_spread_of_pairs() -> None:
    mean, variance = spread((250, 0, 500, 0, 250))  # two coins thrown a pair
    assert (mean, variance) == (0.5, pytest.approx(0.125, rel=0.01))
    assert error_of((250, 0, 500, 0, 250)) == pytest.approx(2 * 7.6, rel=0.02)  # 2000 games: ±15.2 Elo
    assert error_of((0, 0, 1000, 0, 0)) < 1  # an opening decides, whoever plays: hardly any doubt
    assert error_of((0, 0, 1, 0, 0)) > 100  # but one pair says little


@pytest.mark.parametrize(("win", "draw", "pairs"), [(0.4, 0.2, 100), (0.3, 0.6, 40), (0.6, 0.1, 60)])
def test_the_error_holds_the_truth_19_times_out_of_20(win: float, draw: float, pairs: int) -> None:
    chance = random.Random(1)
    truth = elo_of(win + draw / 2)
    held = 0
    for _ in range(MATCHES):
        seen = simulated(chance, win, draw, pairs)
        held += abs(elo_of(spread(seen)[0]) - truth) <= error_of(seen)
    assert 0.935 < held / MATCHES < 0.975


def test_the_bounds_are_walds() -> None:
    low, high = Sprt(0, 10).bounds
    assert (low, high) == (pytest.approx(-2.944, abs=1e-3), pytest.approx(2.944, abs=1e-3))
    assert Sprt(0, 10, alpha=0.01, beta=0.2).bounds == (math.log(0.2 / 0.99), math.log(0.8 / 0.01))


def test_the_likelihood_ratio() -> None:
    test = Sprt(0, 10)
    assert test.llr(NO_PAIRS) == 0
    assert test.verdict(NO_PAIRS) == "open"
    middle = (score_of(0) + score_of(10)) / 2
    assert test.llr((0, 0, 100, 0, 0)) < 0 < test.llr((0, 0, 90, 10, 0))
    pairs: Pairs = (200, 300, 1000, 360, 240)
    mean, variance = spread(pairs)
    assert test.llr(pairs) == pytest.approx(2100 * (score_of(10) - 0.5) * (mean - middle) / variance)
    assert [test.verdict(each) for each in [(0, 0, 9000, 0, 0), (0, 0, 9000, 900, 0)]] == ["H0", "H1"]


@pytest.mark.parametrize("truth", [0, 1])
def test_wrong_verdicts_are_as_rare_as_asked_for(truth: int) -> None:
    """Alpha and beta, by simulation. A test of large differences ends after few pairs, where the spread is least known."""
    test = Sprt(0, 70, alpha=0.05, beta=0.05)
    draw = 0.4
    win = score_of((test.elo0, test.elo1)[truth]) - draw / 2
    chance = random.Random(truth)
    wrong = 0
    for _ in range(MATCHES):
        counts = list(NO_PAIRS)
        verdict = "open"
        while verdict == "open":
            for index, count in enumerate(simulated(chance, win, draw, 1)):
                counts[index] += count
            verdict = test.verdict((counts[0], counts[1], counts[2], counts[3], counts[4]))
        wrong += verdict != f"H{truth}"
    assert 0.02 < wrong / MATCHES < 0.065


def test_what_cannot_be_tested() -> None:
    with pytest.raises(ValueError, match="the second must be larger"):
        Sprt(10, 0)
    with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
        Sprt(0, 10, alpha=0.7)
