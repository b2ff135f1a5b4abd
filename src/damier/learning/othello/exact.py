"""Exact results of the late positions of many games.

A game is gone through from its end. What was played gives a lower bound on each position, the score of the position it
led to, and mostly nothing was better: then one question with a null window proves it.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.othello.records import Positions
from damier.kernel import compiled
from damier.solvers.othello.last import QUARTER
from damier.solvers.othello.prove import prove
from damier.solvers.othello.solver import Solver

HASH_MB = 64
AT_ONCE = 200  # games between two reports
_ZERO, _ONE = np.uint64(0), np.uint64(1)


def exact_results(
    found: Positions, black: Any, solved: int, tell: Callable[[int, int], None] = lambda done, total: None
) -> Any:
    """By how many discs the player to move wins if both play perfectly from `solved` empty squares on.

    `found` are the positions of whole games, and `black` tells by how many discs black won each of them.
    """
    results = np.zeros(len(found.own), np.int16)
    solver = Solver(HASH_MB)
    work = solver.prepare()  # the record of its search, which is asked here without a detour by Python
    starts = np.searchsorted(found.game, np.arange(0, len(black) + AT_ONCE, AT_ONCE))
    for part, (first, end) in enumerate(pairwise(starts), 1):
        _solve_back(found, black.astype(np.int64), first, end, solved, results, work)
        tell(min(part * AT_ONCE, len(black)), len(black))
    return results


@compiled
def _solve_back(found: Any, black: Any, first: Any, end: Any, solved: Any, results: Any, work: Any) -> None:
    """The results of the positions from `first` to before `end`, which are whole games."""
    score = np.int64(0)  # for black, of the position that came next
    for i in range(end - 1, first - 1, -1):
        if i == end - 1 or found.game[i] != found.game[i + 1]:
            score = black[found.game[i]]
        sign = 1 if found.is_black[i] else -1
        empty = ~(found.own[i] | found.other[i])
        if popcount(empty) <= solved:
            score = sign * _score(found.own[i], found.other[i], empty, sign * score, work)
        results[i] = sign * score


@compiled
def _score(own: Any, other: Any, empty: Any, least: Any, work: Any) -> Any:
    """The exact score of a position in which so much is to be had at least."""
    parity = np.int64(0)
    left = empty
    while left != _ZERO:
        parity ^= np.int64(QUARTER[lowest(left)])
        left &= left - _ONE
    count = popcount(empty)
    if least >= 64:
        return least
    score = prove(own, other, empty, count, parity, least, least + 1, work)
    return prove(own, other, empty, count, parity, score - 1, np.int64(65), work) if score > least else least
