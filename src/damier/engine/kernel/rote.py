"""What was remembered of earlier searches is met again: rote learning inside the search (Samuel 1959; Alliot-Schiex 15.6.4).

Remembered positions stand in the table like any other before a search begins, and a bit for each key tells that they do.
Three things are then different. They count at the horizon too, in place of the evaluation. They count in an open window, where
the search otherwise looks for itself. And where an entry as deep as a remembered one decides, a bit is set by its key, so that
it can be told afterwards which were met. A search without memory pays one comparison at the horizon and one at each answer of
the table; one with memory looks up a bit at the horizon, which asking the table itself would make half as fast.
"""

from typing import Any

import numpy as np

from damier.bits import scaled
from damier.engine.kernel.scale import from_node
from damier.kernel import array_at, compiled, inlined, part
from damier.rules import ONGOING
from damier.search.table import best_of, depth_of, expect, find, high_of, is_guess, low_of, store

KEY_BITS = 20  # of a key tell positions apart here: of those not remembered, 100,000 remembered ones make one in ten look so
_WORDS = (1 << KEY_BITS) // 64
_AHEAD = 16  # entries whose place in the table is fetched in advance


@inlined
def recalled(here: Any, alpha: Any, beta: Any, ply: Any, work: Any) -> Any:
    """What the table knows of a leaf with this key, from whatever depth, if that decides; else ONGOING."""
    entry = find(work, here)
    if entry == np.uint64(0):
        return ONGOING
    low, high = from_node(low_of(entry), ply, work), from_node(high_of(entry), ply, work)
    if low < beta and high > alpha and low != high:
        return ONGOING
    work.nodes += 1
    work.hits += 1
    work.line_end[ply] = ply
    answer = low if low >= beta or low == high else high
    work.guesses += is_guess(entry) if abs(answer) < work.certain else 0
    if depth_of(entry) >= work.marked_depth:
        mark(here, work)
    return answer


@part
def mark(here: Any, work: Any) -> None:
    """Note that what is known of the position with this key has decided something."""
    bit = scaled(here, 1 << KEY_BITS)
    marks = array_at(work.marks, _WORDS, np.uint64)
    marks[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)


@inlined
def is_sown(here: Any, work: Any) -> Any:
    """Whether a position with this key is remembered, or looks so."""
    bit = scaled(here, 1 << KEY_BITS)
    sown = array_at(work.sown, _WORDS, np.uint64)
    return (sown[bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1) != np.uint64(0)


def bits_for(keys: Any) -> Any:
    """A bit for each of these keys."""
    is_set = np.zeros(1 << KEY_BITS, np.bool_)
    is_set[keys >> np.uint64(64 - KEY_BITS)] = True
    return np.packbits(is_set, bitorder="little").view("<u8").astype(np.uint64)


def new_marks() -> Any:
    """Room for the marks of a search; none is set."""
    return np.zeros(_WORDS, np.uint64)


def are_marked(keys: Any, marks: Any) -> Any:
    """Whether the positions with these keys were marked (or others that look like them)."""
    bits = keys >> np.uint64(64 - KEY_BITS)
    return (marks[bits >> np.uint64(6)] >> (bits & np.uint64(63))) & np.uint64(1) != 0


@compiled
def plant(keys: Any, words: Any, count: Any, work: Any) -> None:
    """Put exact values into the table, written as its entries are; what it has proved, or knows from deeper, stays."""
    for i in range(count):
        expect(work, keys[min(i + _AHEAD, count - 1)])
        here, word = keys[i], words[i]
        entry = find(work, here)
        if entry != np.uint64(0):
            is_proved = is_guess(entry) < is_guess(word) and low_of(entry) == high_of(entry)
            if is_proved or (is_guess(entry) == is_guess(word) and depth_of(entry) > depth_of(word)):
                continue
        store(work, here, low_of(word), high_of(word), best_of(word), depth_of(word), is_guess(word))
