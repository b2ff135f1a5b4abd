"""What several threads gain: the experiment itself, small."""

import pytest

from damier.games import load
from damier.games.game import BadInput
from damier.lab import run
from damier.lab.halt import Halt
from damier.lab.parallel import ask_player, by_player, root_splitting
from damier.search.brothers import SCHEMES


def test_the_bound_of_the_book() -> None:
    """Half of the time is the first move's: two processors take three quarters, and any number more than half."""
    assert root_splitting(1) == 1
    assert root_splitting(2) == pytest.approx(4 / 3)
    assert 1.99 < root_splitting(1024) < 2


@pytest.mark.xdist_group("kalah")
def test_a_game_that_is_named() -> None:
    report = run("parallel", threads="3", schemes="all,lazy", game="kalah", depth="6", simulated="4")
    measured = [row for row in report.rows if row[3] is not None]
    assert [(row[1], row[2]) for row in measured] == [("all", 1), ("all", 3), ("lazy", 1), ("lazy", 3)]
    assert all(row[4] == row[6] == 1 for row in measured if row[2] == 1)
    simulated = [row for row in report.rows if row[3] is None]
    assert [(row[1], row[2]) for row in simulated] == [(name, count) for name in ("star", "pvsplit") for count in (1, 2, 4)]
    assert all(row[4] <= row[2] * 1.0001 for row in simulated if row[1] == "pvsplit")  # nobody is faster than all together
    assert [panel.title for panel in report.panels] == ["Kalah to depth 6", "simulated"]


@pytest.mark.xdist_group("kalah")
def test_all_schemes_find_the_end_of_a_game() -> None:
    """A game that is searched to its end has one value, whoever searches it."""
    game = load("kalah", pits=3, seeds=2)
    values = {ask_player(game, "", 60, threads, scheme, Halt()).value for threads in (1, 4) for scheme in range(len(SCHEMES))}
    assert len(values) == 1


def test_depths_of_their_own() -> None:
    assert by_player("kalah", ["", "1"], (4, 6)).title == "Kalah to depth 4 to 6"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"schemes": "some"}, "there is no scheme 'some'; there are lazy, root, pv, all"),
        ({"threads": "0"}, "threads is '0'; it must be a whole number from 1 to 512"),
        ({"threads": "two"}, "threads is 'two'"),
        ({"simulated": "-1"}, "simulated is '-1'"),
        ({"game": "kalah", "depth": "0"}, "depth is '0'"),
    ],
)
def test_what_is_refused(settings: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        run("parallel", **settings)
