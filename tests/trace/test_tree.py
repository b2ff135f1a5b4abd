"""The rebuilt tree against trees checked by hand, and against what the search itself counted."""

import random
from typing import Any

import numpy as np
import pytest

from damier.games import load
from damier.games.game import BadInput
from damier.games.tree import from_lists
from damier.rules import INFINITY
from damier.search import Options
from damier.search.catalogue import CHOOSERS, VALUED
from damier.search.work import LEAF
from damier.trace import Node, Trace, trace
from damier.trace.paths import first_visits, paths

TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
S0_TREE = "min [[[27, 21], [17, 99]], [[13, 99], [9, 99]]]"  # figure 15.3; the leaves the book does not name are 99


def traced(text: str, algorithm: str, depth: int = 6, options: Options | None = None) -> Trace:
    game = load("tree")
    return trace(game, game.parse(text), algorithm, depth, options)


def leaf_order(found: Trace) -> list[int]:
    """The numbers of the leaves in the order of their evaluations."""
    orders = {order: node.number for node in found.nodes for order in node.evaluations}
    return [orders[order] for order in sorted(orders)]


def random_tree(chance: random.Random, depth: int, values: int) -> Any:
    if depth == 0 or chance.random() < 0.1:
        return chance.randrange(values)
    return [random_tree(chance, depth - 1, values) for _ in range(chance.randint(1, 3))]


def random_positions(count: int) -> list[Any]:
    """Irregular trees, with ties and without, with Max and with Min at the root."""
    chance = random.Random(7)
    shapes = [[random_tree(chance, 3, chance.choice([3, 100])) for _ in range(chance.randint(1, 3))] for _ in range(count)]
    return [from_lists(shape, max_moves=i % 2 == 0) for i, shape in enumerate(shapes)]


def true_values(nodes: list[Node]) -> dict[int, int]:
    values: dict[int, int] = {}
    for node in reversed(nodes):
        if node.score is not None:
            values[node.id] = node.score
        else:
            values[node.id] = (max if node.is_max else min)(values[son] for son in node.sons)
    return values


def test_alphabeta_cuts_the_third_branch_of_figure_15_2_after_its_first_leaf() -> None:
    found = traced("[[5, 3, 4], [3, 2, 6], [1, 7, 9]]", "alphabeta")
    root, third = found.nodes[0], found.nodes[3]
    assert root.value == 3
    assert [found.nodes[son].status for son in third.sons] == ["visited", "cut", "cut"]
    assert third.cut == third.sons[1:]
    assert third.bounds == (-INFINITY, 1)
    visit = third.visits[0]
    assert (visit.alpha, visit.beta, visit.value, visit.end) == (3, INFINITY, 1, "left")


def test_what_lies_below_a_cut_node_was_never_visited() -> None:
    found = traced("[[3, 4], [2, [9, 9]]]", "alphabeta")
    cut = found.nodes[found.nodes[2].sons[1]]
    assert cut.status == "cut"
    assert {found.nodes[son].status for son in cut.sons} == {"unvisited"}


@pytest.mark.parametrize(
    ("algorithm", "leaves"),
    [
        ("minimax", [3, 12, 8, 2, 4, 6, 14, 5, 2]),
        ("minimax2", [3, 12, 8, 2, 14, 5, 2]),
        ("alphabeta-minimax", [3, 12, 8, 2, 14, 5, 2]),
        ("alphabeta", [3, 12, 8, 2, 14, 5, 2]),
        ("memory", [3, 12, 8, 2, 14, 5, 2]),
        ("scout", [3, 12, 8, 2, 14, 5, 2]),
        ("pvs", [3, 12, 8, 2, 14, 5, 2]),
        ("sss", [3, 2, 14, 5, 2, 12, 8]),
        ("mtd-inf", [3, 2, 14, 14, 5, 14, 5, 2, 3, 12, 8]),
    ],
)
def test_leaves_are_visited_in_the_order_found_by_hand(algorithm: str, leaves: list[int]) -> None:
    found = traced(TREE, algorithm)
    assert [found.nodes[number - 1].score for number in leaf_order(found)] == leaves
    assert found.nodes[0].value == 3
    assert [found.nodes[i].score for i in found.line[-1:]] == [3]


