"""Every score of the Connect 4 solver is that of plain alpha-beta to the end of the game."""

import pytest
from reference import random_positions, reference_scores
from sizes import by_size

from damier.games.connect4 import start, text
from damier.solvers.connect4 import IDEAS, Solver
from lengths import times

SWITCHED_OFF = [(), *((idea,) for idea in IDEAS), tuple(IDEAS)]


def sign(score):
    return (score > 0) - (score < 0)


def differences(solver, positions, scores, weak=False):
    """The positions, as text, for which the solver has another score than expected, with both."""
    expected = [sign(score) for score in scores] if weak else scores
    found = [solver.solve(position, weak=weak).score for position in positions]
    return [
        (text(position), right, wrong)
        for position, right, wrong in zip(positions, expected, found, strict=True)
        if right != wrong
    ]


@by_size("most_empty", ((4, 4), 12), ((5, 4), 12), ((5, 5), 12), ((7, 6), 14))
def test_scores_of_many_positions(size, most_empty):
    for seed, quiet in enumerate((False, True)):
        positions = random_positions(size, (0, most_empty), times(1000, 2500), seed, quiet)
        scores = reference_scores(positions, size)
        for weak in (False, True):
            assert differences(Solver(book=None), positions, scores, weak) == []
        assert Solver(book=None).solve_all(positions) == scores


@by_size((4, 4), (5, 4), (5, 5), (7, 6))
def test_an_idea_switched_off_changes_no_score(size):
    positions = random_positions(size, (4, 12), 300, 2, quiet=True)
    scores = reference_scores(positions, size)
    for without in SWITCHED_OFF:
        for weak in (False, True):
            assert differences(Solver(4, without, book=None), positions, scores, weak) == [], without


@by_size(
    "most_empty",
    ((6, 5), 13),
    ((5, 6), 13),
    ((8, 7), 13),
    ((9, 6), 12),
    ((16, 3), 10),
    ((4, 1), 4),
    ((3, 3), 9),
    ((32, 1), 8),
    ((1, 4), 4),
    ((3, 20), 12),
    ((1, 63), 62),
)
def test_any_board_that_fits(size, most_empty):
    """Odd heights, and boards with no room for a four in some direction."""
    positions = random_positions(size, (0, most_empty), 200, 3)
    scores = reference_scores(positions, size)
    for without in ((), ("replies", "odd"), tuple(IDEAS)):
        assert differences(Solver(1, without, book=None), positions, scores) == [], without


@by_size(
    "score",
    ((4, 4), 0),
    ((5, 4), 0),
    ((5, 5), 0),
    ((5, 6), 0),
    ((6, 4), -1),
    ((6, 5), 0),
)
def test_values_of_small_boards(size, score):
    """Who wins them: John Tromp's table of solved boards (drawn but for 6x4, which the second player wins)."""
    assert Solver(book=None).solve(start(*size)).score == score


def test_an_unknown_idea_is_refused():
    with pytest.raises(ValueError, match="unknown idea 'luck'"):
        Solver(without=("luck",))
