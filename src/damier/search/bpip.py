"""BPIP, best play for imperfect players: leaves have distributions instead of values
(Baum and Smith; named in Alliot-Schiex 15.5.6).

Who has looked further by the time he gets to a leaf knows better than the evaluation of today, and chooses with that
knowledge. So a leaf is a distribution of what it will turn out to be worth, and a node's is that of the best of its sons, as if
they were independent: the product of the distributions below a value at Max's nodes, above it at Min's. The move with the best
mean is played.

The tree grows in gulps: the leaves that matter most to the choice at the root (`influence.py`) are grown together, a part of
all leaves at a time, since to weigh them takes a walk through the tree. It ends when the gain that looking further promises,
the mean of the best less the best of the means, is no more than it may cost; when nothing is left to be known that mean is the
minimax value.
"""

from typing import Any

import numpy as np

from damier.kernel import compiled, part, uncompiled
from damier.rules import is_max
from damier.search.distributions import SPIKES, best_of, deviation_of, mean_of, set_leaf
from damier.search.grown_tree import (
    BY_THE_RULES,
    COUNT,
    FATHER,
    FIRST,
    GUESS,
    HIGH,
    LOW,
    MAX_MOVES,
    PLY,
    ROOT,
    SPREAD,
    Chosen,
    grow,
    line_from,
    new_tree,
    plant,
)
from damier.search.grown_tree import SPIKES as SPIKES_OF
from damier.search.influence import MATTERS, is_open, new_vectors, weigh
from damier.search.leaf_errors import PARTS, errors_of
from damier.search.work import BACK, note

TITLE = "BPIP"
INTERVAL = "spread"  # what is shown beside a node
WARM_DEPTH = 2  # where all of it has been called
GULP = 16  # at least one leaf of so many is grown before all are weighed again
ROW = MATTERS + 1
CHANGED = -1  # instead of the number of spikes: the distribution is to be made again
GRADES = 64  # of leaves by how much they matter, each half of the one before


def bpip(position: Any, gain: float, depth: int, errors: Any, tree: Any, spikes: Any, work: Any) -> bool:
    """Grow the tree until looking further would gain too little; whether it came to that."""
    vectors = new_vectors(depth)
    if not begin(position, bool(is_max(position)), depth, tree, work):
        return not work.stop
    while True:
        back_up(tree, spikes, errors, work)
        if work.stop:
            return False
        if promised(tree, spikes) <= gain:
            return True
        leaves = weigh(tree, spikes, work.held, vectors)
        if leaves == 0:
            return True
        enough, rest = gulp(spikes, work.held, leaves)
        grow_leaves(position, depth, enough, rest, tree, spikes, work)


@compiled
def begin(position: Any, maximising: Any, depth: Any, tree: Any, work: Any) -> Any:
    """Make the root and its sons; whether there are any."""
    if plant(position, maximising, BY_THE_RULES, depth, tree, work) and grow(position, ROOT, BY_THE_RULES, depth, tree, work):
        mark(tree, ROOT)
        return True
    return False


@compiled
def grow_leaves(position: Any, depth: Any, enough: Any, rest: Any, tree: Any, spikes: Any, work: Any) -> None:
    """Grow the leaves that matter more than enough, and of those that matter half as much so many."""
    for node in range(work.held):
        if is_open(tree, node) and spikes[node, MATTERS] >= 0.5 * enough:
            if spikes[node, MATTERS] <= enough:
                rest -= 1
                if rest < 0:
                    continue
            if not grow(position, node, BY_THE_RULES, depth, tree, work):
                return
            mark(tree, node)


@compiled
def promised(tree: Any, spikes: Any) -> Any:
    """What it would gain to know all leaves before choosing: the mean of the best son less the best of the means."""
    sign = 1.0 if tree[ROOT, MAX_MOVES] else -1.0
    best = -np.inf
    for son in range(tree[ROOT, FIRST], tree[ROOT, FIRST] + tree[ROOT, COUNT]):
        best = max(best, sign * mean_of(spikes[son], tree[son, SPIKES_OF]))
    mean = sign * mean_of(spikes[ROOT], tree[ROOT, SPIKES_OF])
    return mean - best if mean - best > 1e-9 * max(1.0, abs(mean)) else 0.0


