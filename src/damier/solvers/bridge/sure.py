"""Tricks that need no search: top cards that can be cashed at once, and trumps that nobody beats."""

from typing import Any

import numpy as np

from damier.bits import highest, popcount
from damier.games.bridge.rules import NO_TRUMPS, SUITS, suit_cards
from damier.kernel import part

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@part
def tops_of(hand: Any, others: Any, suit: Any) -> Any:
    """The cards of a hand in a suit that are higher than all cards of the other hands."""
    own = hand & suit_cards(suit)
    rival = others & suit_cards(suit)
    if rival == _ZERO:
        return own
    return own & ~((_ONE << np.uint64(highest(rival) + 1)) - _ONE)


@part
def cashed(leader: Any, work: Any) -> Any:
    """How many tricks the side of who leads can take at once, in bits 52 on, and the cards whose rank that needs.

    Who leads cashes his own top cards; where nobody can trump them, and he can reach his partner, those of his partner, too.
    """
    own, left = work.hands[leader], work.hands[(leader + 1) & 3]
    partner, right = work.hands[(leader + 2) & 3], work.hands[(leader + 3) & 3]
    others = left | partner | right
    trumps = suit_cards(work.trumps) if work.trumps != NO_TRUMPS else _ZERO
    may_ruff_left, may_ruff_right = left & trumps != _ZERO, right & trumps != _ZERO
    relevant = _ZERO
    tricks = np.int64(0)
    far, far_relevant, is_reached = np.int64(0), _ZERO, False
    for suit in range(SUITS):
        tops = tops_of(own, others, suit)
        count = popcount(tops)
        if suit != work.trumps:
            if may_ruff_left:
                count = min(count, popcount(left & suit_cards(suit)))
            if may_ruff_right:
                count = min(count, popcount(right & suit_cards(suit)))
        if count > 0:
            tricks += count
            for _ in range(popcount(tops) - count):
                tops &= tops - _ONE
            if others & suit_cards(suit) != _ZERO:
                relevant |= tops & (~tops + _ONE)
        if not (may_ruff_left or may_ruff_right):
            tops = tops_of(partner, own | left | right, suit)
            if tops != _ZERO:
                far += popcount(tops)
                if (own | left | right) & suit_cards(suit) != _ZERO:
                    far_relevant |= tops & (~tops + _ONE)
                is_reached = is_reached or own & suit_cards(suit) != _ZERO
    if is_reached:
        tricks += far
        relevant |= far_relevant
    tricks = min(tricks, popcount(own))
    return np.uint64(tricks) << np.uint64(52) | relevant


@part
def trump_tricks(one: Any, two: Any, others: Any, trumps: Any) -> Any:
    """How many tricks a side wins by the highest trumps of one of its hands, in bits 52 on; and the card this needs."""
    first, second = tops_of(one, others | two, trumps), tops_of(two, others | one, trumps)
    tops = first if popcount(first) >= popcount(second) else second
    count = popcount(tops)
    if count == 0:
        return _ZERO
    rest = (one | two | others) & suit_cards(trumps) & ~tops
    relevant = tops & (~tops + _ONE) if rest != _ZERO else _ZERO
    return np.uint64(count) << np.uint64(52) | relevant
