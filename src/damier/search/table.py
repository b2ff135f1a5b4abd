"""The transposition table: one bounded array, shared by all searches that remember
(Alliot-Schiex 15.5.2, Alliot "Transposition").

An entry is two 64-bit words, (key xor data, data), so that threads can share the table without locks: an entry torn by
two writers, or written for another position, does not give back its key. The data word holds

    bits  0-19   low    the value is at least this (Alliot's "bas"), offset by INFINITY
    bits 20-39   high   the value is at most this ("haut"), offset by INFINITY
    bits 40-47   best   the index of the best move in the order in which the search lists them
    bits 48-55   depth  how far below the entry was searched
    bits 56-62   age    which root it was stored for, modulo 128
    bit  63      guess  whether the bounds rest on positions evaluated at the horizon

Bounds are for the player to move. Four entries make a bucket, which is one line of the processor's cache.
Replacement, when a bucket is full: an entry of the same position and depth is brought up to date; else an entry stored
for an older root goes first, and among those of one age the one searched least deep (Alliot: keep the larger distance, and
the newer root).
"""

from typing import Any

import numpy as np

from damier.bits import scaled
from damier.kernel import array_at, inlined, prefetch
from damier.rules import INFINITY
from damier.search.buckets import WORD, Buckets

BUCKET = 4
_WORDS = 2 * BUCKET
_SCORE_BITS, _SCORE_MASK = np.uint64(20), np.uint64((1 << 20) - 1)
_BYTE = np.uint64(255)
_BEST, _DEPTH, _AGE, _GUESS = np.uint64(40), np.uint64(48), np.uint64(56), np.uint64(63)
_AGES = 128
UNKNOWN_MOVE = 255  # no best move is known; positions with more moves than this simply do not remember the last


class Table(Buckets):
    """A transposition table of so many megabytes."""

    BUCKET_WORDS = _WORDS

    def __init__(self, megabytes: int = 16) -> None:
        super().__init__(megabytes)
        self.age = 0
        self.held = 0  # entries in use

    def clear(self) -> None:
        super().clear()
        self.age = self.held = 0

    def new_root(self) -> None:
        """A new root is searched: what is stored for earlier ones may be replaced first."""
        self.age = (self.age + 1) % _AGES


@inlined
def expect(work: Any, key: Any) -> None:
    """A position will be looked up soon: bring its entry near the processor."""
    prefetch(work.table + scaled(key, work.table_buckets) * (_WORDS * WORD))


@inlined
def find(work: Any, key: Any) -> Any:
    """The data stored for a position, or 0 (which no entry has: its bounds would both be -INFINITY)."""
    table = array_at(work.table, work.table_buckets * _WORDS, np.uint64)
    start = scaled(key, work.table_buckets) * _WORDS
    for slot in range(start, start + _WORDS, 2):
        data = table[slot + 1]
        if table[slot] ^ data == key and data != np.uint64(0):
            return data
    return np.uint64(0)


@inlined
def store(work: Any, key: Any, low: Any, high: Any, best: Any, depth: Any, is_guess: Any) -> None:
    """Remember bounds and best move of a position; see the rule of replacement above."""
    table = array_at(work.table, work.table_buckets * _WORDS, np.uint64)
    start = scaled(key, work.table_buckets) * _WORDS
    age = np.uint64(work.table_age)
    victim: Any = start
    worth: Any = np.int64(1 << 32)
    for slot in range(start, start + _WORDS, 2):
        data = table[slot + 1]
        if data == np.uint64(0):
            victim = slot
            work.held += 1
            work.most_held = max(work.most_held, work.held)
            break
        if table[slot] ^ data == key:
            victim = slot
            break
        keeping = np.int64((data >> _DEPTH) & _BYTE)
        if (data >> _AGE) & np.uint64(_AGES - 1) == age:
            keeping += 256
        if keeping < worth:
            victim, worth = slot, keeping
    data = packed(low, high, best, depth, is_guess) | (age << _AGE)
    table[victim] = key ^ data
    table[victim + 1] = data


@inlined
def packed(low: Any, high: Any, best: Any, depth: Any, is_guess: Any) -> Any:
    """The data word of an entry, of age 0."""
    data = np.uint64(low + INFINITY) | (np.uint64(high + INFINITY) << _SCORE_BITS)
    data |= (np.uint64(min(best, UNKNOWN_MOVE)) << _BEST) | (np.uint64(depth) << _DEPTH)
    return data | (np.uint64(is_guess) << _GUESS)


@inlined
def is_guess(data: Any) -> Any:
    """Whether what is stored rests on evaluations at the horizon: 1 or 0."""
    return np.int64(data >> _GUESS)


@inlined
def low_of(data: Any) -> Any:
    return np.int64(data & _SCORE_MASK) - INFINITY


@inlined
def high_of(data: Any) -> Any:
    return np.int64((data >> _SCORE_BITS) & _SCORE_MASK) - INFINITY


@inlined
def best_of(data: Any) -> Any:
    return np.int64((data >> _BEST) & _BYTE)


@inlined
def depth_of(data: Any) -> Any:
    return np.int64((data >> _DEPTH) & _BYTE)
