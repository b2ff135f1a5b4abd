"""Trees for the tests of the searches: random nested lists, and what a log says of the leaves."""

import random

from damier.search.work import AT, ENTER, LEAF


def random_tree(rng: random.Random, depth: int = 5, widest: int = 4, spread: int = 20):
    """Nested lists of mixed shape: leaves at different depths, nodes of 1 to `widest` sons, values with ties."""
    if depth == 0 or (rng.random() < 0.15):
        return rng.randint(-spread, spread)
    return [random_tree(rng, depth - 1, widest, spread) for _ in range(rng.randint(1, widest))]


def random_trees(count: int, seed: int):
    """So many of them, none a single leaf."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        tree = random_tree(rng, rng.randint(1, 6), rng.choice((2, 3, 4)), rng.choice((1, 5, 100)))
        if isinstance(tree, list):
            made += 1
            yield tree, rng.random() < 0.5


def minimax_of(tree, maximising: bool) -> int:
    """The naive twin: minimax on nested lists."""
    if not isinstance(tree, list):
        return tree
    values = [minimax_of(son, not maximising) for son in tree]
    return max(values) if maximising else min(values)


def leaves_in_order(found):
    """The paths of the leaves a search met, in order, each as often as it was met."""
    assert found.events_lost == 0
    path, leaves = [], []
    for kind, ply, move, *_ in found.events.tolist():
        if kind in (ENTER, AT):
            path = [*path[: ply - 1], move] if ply else []
        elif kind == LEAF:
            leaves.append(tuple(path[:ply]))
    return leaves
