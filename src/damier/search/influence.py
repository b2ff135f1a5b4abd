"""How much each leaf matters to the choice at the root: the Q step size of Baum and Smith.

Suppose all leaves became known: the player would then choose with hindsight, and gain

    U = mean of the best of the root's sons - best of their means

over choosing now. A leaf matters as much as U changes on average, up or down, when the leaf alone becomes known. To grow a
leaf that no value of which changes anything is in vain.

What a leaf does to the distribution of the root's son above it is linear: P(son <= y) changes by I(y) times what P(leaf <= y)
does, where the influence I is the product, on the way down, of P(brother <= y) at nodes of the root's player and of
P(brother > y) at those of the other. One walk through the tree has the influences of all leaves, at the values y that the
root's sons can have, and leaves out what has none.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.kernel import compiled, part
from damier.search.distributions import SPIKES, mean_of
from damier.search.grown_tree import COUNT, FIRST, HIGH, LOW, MAX_MOVES, ROOT
from damier.search.grown_tree import SPIKES as SPIKES_OF

THRESHOLDS = 96  # values y; of more every so-manieth is taken
MATTERS = 2 * SPIKES  # where in a node's row of spikes stands how much it matters
BRIEF = 1e-12  # smaller probabilities are none
VALUES, BESIDE, INFLUENCE, PRODUCT, ZEROS = range(5)  # vectors along y: the first two in row 0, the others by ply


class Branch(NamedTuple):
    """Below which son of the root we are. Everything is for the root's player."""

    sign: float  # 1 if that is Max
    values: int  # how many y there are
    mean: float
    others: float  # the best mean of the other sons


def new_vectors(depth: int) -> Any:
    """Room for the vectors of a tree of this depth."""
    return np.zeros((5, depth + 3, THRESHOLDS))


@compiled
def weigh(tree: Any, spikes: Any, held: Any, vectors: Any) -> Any:
    """Write how much each leaf matters; how many of them can be grown."""
    leaves = 0
    for node in range(held):
        spikes[node, MATTERS] = 0.0
        leaves += is_open(tree, node)
    sign = 1.0 if tree[ROOT, MAX_MOVES] else -1.0
    count = list_values(tree, spikes, sign, vectors[VALUES, 0])
    first, end = np.int64(tree[ROOT, FIRST]), np.int64(tree[ROOT, FIRST] + tree[ROOT, COUNT])
    multiply(tree, spikes, ROOT, sign, count, vectors, 0)
    for son in range(first, end):
        others = -np.inf
        for other in range(first, end):
            if other != son:
                others = max(others, sign * mean_of(spikes[other], tree[other, SPIKES_OF]))
        leave_out(tree, spikes, ROOT, son, sign, count, vectors, 0)
        for t in range(count):
            vectors[BESIDE, 0, t] = vectors[INFLUENCE, 1, t]
            vectors[INFLUENCE, 1, t] = 1.0
        branch = Branch(sign, count, sign * mean_of(spikes[son], tree[son, SPIKES_OF]), others)
        weigh_below(tree, spikes, son, 1, branch, vectors)
    return leaves


@part
def weigh_below(tree: Any, spikes: Any, node: Any, ply: Any, branch: Any, vectors: Any) -> Any:
    """Weigh the leaves below a node whose influence is known; how many there are."""
    if tree[node, COUNT] == 0:
        if is_open(tree, node):
            spikes[node, MATTERS] = step_size(spikes[node], tree[node, SPIKES_OF], ply, branch, vectors)
        return 1
    felt = 0.0
    for t in range(branch.values - 1):
        felt = max(felt, vectors[INFLUENCE, ply, t])
    if felt <= BRIEF:
        return 0
    multiply(tree, spikes, node, branch.sign, branch.values, vectors, ply)
    found = 0
    for son in range(np.int64(tree[node, FIRST]), np.int64(tree[node, FIRST] + tree[node, COUNT])):
        leave_out(tree, spikes, node, son, branch.sign, branch.values, vectors, ply)
        for t in range(branch.values):
            vectors[INFLUENCE, ply + 1, t] *= vectors[INFLUENCE, ply, t]
        found += weigh_below(tree, spikes, son, ply + 1, branch, vectors)
    return found


