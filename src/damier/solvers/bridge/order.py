"""Which card to try first: what players are taught.

Who leads cashes, lets a partner ruff, and does not help the hand behind; the second hand plays low, the third high, the fourth
takes a trick as cheaply as it can; nobody takes what is his partner's already. Cards with nothing between them are one group.
(To try what has settled other questions first, the history, was no gain: 2 to 50 % more nodes.)
"""

from typing import Any

import numpy as np

from damier.bits import highest, popcount
from damier.games.bridge.rules import NO_TRUMPS, RANKS, SUITS, beats, suit_cards
from damier.kernel import part
from damier.solvers.bridge.ideas import BIT

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_EQUALS = BIT["equals"]


@part
def list_groups(cards: Any, trick: Any, place: Any, work: Any) -> Any:
    """Write the groups of equal cards that may be played; how many there are. `trick` are cards on the table."""
    seen = work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3] | trick
    n = np.int64(0)
    for suit in range(SUITS):
        held = cards & suit_cards(suit)
        around = seen & suit_cards(suit) & ~held
        while held != _ZERO:
            top = highest(held)
            held ^= _ONE << np.uint64(top)
            bottom = top
            if work.ideas & _EQUALS:
                while held != _ZERO:
                    below = highest(held)
                    between = around & ((_ONE << np.uint64(bottom)) - _ONE) & ~((_ONE << np.uint64(below)) - _ONE)
                    if between != _ZERO:
                        break
                    bottom = below
                    held ^= _ONE << np.uint64(below)
            work.order[place, n], work.bottom[place, n] = top, bottom
            n += 1
    return n


@part
def rank_leads(seat: Any, n: Any, place: Any, work: Any) -> None:
    """How promising each group looks to who leads."""
    own, left = work.hands[seat], work.hands[(seat + 1) & 3]
    partner, right = work.hands[(seat + 2) & 3], work.hands[(seat + 3) & 3]
    trumps = suit_cards(work.trumps) if work.trumps != NO_TRUMPS else _ZERO
    for i in range(n):
        card = work.order[place, i]
        suit = card // RANKS
        cards = suit_cards(suit)
        top = highest((own | left | partner | right) & cards)
        top_bit = _ONE << np.uint64(top)
        rank = card - suit * RANKS
        worth = np.int64(0)
        if suit != work.trumps and trumps != _ZERO:
            if left & cards == _ZERO and left & trumps != _ZERO:
                worth -= 30
            if right & cards == _ZERO and right & trumps != _ZERO:
                worth -= 30
            if partner & cards == _ZERO and partner & trumps != _ZERO:
                worth += 35 - rank
            if popcount(own & cards) == 1 and own & trumps != _ZERO:
                worth += 12
        if card == top:
            worth += 30
        elif partner & top_bit != _ZERO:
            worth += 26 - rank
        elif left & top_bit != _ZERO:
            worth += 6 - rank // 2
        else:
            worth -= rank // 2
        worth += popcount((own | partner) & cards) - popcount((left | right) & cards)
        work.worth[place, i] = worth


@part
def rank_followers(seat: Any, count: Any, best: Any, best_seat: Any, n: Any, place: Any, work: Any) -> None:
    """How promising each group looks to who plays the second, third or fourth card of a trick."""
    cards = suit_cards(best // RANKS)
    still = work.hands[(seat + 1) & 3] if count == 2 else work.hands[(seat + 1) & 3] | work.hands[(seat + 2) & 3]
    if count == 3:
        still = _ZERO
    is_ours = (best_seat ^ seat) & 1 == 0
    higher = still & cards & ~((_ONE << np.uint64(best)) - _ONE)
    is_safe = is_ours and higher == _ZERO
    for i in range(n):
        card = work.order[place, i]
        rank = card % RANKS
        if not beats(card, best, work.trumps):
            worth = -rank * 2
            if card // RANKS != best // RANKS:
                worth += popcount(work.hands[seat] & suit_cards(card // RANKS))
        elif is_safe:
            worth = -40 - rank
        elif count == 3:
            worth = 60 - rank
        else:
            rivals = still & suit_cards(card // RANKS) & ~((_ONE << np.uint64(card)) - _ONE)
            if rivals == _ZERO:
                worth = 50 - rank
            elif count == 2:
                worth = 10 + rank
            else:
                worth = 4 - rank
        work.worth[place, i] = worth


@part
def choose(i: Any, n: Any, place: Any, work: Any) -> Any:
    """Bring the most promising of the groups from i on to the front; its card."""
    best = i
    for j in range(i + 1, n):
        if work.worth[place, j] > work.worth[place, best]:
            best = j
    for column in (work.order, work.bottom, work.worth):
        column[place, i], column[place, best] = column[place, best], column[place, i]
    return work.order[place, i]
