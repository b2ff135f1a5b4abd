"""The tree that a best-first search grows in memory: one row of numbers a node, brothers one after the other.

    FATHER  FIRST  COUNT   rows: of the father (-1 at the root), of the first son; how many sons, 0 until the node is grown
    MOVE  PLY  MAX_MOVES   the move that led there, how far from the root, whether Max moves there
    LOW  HIGH              the value for Max lies between the two; both are the same once it is known
    GUESS                  what the evaluation says of it, or of the best of its sons, for Max
    LOW_FROM  HIGH_FROM    the ply at which what LOW and HIGH rest on was seen
    SPREAD  SPIKES         of a search with distributions: their standard deviation, how many values they have

Sons have larger numbers than their fathers. Positions are not kept: a node's is played from the root when it is needed,
so that games whose positions have arrays fit as well. At the search's depth a node is worth its evaluation, as in all searches.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.kernel import part
from damier.network.estimate import estimate_at
from damier.rules import limits, play, same_player
from damier.search.node import list_moves, visit_state_for_max
from damier.search.work import BACK, ENTER, GROW, note

FATHER, FIRST, COUNT, MOVE, PLY, MAX_MOVES, LOW, HIGH, GUESS, LOW_FROM, HIGH_FROM, SPREAD, SPIKES = range(13)
FIELDS = 13
ROOT = 0
BY_THE_RULES = -1  # instead of a margin: bounds are the limits that the rules tell


class Chosen(NamedTuple):
    """What a search for a move found. Scores are for Max."""

    is_proved: bool  # whether it came to its end
    is_known: bool  # whether the value is that of a search to the depth
    value: int
    low: int
    high: int
    line: list[int]  # the move, and what the search thinks will follow
    reached: int  # the deepest ply


def new_tree(megabytes: int, bytes_beside: int = 0) -> Any:
    """Room for as many nodes as fit, with what else is kept of each, in so many megabytes."""
    return np.empty((max(2, megabytes * 1_000_000 // (4 * FIELDS + bytes_beside)), FIELDS), np.int32)


@part
def plant(position: Any, maximising: Any, margin: Any, depth: Any, tree: Any, work: Any) -> Any:
    """Make the root; whether it can be grown, since it is no leaf."""
    leaves = work.finished + work.horizon
    note(work, ENTER, 0, ROOT, 0, 0, 0)
    return _add(position, maximising, ROOT, -1, -1, 0, margin, depth, tree, work) and work.finished + work.horizon == leaves


@part
def grow(position: Any, node: Any, margin: Any, depth: Any, tree: Any, work: Any) -> Any:
    """Give a node its sons; False, and it stays as it was, if the search is to stop or there is no more room."""
    ply, maximising = np.int64(tree[node, PLY]), tree[node, MAX_MOVES] == 1
    here = position_of(position, node, tree, work)
    count = list_moves(here, work.moves[ply], ply, work)
    first = work.held
    if first + count > len(tree):
        work.overflow = 1
        work.stop = 1
    if work.stop:
        return False
    note(work, GROW, ply, node, tree[node, LOW], tree[node, HIGH], first)
    for i in range(count):
        move = work.moves[ply, i]
        child = play(here, move)
        note(work, ENTER, ply + 1, first + i, 0, 0, 0)
        to_max = maximising == same_player(here, child)
        if not _add(child, to_max, first + i, node, move, ply + 1, margin, depth, tree, work):
            work.held = first
            return False
    tree[node, FIRST] = first
    tree[node, COUNT] = count
    return True


@part
def position_of(position: Any, node: Any, tree: Any, work: Any) -> Any:
    """A node's position, played from the root."""
    ply = np.int64(tree[node, PLY])
    for k in range(ply - 1, -1, -1):
        work.path[k] = tree[node, MOVE]
        node = np.int64(tree[node, FATHER])
    for k in range(ply):
        position = play(position, work.path[k])
    return position


@part
def _add(
    position: Any,
    maximising: Any,
    node: Any,
    father: Any,
    move: Any,
    ply: Any,
    margin: Any,
    depth: Any,
    tree: Any,
    work: Any,
) -> Any:
    """Count and bound a new node; False if the search is to stop instead."""
    leaves = work.finished + work.horizon
    score = visit_state_for_max(position, maximising, depth - ply, ply, work)
    if work.stop:
        return False
    low = high = guess = np.int64(score)
    if work.finished + work.horizon == leaves:
        lowest, highest = limits(position)
        guess = estimate_at(position, np.int64(0), work)
        low, high = np.int64(lowest), np.int64(highest)
        if margin >= 0:
            low, high = max(low, guess - margin), min(high, guess + margin)
        guess = min(max(guess, low), high)
        if not maximising:
            low, high, guess = -high, -low, -guess
        note(work, BACK, ply, node, low, high, guess)
    tree[node, FATHER] = father
    tree[node, FIRST] = 0
    tree[node, COUNT] = 0
    tree[node, MOVE] = move
    tree[node, PLY] = ply
    tree[node, MAX_MOVES] = maximising
    tree[node, LOW] = low
    tree[node, HIGH] = high
    tree[node, GUESS] = guess
    tree[node, LOW_FROM] = ply
    tree[node, HIGH_FROM] = ply
    tree[node, SPREAD] = 0
    tree[node, SPIKES] = 0
    work.held = node + 1
    work.most_held = max(work.most_held, work.held)
    return True


def line_from(tree: Any, first: int, follow: Any) -> list[int]:
    """The moves from a son of the root on, each the one that `follow` says comes next, as far as the tree goes."""
    line, node = [], first
    while node > ROOT:
        line.append(int(tree[node, MOVE]))
        node = int(follow(tree, node)) if tree[node, COUNT] else ROOT
    return line
