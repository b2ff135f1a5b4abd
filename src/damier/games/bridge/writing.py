"""Deals of bridge in writing, and drawn.

A deal is written as in PBN, the player to move first and the others clockwise, suits from spades down to clubs:

    W:AK.Q.-.32 T9.J.A.K 8.K2.Q.4 7.T.JT.5 S 0-0 D2.DK

Then come the trumps (C D H S, or N), the tricks of the side to move and of the other, and the cards of the trick so far.
What stands behind the hands may be left out.
"""

import random
from typing import Any

import numpy as np

from damier.games.bridge.rules import (
    CARDS,
    NO_TRUMPS,
    RANKS,
    SEATS,
    SUITS,
    Bits,
    Bridge,
    best_place,
    on_table,
    playable,
    suit_cards,
    table_card,
)
from damier.games.game import Board, Cell
from damier.wording import quoted, whole_number

LETTERS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
SEAT_LETTERS = "NESW"
SEAT_NAMES = ("North", "East", "South", "West")
TRUMPS = ("none", "clubs", "diamonds", "hearts", "spades")
FIRST_LEAD = 3  # west, so that south is declarer


def deal(cards: int, trumps: str, seed: int) -> Bridge:
    """Random hands with so many cards each, from the whole pack."""
    if not 1 <= cards <= RANKS:
        raise ValueError(f"a hand has 1 to {RANKS} cards, not {cards}")
    if seed < 0:
        raise ValueError(f"deals are numbered from 0, not {seed}")
    if trumps not in TRUMPS:
        raise ValueError(f"{quoted(trumps)} are no trumps; there are {', '.join(TRUMPS)}")
    pack = random.Random(seed).sample(range(CARDS), SEATS * cards)
    hands = [hand_of(pack[seat::SEATS]) for seat in range(SEATS)]
    return position(hands, FIRST_LEAD, (TRUMPS.index(trumps) - 1) % (SUITS + 1))


def hand_of(cards: list[int]) -> int:
    """The bits of some cards."""
    return sum(1 << card for card in cards)


def position(
    hands: list[int], seat: int, trumps: int, tricks: tuple[int, int] = (0, 0), trick: list[int] | None = None
) -> Bridge:
    """A position with these hands, from north's on, in which this seat is to play a card."""
    table = sum(card + 1 << 6 * place for place, card in enumerate(trick or []))
    turned = [Bits(hands[(seat + i) % SEATS]) for i in range(SEATS)]
    numbers = [np.int64(number) for number in (table, trumps, *tricks, seat)]
    return Bridge._make([*turned, *numbers])


def hands_of(p: Bridge) -> list[int]:
    """The hands from north's on."""
    turned = [int(hand) for hand in p[:SEATS]]
    return [turned[(seat - int(p.seat)) % SEATS] for seat in range(SEATS)]


def trick_of(p: Bridge) -> list[int]:
    """The cards of the present trick, the one that was led first."""
    return [int(table_card(p.table, place)) for place in range(on_table(p.table))]


def winning_place(p: Bridge) -> int:
    """Which of them wins so far; there is one at least."""
    return int(best_place(p.table, p.trumps))


def turn(p: Bridge) -> int:
    """0 for east and west, who lead to the first trick, 1 for north and south."""
    return side_of(int(p.seat))


def side_of(seat: int) -> int:
    """Whose player a seat is."""
    return 1 - (seat & 1)


# --------------------------------------------------------------------------------------------------------------------
# In writing


