"""The theorems of the books, as properties of random trees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import leaves_in_order, minimax_of

from damier.games.tree import from_lists
from damier.rules import INFINITY
from damier.search.alphabeta_minimax import alphabeta_minimax
from damier.search.driver import Options, search
from damier.search.minimax2 import minimax2
from damier.search.scout import scout_test
from damier.search.work import ENTER, NO_MOVE, Work
from lengths import times

pytestmark = [pytest.mark.xdist_group("tree"), pytest.mark.sanitize]

LEAVES = st.integers(-9, 9)
TREES = st.recursive(LEAVES, lambda sons: st.lists(sons, min_size=1, max_size=4), max_leaves=30).filter(
    lambda tree: isinstance(tree, list)
)
BOUNDS = st.integers(-11, 11)
DEPTH = 30
MANY = settings(max_examples=times(60, 3_000), deadline=None)


@MANY
@given(TREES, st.booleans(), BOUNDS)
def test_lemma_of_minimax2(tree, maximising, compare):
    """TIPE, part 3: exact on the safe side of `compare`, a bound on the same side beyond it."""
    value = minimax_of(tree, maximising)
    found = minimax2(from_lists(tree, maximising), NO_MOVE, maximising, compare, DEPTH, 0, Work().record)
    if maximising:
        assert found == value if value <= compare else found >= compare
    else:
        assert found == value if value >= compare else found <= compare


@MANY
@given(TREES, st.booleans(), BOUNDS, st.integers(1, 8))
def test_lemma_of_alpha_beta(tree, maximising, alpha, width):
    """TIPE, part 4: at most alpha, exact, or at least beta, as the value lies below, inside or above the window."""
    beta = alpha + width
    value = minimax_of(tree, maximising)
    found = alphabeta_minimax(from_lists(tree, maximising), NO_MOVE, maximising, alpha, beta, DEPTH, 0, Work().record)
    if value <= alpha:
        assert found <= alpha
    if alpha <= value <= beta:
        assert found == value
    if value >= beta:
        assert found >= beta


@MANY
@given(TREES, st.booleans(), BOUNDS, st.booleans())
def test_scouts_test_compares(tree, maximising, bound, strict):
    value = minimax_of(tree, maximising)
    found = scout_test(from_lists(tree, maximising), NO_MOVE, maximising, bound, strict, DEPTH, 0, Work().record)
    assert bool(found) == (value > bound if strict else value >= bound)


def leaves(tree, maximising, algorithm):
    return leaves_in_order(search(from_lists(tree, maximising), algorithm, DEPTH, Options(hash_mb=1, log=20_000)))


@MANY
@given(TREES, st.booleans())
def test_what_is_visited(tree, maximising):
    """Alpha-beta's leaves are among Minimax2's, those among minimax's, and SSS* visits none that alpha-beta does not."""
    minimax = leaves(tree, maximising, "minimax")
    two = leaves(tree, maximising, "minimax2")
    alphabeta = leaves(tree, maximising, "alphabeta")
    sss = leaves(tree, maximising, "sss")
    assert set(alphabeta) <= set(two) <= set(minimax)
    assert set(sss) <= set(alphabeta)
    assert len(set(sss)) == len(sss)
    assert alphabeta == leaves(tree, maximising, "alphabeta-minimax")


def windows(tree, maximising, algorithm):
    """The window of each node, by its path, for Max: these searches come to a node once."""
    found = search(from_lists(tree, maximising), algorithm, DEPTH, Options(log=20_000))
    path, seen = [], {}
    for kind, ply, move, alpha, beta, _ in found.events.tolist():
        if kind == ENTER:
            path = [*path[: ply - 1], move] if ply else []
            assert tuple(path) not in seen
            seen[tuple(path)] = alpha, beta
    return seen


@MANY
@given(TREES, st.booleans())
def test_last_lemma_of_the_tipe(tree, maximising):
    """Of a node that alpha-beta examines: beta <= compare where Max moves, alpha >= compare where Min does.

    Hence alpha-beta examines no node that Minimax2 does not.
    """
    two, both = windows(tree, maximising, "minimax2"), windows(tree, maximising, "alphabeta-minimax")
    assert set(both) <= set(two)
    for path, (alpha, beta) in both.items():
        below, above = two[path]
        if maximising == (len(path) % 2 == 0):
            assert (below, beta <= above) == (-INFINITY, True)
        else:
            assert (above, alpha >= below) == (INFINITY, True)


@MANY
@given(TREES, st.booleans())
def test_mtd_from_above_is_sss_leaf_by_leaf(tree, maximising):
    mtd = leaves(tree, maximising, "mtd-inf")
    assert list(dict.fromkeys(mtd)) == leaves(tree, maximising, "sss")


@MANY
@given(TREES, st.booleans())
def test_itersss_with_room_enough_is_sss(tree, maximising):
    assert leaves(tree, maximising, "itersss") == leaves(tree, maximising, "sss")


def test_itersss_never_exceeds_its_list_and_lies_between():
    from damier.games import load

    totals = {9: 0, 64: 0, 1000: 0}
    alphabeta = sss = 0
    for seed in range(3):
        position = load("random-tree", branching=2, depth=11, seed=seed).start()
        alphabeta += search(position, "alphabeta", 11).leaves
        sss += search(position, "sss", 11).leaves
        for length in totals:
            found = search(position, "itersss", 11, Options(list_length=length))
            assert found.memory <= length
            totals[length] += found.leaves
    assert sss == totals[1000] <= totals[64] <= totals[9] <= alphabeta


def test_the_best_case_of_alpha_beta():
    """With the best move first everywhere, b^ceil(d/2) + b^floor(d/2) - 1 leaves are visited."""

    def best_first_tree(depth, value):
        if depth == 0:
            return value
        return [best_first_tree(depth - 1, -value + step) for step in range(3)]

    def for_max(tree, sign, depth):
        return tree * sign if depth == 0 else [for_max(son, -sign, depth - 1) for son in tree]

    for depth in (2, 3, 4, 5):
        tree = for_max(best_first_tree(depth, 0), 1, depth)
        found = search(from_lists(tree), "alphabeta", depth)
        assert found.leaves == 3 ** ((depth + 1) // 2) + 3 ** (depth // 2) - 1
