"""Yardsticks for Connect 4 on 7x6: the same alpha-beta written by hand for that game, and in plain Python on bitboards.

They visit the same nodes in the same order as the generic search, so their speeds compare.
"""

from typing import Any

import numpy as np

from damier.kernel import compiled

COUNTERS = np.dtype([("nodes", np.int64), ("leaves", np.int64), ("best", np.int64, (64,))], align=True)
ORDER = (3, 2, 4, 1, 5, 0, 6)
FULL = sum(0b111111 << (7 * column) for column in range(7))
_ORDER = np.array(ORDER, np.int64)
_FULL = np.uint64(FULL)
WON = 100_000


@compiled
def by_hand(own: Any, both: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """Alpha-beta on 7x6 for the player who owns `own`; nothing generic about it."""
    work.nodes += 1
    stones = own ^ both
    pairs = stones & (stones >> np.uint64(1))
    fours = pairs & (pairs >> np.uint64(2))
    pairs = stones & (stones >> np.uint64(7))
    fours |= pairs & (pairs >> np.uint64(14))
    pairs = stones & (stones >> np.uint64(6))
    fours |= pairs & (pairs >> np.uint64(12))
    pairs = stones & (stones >> np.uint64(8))
    fours |= pairs & (pairs >> np.uint64(16))
    if fours:
        work.leaves += 1
        return -WON
    if both == _FULL or depth == 0:
        work.leaves += 1
        return 0
    best = alpha
    for i in range(7):
        column = _ORDER[i]
        if not both & (np.uint64(1) << np.uint64(7 * column + 5)):
            after = both | (both + (np.uint64(1) << np.uint64(7 * column)))
            score = -by_hand(stones, after, -beta, -best, depth - 1, ply + 1, work)
            if score > best:
                best = score
                work.best[ply] = column
                if best >= beta:
                    break
    return best


def by_hand_nodes(depth: int) -> int:
    """Search from the empty board with the kernel written by hand; the nodes it visits."""
    record = np.zeros(1, COUNTERS).view(np.recarray)[0]
    by_hand(np.uint64(0), np.uint64(0), -500_000, 500_000, depth, 0, record)
    return int(record.nodes)


def plain_nodes(depth: int, order: tuple[int, ...] = ORDER) -> int:
    """The same search in plain Python, on Python's integers; the nodes it visits."""
    nodes = 0

    def plain(own: int, both: int, alpha: int, beta: int, depth: int) -> int:
        nonlocal nodes
        nodes += 1
        stones = own ^ both
        for shift in (1, 7, 6, 8):
            pairs = stones & (stones >> shift)
            if pairs & (pairs >> (2 * shift)):
                return -WON
        if both == FULL or depth == 0:
            return 0
        for column in order:
            if not both & (1 << (7 * column + 5)):
                score = -plain(stones, both | (both + (1 << (7 * column))), -beta, -alpha, depth - 1)
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        break
        return alpha

    plain(0, 0, -500_000, 500_000, depth)
    return nodes
