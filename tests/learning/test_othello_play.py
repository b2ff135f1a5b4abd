"""Learning by play: Samuel's correction, changed copies, MENACE's counts; and the matches that measure them."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent.parent / "cli"))
from commands import answer, refusal

from damier.games import load
from damier.games.othello.menace import CORNERS, CORNERS_AT, list_patterns
from damier.games.othello.rules import start
from damier.games.othello.terms import NAMES, TERMS, coefficients, explain, weights_of
from damier.games.othello.weight_file import read, save
from damier.games.othello.weights import weights
from damier.learning.matches import MatchPoints, play_match, random_openings
from damier.learning.othello import copies, curve, menace, samuel
from damier.rules import ONGOING, outcome, play
from damier.search.driver import Options, search
from damier.search.work import Work

SQUARES, TABLE = (weights_of(coefficients(name)) for name in ("squares", "table"))


# --- Matches


def test_openings_are_different_and_hang_on_the_seed_alone():
    one, two, other = (random_openings(start(), 30, seed) for seed in (1, 1, 2))
    assert len(set(one)) == 30
    assert one == two
    assert one != other
    assert all((int(position.own) | int(position.other)).bit_count() <= 12 for position in one)


def test_a_match_is_what_searches_play():
    """The same games, move by move, with the searches of Python."""
    openings = random_openings(start(), 2, 3)
    scores = []
    for opening in openings:
        for sides in ((TABLE, SQUARES), (SQUARES, TABLE)):
            position, ply = opening, 0
            while outcome(position) == ONGOING:
                move = search(position, "alphabeta", 2, Options(weights=sides[ply % 2])).move
                position, ply = play(position, move), ply + 1
            final = int(outcome(position)) * (1 if ply % 2 == 0 else -1) * (1 if sides[0] is TABLE else -1)
            scores.append(1.0 if final > 0 else 0.5 if final == 0 else 0.0)
    played = play_match(openings, TABLE, SQUARES, 2)
    assert list(played.pairs) == [scores[0] + scores[1], scores[2] + scores[3]]


def test_an_evaluation_is_as_strong_as_itself():
    played = play_match(random_openings(start(), 10, 4), TABLE, TABLE, 1)
    assert (played.score, played.error, played.games) == (0.5, 0.0, 20)


def test_scores_and_errors():
    match = MatchPoints(np.array([2.0, 1.0, 1.5, 0.5]))
    assert match.score == 0.625
    assert match.error == pytest.approx(np.std([1, 0.5, 0.75, 0.25], ddof=1) / 2)
    assert str(match) == "62.5 % ± 16.1 of 8 games"


def test_matches_play_any_game():
    position = load("connect4", width=5, height=4).start()
    played = play_match(random_openings(position, 5, 1, plies=2), np.zeros(0, np.int32), np.zeros(0, np.int32), 3)
    assert played.score == 0.5


# --- Samuel


@pytest.mark.parametrize(("now", "before", "moves"), [(50, 80, (-1, 1, 0)), (80, 50, (1, -1, 0)), (50, 50, (0, 0, 0))])
def test_samuel_moves_coefficients_by_the_sign_of_their_terms(now, before, moves):
    """Sp > Sc: what made Sp larger had too much, what made it smaller too little; absent terms stay."""
    values = np.array([10.0, 20.0, 30.0])
    samuel.correct(now, before, np.array([3, -2, 0]), 0.5, values)
    assert list(values) == [10 + 0.5 * moves[0], 20 + 0.5 * moves[1], 30]


def test_samuel_corrects_as_a_game_played_by_hand():
    """At each move, by the terms behind the value two plies before; the steps are too small to change any move."""
    opening, step = random_openings(start(), 1, 5)[0], 0.001
    by_hand, values = (np.array(TABLE[1:], np.float64) for _ in range(2))
    remembered = {0: None, 1: None}
    position, side = opening, 0
    while outcome(position) == ONGOING:
        found = search(position, "alphabeta", 2, Options(weights=TABLE))
        if remembered[side]:
            before, terms = remembered[side]
            by_hand += step * np.sign(found.value - before) * np.sign(terms)
        remembered[side] = behind(position, found)
        position, side = play(position, found.move), 1 - side
    samuel.play_and_correct(opening, 2, step, values, Work(weights=TABLE).record)
    assert not np.allclose(values, TABLE[1:], rtol=0, atol=step)
    assert np.allclose(values, by_hand, rtol=0, atol=step / 100)


def behind(position, found):
    """The value of a search, and the terms that it is made of; None if it is how a game ends."""
    leaf, sign = position, 1
    for move in found.line:
        leaf, sign = play(leaf, move), -sign
    if outcome(leaf) != ONGOING:
        return None
    terms = [sign * (term.own - term.other) for term in explain(leaf.own, leaf.other, (1 << 64) - 1, TABLE)]
    assert np.dot(terms, TABLE[1:]) == found.value
    return found.value, terms


def test_samuel_learns_that_corners_are_good_from_nothing():
    lesson = samuel.learn_samuel(150, pairs=20, points=2)
    found = dict(zip(NAMES, lesson.points[-1].coefficients, strict=True))
    assert found["a1"] > 50
    assert found["mobility"] > 0 > found["liberties"]
    assert [point.games for point in lesson.points] == [0, 75, 150]
    first, last = (point.matches["squares"].score for point in (lesson.points[0], lesson.points[-1]))
    assert last > first
    again = samuel.learn_samuel(150, pairs=20, points=2)
    assert np.array_equal(lesson.weights, again.weights)


# --- Copies


def test_a_copy_differs_in_a_few_coefficients():
    old = coefficients("table")
    new = copies.changed(old, random.Random(1))
    assert 0 < sum(old[name] != new[name] for name in NAMES) <= copies.CHANGED


def test_the_better_coefficients_are_kept():
    openings = random_openings(start(), 15, 6)
    strong, weak = coefficients("table"), coefficients("squares")
    assert copies.better_of(weak, strong, openings, 2) is strong
    assert copies.better_of(strong, weak, openings, 2) is strong
    assert copies.better_of(strong, dict(strong), openings, 2) is strong  # a draw changes nothing


def test_copies_are_the_same_each_time_and_hang_on_the_seed():
    one, two, other = (copies.learn_copies(12, match_pairs=4, seed=seed, pairs=4, points=3) for seed in (1, 1, 2))
    assert [point.coefficients for point in one.points] == [point.coefficients for point in two.points]
    assert np.array_equal(one.weights, two.weights)
    assert not np.array_equal(one.weights, other.weights)
    assert [point.games for point in one.points] == [0, 32, 64, 96]


def test_the_points_of_a_curve():
    assert curve.milestones(2000) == set(range(200, 2001, 200))
    point = curve.measure(7, TABLE, 3).as_json()
    assert point["games"] == 7
    assert point["coefficients"] == coefficients("table")
    assert point["against"]["table"] == [0.5, 0.0]


# --- MENACE


def test_menace_counts_won_and_all_games_with_mirror_images():
    opening = random_openings(start(), 1, 7)[0]
    places = np.zeros(8, np.int64)
    list_patterns(opening.own, opening.other, places)
    counts = menace.PatternCounts()
    for result in (10.0, 0.0, -4.0):  # won, drawn, lost
        counts.add(menace.DecidedPositions(np.array([opening.own]), np.array([opening.other]), np.array([result])))
    assert counts.total.sum() == 3 * 8 * 2  # each pattern and its mirror image
    assert counts.won.sum() == 1.5 * 8 * 2
    assert all(counts.won[place] == counts.total[place] / 2 for place in places)
    assert np.allclose(counts.shares()[places], 0)


def test_menace_finds_won_patterns_good_on_the_scale_of_discs():
    played = menace.play_games(random_openings(start(), 40, 8), TABLE, 1)
    counts = menace.PatternCounts()
    counts.add(played)
    numbers = counts.weights(played)
    assert numbers[0] == 2
    good = counts.won > counts.total / 2
    assert (numbers[CORNERS_AT:][good] >= 0).all()
    estimates = []
    places = np.zeros(8, np.int64)
    for own, other in zip(played.own[::50], played.other[::50], strict=True):
        list_patterns(own, other, places)
        estimates.append(numbers[CORNERS_AT + places].sum() / 100)
    assert np.corrcoef(estimates, played.result[::50])[0, 1] > 0.3


def test_results_of_games_are_those_of_the_player_to_move():
    opening = random_openings(start(), 1, 9)[0]
    played = menace.play_games([opening], TABLE, 1)
    assert (played.own[0], played.other[0]) == (opening.own, opening.other)
    assert np.array_equal(played.result[1:], -played.result[:-1])
    assert abs(played.result[0]) <= 64


def test_menace_by_playing_is_the_same_each_time():
    one, two = (menace.learn_by_playing(30, 1, 5) for _ in range(2))
    assert np.array_equal(one, two)
    assert np.count_nonzero(one[1 : 1 + CORNERS]) > 100


# --- Commands


def test_the_commands_write_weights_that_can_be_played_with(tmp_path):
    made = {
        "menace": ["--self-play", "20", "--depth", "1"],
        "samuel": ["--games", "10", "--depth", "1", "--from", "squares", "--measure", "2"],
        "copies": ["--copies", "10", "--pairs", "2", "--depth", "1", "--measure", "2"],
    }
    kinds = {"menace": "menace", "samuel": "terms", "copies": "terms"}
    for name, options in made.items():
        file = tmp_path / f"{name}.weights"
        told = answer("learn", "othello", name, "--out", str(file), *options)
        assert told["games"] == {"menace": 20, "samuel": 10, "copies": 40}[name]
        assert len(told["points"]) == (0 if name == "menace" else 11)
        stored = read(file)
        assert stored.kind == kinds[name]
        assert str(told["games"]) in stored.note or name == "copies"
        assert np.array_equal(load("othello", evaluation=str(file)).weights(), stored.numbers)
    assert "is there already" in refusal("learn", "othello", "samuel", "--out", str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["menace"], "either --games FOLDER or --self-play NUMBER"),
        (["samuel", "--games", "5"], "games is 5; it must be from 10"),
        (["samuel", "--step", "0"], "step is 0"),
        (["samuel", "--from", "circles"], "squares and table, not 'circles'"),
        (["copies", "--depth", "20"], "depth is 20; it must be from 1 to 8"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(tmp_path, arguments, message):
    assert message in refusal("learn", "othello", arguments[0], "--out", str(tmp_path / "x.weights"), *arguments[1:])


@pytest.mark.parametrize(("kind", "first"), [("terms", 1), ("menace", 2)])
def test_weights_that_are_too_few_are_refused(tmp_path, kind, first):
    """Compiled code would read beyond their end."""
    save(tmp_path / "short.weights", kind, [first, 2, 3])
    with pytest.raises(ValueError, match=r"short\.weights is damaged"):
        weights(8, str(tmp_path / "short.weights"))


def test_the_shipped_evaluations_are_there_for_the_right_boards():
    assert len(weights(6, "samuel")) == len(weights(4, "copies")) == 1 + TERMS
    with pytest.raises(ValueError, match="made for 8x8 boards"):
        weights(6, "menace")
