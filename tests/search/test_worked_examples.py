"""The worked examples of the books, as far as their texts determine them (their drawings are not in the texts)."""

import numpy as np
import pytest
from trees import leaves_in_order

from damier.games.tree import from_lists
from damier.rules import INFINITY
from damier.search.best_first import best_first
from damier.search.driver import Options, search
from damier.search.minimax2 import minimax2
from damier.search.work import AT, NO_MOVE, PURGE, Work

pytestmark = pytest.mark.sanitize

# Alliot and Schiex, fig. 15.3: a binary tree of 15 nodes, Min at the root. 11, 13 and 15 are not told.
SSS_EXAMPLE = [[[27, 21], [17, 99]], [[13, 99], [9, 99]]]


def number(path):
    """The books' numbering of a binary tree, level by level from 1."""
    node = 1
    for son in path:
        node = 2 * node + son
    return node


def test_figure_15_2_third_branch_is_cut_after_its_first_leaf():
    # Two branches searched, the better worth 3; the third begins with a leaf of 1.
    tree = from_lists([[3, 12, 8], [2, 4, 6], [1, 14, 5]])
    found = search(tree, "alphabeta", 2, Options(log=100))
    visited = leaves_in_order(found)
    assert found.value == 3
    assert [leaf for leaf in visited if leaf[0] == 2] == [(2, 0)]


def test_best_first_search_prints_the_ten_lists():
    steps = list(best_first(from_lists(SSS_EXAMPLE, max_moves=False), 3))
    printed = [[([number(path) for path in nodes], value) for nodes, value in step] for step in steps[:10]]
    inf = INFINITY
    assert printed == [
        [([1], inf)],
        [([1, 2], inf)],
        [([1, 2, 4], inf), ([1, 2, 5], inf)],
        [([1, 2, 5], inf), ([1, 2, 4, 8], 27)],
        [([1, 2, 4, 8], 27), ([1, 2, 5, 10], 17)],
        [([1, 2, 4, 8, 9], 21), ([1, 2, 5, 10], 17)],
        [([1, 2, 4, 8, 9, 3], 21), ([1, 2, 5, 10], 17)],
        [([1, 2, 4, 8, 9, 3, 6], 21), ([1, 2, 4, 8, 9, 3, 7], 21), ([1, 2, 5, 10], 17)],
        [([1, 2, 4, 8, 9, 3, 7], 21), ([1, 2, 5, 10], 17), ([1, 2, 4, 8, 9, 3, 6, 12], 13)],
        [([1, 2, 5, 10], 17), ([1, 2, 4, 8, 9, 3, 6, 12], 13), ([1, 2, 4, 8, 9, 3, 7, 14], 9)],
    ]
    assert steps[-1][0][1] == search(from_lists(SSS_EXAMPLE, max_moves=False), "minimax", 3).value == 13


def test_sss_meets_the_leaves_in_the_order_of_the_book_and_purges_5():
    found = search(from_lists(SSS_EXAMPLE, max_moves=False), "sss", 3, Options(log=1000))
    assert [number(path) for path in leaves_in_order(found)][:5] == [8, 10, 9, 12, 14]
    purged, path = [], []
    for kind, ply, move, *_ in found.events:
        if kind == AT:
            path = [*path[: ply - 1], move]
        elif kind == PURGE:
            purged.append(number(path[:ply]))
    assert purged[0] == 10  # when node 2 is resolved, {2, 5, 10} loses interest
    assert found.value == 13


def test_tipe_figures_1_and_2():
    # The left branch is worth 6 to Min and 7 if he errs, the right one 2, and 8 if he errs.
    found = search(from_lists([[6, 7], [2, 8]]), "minimax", 2)
    assert (found.value, found.move, found.leaves) == (6, 0, 4)


def test_tipe_figure_3_a_brother_of_9_is_rejected_by_6():
    tree = from_lists([[9, 9], [6, 50, 50]])
    found = search(tree, "minimax2", 2, Options(log=100))
    assert found.value == 9
    assert leaves_in_order(found) == [(0, 0), (0, 1), (1, 0)]
    work = Work()
    after = tree._replace(node=np.int64(2), max_moves=np.int64(0))
    assert minimax2(after, NO_MOVE, False, 9, 1, 0, work.record) <= 9


def test_tipe_figure_4_alpha_beta_cuts_deep_where_minimax2_does_not():
    # p is Min, p1 = 7; p2, p22, p221 follow, and p2211 = 9 exceeds beta = 7 held by p.
    tree = from_lists([7, [[5, 6], [[9, 4], 8]]], max_moves=False)
    cut = leaves_in_order(search(tree, "alphabeta-minimax", 4, Options(log=200)))
    less = leaves_in_order(search(tree, "minimax2", 4, Options(log=200)))
    p2212 = (1, 1, 0, 1)
    assert p2212 in less
    assert p2212 not in cut
