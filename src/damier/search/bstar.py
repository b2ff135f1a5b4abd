"""B*: best-first search for a proof that one move is the best (Berliner; named in Alliot-Schiex 15.5.6).

Every node has two bounds, an optimistic and a pessimistic one, and the search ends as soon as the pessimistic bound of one of
the root's sons is at least the optimistic bound of every other: this move is then best, whatever it is worth. To get there
it either raises the pessimistic bound of the most hopeful son (ProveBest) or lowers the optimistic bound of the next one
(DisproveRest), and grows the node to which the most hopeful moves of both sides lead from there.

The bounds of a position whose game goes on are the limits that the rules tell, and then the proof is one to the search's
depth; or its evaluation plus and minus a margin, and then the proof is as good as they are. Where bounds are equal the
evaluation says which move looks best. With the rules' limits and no evaluation ProveBest goes through a tree much as SSS* does.
"""

from typing import Any

import numpy as np

from damier.kernel import compiled, part
from damier.rules import is_max
from damier.search.grown_tree import (
    BY_THE_RULES,
    COUNT,
    FATHER,
    FIRST,
    GUESS,
    HIGH,
    HIGH_FROM,
    LOW,
    LOW_FROM,
    MAX_MOVES,
    PLY,
    ROOT,
    Chosen,
    grow,
    line_from,
    new_tree,
    plant,
)
from damier.search.work import BACK, note

TITLE = "B*"
INTERVAL = "bounds"  # what is shown beside a node


@compiled
def bstar(position: Any, maximising: Any, margin: Any, depth: Any, tree: Any, work: Any) -> Any:
    """Grow the tree until one of the root's sons is proved the best; whether one is."""
    if not plant(position, maximising, margin, depth, tree, work):
        return not work.stop
    if not grow(position, ROOT, margin, depth, tree, work):
        return False
    back_up(tree, ROOT, work)
    while not work.stop:
        best = most_hopeful(tree, ROOT, -1)
        rival = most_hopeful(tree, ROOT, best)
        if rival < 0 or pessimistic(tree, best) >= optimistic(tree, rival):
            return True
        node = best if is_best_to_be_proved(tree, best, rival) else rival
        while tree[node, COUNT] > 0:
            node = most_hopeful(tree, node, -1)
        if grow(position, node, margin, depth, tree, work):
            back_up(tree, node, work)
    return False


@part
def is_best_to_be_proved(tree: Any, best: Any, rival: Any) -> Any:
    """ProveBest or DisproveRest? Bounds that come from deep down are hard to move: the rest is disproved if the squares of the
    depths of its optimistic bounds make less than the square of that of the best one's (Berliner's criterion)."""
    if tree[rival, LOW] == tree[rival, HIGH]:
        return True
    if tree[best, LOW] == tree[best, HIGH]:
        return False
    rest = 0
    for son in range(tree[ROOT, FIRST], tree[ROOT, FIRST] + tree[ROOT, COUNT]):
        if son != best and optimistic(tree, son) > pessimistic(tree, best):
            rest += hope_from(tree, son) ** 2
    return rest >= hope_from(tree, best) ** 2


@part
def back_up(tree: Any, node: Any, work: Any) -> None:
    """A node is worth what the best of its sons is, and so on up to the root, as long as anything changes."""
    while node >= ROOT:
        sign = np.int64(1 if tree[node, MAX_MOVES] else -1)
        first: Any = np.int64(tree[node, FIRST])
        low = high = guess = first
        for son in range(first + 1, first + tree[node, COUNT]):
            if sign * tree[son, LOW] > sign * tree[low, LOW]:
                low = son
            if sign * tree[son, HIGH] > sign * tree[high, HIGH]:
                high = son
            if sign * tree[son, GUESS] > sign * tree[guess, GUESS]:
                guess = son
        is_same = tree[node, LOW] == tree[low, LOW] and tree[node, HIGH] == tree[high, HIGH]
        is_rest_same = tree[node, LOW_FROM] == tree[low, LOW_FROM] and tree[node, HIGH_FROM] == tree[high, HIGH_FROM]
        if is_same and is_rest_same and tree[node, GUESS] == tree[guess, GUESS]:
            return
        tree[node, LOW] = tree[low, LOW]
        tree[node, HIGH] = tree[high, HIGH]
        tree[node, LOW_FROM] = tree[low, LOW_FROM]
        tree[node, HIGH_FROM] = tree[high, HIGH_FROM]
        tree[node, GUESS] = tree[guess, GUESS]
        if not is_same:
            note(work, BACK, tree[node, PLY], node, tree[node, LOW], tree[node, HIGH], tree[node, GUESS])
        node = np.int64(tree[node, FATHER])


