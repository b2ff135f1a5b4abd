"""Fitting expected results: a known curve is found again, and what damier ships agrees with games it has not seen."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent.parent / "cli"))
from commands import answer, damier, refusal

from damier.engine.expectation import between, expected
from damier.games import load
from damier.games.game import BadInput
from damier.games.othello import wthor
from damier.games.othello.writing import replay
from damier.learning.expectation import Values, as_python, calibration, chance_of, fit, gather, learn, mean_of, shares_of
from damier.learning.results import from_files, from_play, spread

BLACK_WINS = "e6f4e3f6g5d6e7f5c5"  # all discs
MATE = '[Result "0-1"]\n\n1. f3 e5 2. a3 a6 3. b3 b6 4. c3 c6 5. d3 d6 6. h3 h6 7. g4 Qh4# 0-1\n\n'
STEEPER = (1000.0, 800.0, 500.0, 300.0, 200.0)


def made_up(count: int, scales: tuple[float, ...], seed: int = 1) -> Values:
    """Positions whose results follow a known curve, a game each."""
    chance = np.random.default_rng(seed)
    progress = chance.random(count)
    value = np.round(chance.normal(0, 800, count))
    expected = chance_of(value / (shares_of(progress, len(scales)) @ scales))
    result = (chance.random(count) < expected).astype(float)
    return Values(value, progress, result, np.arange(count), np.full(count, 500.0))


def test_a_known_scale_is_found() -> None:
    values = made_up(20_000, (400.0,))
    (scale,), (error,) = fit(values)
    assert scale == pytest.approx(400, abs=4 * error)
    assert error < 10
    assert len(learn(values).scales) == 1  # several are not better


def test_draws_count_half() -> None:
    values = made_up(5000, (400.0,))
    half = values._replace(result=0.5 + 0.5 * (values.result - 0.5))  # of each result half is a draw
    assert fit(half)[0][0] > 1.5 * fit(values)[0][0]
    assert fit(values._replace(result=np.full(5000, 0.5)))[0][0] > 100_000  # nothing follows from such values


def test_known_scales_of_phases_are_found() -> None:
    values = made_up(40_000, STEEPER)
    lesson = learn(values)
    assert len(lesson.scales) == 5
    for scale, error, known in zip(lesson.scales, lesson.errors, STEEPER, strict=True):
        assert scale == pytest.approx(known, abs=4 * error)
    assert lesson.losses["scales by phase"] < lesson.losses["one scale"] < lesson.losses["a constant"]
    assert lesson.gain[0] > 2 * lesson.gain[1] > 0
    assert all(abs(each.expected - each.found) < 4 * each.error for each in lesson.bins)
    assert sum(each.positions for each in lesson.bins) == 40_000


def test_arrays_agree_with_the_engine() -> None:
    game = load("othello")
    places = np.linspace(-0.1, 1.1, 25)
    assert shares_of(places, 5) @ STEEPER == pytest.approx([between(STEEPER, place) for place in places])
    start, scale = game.start(), game.expectation[0]
    values = np.array([-99_999, -700, 0, 3, 2500])
    assert 2 * chance_of(values / scale) - 1 == pytest.approx([expected(game, start, int(value)) for value in values])


def test_positions_of_one_game_are_one_witness() -> None:
    numbers = np.array([1.0, 1.0, -1.0, -1.0])
    assert mean_of(numbers, np.array([0, 1, 2, 3])) == pytest.approx((0, 0.5))
    assert mean_of(numbers, np.array([0, 0, 1, 1])) == pytest.approx((0, 0.5 * np.sqrt(2)))


def test_games_are_drawn_on_evenly() -> None:
    games = np.repeat([7, 3, 9], [50, 2, 20])
    chosen = spread(games, 8, np.random.default_rng(1))
    assert sorted(games[chosen[:3]]) == sorted(games[chosen[3:6]]) == [3, 7, 9]
    assert set(games[chosen[6:]]) == {7, 9}
    assert len(set(spread(games, 100, np.random.default_rng(1)))) == 72


def test_too_little_is_refused() -> None:
    with pytest.raises(BadInput, match="there are 20 positions"):
        learn(made_up(20, (400.0,)))
    silent = made_up(200, (400.0,))
    with pytest.raises(BadInput, match="all values are 0"):
        learn(silent._replace(value=np.zeros(200)))


def test_the_line_for_a_module_can_be_read() -> None:
    names: dict[str, tuple[float, ...]] = {}
    exec(as_python(learn(made_up(2000, STEEPER))), names)
    assert len(names["EXPECTATION"]) in (1, 5)
    assert all(100 < scale < 2000 for scale in names["EXPECTATION"])


@pytest.mark.xdist_group("connect4")
def test_connect4_is_calibrated() -> None:
    """On games that the shipped scale was not fitted to."""
    game = load("connect4")
    samples = from_play(game, 96, seed=987)
    assert {each.result for each in samples} <= {0.0, 0.5, 1.0}
    values = gather(game, samples, 4)
    bins = calibration(chance_of(values.value / values.shipped), values.result, values.game, bins=3)
    assert sum(each.positions for each in bins) == len(values.value) > 60
    assert all(abs(each.expected - each.found) < 0.1 + 3 * each.error for each in bins)


def test_games_of_files(tmp_path: Path) -> None:
    lines = tmp_path / "games.txt"
    lines.write_text("1 2 1 2 1 2 1\n\n# 4 4 4\n4 4\n1 9\n1 2 1 2 1 2 3 2\n")
    faults: list[str] = []
    samples = from_files(load("connect4"), [lines], 100, 1, faults.extend)
    assert len(faults) == 2
    assert "line 4: the game is not over" in faults[0]
    assert len(samples) == 7 + 8
    wins = {(each.game, int(each.position.both).bit_count() % 2): each.result for each in samples}
    assert wins == {(0, 0): 1.0, (0, 1): 0.0, (1, 0): 0.0, (1, 1): 1.0}


@pytest.mark.xdist_group("othello")
def test_games_of_othello(tmp_path: Path) -> None:
    game = load("othello")
    made = replay(BLACK_WINS).moves
    rows = np.array([made + [-1] * (60 - len(made)), made[:5] + [-1] * 55], np.int8)  # the second was not played to its end
    wthor.write(tmp_path / "two.wtb", wthor.games_of(rows, np.array([64, 32])))
    for path in (tmp_path, tmp_path / "two.wtb"):
        samples = from_files(game, [path], 100, 1)
        assert len(samples) == len(made)
        assert {(int(game.plies_left(each.position) or 0) % 2, each.result) for each in samples} == {(0, 1.0), (1, 0.0)}
    with pytest.raises(BadInput, match="8x8"):
        from_files(load("othello", size=6), [tmp_path], 5, 1)


@pytest.mark.xdist_group("chess")
def test_games_of_chess(tmp_path: Path) -> None:
    game = load("chess")
    (tmp_path / "mate.pgn").write_text(MATE)
    samples = from_files(game, [tmp_path / "mate.pgn"] * 2, 100, 1)
    assert sorted((game.turn(each.position), each.result, each.game) for each in samples) == [
        (0, 0, 0),
        (0, 0, 1),
        (1, 1, 0),
        (1, 1, 1),
    ]


@pytest.mark.xdist_group("connect4")
def test_the_command() -> None:
    found = answer("learn", "expectation", "connect4", "--count", "100", "--depth", "2", "--seed", "5")
    assert found["positions"] <= 100
    assert all(scale > 0 for scale in found["scales"])
    assert set(found["losses"]) == {"a constant", "as damier has it", "one scale", "scales by phase"}
    assert sum(each["positions"] for each in found["bins"]) == found["positions"]
    told = damier("learn", "expectation", "connect4", "--count", "100", "--depth", "2", "--seed", "5").stdout
    assert told.startswith("EXPECTATION = (")
    assert "positions  expected  found" in told


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["connect4", "--count", "3"], "count is 3"),
        (["connect4", "--depth", "0"], "depth is 0"),
        (["connect5"], "connect5"),
        (["connect4", "--games", "nowhere.txt"], "nowhere.txt"),
        (["othello", "--games", "nowhere.wtb"], "nowhere.wtb"),
        (["chess", "--games", "nowhere.pgn"], "nowhere.pgn"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: list[str], telling: str) -> None:
    assert telling in refusal("learn", "expectation", *arguments)
