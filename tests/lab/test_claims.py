"""What the documents claim, measured: the first move's share, steady values, Scout by shape of tree, tables that are tuned."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_lab import check, column

from damier.games import load
from damier.games.game import BadInput
from damier.games.random_tree import start as random_tree
from damier.kernel import native
from damier.lab import run
from damier.lab.first_move import LISTED, SORTED, by_move, perfect_share
from damier.lab.halt import Halt
from damier.lab.positions import played_positions, random_positions
from damier.lab.random_tree.scout_trees import ShapeOfTree, pearl_growth, searched, shapes_of
from damier.lab.steady_values import Step, Values
from damier.lab.tuned_table import MOST_BITS, WRONG_HITS, remembering, tuned_table
from damier.rules import INFINITY
from damier.search.alphabeta import alphabeta
from damier.search.driver import search
from damier.search.work import NO_MOVE, Work

pytestmark = pytest.mark.xdist_group("connect4")
CONNECT4 = load("connect4")


# --------------------------------------------------------------------------------------------------------------------
# The first move


def test_the_root_move_by_move_is_alpha_beta() -> None:
    """Together the moves of the root visit as many nodes as the search does, but for the root, and find its value."""
    for position in random_positions(CONNECT4, 4, 1):
        work = Work(weights=CONNECT4.weights(position))
        native_position = native(position)
        found = by_move(CONNECT4, native_position, CONNECT4.moves(position), 5, alphabeta, work)
        whole = search(position, "alphabeta", 5)
        assert sum(each.nodes for each in found) + 1 == whole.nodes
        assert max(each.score for each in found) == whole.value


def test_where_the_best_move_always_comes_first() -> None:
    """Knuth and Moore: half at even depths, 2 / (b + 1) at odd ones; by hand for two sons and depth 3: 3 of 5 leaves."""
    assert perfect_share(2, 3) == pytest.approx(100 * 3 / 5)
    assert perfect_share(30, 4) == pytest.approx(100 * (900 + 30 - 1) / (2 * 900 - 1))
    assert perfect_share(30, 5) == pytest.approx(100 * 2 / 31, rel=0.01)
    assert perfect_share(7, 1) == pytest.approx(100 / 7)


def test_first_move(tmp_path: Path) -> None:
    report = run("first-move", 2, game="connect4", depth="4")
    check(report, tmp_path)
    assert column(report, "depth") == [1, 2, 3, 4]
    assert all(0 < share <= 100 for order in (LISTED, SORTED) for share in column(report, f"{order}: nodes"))
    assert column(report, "best first: nodes")[-1] > column(report, "best last: nodes")[-1]
    assert set(column(report, "book")) == {50}


# --------------------------------------------------------------------------------------------------------------------
# Steady values


def test_steps_count_what_stays_within() -> None:
    values = Values(CONNECT4, "alpha-beta", 1.0, [[0.0, 1.0, 1.5], [0.0, -3.0, 0.0], [2.0, 2.0, 9.0], [0.0, 0.0, 100_000.0]])
    assert [Step(values, 0, 1).within(width) for width in (0, 1, 2, 3)] == [50, 75, 75, 100]
    assert Step(values, 0, 2).within(1.5) == 50
    assert Step(values, 0, 1).needed == 3
    assert Step(values, 1, 1).needed is None  # a win came into sight
    assert np.array_equal(values.changes(1, 1), [0.5, 3, 7, 100_000])


@pytest.mark.parametrize("positions", ["played", "random"])
def test_steady_values(positions: str, tmp_path: Path) -> None:
    report = run("steady-values", 3, game="connect4", depth="3", epsilons="10,1000000", positions=positions)
    check(report, tmp_path)
    assert column(report, "from") == [0, 1, 2, 0, 1]
    assert column(report, "to") == [1, 2, 3, 2, 3]
    assert set(column(report, "± 1e+06")) == {100}
    assert all(small <= 100 for small in column(report, "± 10"))


def test_played_positions_are_different_and_repeatable() -> None:
    one, two = (played_positions(CONNECT4, 5, 1) for _ in range(2))
    assert len(set(map(CONNECT4.text, one))) == 5
    assert list(map(CONNECT4.text, one)) == list(map(CONNECT4.text, two))


def test_what_cannot_be_is_said() -> None:
    for settings, message in (
        ({"epsilons": "0.5,x"}, "epsilons is '0.5,x'"),
        ({"epsilons": "0"}, "epsilons is '0'"),
        ({"positions": "good"}, "it must be played or random"),
        ({"depth": "0"}, "depth is '0'"),
        ({"game": "nim:stones=x"}, "stones is 'x'"),
        ({"game": "nim:stones=3"}, "Nim has not 40 different positions of that kind"),
    ):
        with pytest.raises(BadInput, match=message):
            run("steady-values", **settings)


@pytest.mark.parametrize("name", ["first-move", "steady-values", "table-tuning"])
def test_they_can_be_ended(name: str) -> None:
    halt = Halt()
    halt()
    with pytest.raises(BadInput, match="ended before anything was found"):
        run(name, 1, halt=halt, game="connect4", depth="2")


# --------------------------------------------------------------------------------------------------------------------
# Scout by shape of tree


def test_growth_of_great_trees() -> None:
    """Of binary trees it is the golden ratio; Pearl gives 2.148 for three sons."""
    assert pearl_growth(2) == pytest.approx((1 + 5**0.5) / 2)
    assert pearl_growth(3) == pytest.approx(2.148, abs=0.001)


def test_scout_trees(tmp_path: Path) -> None:
    report = run("scout-trees", 3, leaves="40")
    check(report, tmp_path)
    assert shapes_of(40)[:5] == [ShapeOfTree(2, depth) for depth in range(1, 6)]
    assert max(shape.depth for shape in shapes_of(40) if shape.branching == 10) == 1
    assert all(ratio > 0.5 for ratio in column(report, "ratio"))
    one = searched(ShapeOfTree(3, 4), 7)
    assert one.different <= one.scout
    assert one.alphabeta == search(random_tree(3, 4, 7, 500_000), "alphabeta", 4).leaves


# --------------------------------------------------------------------------------------------------------------------
# Tables that are tuned


def found_with(position: Any, depth: int, bits: int, entries: int, replacement: int) -> tuple[int, int]:
    """The value with such a table, and how often it took one position for another."""
    work, table = Work(weights=CONNECT4.weights(position)), tuned_table(bits, entries, replacement)
    value = int(remembering(native(position), NO_MOVE, -INFINITY, INFINITY, depth, 0, work.record, table))
    return value, int(table.counts[WRONG_HITS])


def test_a_well_tuned_table_tells_the_truth() -> None:
    """Whatever its size and rule of replacement; with a few bits it errs, and knows it."""
    erred = 0
    for position in random_positions(CONNECT4, 6, 2):
        right = search(position, "alphabeta", 7).value
        for entries, replacement in ((4, 0), (4, 1), (4, 2), (16, 0), (16, 1)):
            assert found_with(position, 7, MOST_BITS, entries, replacement) == (right, 0)
        value, wrong_hits = found_with(position, 7, 4, 16, 1)
        erred += value != right
        assert wrong_hits > 0
    assert erred > 0


def test_table_tuning(tmp_path: Path) -> None:
    report = run("table-tuning", 2, game="connect4", depth="6", bits="4,40", entries="4,12", table="12")
    check(report, tmp_path)
    assert column(report, "bits") == [4, 40] + [MOST_BITS] * 6
    assert column(report, "stays") == ["deeper"] * 2 + ["newer", "deeper", "older"] * 2
    assert column(report, "wrong hits")[0] > 0
    assert set(column(report, "wrong hits")[1:]) == {0} == set(column(report, "wrong values")[1:])
    assert min(column(report, "nodes, largest = 1")[2:5]) > 1
