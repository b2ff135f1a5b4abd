"""What a position of draughts looks worth, in hundredths of a man.

The terms are those of Samuel's list that proved useful (A. L. Samuel, "Some Studies in Machine Learning Using the Game of
Checkers", IBM Journal 3, 1959): pieces, the back row, the centre, mobility, exposure, and *the move*, which of two equal
sides can bring the other to a standstill. That the double corner, where a lone king holds out longest, is worth something, and
that the kings which hunt it are near, wins endings that a search does not see through. Each term is counted for both sides, the
board turned round for the other, and the difference is weighted between a full board and an empty one by the pieces left.
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount, reverse
from damier.games.draughts.generation import takers
from damier.games.draughts.squares import ALL, HALF, ONE, SQUARES, ZERO, Bits, before, behind, distance, left_of, right_of
from damier.games.draughts.weights import COUNT, PLACES
from damier.kernel import helper

FULL = 24  # pieces of a full board
MOST = 90_000  # no estimate is larger: wins are

MAN, KING = PLACES["man"], PLACES["king"]
MAN_ON_SQUARE, KING_ON_SQUARE = PLACES["man on square"], PLACES["king on square"]
BACK_ROW, FREE_MAN = PLACES["back row"], PLACES["free man"]
CAN_STEP, KING_STEPS, SHUT_IN = PLACES["man that can step"], PLACES["king's steps"], PLACES["king shut in"]
HELD = PLACES["man held from behind"]
FAR = PLACES["king far from the other's"]
THE_MOVE, TEMPO, THREAT = PLACES["the move"], PLACES["tempo"], PLACES["threat"]

_FIRST_ROW = Bits(15)
_SYSTEM = Bits(0x0F0F0F0F)  # the rows whose pieces tell who has the move


@helper
def estimate(position: Any, weights: Any) -> Any:
    """The estimate for the player to move."""
    men, kings = position.men, position.kings
    turned_men, turned_kings = reverse(men), reverse(kings)
    pieces = men | kings
    full, empty = side(men, kings, weights)
    other_full, other_empty = side(turned_men, turned_kings, weights)
    full, empty = full - other_full + weights[TEMPO], empty - other_empty + weights[COUNT + TEMPO]
    own, other = popcount(pieces & ALL), popcount(pieces >> HALF)
    if own == other:
        sign = 1 if popcount((pieces | pieces >> HALF) & _SYSTEM) & 1 else -1
        full, empty = full + sign * weights[THE_MOVE], empty + sign * weights[COUNT + THE_MOVE]
    if own > other:
        far = steps_between(kings & ALL, kings >> HALF)
        full, empty = full + far * weights[FAR], empty + far * weights[COUNT + FAR]
    elif other > own:
        far = steps_between(kings >> HALF, kings & ALL)
        full, empty = full - far * weights[FAR], empty - far * weights[COUNT + FAR]
    threats = popcount(takers(turned_men, turned_kings))
    full, empty = full + threats * weights[THREAT], empty + threats * weights[COUNT + THREAT]
    left = own + other
    return max(-MOST, min(MOST, (full * left + empty * (FULL - left)) // FULL))


@helper
def steps_between(hunters: Any, hunted: Any) -> Any:
    """The steps that kings have to the nearest of others, together; none where there are no others."""
    total = 0
    while hunters != ZERO and hunted != ZERO:
        nearest, left = SQUARES, hunted
        while left != ZERO:
            nearest = min(nearest, distance(lowest(hunters), lowest(left)))
            left &= left - ONE
        total += nearest
        hunters &= hunters - ONE
    return total


@helper
def side(men: Any, kings: Any, weights: Any) -> Any:
    """What the terms count for the pieces in the lower halves, on a full board and on an empty one."""
    own_men, own_kings = men & ALL, kings & ALL
    own, other = own_men | own_kings, (men | kings) >> HALF
    free = ~(own | other) & ALL
    full = empty = 0

    # Pieces, and where they stand
    left = own_men
    while left != ZERO:
        at = lowest(left)
        full += weights[MAN] + weights[MAN_ON_SQUARE + at]
        empty += weights[COUNT + MAN] + weights[COUNT + MAN_ON_SQUARE + at]
        left &= left - ONE
    left = own_kings
    while left != ZERO:
        at = lowest(left)
        full += weights[KING] + weights[KING_ON_SQUARE + at]
        empty += weights[COUNT + KING] + weights[COUNT + KING_ON_SQUARE + at]
        left &= left - ONE
    if men >> HALF != ZERO:
        guard = BACK_ROW + np.int64(own_men & _FIRST_ROW)
        full += weights[guard]
        empty += weights[COUNT + guard]

    # Men that nobody can stop: no piece of the other's stands in the triangle before them
    shadow = other
    for _ in range(7):
        shadow |= behind(shadow)
    left = own_men & ~shadow
    while left != ZERO:
        row = lowest(left) >> 2
        full += weights[FREE_MAN + row]
        empty += weights[COUNT + FREE_MAN + row]
        left &= left - ONE

    # Mobility
    can_step = popcount(own_men & behind(free))
    steps = before(own_kings) & free | behind(own_kings) & free
    shut_in = popcount(own_kings & ~(before(free) | behind(free)))
    reach = popcount(steps)
    full += can_step * weights[CAN_STEP] + reach * weights[KING_STEPS] + shut_in * weights[SHUT_IN]
    empty += can_step * weights[COUNT + CAN_STEP] + reach * weights[COUNT + KING_STEPS] + shut_in * weights[COUNT + SHUT_IN]

    # Men that cannot be jumped over from one side, or from both
    one, two = own_men & left_of(own), own_men & right_of(own)
    held, well_held = popcount(one ^ two), popcount(one & two)
    full += held * weights[HELD] + well_held * weights[HELD + 1]
    empty += held * weights[COUNT + HELD] + well_held * weights[COUNT + HELD + 1]
    return full, empty
