"""What was proved of a position: both bounds of its score, and the two moves to try first.

An entry is two words, the key xor-ed with the data and the data, so that threads can share a table without locks and a
torn entry is not recognised. Four entries make a bucket, which is one line of the processor's cache:

    bits  0-7    low     the score is at least this, offset by 64
    bits  8-15   high    the score is at most this, offset by 64
    bits 16-23   move    the best move, or NO_SQUARE
    bits 24-31   second  the best move before it
    bits 32-39   work    how many nodes the proof took, as a power of two
    bits 40-47   age     which question it was proved for; entries of earlier ones are given up first

Scores are for the player to move, and are facts: an entry stays true in every later search.
"""

from typing import Any

import numpy as np

from damier.bits import highest
from damier.games.othello.discs import SQUARES
from damier.kernel import array_at, inlined, prefetch
from damier.search.buckets import WORD, Buckets

NO_SQUARE = SQUARES
_WORDS = 8
_OFFSET = 64
_HIGH, _MOVE, _SECOND, _WORK, _AGE = (np.uint64(shift) for shift in (8, 16, 24, 32, 40))
_BYTE = np.uint64(255)


class Table(Buckets):
    """A table of so many megabytes."""

    BUCKET_WORDS = _WORDS

    def __init__(self, megabytes: int = 64) -> None:
        super().__init__(megabytes)
        self.age = 0


@inlined
def key_of(own: Any, other: Any) -> Any:
    """A 64-bit number that tells positions apart: one board scattered, the other added, all scattered again.

    To multiply each and add them up is not enough: a disc on the highest bit is then the same on either board.
    """
    key = own * np.uint64(0x9E3779B97F4A7C15)
    key = (key ^ key >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ key >> np.uint64(32) ^ other) * np.uint64(0xD6E8FEB86659FD93)
    key = (key ^ key >> np.uint64(29)) * np.uint64(0x94D049BB133111EB)
    return key ^ key >> np.uint64(32)


@inlined
def slot_of(key: Any, work: Any) -> Any:
    """The first word of the bucket of a key, on its way to the processor from now on."""
    slot = np.int64(((key >> np.uint64(32)) * np.uint64(work.buckets)) >> np.uint64(32)) * _WORDS
    prefetch(work.table + slot * WORD)
    return slot


@inlined
def find(key: Any, slot: Any, work: Any) -> Any:
    """The data of a position, or 0 (which no entry has)."""
    table = array_at(work.table, work.buckets * _WORDS, np.uint64)
    for i in range(slot, slot + _WORDS, 2):
        data = table[i + 1]
        if table[i] ^ data == key and data != np.uint64(0):
            return data
    return np.uint64(0)


@inlined
def store(key: Any, slot: Any, low: Any, high: Any, move: Any, nodes: Any, work: Any) -> None:
    """Remember a position, in its own entry or in that of the bucket which is least worth keeping."""
    table = array_at(work.table, work.buckets * _WORDS, np.uint64)
    age = np.uint64(work.age)
    victim: Any = slot
    least: Any = np.uint64(1 << 16)
    second = np.uint64(NO_SQUARE)
    for i in range(slot, slot + _WORDS, 2):
        data = table[i + 1]
        if table[i] ^ data == key:
            victim = i
            if move == move_of(data) or move == NO_SQUARE:
                move, second = move_of(data), (data >> _SECOND) & _BYTE
            else:
                second = (data >> _MOVE) & _BYTE
            break
        keeping = (data >> _WORK) & _BYTE
        if (data >> _AGE) & _BYTE == age:
            keeping += np.uint64(256)
        if keeping < least:
            victim, least = i, keeping
    data = np.uint64(low + _OFFSET) | np.uint64(high + _OFFSET) << _HIGH | np.uint64(move) << _MOVE | second << _SECOND
    data |= np.uint64(1 + highest(np.uint64(nodes) | np.uint64(1))) << _WORK | age << _AGE
    table[victim] = key ^ data
    table[victim + 1] = data


@inlined
def low_of(data: Any) -> Any:
    return np.int64(data & _BYTE) - _OFFSET


@inlined
def high_of(data: Any) -> Any:
    return np.int64((data >> _HIGH) & _BYTE) - _OFFSET


@inlined
def move_of(data: Any) -> Any:
    return np.int64((data >> _MOVE) & _BYTE)


@inlined
def second_of(data: Any) -> Any:
    return np.int64((data >> _SECOND) & _BYTE)
