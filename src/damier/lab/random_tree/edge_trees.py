"""Random trees in which evaluations mean something: every move adds a random number to the value, up or down.

A node's evaluation is the sum of the moves so far, a leaf's value that of all. So an estimate is better the nearer the end, and
limits are known everywhere: no move adds more than `step`. Independent leaves (`games/random_tree.py`) tell a search nothing
before it is there, as no game does (Newborn, "The efficiency of the alpha-beta search on trees with branch-dependent terminal
node scores", 1977).
"""

from typing import NamedTuple

import numpy as np

from damier.bits import mix
from damier.kernel import rule
from damier.rules import ONGOING


class EdgeTree(NamedTuple):
    path: np.uint64
    left: np.int64  # plies to the leaves
    branching: np.int64
    step: np.int64  # a move adds -step to step
    total: np.int64  # for Max
    max_moves: np.int64


def edge_tree(branching: int, depth: int, seed: int, step: int = 100) -> EdgeTree:
    """The root of a tree; the same numbers give the same tree."""
    numbers = (depth, branching, step, 0, 1)
    return EdgeTree(mix(np.uint64(seed)), *(np.int64(number) for number in numbers))


@rule
def moves(p: EdgeTree, out):
    for i in range(p.branching):
        out[i] = i
    return p.branching


@rule
def play(p: EdgeTree, move):
    path = mix(p.path ^ np.uint64(move + 1))
    added = np.int64((path >> np.uint64(11)) % np.uint64(2 * p.step + 1)) - p.step
    return EdgeTree(path, p.left - 1, p.branching, p.step, p.total + added, 1 - p.max_moves)


@rule
def outcome(p: EdgeTree):
    if p.left > 0:
        return ONGOING
    return p.total if p.max_moves else -p.total


@rule
def evaluate(p: EdgeTree, weights):
    return p.total if p.max_moves else -p.total


@rule
def limits(p: EdgeTree):
    now = p.total if p.max_moves else -p.total
    return now - p.left * p.step, now + p.left * p.step


@rule
def is_max(p: EdgeTree):
    return p.max_moves == 1
