"""What forward pruning goes by: straight lines through scores, phase by phase."""

import random

import pytest

from damier.games import load
from damier.games.game import Cut
from damier.learning.probcut import DepthScores, as_python, fit, fit_phases, gather, sensible_positions, shallow_for


def made_up(count: int, slope: float, offset: float, error: float, plies_left: int, seed: int = 1) -> list[DepthScores]:
    """Positions whose score at depth 4 hangs on that at depth 2 in a known way."""
    chance = random.Random(seed)
    firsts = [chance.randint(-2000, 2000) for _ in range(count)]
    return [DepthScores(plies_left, [0, first, 0, round(slope * first + offset + chance.gauss(0, error))]) for first in firsts]


def test_a_known_line_is_found() -> None:
    found = fit(made_up(2000, 0.9, 50, 300, 30), 4)
    assert found is not None
    assert (found.depth, found.shallow) == (4, 2)
    assert found.slope == pytest.approx(0.9, abs=0.03)
    assert found.offset == pytest.approx(50, abs=30)
    assert found.error == pytest.approx(300, abs=20)


def test_too_little_gives_nothing() -> None:
    assert fit(made_up(5, 1, 0, 1, 30), 4) is None
    assert fit([DepthScores(30, [0, 0, 0, 0])] * 100, 4) is None
    assert fit(made_up(100, -1, 0, 1, 30), 4) is None
    assert fit(made_up(100, 1, 0, 1, 30), 6) is None


def test_phases_are_apart() -> None:
    samples = made_up(200, 1.0, 0, 100, 42) + made_up(200, 1.0, 0, 600, 12, seed=2)
    late, early = (dict(fit_phases(samples, 4))[first][-1] for first in (8, 40))
    assert late.error > 4 * early.error
    assert [first for first, _ in fit_phases(samples, 4)] == [40, 8]


def test_depths_have_the_same_parity() -> None:
    assert [shallow_for(depth) for depth in range(3, 13)] == [1, 2, 3, 2, 3, 4, 5, 4, 5, 6]


@pytest.mark.xdist_group("connect4")
def test_scores_at_every_depth() -> None:
    game = load("connect4")
    positions = sensible_positions(game, 8)
    assert len(positions) == 8
    assert sensible_positions(game, 8) == positions
    heard = []
    samples = gather(game, positions, 4, lambda what, done, total: heard.append((done, total)))
    assert heard == [(number, 8) for number in range(1, 9)]
    assert all(1 <= len(each.scores) <= 4 for each in samples)


def test_the_table_can_be_read_again() -> None:
    phases = [(40, [Cut(4, 2, 0.9, 1.5, 300.0)]), (8, [Cut(4, 2, 1.0, 0.0, 500.0)])]
    names: dict[str, object] = {}
    exec(as_python(phases), names)
    assert names["PHASES"] == {40: ((4, 2, 0.9, 1.5, 300.0),), 8: ((4, 2, 1.0, 0.0, 500.0),)}
