"""Yardsticks for Connect 4 on 7x6: the same alpha-beta written by hand for that game, and in plain Python on bitboards.

They visit the same nodes in the same order as the generic search, so their speeds compare.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from damier.kernel import compiled

RECORD = np.dtype(
    [(name, np.int64) for name in ("nodes", "finished", "horizon", "stop")]
    + [("line", np.int64, (64, 72)), ("line_end", np.int64, (64,))],
    align=True,
)
ORDER = (3, 2, 4, 1, 5, 0, 6)
FULL = sum(0b111111 << (7 * column) for column in range(7))
_ORDER = np.array(ORDER, np.int64)
_FULL = np.uint64(FULL)
WON = 100_000


@compiled
def by_hand(own: Any, both: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """Alpha-beta on 7x6 for the player who owns `own`: the same counters, line and stop flag, nothing generic."""
    work.nodes += 1
    work.line_end[ply] = ply
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
        work.finished += 1
        return -WON
    if both == _FULL:
        work.finished += 1
        return 0
    if depth == 0:
        work.horizon += 1
        return 0
    if work.stop:
        return 0
    best = alpha
    for i in range(7):
        column = _ORDER[i]
        if not both & (np.uint64(1) << np.uint64(7 * column + 5)):
            after = both | (both + (np.uint64(1) << np.uint64(7 * column)))
            score = -by_hand(stones, after, -beta, -best, depth - 1, ply + 1, work)
            if score > best:
                best = score
                end = work.line_end[ply + 1]
                work.line[ply, ply] = column
                for j in range(ply + 1, end):
                    work.line[ply, j] = work.line[ply + 1, j]
                work.line_end[ply] = max(end, ply + 1)
                if best >= beta:
                    break
    return best


def by_hand_search(depth: int) -> Callable[[], int]:
    """A search from the empty board with the kernel written by hand, which tells the nodes it visits."""
    record: Any = np.zeros(1, RECORD).view(np.recarray)[0]

    def run() -> int:
        record.nodes = 0
        by_hand(np.uint64(0), np.uint64(0), -500_000, 500_000, depth, 0, record)
        return int(record.nodes)

    return run


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
