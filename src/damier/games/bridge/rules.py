"""Double dummy bridge: four hands, all seen, two partnerships, and as many tricks as there are cards in a hand.

A card is a number, 13 times its suit plus its rank; a hand is the set of their bits:

    suit    0 clubs, 1 diamonds, 2 hearts, 3 spades           rank    0 the two, ..., 12 the ace
    seat    0 north, 1 east, 2 south, 3 west: the left of each is the next; north and south play together

A position is seen from the player whose card is next: his own hand, then those to his left, across the table and to his right.
`table` has the cards of the trick that is not complete, the first in the lowest six bits, each with one added. Who is on turn
must follow suit if he can; the highest trump wins a trick, or else the highest card of the suit that was led, and its player
leads to the next one. The score is the difference of tricks of the two sides, so that the partner of who has won the last trick
moves as the same player: `same_player`.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import highest, lowest, mix, popcount
from damier.kernel import helper, rule
from damier.rules import ONGOING

Bits = np.uint64

RANKS = 13
SUITS = 4
SEATS = 4
CARDS = RANKS * SUITS
NO_TRUMPS = SUITS

_ZERO, _ONE = Bits(0), Bits(1)
_SUIT = (_ONE << Bits(RANKS)) - _ONE
_SIX = 6  # bits of a card on the table


class Bridge(NamedTuple):
    own: np.uint64
    left: np.uint64
    partner: np.uint64
    right: np.uint64
    table: np.int64
    trumps: np.int64
    own_tricks: np.int64
    other_tricks: np.int64
    seat: np.int64


@helper
def suit_cards(suit: Any) -> Any:
    """All cards of a suit."""
    return _SUIT << Bits(RANKS * suit)


@helper
def on_table(table: Any) -> Any:
    """How many cards of the present trick have been played."""
    return 0 if table == 0 else 1 if table < 1 << _SIX else 2 if table < 1 << 2 * _SIX else 3


@helper
def table_card(table: Any, place: Any) -> Any:
    """One of them, the card that was led being at place 0."""
    return (table >> _SIX * place & 63) - 1


@helper
def beats(card: Any, best: Any, trumps: Any) -> Any:
    """Whether a card that is played later wins over the best so far."""
    if card // RANKS == best // RANKS:
        return card > best
    return card // RANKS == trumps


@helper
def best_place(table: Any, trumps: Any) -> Any:
    """Which of the cards on the table wins so far; there is one at least."""
    best = 0
    for place in range(1, on_table(table)):
        if beats(table_card(table, place), table_card(table, best), trumps):
            best = place
    return best


@helper
def playable(own: Any, table: Any) -> Any:
    """The cards of a hand that may be played: those of the suit that was led, if there are any."""
    if table == 0:
        return own
    following = own & suit_cards(table_card(table, 0) // RANKS)
    return own if following == _ZERO else following


@rule
def moves(p: Bridge, out):
    """Cards that win the trick so far, then the others from the lowest; to lead, the highest of each suit first.

    The last player takes a trick as cheaply as he can, and none that is his partner's.
    """
    cards = playable(p.own, p.table)
    n = 0
    if p.table == 0:
        while cards != _ZERO:
            for suit in range(SUITS):
                held = cards & suit_cards(suit)
                if held != _ZERO:
                    out[n] = highest(held)
                    cards ^= _ONE << Bits(out[n])
                    n += 1
        return n
    place, played = best_place(p.table, p.trumps), on_table(p.table)
    best = table_card(p.table, place)
    is_last = played == 3
    is_ours = (played - place) % 2 == 0
    winning = _ZERO
    for suit in range(SUITS):
        if suit == best // RANKS:
            winning |= cards & suit_cards(suit) & ~((_ONE << Bits(best + 1)) - _ONE)
        elif suit == p.trumps:
            winning |= cards & suit_cards(suit)
    others = cards & ~winning
    if not (is_last and is_ours):
        n = _list(winning, is_last, out, n)
    n = _list(others, True, out, n)
    if is_last and is_ours:
        n = _list(winning, True, out, n)
    return n


@helper
def _list(cards, is_rising, out, n):
    """Write cards behind what is listed, from the lowest or from the highest."""
    while cards != _ZERO:
        card = lowest(cards) if is_rising else highest(cards)
        out[n] = card
        cards ^= _ONE << Bits(card)
        n += 1
    return n


@rule
def play(p: Bridge, card):
    """The next player is to the left; after the fourth card, who has won the trick."""
    own = p.own & ~(_ONE << Bits(card))
    played = on_table(p.table)
    if played < 3:
        table = p.table | (card + 1) << _SIX * played
        return Bridge(p.left, p.partner, p.right, own, table, p.trumps, p.other_tricks, p.own_tricks, (p.seat + 1) % SEATS)
    table = p.table
    place = best_place(table, p.trumps)
    winner = 0 if beats(card, table_card(table, place), p.trumps) else place + 1  # seats to the left of this one
    seat = (p.seat + winner) % SEATS
    ours, theirs = p.own_tricks, p.other_tricks
    if winner == 0:
        return Bridge(own, p.left, p.partner, p.right, np.int64(0), p.trumps, ours + 1, theirs, seat)
    if winner == 1:
        return Bridge(p.left, p.partner, p.right, own, np.int64(0), p.trumps, theirs + 1, ours, seat)
    if winner == 2:
        return Bridge(p.partner, p.right, own, p.left, np.int64(0), p.trumps, ours + 1, theirs, seat)
    return Bridge(p.right, own, p.left, p.partner, np.int64(0), p.trumps, theirs + 1, ours, seat)


@rule
def outcome(p: Bridge):
    """How many tricks more than the other side, once all are played."""
    return ONGOING if p.own != _ZERO else p.own_tricks - p.other_tricks


@rule
def same_player(p: Bridge, child):
    """Partners sit opposite."""
    return (p.seat ^ child.seat) & 1 == 0


@rule
def limits(p: Bridge):
    """Either side gets all that are left."""
    ahead, left = p.own_tricks - p.other_tricks, popcount(p.own)
    return ahead - left, ahead + left


@rule
def evaluate(p: Bridge, weights):
    """The tricks won so far, and one for each suit whose highest card a side holds, as far as there are tricks left."""
    ours, theirs = p.own | p.partner, p.left | p.right
    both = ours | theirs
    ahead = 0
    for suit in range(SUITS):
        held = both & suit_cards(suit)
        if held != _ZERO:
            ahead += 1 if ours >> Bits(highest(held)) & _ONE != _ZERO else -1
    left = popcount(p.own)
    return p.own_tricks - p.other_tricks + max(-left, min(left, ahead))


@rule
def stage(p: Bridge):
    """How many cards are gone from the hands."""
    return CARDS - popcount(p.own | p.left | p.partner | p.right)


@rule
def key(p: Bridge):
    """What the rest of the play depends on: of the trick only how it stands, of the tricks only who is ahead."""
    number = mix(mix(mix(mix(p.own) ^ p.left) ^ p.partner) ^ p.right)
    standing = p.trumps + 8 * (p.own_tricks - p.other_tricks + CARDS)
    if p.table != 0:
        place = best_place(p.table, p.trumps)
        led = table_card(p.table, 0) // RANKS
        standing += (on_table(p.table) + 4 * place + 16 * led + 64 * (table_card(p.table, place) + 1)) << 12
    return mix(number ^ Bits(standing))


@rule
def canonical(p: Bridge):
    """Only the order of the cards that are left matters: in each suit those that are gone are closed up, from the top.

    So cards of a hand with nothing between them are equal, and a trick with either leads to the same position.
    """
    own, left, partner, right = _ZERO, _ZERO, _ZERO, _ZERO
    table = np.int64(0)
    on = on_table(p.table)
    shown = _ZERO
    for place in range(on):
        shown |= _ONE << Bits(table_card(p.table, place))
    everything = p.own | p.left | p.partner | p.right | shown
    for suit in range(SUITS):
        cards = everything & suit_cards(suit)
        place = RANKS * suit + RANKS - 1
        while cards != _ZERO:
            card = highest(cards)
            bit = _ONE << Bits(card)
            cards ^= bit
            closed = _ONE << Bits(place)
            if p.own & bit != _ZERO:
                own |= closed
            elif p.left & bit != _ZERO:
                left |= closed
            elif p.partner & bit != _ZERO:
                partner |= closed
            elif p.right & bit != _ZERO:
                right |= closed
            else:
                for i in range(on):
                    if table_card(p.table, i) == card:
                        table |= np.int64(place + 1) << _SIX * i
            place -= 1
    return Bridge(own, left, partner, right, table, p.trumps, p.own_tricks, p.other_tricks, np.int64(0))
