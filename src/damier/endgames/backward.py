"""Values of all positions of a graph, from the ends of the game backwards (Alliot-Schiex 15.7.3).

Positions in which the game is over are known. A position is won if one of its moves leads to one that the other player loses,
and lost when all of them lead to positions that he wins: so each position that becomes known tells those before it, and these are
known after one move more. What is never reached so is drawn: neither player can do better than to go on for ever.

Each round looks at the positions that became known in the last one. Those won are then won as soon as possible, and those
lost as late as possible, so that the number of the round is the number of plies to the end.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from damier.atomics import fetch_add, swap_if
from damier.endgames.graph import Graph
from damier.kernel import compiled
from damier.rules import ONGOING

UNKNOWN = 0  # of values: so far nobody wins
BLOCK = 1 << 14

OnRound = Callable[[int, int], None]  # plies to the end, and how many positions are known


@dataclass(frozen=True)
class Values:
    """What positions are worth to the player to move: d + 1 if won in d plies, -(d + 1) if lost in d, 0 if drawn."""

    numbers: Any

    def wdl(self, number: int) -> int:
        """1 if it is won, -1 if lost, 0 if drawn."""
        return int(np.sign(self.numbers[number]))

    def distance(self, number: int) -> int | None:
        """Plies to the end with best play of both, or None if there is no end."""
        value = int(self.numbers[number])
        return abs(value) - 1 if value else None


def solve(graph: Graph, threads: int = 0, on_round: OnRound | None = None) -> Values:
    """The value of every position of a game that is won, drawn or lost: a score above 0 is a win, whatever it is."""
    return _Backward(graph, threads or os.cpu_count() or 1, on_round or (lambda plies, known: None)).run()


class _Backward:
    def __init__(self, graph: Graph, threads: int, on_round: OnRound) -> None:
        self.graph = graph
        self.threads = threads
        self.on_round = on_round
        self.values = np.zeros(len(graph), np.int16)
        self.left = graph.choices.copy()  # moves that are not known to lose

    def run(self) -> Values:
        over = self.graph.scores != ONGOING
        self.values[over] = np.sign(self.graph.scores[over])
        known = np.flatnonzero(self.values).astype(np.int32)
        plies, count = 0, 0
        with ThreadPoolExecutor(self.threads) as pool:
            while len(known):
                count += len(known)
                self.on_round(plies, count)
                plies += 1
                blocks = np.array_split(known, max(1, min(len(known) // BLOCK, 64 * self.threads)))
                found = pool.map(partial(self._tell_parents, plies), blocks)
                known = np.concatenate(list(found))
        return Values(self.values)

    def _tell_parents(self, plies: int, known: Any) -> Any:
        """Positions that become known by these, which are `plies` - 1 from the end."""
        graph = self.graph
        room = int((graph.first[known + 1] - graph.first[known]).sum())
        found = np.empty(room, np.int32)
        count = _tell_parents(known, plies, graph.first, graph.parents, self.left, self.values, found)
        return found[:count]


@compiled
def _tell_parents(known: Any, plies: Any, first: Any, parents: Any, left: Any, values: Any, found: Any) -> Any:
    n = 0
    for child in known:
        for place in range(first[child], first[child + 1]):
            parent, keeps = parents[place] >> 1, parents[place] & 1
            is_won = (values[child] > 0) == (keeps == 1)  # for who made the move
            if is_won:
                is_new = swap_if(values, parent, UNKNOWN, plies + 1)
            else:
                is_new = fetch_add(left, parent, -1) == 1 and swap_if(values, parent, UNKNOWN, -(plies + 1))
            if is_new:
                found[n] = parent
                n += 1
    return n