@compiled
def gulp(spikes: Any, held: Any, leaves: Any) -> Any:
    """Which leaves are grown now, one of GULP: all that matter more than this, and of those that matter half as much so many.

    Leaves that matter about as much, up to a factor of two, are taken in the order in which they were made.
    """
    most, rest = 0.0, max(1, leaves // GULP)
    for node in range(held):
        most = max(most, spikes[node, MATTERS])
    if most == 0.0:
        return 0.0, rest
    grades: Any = np.zeros(GRADES, np.int64)
    for node in range(held):
        if spikes[node, MATTERS] > 0.0:
            grades[min(GRADES - 1, np.int64(np.log2(most / spikes[node, MATTERS])))] += 1
    grade = 0
    while rest > grades[grade] and grade < GRADES - 1:
        rest -= grades[grade]
        grade += 1
    return most * 0.5**grade, rest


@part
def mark(tree: Any, node: Any) -> None:
    """Have a node's distribution, and those of its forefathers, made again."""
    while node >= ROOT and tree[node, SPIKES_OF] != CHANGED:
        tree[node, SPIKES_OF] = CHANGED
        node = np.int64(tree[node, FATHER])


@compiled
def back_up(tree: Any, spikes: Any, errors: Any, work: Any) -> None:
    """Make the distributions that are missing: of new leaves, and of nodes from those of their sons, which come after them."""
    longer = np.empty((2, 2 * SPIKES))
    for node in range(work.held - 1, -1, -1):
        sign = np.int64(1 if tree[node, MAX_MOVES] else -1)
        if tree[node, COUNT] == 0 and tree[node, SPIKES_OF] == 0:
            count = set_leaf(spikes[node], tree[node, LOW], tree[node, HIGH], tree[node, GUESS], errors, PARTS, sign)
        elif tree[node, COUNT] > 0 and tree[node, SPIKES_OF] == CHANGED:
            first = np.int64(tree[node, FIRST])
            count = np.int64(tree[first, SPIKES_OF])
            for k in range(MATTERS):
                spikes[node, k] = spikes[first, k]
            for son in range(first + 1, first + tree[node, COUNT]):
                count = best_of(spikes[node], count, spikes[son], tree[son, SPIKES_OF], sign, longer)
        else:
            continue
        tree[node, SPIKES_OF] = count
        tree[node, GUESS] = round(mean_of(spikes[node], count))
        tree[node, SPREAD] = round(deviation_of(spikes[node], count))
        if tree[node, LOW] < tree[node, HIGH] or tree[node, COUNT] > 0:
            guess, spread = tree[node, GUESS], tree[node, SPREAD]
            note(work, BACK, tree[node, PLY], node, guess - spread, guess + spread, guess)


def choose(position: Any, depth: int, work: Any, options: Any) -> Chosen:
    """The move with the best mean. The value is that mean; low and high are the deviation away from it."""
    tree = new_tree(options.hash_mb if depth else 1, 8 * ROW)
    spikes = np.empty((len(tree), ROW))
    errors = errors_of(position, depth, options.spread, work)
    is_done = bpip(position, options.gain, depth, errors, tree, spikes, work)
    tree = tree[: work.held]

    def follow(tree: Any, node: int) -> int:
        sons = range(int(tree[node, FIRST]), int(tree[node, FIRST] + tree[node, COUNT]))
        sign = 1 if tree[node, MAX_MOVES] else -1
        return max(sons, key=lambda son: (sign * uncompiled(mean_of)(spikes[son], tree[son, SPIKES_OF]), -son))

    if len(tree) < 2:  # a leaf, or stopped before it began
        value = int(tree[ROOT, LOW]) if len(tree) else 0
        return Chosen(is_done, len(tree) == 1, value, value, value, [], 0)
    line = line_from(tree, follow(tree, ROOT), follow)
    mean, spread = int(tree[ROOT, GUESS]), int(tree[ROOT, SPREAD])
    is_known = not bool(((tree[:, COUNT] == 0) & (tree[:, LOW] < tree[:, HIGH])).any())
    return Chosen(is_done, is_known, mean, mean - spread, mean + spread, line, int(tree[:, PLY].max()))