def test_mtd_lists_its_passes() -> None:
    found = traced(TREE, "mtd-inf")
    assert [one.value for one in found.passes] == [14, 5, 3, 3]
    assert [one.beta for one in found.passes] == [INFINITY, 14, 5, 3]
    assert found.nodes[0].visits[-1].passing == 4
    assert sum(node.hits for node in found.nodes) == found.result.hits > 0


def test_scout_tests_before_it_evaluates() -> None:
    found = traced("[[3, 4], [8, 9]]", "scout")
    test, value = found.nodes[2].visits
    assert test.is_test
    assert (test.alpha, test.beta) == (3, 4)
    assert (value.alpha, value.beta, value.value) == (-INFINITY, INFINITY, 8)
    assert [(one.node, one.alpha, one.beta) for one in found.passes] == [(2, -INFINITY, INFINITY)]


def test_pvs_searches_again_what_passed_its_test_and_the_window_is_for_max() -> None:
    found = traced("min [[9, 8], [4, 3]]", "pvs")
    assert [(visit.alpha, visit.beta) for visit in found.nodes[2].visits] == [(8, 9), (-INFINITY, 9)]
    assert [one.node for one in found.passes] == [2]
    assert found.nodes[0].value == 4


def test_sss_meets_the_leaves_of_the_books_example_in_the_books_order() -> None:
    found = traced(S0_TREE, "sss")
    assert leaf_order(found)[:5] == [8, 10, 9, 12, 14]
    assert found.nodes[0].value == 13


def test_sss_purges_node_10_when_node_2_is_resolved() -> None:
    found = traced(S0_TREE, "sss")
    kinds = [(step.kind, step.node + 1, step.is_solved, step.value) for step in found.steps]
    purged = kinds.index(("purge", 10, True, 17))
    assert kinds[purged - 1] == ("take", 4, True, 21)
    assert kinds[purged + 1] == ("insert", 2, True, 21)
    assert found.nodes[9].was_purged
    assert found.nodes[4].bounds == (-INFINITY, 17)
    assert found.nodes[10].status == "unvisited"


def test_the_list_g_is_the_books_step_by_step() -> None:
    lists = [
        [(state.node + 1, state.is_solved, state.merit) for state in states] for _, states in traced(S0_TREE, "sss").lists()
    ]
    expected: list[list[tuple[int, bool, int]]] = [
        [(1, False, INFINITY)],
        [(2, False, INFINITY)],
        [(4, False, INFINITY), (5, False, INFINITY)],
        [(5, False, INFINITY), (8, True, 27)],
        [(8, True, 27), (10, True, 17)],
        [(9, True, 21), (10, True, 17)],
        [(3, False, 21)],
        [(6, False, 21), (7, False, 21)],
        [(7, False, 21), (12, True, 13)],
        [(12, True, 13), (14, True, 9)],
    ]
    places = [lists.index(wanted) for wanted in expected]
    assert places == sorted(places)


@pytest.mark.parametrize("algorithm", [name for name in VALUED if name != "tolerant"])  # which is not exact
def test_counts_and_bounds_agree_with_the_search(algorithm: str) -> None:
    game = load("tree")
    for position in random_positions(12):
        for depth in (2, 5):
            found = trace(game, position, algorithm, depth, Options(guess=2, margin=1))
            result = found.result
            assert sum(len(node.visits) for node in found.nodes) == result.nodes
            assert sum(len(node.evaluations) for node in found.nodes) == result.leaves
            assert sum(node.hits for node in found.nodes) == result.hits
            assert sum(one.node == 0 for one in found.passes) in (0, result.passes)
            true = true_values(found.nodes)
            assert found.nodes[0].value == result.value == true[0]
            for node in found.nodes:
                assert node.bounds[0] <= true[node.id] <= node.bounds[1]
                assert (node.status == "visited") == bool(node.visits)


