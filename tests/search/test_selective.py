"""The searches whose value is not minimax's: each against a plain twin, written from its page, and what holds of it."""

import os
import random

import numpy as np
import pytest
from noise import starts
from trees import minimax_of, random_trees

from damier.games.tree import from_lists
from damier.rules import (
    INFINITY,
    MOST_MOVES,
    ONGOING,
    evaluate,
    forced,
    legal_moves,
    may_pass,
    noisy,
    null,
    outcome,
    play,
    threatening,
)
from damier.search.driver import Options, search
from damier.search.work import CUT, PASSED
from lengths import times

pytestmark = [pytest.mark.xdist_group("tree"), pytest.mark.sanitize]

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
POSITIONS = starts(15 if PLAIN else times(60, 1_000))
TREES = 150 if PLAIN else times(1_500, 20_000)
NO_WEIGHTS = np.zeros(0, np.int32)


def leaf_value(position, depth):
    """The slide's h(n), or None."""
    score = int(outcome(position))
    if score == ONGOING:
        return int(evaluate(position, NO_WEIGHTS)) if depth <= 0 else None
    return score


class Twin:
    """Plain Python on plain rules; counts its nodes."""

    def __init__(self, reduction=2, checks=1):
        self.reduction, self.checks, self.nodes = reduction, checks, 0

    def null_move(self, position, alpha, beta, depth, null_ok):
        """Alliot, algorithm 9."""
        self.nodes += 1
        value = leaf_value(position, depth)
        if value is not None:
            return value
        if null_ok and beta < INFINITY and not forced(position) and may_pass(position):
            value = -self.null_move(null(position), -beta, -beta + 1, depth - self.reduction - 1, False)
            if value >= beta:
                return value
        for move in legal_moves(position):
            alpha = max(alpha, -self.null_move(play(position, move), -beta, -alpha, depth - 1, True))
            if alpha >= beta:
                break
        return alpha

    def quiescence(self, position, alpha, beta, depth):
        """Alliot, algorithm 8."""
        if depth <= 0:
            return self.play_out(position, alpha, beta, self.checks)
        self.nodes += 1
        value = leaf_value(position, depth)
        if value is not None:
            return value
        for move in legal_moves(position):
            alpha = max(alpha, -self.quiescence(play(position, move), -beta, -alpha, depth - 1))
            if alpha >= beta:
                break
        return alpha

    def play_out(self, position, alpha, beta, checks):
        self.nodes += 1
        if outcome(position) != ONGOING:
            return int(outcome(position))
        if forced(position):
            sons = [(move, checks) for move in legal_moves(position)]
        else:
            alpha = max(alpha, int(evaluate(position, NO_WEIGHTS)))
            out = np.zeros(MOST_MOVES, np.int64)
            captures = noisy(position, out)
            count = threatening(position, out, captures) if checks else captures
            sons = [(int(move), checks - (place >= captures)) for place, move in enumerate(out[:count])]
        for move, left in sons:
            if alpha >= beta:
                break
            alpha = max(alpha, -self.play_out(play(position, move), -beta, -alpha, left))
        return alpha


@pytest.mark.parametrize("reduction", [1, 2, 3])
def test_null_move_is_the_slides(reduction):
    passes = differences = 0
    for position in POSITIONS:
        twin = Twin(reduction=reduction)
        value = twin.null_move(position, -INFINITY, INFINITY, 6, True)
        found = search(position, "null-move", 6, Options(reduction=reduction, log=20_000))
        assert (found.value, found.nodes) == (value, twin.nodes)
        cut_by_pass = any(kind == CUT and move == PASSED for kind, _, move, *_ in found.events.tolist())
        assert not (cut_by_pass and found.exact)  # what a pass says is no proof
        passes += cut_by_pass
        differences += found.value != search(position, "minimax", 6).value
    assert passes > len(POSITIONS) / 4
    assert PLAIN or differences  # it is not exact, and said to be so


@pytest.mark.parametrize("checks", [0, 1, 3])
def test_quiescence_is_the_slides(checks):
    for position in POSITIONS:
        for depth in (0, 1, 3):
            twin = Twin(checks=checks)
            value = twin.quiescence(position, -INFINITY, INFINITY, depth)
            found = search(position, "quiescence", depth, Options(checks=checks))
            assert (found.value, found.nodes) == (value, twin.nodes)


