"""Where positions stand in tables of endings, and moves taken back.

Nothing but the pieces tells a place: neither colour nor how long nothing has happened. The board has no symmetry but to be
turned round with its sides changed, which is how positions are seen anyway; so each place has one position.

Captures, and men that are crowned, lead to other endings. What is left are steps: an unmove is the step itself, as who has made
it would play it. Who could have captured did not step.
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount, reverse
from damier.games.draughts.families import MOST_PIECES, family_of, pieces_of
from damier.games.draughts.generation import WAY, jumping, list_captures, own_men, source_of, stepping, takers, target_of
from damier.games.draughts.numbering import rank, unrank
from damier.games.draughts.rules import Draughts
from damier.games.draughts.squares import (
    ALL,
    BACK_LEFT,
    FORWARD,
    HALF,
    LEFT,
    NEXT,
    ONE,
    RIGHT,
    WAYS,
    ZERO,
    Bits,
    back,
    back_left_of,
    back_right_of,
    left_of,
    right_of,
)
from damier.kernel import helper, rule

BEFORE_LAST_ROW = Bits(0x0F000000)


# --------------------------------------------------------------------------------------------------------------------
# Places


@rule
def index(p: Draughts) -> Any:
    pieces = p.men | p.kings
    if popcount(pieces) > MOST_PIECES or pieces & ALL == ZERO or pieces >> HALF == ZERO:
        return -1, 0
    own = popcount(p.men & ALL), popcount(p.kings & ALL)
    other = popcount(p.men >> HALF), popcount(p.kings >> HALF)
    return family_of(own[0], own[1], other[0], other[1]), rank(p)


@rule
def placed(p: Draughts, family: Any, number: Any) -> Any:
    men, kings, other_men, other_kings = pieces_of(family)
    found = unrank(number, men, kings, other_men, other_kings)
    return Draughts(found[0], found[1], np.int64(0), np.int64(0))


@rule
def has_symmetry(p: Draughts) -> Any:
    return False


# --------------------------------------------------------------------------------------------------------------------
# Moves


@rule
def converting(p: Draughts, out: Any) -> Any:
    """Captures, and steps to be crowned."""
    jumpers = jumping(p)
    if jumpers != ZERO:
        return list_captures(p, jumpers, out)
    count = 0
    for way in (LEFT, RIGHT):
        left = stepping(p, way) & own_men(p) & BEFORE_LAST_ROW
        while left != ZERO:
            out[count] = lowest(left) | way << WAY
            count += 1
            left &= left - ONE
    return count


@helper
def _along(squares: Any, way: Any) -> Any:
    """The squares one step along a way from these."""
    if way == LEFT:
        return left_of(squares)
    if way == RIGHT:
        return right_of(squares)
    return back_left_of(squares) if way == BACK_LEFT else back_right_of(squares)


@helper
def _moved(men: Any, kings: Any, one: Any, two: Any) -> Any:
    """Men and kings after a piece has gone from one of two squares to the other, which is free."""
    both = ONE << Bits(one) | ONE << Bits(two)
    return (men ^ both, kings) if men & both != ZERO else (men, kings ^ both)


@rule
def unmoves(p: Draughts, out: Any) -> Any:
    men, kings = reverse(p.men), reverse(p.kings)
    pieces = men | kings
    empty = ~(pieces | pieces >> HALF) & ALL
    count = 0
    for way in range(WAYS):
        came = (pieces if way < FORWARD else kings) & _along(empty, way)
        while came != ZERO:
            at = lowest(came)
            came &= came - ONE
            source = NEXT[WAYS * at + back(way)]
            before = _moved(men, kings, source, at)
            if takers(before[0], before[1]) == ZERO:
                out[count] = source | way << WAY
                count += 1
    return count


@rule
def unplay(p: Draughts, unmove: Any) -> Any:
    before = _moved(reverse(p.men), reverse(p.kings), source_of(unmove), target_of(unmove))
    return Draughts(before[0], before[1], np.int64(0), 1 - p.turn)
