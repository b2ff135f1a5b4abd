"""The solver's transposition table: what was proved of a position, eight bytes an entry.

    bits  0-5    low     the score is at least this, offset by 32
    bits  6-11   high    the score is at most this, offset by 32
    bits 12-16   column  the move to try first
    bits 17-21   work    how many nodes the proof took, as a power of two
    bits 22-63   check   42 bits of the key; the bucket is chosen by other bits

Scores are for the player to move, and are facts: an entry stays true in every later search. Two positions of one bucket
pass for each other once in 2^42 times they meet. An entry is one word, so threads share a table without locks. Four
entries make a bucket; the one that took least work to prove is given up.

Late positions are many and soon proved: they have a part of a large table to themselves, which stays in the processor's
cache, instead of waiting for memory each time.
"""

from typing import Any

import numpy as np

from damier.bits import highest
from damier.games.fours import mirrored
from damier.kernel import array_at, inlined, prefetch
from damier.search.buckets import WORD, Buckets
from damier.solvers.connect4.ideas import BIT

BUCKET = 4
LATE = 14  # with at most so many empty cells a position is late
_NEAR_BUCKETS = 1_000_000  # 32 megabytes for each thread
_OFFSET = 32
_HIGH, _COLUMN, _WORK, _CHECK = np.uint64(6), np.uint64(12), np.uint64(17), np.uint64(22)
_SIX_BITS, _FIVE_BITS = np.uint64(63), np.uint64(31)
_DEAD = BIT["dead"]


class Table(Buckets):
    """A table of so many megabytes, for so many threads; kept from one solve to the next."""

    BUCKET_WORDS = BUCKET

    def __init__(self, megabytes: int = 64, threads: int = 1) -> None:
        super().__init__(megabytes)
        near = _NEAR_BUCKETS * threads
        self.near_buckets = near if self.buckets >= 4 * near else 0  # a small table is near enough as a whole


@inlined
def place(own: Any, opp: Any, both: Any, own_live: Any, opp_live: Any, stones: Any, board: Any, work: Any) -> Any:
    """Where a position is kept: the first slot of its bucket, the check, and whether its mirror image is kept instead."""
    size = np.uint64(64 * board.width + board.height) << np.uint64(52)  # boards of two sizes may share a table
    key, key2 = own + both, np.uint64(0)  # the heights of the columns, and whose the stones are
    if work.ideas & _DEAD:
        key, key2 = (own & own_live) + both, opp & opp_live
    is_mirrored = False
    if work.mirror:
        other, other2 = mirrored(key, board), mirrored(key2, board)
        is_mirrored = other < key or (other == key and other2 < key2)
        if is_mirrored:
            key, key2 = other, other2
    spread = (key ^ size ^ (key2 * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    spread ^= spread >> np.uint64(32)
    check = ((key2 ^ size ^ (key * np.uint64(0x94D049BB133111EB))) * np.uint64(0xD6E8FEB86659FD93)) >> _CHECK
    first, buckets = np.int64(0), work.buckets
    if work.near_buckets > 0:
        if board.cells - stones > LATE:
            first, buckets = work.near_buckets, work.buckets - work.near_buckets
        else:
            buckets = work.near_buckets
    number = np.int64(((spread & np.uint64(0xFFFFFFFF)) * np.uint64(buckets)) >> np.uint64(32))
    slot = (first + number) * BUCKET
    prefetch(work.table + slot * WORD)
    return slot, check, is_mirrored


@inlined
def find(work: Any, slot: Any, check: Any) -> Any:
    """The entry of a position, or 0 (which no entry is: its low is offset)."""
    table = array_at(work.table, work.buckets * BUCKET, np.uint64)
    for i in range(slot, slot + BUCKET):
        entry = table[i]
        if entry >> _CHECK == check and entry:
            return entry
    return np.uint64(0)


@inlined
def store(work: Any, slot: Any, check: Any, low: Any, high: Any, column: Any, nodes: Any) -> None:
    """Remember what was proved, in the position's own entry or in the bucket's cheapest."""
    table = array_at(work.table, work.buckets * BUCKET, np.uint64)
    victim: Any = slot
    least: Any = np.uint64(99)
    for i in range(slot, slot + BUCKET):
        entry = table[i]
        if entry >> _CHECK == check:
            victim = i
            break
        effort = (entry >> _WORK) & _FIVE_BITS
        if effort < least:
            least = effort
            victim = i
    effort = np.uint64(1 + min(30, highest(np.uint64(nodes))))  # an empty entry has none
    entry = np.uint64(low + _OFFSET) | (np.uint64(high + _OFFSET) << _HIGH) | (np.uint64(column) << _COLUMN)
    table[victim] = entry | (effort << _WORK) | (check << _CHECK)


@inlined
def low_of(entry: Any) -> Any:
    return np.int64(entry & _SIX_BITS) - _OFFSET


@inlined
def high_of(entry: Any) -> Any:
    return np.int64((entry >> _HIGH) & _SIX_BITS) - _OFFSET


@inlined
def column_of(entry: Any) -> Any:
    return np.int64((entry >> _COLUMN) & _FIVE_BITS)
