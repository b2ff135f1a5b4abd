"""What was proved of deals at the beginning of a trick, many at once: partition search.

All deals in which the four hands are as long in each suit, and who leads is the same, share a key. Of the cards only their
order counts, and of that only as many from the top as the proof has looked at. So an entry has, beside the key, the owners of
the cards of each suit from the highest down, two bits each, 26 a suit; and, for each suit, how many of them count:

    word 0      the key, 0 for nothing
    word 1      owners of clubs and diamonds            word 2      owners of hearts and spades
    word 3      bits 0-3 low, 4-7 high: tricks of north and south; bits 8-23: how many cards count, four bits a suit

An entry is true of every deal that agrees with it in what counts.
"""

from typing import Any

import numpy as np

from damier.bits import highest, mix, popcount
from damier.games.bridge.rules import RANKS, SEATS, SUITS, suit_cards
from damier.kernel import array_at, part
from damier.search.buckets import Buckets

ENTRY = 4  # words
PLACES = 16  # entries of a bucket
_WORDS = ENTRY * PLACES
_FIELD = np.uint64(2 * RANKS)
_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
NOWHERE = -1


class Table(Buckets):
    """A table of so many megabytes."""

    BUCKET_WORDS = _WORDS


@part
def key_of(leader: Any, work: Any) -> Any:
    """A number for the lengths of all suits in all hands, who leads, and the trumps."""
    shape = _ZERO
    for seat in range(SEATS):
        for suit in range(SUITS):
            shape = shape << np.uint64(4) | np.uint64(popcount(work.hands[seat] & suit_cards(suit)))
    key = mix(mix(shape) ^ np.uint64(leader + SEATS * work.trumps))
    return key | _ONE


@part
def owners_of(first: Any, work: Any) -> Any:
    """Who holds the cards of two suits, from this one on, from the highest of each down."""
    owners = _ZERO
    for suit in range(first, first + 2):
        cards = (work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3]) & suit_cards(suit)
        place = _FIELD * np.uint64(suit - first)
        while cards != _ZERO:
            bit = _ONE << np.uint64(highest(cards))
            cards ^= bit
            if (work.hands[1] | work.hands[3]) & bit != _ZERO:
                owners |= _ONE << place
            if (work.hands[2] | work.hands[3]) & bit != _ZERO:
                owners |= _TWO << place
            place += _TWO
    return owners


@part
def _counts(data: Any, first: Any) -> Any:
    """The bits of the owners of two suits that count."""
    low = (data >> np.uint64(8 + 4 * first)) & np.uint64(15)
    high = (data >> np.uint64(12 + 4 * first)) & np.uint64(15)
    return ((_ONE << (_TWO * low)) - _ONE) | ((_ONE << (_TWO * high)) - _ONE) << _FIELD


@part
def _agrees(minor: Any, major: Any, data: Any) -> Any:
    """Whether owners that differ in these bits are the same where it counts."""
    return minor & _counts(data, 0) == _ZERO and major & _counts(data, 2) == _ZERO


@part
def find(key: Any, minor: Any, major: Any, need: Any, work: Any) -> Any:
    """The data of an entry that tells whether `need` tricks are won in this deal; 0 if there is none."""
    table = array_at(work.table, work.buckets * _WORDS, np.uint64)
    slot = _slot(key, work)
    for i in range(slot, slot + _WORDS, ENTRY):
        if table[i] == _ZERO:
            return _ZERO
        if table[i] != key:
            continue
        data = table[i + 3]
        if low_of(data) < need <= high_of(data):
            continue
        if _agrees(table[i + 1] ^ minor, table[i + 2] ^ major, data):
            return data
    return _ZERO


@part
def store(key: Any, minor: Any, major: Any, low: Any, high: Any, counting: Any, work: Any) -> None:
    """Remember that north and south win between low and high tricks, as far as so many cards of each suit count.

    `counting` has four bits a suit. In a full bucket any entry may go.
    """
    table = array_at(work.table, work.buckets * _WORDS, np.uint64)
    slot = _slot(key, work)
    counted = np.uint64(counting) << np.uint64(8)
    victim = slot + np.int64(mix(np.uint64(work.nodes)) >> np.uint64(60)) * ENTRY
    for i in range(slot, slot + _WORDS, ENTRY):
        if table[i] == _ZERO:
            victim = i
            break
        data = table[i + 3]
        is_same = table[i] == key and data >> np.uint64(8) == counted >> np.uint64(8)
        if is_same and _agrees(table[i + 1] ^ minor, table[i + 2] ^ major, data):
            victim = i
            low, high = max(low, low_of(data)), min(high, high_of(data))
            break
    table[victim] = key
    table[victim + 1] = minor
    table[victim + 2] = major
    table[victim + 3] = np.uint64(low) | np.uint64(high) << np.uint64(4) | counted


@part
def _slot(key: Any, work: Any) -> Any:
    """The first word of the bucket of a key."""
    return np.int64(((key >> np.uint64(32)) * np.uint64(work.buckets)) >> np.uint64(32)) * _WORDS


@part
def low_of(data: Any) -> Any:
    return np.int64(data & np.uint64(15))


@part
def high_of(data: Any) -> Any:
    return np.int64(data >> np.uint64(4) & np.uint64(15))


@part
def counted_cards(data: Any, work: Any) -> Any:
    """The lowest card of each suit that counts for an entry, as the deal has them."""
    found = _ZERO
    for suit in range(SUITS):
        cards = (work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3]) & suit_cards(suit)
        count = np.int64(data >> np.uint64(8 + 4 * suit) & np.uint64(15))
        bit = _ZERO
        for _ in range(count):
            bit = _ONE << np.uint64(highest(cards))
            cards ^= bit
        found |= bit
    return found


@part
def counting_of(relevant: Any, work: Any) -> Any:
    """How many cards of each suit, from the highest down, there are to the lowest of these."""
    counting = np.int64(0)
    for suit in range(SUITS):
        matter = relevant & suit_cards(suit)
        if matter != _ZERO:
            lowest_bit = matter & (~matter + _ONE)
            cards = (work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3]) & suit_cards(suit)
            counting |= popcount(cards & ~(lowest_bit - _ONE)) << 4 * suit
    return counting