@pytest.mark.parametrize("algorithm", CHOOSERS)
def test_a_search_for_a_move_is_traced_to_the_intervals_it_ends_with(algorithm: str) -> None:
    game = load("tree")
    for position in random_positions(12):
        for options in (Options(), Options(nodes=7), Options(gain=1.0)):
            found = trace(game, position, algorithm, 5, options)
            result, root = found.result, found.nodes[0]
            assert sum(len(node.visits) for node in found.nodes) == result.nodes - (not result.complete)
            assert sum(len(node.evaluations) for node in found.nodes) == result.leaves
            assert [found.nodes[node].move for node in found.line[1:]] == result.line
            assert all(len(node.visits) == (node.status == "visited") for node in found.nodes)
            true = true_values(found.nodes)
            if algorithm == "bpip":
                assert root.mean is not None
                assert (root.mean - root.deviation, root.mean + root.deviation) == result.interval
                continue
            assert root.bounds == result.interval
            assert all(node.bounds[0] <= true[node.id] <= node.bounds[1] for node in found.nodes)
            if result.complete:
                assert true[found.line[1]] == true[0]


@pytest.mark.parametrize("algorithm", ["alphabeta", "sss", "itersss", "mtd-inf", "scout"])
def test_paths_finds_the_leaves_the_trace_finds(algorithm: str) -> None:
    game = load("tree")
    for position in random_positions(6):
        found = trace(game, position, algorithm, 5)
        rows = paths(found.result.events, LEAF)
        names = [tuple(str(step + 1) for step in row if step >= 0) for row in rows.tolist()]
        assert names == [found.nodes[number - 1].path for number in leaf_order(found)]
        assert len(first_visits(rows)) == sum(bool(node.evaluations) for node in found.nodes)


def test_first_visits_keeps_the_order_of_long_paths() -> None:
    rows = np.random.default_rng(1).integers(-1, 200, (50, 40))
    assert np.array_equal(first_visits(np.concatenate([rows, rows[::-1]])), rows)


def test_windows_are_maxs_in_both_conventions() -> None:
    game = load("tree")
    for position in random_positions(12):
        one, other = (trace(game, position, algorithm, 5) for algorithm in ("alphabeta", "alphabeta-minimax"))
        for node, twin in zip(one.nodes, other.nodes, strict=True):
            assert node.visits == twin.visits


def test_max_and_min_follow_the_turn() -> None:
    game = load("kalah")
    found = trace(game, game.start(), "alphabeta", 2)
    again = next(node for node in found.nodes if node.path == ("3",))  # the last seed falls into the store
    other = next(node for node in found.nodes if node.path == ("1",))
    assert again.is_max
    assert not other.is_max
    assert found.nodes[0].value == found.result.value


def test_events_that_were_lost_are_told() -> None:
    found = traced(TREE, "minimax", options=Options(log=10))
    assert found.lost > 0
    assert sum(len(node.visits) for node in found.nodes) < found.result.nodes
    assert traced(TREE, "minimax").lost == 0


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "sss"])
def test_a_stopped_search_is_traced_as_far_as_it_went(algorithm: str) -> None:
    game = load("tictactoe")
    found = trace(game, game.parse("xo./.x./o.."), algorithm, 9, Options(nodes=30))
    assert not found.result.complete
    assert found.nodes[0].visits[0].value is None
    assert 0 < sum(len(node.visits) for node in found.nodes) <= found.result.nodes
    true = true_values(found.nodes)
    assert all(node.bounds[0] <= true[node.id] <= node.bounds[1] for node in found.nodes)


def test_a_tree_too_large_is_refused_in_a_line() -> None:
    game = load("connect4")
    with pytest.raises(BadInput, match=r"^the tree to depth 6 has more than 2,000 nodes, too many to look at"):
        trace(game, game.start(), "alphabeta", 6)
    with pytest.raises(BadInput, match="more than 5 nodes"):
        trace(load("tree"), load("tree").start(), "alphabeta", 2, most_nodes=5)


def test_deepening_is_refused_in_a_line() -> None:
    with pytest.raises(BadInput, match="one depth"):
        traced(TREE, "alphabeta", options=Options(deepen=True))
