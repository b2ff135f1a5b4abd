"""The search of a deal: do north and south win so many of the tricks that are left?

A card at a time, with a question that has two answers. An answer comes with the cards whose rank it rests on: those that have
won a trick against another card of their suit. All lower ones could be exchanged for each other without changing it, so that
what the table remembers of one deal holds for all that agree in the cards that count (partition search, Ginsberg). Where no
card helps, what any of them rests on counts; and equal cards, of which one was tried, count all or none.
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.bridge.rules import NO_TRUMPS, RANKS, SEATS, beats, suit_cards
from damier.kernel import compiled, part
from damier.search.clock import is_late, is_time_to_look
from damier.solvers.bridge.ideas import BIT
from damier.solvers.bridge.order import choose, list_groups, rank_followers, rank_leads
from damier.solvers.bridge.sure import cashed, trump_tricks
from damier.solvers.bridge.table import counted_cards, counting_of, find, key_of, low_of, owners_of, store

YES = np.uint64(1) << np.uint64(63)
NO = np.uint64(0)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_CARDS = (_ONE << np.uint64(52)) - _ONE
_TABLE, _PARTITION, _QUICK, _TRUMPS = (BIT[name] for name in ("table", "partition", "quick", "trumps"))


@compiled
def prove(seat: Any, count: Any, trick: Any, led: Any, best: Any, best_seat: Any, need: Any, work: Any) -> Any:
    """Whether north and south win `need` tricks more, the present one among them (YES), and the cards this rests on.

    The seat is to play. `count` cards lie on the table, the bits of `trick`; `led` was the first, `best`, by `best_seat`, wins.
    """
    # 1. At the beginning of a trick: what needs no search
    own = work.hands[seat]
    left = popcount(own)
    work.nodes += 1
    key = minor = major = _ZERO
    if count == 0:
        if need <= 0:
            return YES
        if need > left:
            return NO
        work.asked += 1
        if is_time_to_look(work.asked) and is_late(work.deadline):
            work.stop = 1
        if work.stop:
            return NO
        known = _without_search(seat, left, need, work)
        if known != _ONE << np.uint64(62):
            return known
        if work.ideas & _TABLE and left > 1:
            key, minor, major = key_of(seat, work), owners_of(0, work), owners_of(2, work)
            data = find(key, minor, major, need, work)
            if data != _ZERO:
                rests = counted_cards(data, work)
                return YES | rests if low_of(data) >= need else rests

    # 2. Each card, the most promising first; of equal ones the highest
    cards = own
    if count > 0:
        following = own & suit_cards(led // RANKS)
        if following != _ZERO:
            cards = following
    place = popcount(work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3])
    n = list_groups(cards, trick, place, work)
    if n > 1:
        if count == 0:
            rank_leads(seat, n, place, work)
        else:
            rank_followers(seat, count, best, best_seat, n, place, work)
    wants = YES if seat & 1 == 0 else NO
    answer = (wants ^ YES) & YES
    rests = _ZERO
    for i in range(n):
        card = choose(i, n, place, work)
        bit = _ONE << np.uint64(card)
        work.hands[seat] = own ^ bit
        leads = count == 0 or beats(card, best, work.trumps)
        top, top_seat = (card, seat) if leads else (best, best_seat)
        if count < SEATS - 1:
            first = card if count == 0 else led
            found = prove((seat + 1) & 3, count + 1, trick | bit, first, top, top_seat, need, work)
        else:
            rivals = (trick | bit) & suit_cards(top // RANKS)
            mattered = _ONE << np.uint64(top) if popcount(rivals) > 1 else _ZERO
            won = 1 - (top_seat & 1)
            found = prove(top_seat, np.int64(0), _ZERO, np.int64(0), np.int64(0), np.int64(0), need - won, work) | mattered
        work.hands[seat] = own
        if work.stop:
            return NO
        if found & YES == wants:
            answer, rests = wants, found & _CARDS
            break
        rests |= found & _CARDS
    if answer != wants:
        rests = _whole_groups(rests, n, place, work)

    # 3. Remember
    if count == 0 and work.ideas & _TABLE and left > 1:
        counting = counting_of(rests, work) if work.ideas & _PARTITION else counting_of(own | _lowest_cards(work), work)
        low, high = (need, left) if answer == YES else (np.int64(0), need - 1)
        store(key, minor, major, low, high, counting, work)
    return answer | rests


@part
def _without_search(seat: Any, left: Any, need: Any, work: Any) -> Any:
    """The answer, where it is plain from top cards; else bit 62."""
    is_ours = seat & 1 == 0
    if work.ideas & _QUICK:
        found = cashed(seat, work)
        tricks = np.int64(found >> np.uint64(52))
        if is_ours and tricks >= need:
            return YES | found & _CARDS
        if not is_ours and left - tricks < need:
            return found & _CARDS
    if work.trumps != NO_TRUMPS and work.ideas & _TRUMPS:
        north_south, east_west = work.hands[0] | work.hands[2], work.hands[1] | work.hands[3]
        found = trump_tricks(work.hands[1], work.hands[3], north_south, work.trumps)
        if left - np.int64(found >> np.uint64(52)) < need:
            return found & _CARDS
        found = trump_tricks(work.hands[0], work.hands[2], east_west, work.trumps)
        if np.int64(found >> np.uint64(52)) >= need:
            return YES | found & _CARDS
    return _ONE << np.uint64(62)


@part
def _whole_groups(rests: Any, n: Any, place: Any, work: Any) -> Any:
    """Of equal cards, of which one was tried for all: if the highest counts, the lowest does."""
    for i in range(n):
        top, bottom = work.order[place, i], work.bottom[place, i]
        if top != bottom:
            matter = rests & suit_cards(top // RANKS)
            if matter != _ZERO and lowest(matter) <= top:
                rests |= _ONE << np.uint64(bottom)
    return rests


@part
def _lowest_cards(work: Any) -> Any:
    """The lowest card of each suit: with them all cards count."""
    cards = work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3]
    found = _ZERO
    for suit in range(4):
        held = cards & suit_cards(suit)
        found |= held & (~held + _ONE)
    return found