def test_a_game_without_the_rules_is_searched_as_by_alpha_beta():
    for tree, max_moves in random_trees(times(50, 500), seed=3):
        position = from_lists(tree, max_moves)
        plain = search(position, "alphabeta", 6, Options(log=5_000))
        for algorithm in ("null-move", "quiescence"):
            found = search(position, algorithm, 6, Options(log=5_000))
            assert found.events.tolist() == plain.events.tolist()
            assert found.exact == plain.exact


# ---------------------------------------------------------------------------------------------------------------------------
# Tolerant cuts


def depth_of(tree):
    return 1 + max(map(depth_of, tree)) if isinstance(tree, list) else 0


def tolerated(value, depth, tolerance, maximising):
    """Between what a value may lie: it may be that much too small, or too large, for the player at the root."""
    small, large = tolerance * (depth // 2), tolerance * ((depth - 1) // 2)
    return (value - small, value + large) if maximising else (value - large, value + small)


def test_a_tolerant_value_differs_by_what_the_tolerance_allows():
    rng = random.Random(5)
    wrong = 0
    for tree, max_moves in random_trees(TREES, seed=11):
        tolerance = rng.randint(1, 12)
        value = minimax_of(tree, max_moves)
        found = search(from_lists(tree, max_moves), "tolerant", 6, Options(tolerance=tolerance, whole_line=False))
        low, high = tolerated(value, depth_of(tree), tolerance, max_moves)
        assert low <= found.value <= high, (tree, max_moves, tolerance)
        assert found.value == value or not found.exact
        wrong += found.value != value
    assert wrong


def uniform(rng, depth, spread):
    return [uniform(rng, depth - 1, spread) for _ in range(rng.randint(1, 3))] if depth else rng.randint(-spread, spread)


def test_with_all_leaves_at_one_depth_it_differs_by_no_more_than_the_tolerance():
    rng = random.Random(6)
    most = {True: 0.0, False: 0.0}
    for _ in range(TREES):
        depth, max_moves, tolerance = rng.randint(1, 6), rng.random() < 0.5, rng.randint(1, 12)
        tree = uniform(rng, depth, rng.choice((5, 20, 60)))
        value = minimax_of(tree, max_moves)
        found = search(from_lists(tree, max_moves), "tolerant", depth, Options(tolerance=tolerance, whole_line=False))
        is_small = (found.value < value) == max_moves
        assert abs(found.value - value) <= tolerance * (depth > 1) * (depth > 2 or is_small), (tree, max_moves, tolerance)
        most[is_small] = max(most[is_small], abs(found.value - value) / tolerance)
    assert PLAIN or most == {True: 1.0, False: 1.0}  # as much is reached on either side


def test_without_tolerance_it_is_alpha_beta_event_by_event():
    for tree, max_moves in random_trees(TREES // 8, seed=12):
        position = from_lists(tree, max_moves)
        plain, found = (
            search(position, name, 6, Options(tolerance=0, log=5_000, whole_line=False)) for name in ("alphabeta", "tolerant")
        )
        assert found.events.tolist() == plain.events.tolist()
        assert found.exact == plain.exact


@pytest.mark.parametrize(
    ("tree", "found", "true"),
    [
        ([300, [301, 0]], 300, 300),  # the book's 3 against 3.01: the second leaf is not looked at
        ([300, [310, 305]], 300, 305),  # depth 2: too small by as much as the tolerance
        ([[[500], [490, 0]]], 500, 490),  # depth 3: too large by as much
        ([[[[[500]]], [[490, [480, 0]]]]], 500, 480),  # depth 5, a leaf before: by twice as much
    ],
)
def test_how_far_a_tolerance_of_ten_leads(tree, found, true):
    position = from_lists(tree)
    depth = depth_of(tree)
    assert minimax_of(tree, True) == true
    assert search(position, "tolerant", depth, Options(tolerance=10)).value == found
    assert search(position, "tolerant", depth, Options(tolerance=0)).value == true


def test_the_books_futility_saves_the_leaf():
    position = from_lists([300, [301, 0]])
    assert search(position, "tolerant", 2, Options(tolerance=1)).leaves == 2
    assert search(position, "alphabeta", 2).leaves == 3