@part
def step_size(row: Any, spikes: Any, ply: Any, branch: Any, vectors: Any) -> Any:
    """How much U changes on average when a leaf becomes known."""
    values, beside, influence = vectors[VALUES, 0], vectors[BESIDE, 0], vectors[INFLUENCE, ply]
    average, average_best, below, k = 0.0, 0.0, 0.0, 0
    for t in range(branch.values - 1):  # what the leaf adds as it is
        while k < spikes and at(row, k, spikes, branch.sign) <= values[t]:
            below += weight_at(row, k, spikes, branch.sign)
            k += 1
        part_here = influence[t] * below * (values[t + 1] - values[t])
        average += part_here
        average_best += part_here * beside[t]
    size, known, known_best, t = 0.0, 0.0, 0.0, branch.values - 2
    now = max(branch.others, branch.mean)
    for k in range(spikes - 1, -1, -1):  # what it adds if it is worth this
        value = at(row, k, spikes, branch.sign)
        while t >= 0 and values[t] >= value:
            part_here = influence[t] * (values[t + 1] - values[t])
            known += part_here
            known_best += part_here * beside[t]
            t -= 1
        then = max(branch.others, branch.mean + average - known)
        size += weight_at(row, k, spikes, branch.sign) * abs((average_best - known_best) - (then - now))
    return size


@part
def at(row: Any, k: Any, spikes: Any, sign: Any) -> Any:
    """The k-th value of a distribution from the worst on, for the root's player."""
    return row[k] if sign > 0 else -row[spikes - 1 - k]


@part
def weight_at(row: Any, k: Any, spikes: Any, sign: Any) -> Any:
    """Its probability."""
    return row[SPIKES + (k if sign > 0 else spikes - 1 - k)]


@part
def is_open(tree: Any, node: Any) -> Any:
    """Whether a node is a leaf of the tree that can be grown."""
    return tree[node, COUNT] == 0 and tree[node, LOW] < tree[node, HIGH]


@part
def list_values(tree: Any, spikes: Any, sign: Any, values: Any) -> Any:
    """Write the values that the root's sons can have, rising, each once, for the root's player; how many there are."""
    found = np.empty(tree[ROOT, COUNT] * SPIKES, np.float64)
    count = 0
    for son in range(tree[ROOT, FIRST], tree[ROOT, FIRST] + tree[ROOT, COUNT]):
        for k in range(tree[son, SPIKES_OF]):
            value = sign * spikes[son, k]
            place = count
            while place > 0 and found[place - 1] > value:
                place -= 1
            if place == 0 or found[place - 1] != value:
                for i in range(count, place, -1):
                    found[i] = found[i - 1]
                found[place] = value
                count += 1
    taken = min(count, THRESHOLDS)
    for t in range(taken):
        values[t] = found[t * (count - 1) // (taken - 1) if taken > 1 else 0]
    return taken


@part
def multiply(tree: Any, spikes: Any, node: Any, sign: Any, count: Any, vectors: Any, ply: Any) -> None:
    """The product over a node's sons of P(son <= y), or P(son > y): of those that are not 0, and how many are."""
    product, zeros = vectors[PRODUCT, ply], vectors[ZEROS, ply]
    for t in range(count):
        product[t] = 1.0
        zeros[t] = 0.0
    for son in range(tree[node, FIRST], tree[node, FIRST] + tree[node, COUNT]):
        chance(tree, spikes, node, son, sign, count, vectors, ply)
        for t in range(count):
            if vectors[INFLUENCE, ply + 1, t] > BRIEF:
                product[t] *= vectors[INFLUENCE, ply + 1, t]
            else:
                zeros[t] += 1.0


@part
def leave_out(tree: Any, spikes: Any, node: Any, son: Any, sign: Any, count: Any, vectors: Any, ply: Any) -> None:
    """The same product without one son, written where the influence of the next ply stands."""
    chance(tree, spikes, node, son, sign, count, vectors, ply)
    out = vectors[INFLUENCE, ply + 1]
    for t in range(count):
        zeros = vectors[ZEROS, ply, t]
        if zeros == 0.0:
            out[t] = vectors[PRODUCT, ply, t] / out[t]
        elif zeros == 1.0 and out[t] <= BRIEF:
            out[t] = vectors[PRODUCT, ply, t]
        else:
            out[t] = 0.0


@part
def chance(tree: Any, spikes: Any, node: Any, son: Any, sign: Any, count: Any, vectors: Any, ply: Any) -> None:
    """P(son <= y) where the root's player chooses, P(son > y) where the other does; written as `leave_out` does."""
    is_ours = (tree[node, MAX_MOVES] == 1) == (sign > 0)
    values, out = vectors[VALUES, 0], vectors[INFLUENCE, ply + 1]
    size, below, k = tree[son, SPIKES_OF], 0.0, 0
    for t in range(count):
        while k < size and at(spikes[son], k, size, sign) <= values[t]:
            below += weight_at(spikes[son], k, size, sign)
            k += 1
        out[t] = below if is_ours else 1.0 - below