@part
def most_hopeful(tree: Any, node: Any, other: Any) -> Any:
    """The son, but for another one, with the best optimistic bound for the player who chooses; if equal by the pessimistic
    bound, the evaluation, the order of moves. -1 if there is none."""
    best: Any = np.int64(-1)
    for son in range(np.int64(tree[node, FIRST]), np.int64(tree[node, FIRST] + tree[node, COUNT])):
        if son != other and (best < 0 or is_better(tree, node, son, best)):
            best = son
    return best


@part
def is_better(tree: Any, node: Any, son: Any, best: Any) -> Any:
    """Whether a son gives the player at the node more hope than the best so far."""
    if optimistic(tree, son) != optimistic(tree, best):
        return optimistic(tree, son) > optimistic(tree, best)
    if pessimistic(tree, son) != pessimistic(tree, best):
        return pessimistic(tree, son) > pessimistic(tree, best)
    return tree[son, GUESS] > tree[best, GUESS] if tree[node, MAX_MOVES] else tree[son, GUESS] < tree[best, GUESS]


@part
def optimistic(tree: Any, node: Any) -> Any:
    """What the player who moved there may hope for."""
    return np.int64(tree[node, HIGH]) if tree[tree[node, FATHER], MAX_MOVES] else -np.int64(tree[node, LOW])


@part
def pessimistic(tree: Any, node: Any) -> Any:
    """What the player who moved there has for certain."""
    return np.int64(tree[node, LOW]) if tree[tree[node, FATHER], MAX_MOVES] else -np.int64(tree[node, HIGH])


@part
def hope_from(tree: Any, node: Any) -> Any:
    """The ply at which what a node's optimistic bound rests on was seen."""
    return np.int64(tree[node, HIGH_FROM] if tree[tree[node, FATHER], MAX_MOVES] else tree[node, LOW_FROM])


def choose(position: Any, depth: int, work: Any, options: Any) -> Chosen:
    """The move that is proved the best, or looks so when the search is stopped. The value is what it has for certain."""
    tree = new_tree(options.hash_mb if depth else 1)
    margin = BY_THE_RULES if options.spread is None else options.spread
    is_proved = bool(bstar(position, bool(is_max(position)), margin, depth, tree, work))
    tree = tree[: work.held]
    follow = _most_certain if is_proved else _most_promising
    first = follow(tree, ROOT) if len(tree) > 1 else ROOT
    low, high = (int(tree[ROOT, LOW]), int(tree[ROOT, HIGH])) if len(tree) else (0, 0)
    value = low if is_max(position) else high
    line = line_from(tree, first, follow)
    return Chosen(is_proved, low == high, value, low, high, line, int(tree[:, PLY].max(initial=0)))


def _most_certain(tree: Any, node: int) -> int:
    """The son that a player chooses: the best pessimistic bound counts, then the optimistic one, then the evaluation."""
    sure, hope = (LOW, HIGH) if tree[node, MAX_MOVES] else (HIGH, LOW)
    return _best_son(tree, node, (sure, hope, GUESS))


def _most_promising(tree: Any, node: int) -> int:
    """The same while nothing is proved: the evaluation counts first."""
    return _best_son(tree, node, (GUESS, LOW, HIGH))


def _best_son(tree: Any, node: int, fields: tuple[int, ...]) -> int:
    """The first son whose numbers in these fields are the best for the player at a node."""
    sons = range(int(tree[node, FIRST]), int(tree[node, FIRST] + tree[node, COUNT]))
    sign = 1 if tree[node, MAX_MOVES] else -1
    return max(sons, key=lambda son: (*(sign * int(tree[son, each]) for each in fields), -son))