def card_name(card: int) -> str:
    """A card by the letters of its suit and rank, as SA or D10's DT."""
    return SUIT_LETTERS[card // RANKS] + LETTERS[card % RANKS]


def move_name(p: Bridge, move: int) -> str:
    return card_name(move)


def read_move(p: Bridge, text: str) -> int | None:
    """The card that is written suit first or rank first, in letters or signs, 10 or T: SA, as, ♠A, H10."""
    card = _read_card(text)
    return card if card is not None and int(playable(p.own, p.table)) >> card & 1 else None


def _read_card(text: str) -> int | None:
    wanted = text.strip().upper().replace("10", "T").replace("\N{VARIATION SELECTOR-16}", "")
    for sign, letter in zip(SUIT_SIGNS, SUIT_LETTERS, strict=True):
        wanted = wanted.replace(sign, letter)
    if len(wanted) != 2:
        return None
    for suit, rank in ((wanted[0], wanted[1]), (wanted[1], wanted[0])):
        if suit in SUIT_LETTERS and rank in LETTERS:
            return SUIT_LETTERS.index(suit) * RANKS + LETTERS.index(rank)
    return None


def hand_text(hand: int) -> str:
    """A hand by suits from spades down, its highest cards first; a suit without cards is a dash."""
    suits = []
    for suit in reversed(range(SUITS)):
        ranks = [LETTERS[rank] for rank in reversed(range(RANKS)) if hand >> suit * RANKS + rank & 1]
        suits.append("".join(ranks) or "-")
    return ".".join(suits)


def text(p: Bridge) -> str:
    """A deal in writing, from who is to play on."""
    hands = " ".join(hand_text(int(hand)) for hand in p[:SEATS])
    tricks = f"{int(p.own_tricks)}-{int(p.other_tricks)}"
    told = f"{SEAT_LETTERS[int(p.seat)]}:{hands} {(SUIT_LETTERS + 'N')[int(p.trumps)]} {tricks}"
    return " ".join([told, *([".".join(map(card_name, trick_of(p)))] if p.table else [])])


def parse(written: str, trumps: str = "none") -> Bridge:
    """The deal that a text stands for; trumps as told where it does not say."""
    words = written.split()
    seat, colon, first = (words[0] if words else "").partition(":")
    if not colon or seat.upper() not in SEAT_LETTERS or not seat:
        raise ValueError(f"{quoted(written.strip())}: a deal begins with who is to play, as N:AK.Q.-.32 and three hands more")
    hands = [_read_hand(word) for word in [first, *words[1:SEATS]]]
    rest = words[SEATS:]
    if len(hands) < SEATS:
        raise ValueError(
            f"{quoted(written.strip())}: expected four hands, then perhaps trumps, tricks as 1-0, and the trick as CA.H2"
        )
    suit = (TRUMPS.index(trumps) - 1) % (SUITS + 1) if not rest else _read_trumps(rest[0])
    tricks = _read_tricks(rest[1]) if len(rest) > 1 else (0, 0)
    trick = [_card_of_trick(card) for card in ".".join(rest[2:]).replace(",", ".").split(".")] if len(rest) > 2 else []
    number = SEAT_LETTERS.index(seat.upper())
    found = position([hands[(i - number) % SEATS] for i in range(SEATS)], number, suit, tricks, trick)
    _check(found, trick)
    return found


def _read_hand(word: str) -> int:
    suits = word.upper().replace("10", "T").split(".")
    if len(suits) != SUITS:
        raise ValueError(f"{quoted(word)} is no hand: four suits, spades first, with dots between them, as AK.Q.-.32")
    hand = 0
    for suit, ranks in zip(reversed(range(SUITS)), suits, strict=True):
        for rank in ranks.strip("-"):
            if rank not in LETTERS:
                raise ValueError(f"{quoted(rank)} in {quoted(word)} is no rank; there are {LETTERS}")
            bit = 1 << suit * RANKS + LETTERS.index(rank)
            if hand & bit:
                raise ValueError(f"{quoted(word)} has one card twice, {SUIT_LETTERS[suit]}{rank}")
            hand |= bit
    return hand


def _read_trumps(word: str) -> int:
    wanted = word.upper().removesuffix("T") if word.upper() == "NT" else word.upper()
    if len(wanted) != 1 or wanted not in SUIT_LETTERS + "N":
        raise ValueError(f"{quoted(word)} are no trumps; write C, D, H, S, or N for none")
    return (SUIT_LETTERS + "N").index(wanted)


def _read_tricks(word: str) -> tuple[int, int]:
    ours, dash, theirs = word.partition("-")
    numbers = whole_number(ours), whole_number(theirs)
    if not dash or numbers[0] is None or numbers[1] is None or min(numbers[0], numbers[1]) < 0:
        raise ValueError(f"{quoted(word)} are no tricks; write those of the side to move and of the other, as 2-1")
    return numbers[0], numbers[1]


def _card_of_trick(word: str) -> int:
    card = _read_card(word)
    if card is None:
        raise ValueError(f"{quoted(word)} in the trick is no card; write suit and rank, with dots between cards, as CA.H2")
    return card


def _check(p: Bridge, trick: list[int]) -> None:
    """Whether such a position can come about."""
    hands = [int(hand) for hand in p[:SEATS]]
    for card in range(CARDS):
        if sum(hand >> card & 1 for hand in hands) + trick.count(card) > 1:
            raise ValueError(f"{card_name(card)} is there twice")
    if len(trick) > 3:
        raise ValueError(f"a trick of {len(trick)} cards is complete; the position after it has none on the table")
    own = hands[0].bit_count()
    for left, where in ((3, "to the right"), (2, "opposite"), (1, "to the left")):
        wanted = own - (left > SEATS - 1 - len(trick))  # who has played to the trick has a card less
        if hands[left].bit_count() != wanted:
            raise ValueError(f"to play with {own} cards, the hand {where} must have {wanted}, not {hands[left].bit_count()}")
    if own + int(p.own_tricks) + int(p.other_tricks) > RANKS:
        raise ValueError(f"{own} cards and {int(p.own_tricks)}-{int(p.other_tricks)} tricks are more than {RANKS}")
    if not own and trick:
        raise ValueError("who is to play has no card, but the trick is not complete")
    for place, card in enumerate(trick[1:], 1):
        led = trick[0] // RANKS
        if card // RANKS != led and hands[SEATS - len(trick) + place] & int(suit_cards(led)):
            raise ValueError(f"{card_name(card)} did not follow suit, though that hand has {SUIT_LETTERS[led]} left")


# --------------------------------------------------------------------------------------------------------------------
# Drawn


def _sorted(hand: int) -> list[int]:
    """The cards of a hand as people hold them: spades first, the highest first."""
    return [card for card in reversed(range(CARDS)) if hand >> card & 1]


def _sign(card: int) -> str:
    return SUIT_SIGNS[card // RANKS] + LETTERS[card % RANKS].replace("T", "10")


def board(p: Bridge, turn: int) -> Board:
    """A row a hand, and at its end the card it has played to the trick."""
    hands, trick = hands_of(p), trick_of(p)
    played = {(int(p.seat) - len(trick) + place) % SEATS: card for place, card in enumerate(trick)}
    width = max(1, *(hand.bit_count() for hand in hands))
    rows = []
    for seat, hand in enumerate(hands):
        cells = [Cell(_sign(card), side_of(seat)) for card in _sorted(hand)]
        cells += [Cell()] * (width - len(cells))
        rows.append([*cells, Cell(_sign(played[seat]), side_of(seat), name="played") if seat in played else Cell()])
    trumps = "no trumps" if p.trumps == NO_TRUMPS else f"trumps {SUIT_SIGNS[int(p.trumps)]}"
    north_south, east_west = (p.own_tricks, p.other_tricks) if int(p.seat) & 1 == 0 else (p.other_tricks, p.own_tricks)
    tricks = f"North-South {int(north_south)}, East-West {int(east_west)}"
    caption = f"{SEAT_NAMES[int(p.seat)]} to play, {trumps}; {tricks}" if p.own else tricks
    return Board(rows, rows=list(SEAT_LETTERS), columns=[""] * (width + 1), caption=caption)


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    """Where the card lies in its hand."""
    return [(int(p.seat), _sorted(int(p.own)).index(move))]
