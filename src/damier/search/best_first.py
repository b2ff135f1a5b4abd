"""Plain best-first search among the partial strategies of Max: what SSS* grew out of
(Alliot-Schiex 15.3, definitions 15.1 and 15.2).

A partial strategy is a part of the tree, here a tuple of nodes named by their paths: at most one son of each Max node.
Its value is the smallest of its leaves, an upper bound of what it can still become. The best one is always extended by
the first node, from left to right, that it lacks. Nothing is compiled here: this is for reading, on small trees.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from damier.kernel import native
from damier.network.estimate import estimate
from damier.rules import INFINITY, ONGOING, is_max, legal_moves, outcome, play, same_player

Path = tuple[int, ...]
Strategy = tuple[tuple[Path, ...], int]  # its nodes in the order in which they were added, and its value


def best_first(position: Any, depth: int, weights: Any = ()) -> Iterator[list[Strategy]]:
    """The list G before each step; the last one begins with a complete strategy, whose value is that of the root."""
    tree = _Tree(native(position), depth, weights)
    strategies: list[Strategy] = [(((),), INFINITY)]
    while True:
        yield list(strategies)
        nodes, value = strategies.pop(0)
        additions = tree.additions(nodes)
        if not additions:
            return
        for son in additions:
            extended = (*nodes, son), min(value, tree.leaf_value(son))
            behind = sum(other[1] >= extended[1] for other in strategies)
            strategies.insert(behind if extended[1] < value else additions.index(son), extended)


class _Tree:
    """The game's tree below a position, by paths."""

    def __init__(self, position: Any, depth: int, weights: Any) -> None:
        self._depth = depth
        self._weights = np.asarray(weights, np.int32)
        self._nodes: dict[Path, tuple[Any, bool]] = {(): (position, bool(is_max(position)))}

    def node(self, path: Path) -> tuple[Any, bool]:
        """The position at the end of a path, and whether Max moves there."""
        if path not in self._nodes:
            position, maximising = self.node(path[:-1])
            child = native(play(position, legal_moves(position)[path[-1]]))
            self._nodes[path] = child, maximising == bool(same_player(position, child))
        return self._nodes[path]

    def sons(self, path: Path) -> list[Path]:
        position, _ = self.node(path)
        if len(path) >= self._depth or outcome(position) != ONGOING:
            return []
        return [(*path, i) for i in range(len(legal_moves(position)))]

    def leaf_value(self, path: Path) -> int:
        """The value of a leaf for Max; INFINITY for a node that is none."""
        if self.sons(path):
            return INFINITY
        position, maximising = self.node(path)
        score = int(outcome(position))
        score = int(estimate(position, self._weights)) if score == ONGOING else score
        return score if maximising else -score

    def additions(self, nodes: tuple[Path, ...]) -> list[Path]:
        """The nodes one of which comes next: all sons of a Max node without one, or the next son of a Min node."""
        for path in sorted(nodes):
            sons = self.sons(path)
            present = [son for son in sons if son in nodes]
            if self.node(path)[1]:
                if sons and not present:
                    return sons
            elif len(present) < len(sons):
                missing = next(son for son in sons if son not in nodes)
                if all(self._is_complete(son, nodes) for son in present):
                    return [missing]
        return []

    def _is_complete(self, path: Path, nodes: tuple[Path, ...]) -> bool:
        below = tuple(node for node in nodes if node[: len(path)] == path)
        return not self.additions(below)
