"""Positions by number: how many boards there are of given men and kings, the number of each, and the board of a number.

For tables of endings. A board is numbered among those of the same material, from 0 on without a gap, as the player to move sees
it: first where his men are, then the other's men, his kings, the other's kings, each among the squares that are left. Men do
not stand in the row where they are crowned, so the first row is his men's alone and the last one the other's. How many of his
men are in the first row decides how many squares are left to the other's men, so boards come in groups by that.
"""

from math import comb
from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.draughts.squares import ALL, HALF, ONE, SQUARES, ZERO, Bits
from damier.kernel import helper

FIRST_ROW, MIDDLE, LAST_ROW = Bits(0xF), Bits(0x0FFFFFF0), Bits(0xF0000000)
ROW, ROWS_BETWEEN = 4, 24  # squares of a row, and of those between the first and the last
MOST = 12  # pieces of a kind

_CHOOSE = np.array([comb(squares, count) for squares in range(SQUARES + 1) for count in range(MOST + 1)], np.int64)


@helper
def choose(squares: Any, count: Any) -> Any:
    """How many ways there are to choose so many of so many squares."""
    return _CHOOSE[squares * (MOST + 1) + count]


@helper
def ranked(board: Any, free: Any) -> Any:
    """The number of a board among all with as many pieces on the free squares."""
    number, count = np.int64(0), 0
    while board != ZERO:
        piece = ONE << Bits(lowest(board))
        count += 1
        number += choose(popcount(free & (piece - ONE)), count)
        board ^= piece
    return number


@helper
def unranked(number: Any, count: Any, free: Any) -> Any:
    """The board with so many pieces on the free squares that has this number."""
    board, at = ZERO, popcount(free)
    while count > 0:
        at -= 1
        if choose(at, count) <= number:
            number -= choose(at, count)
            count -= 1
            board |= nth(free, at)
    return board


@helper
def nth(board: Any, place: Any) -> Any:
    """The bit at a place, from 0, of those that are set."""
    for _ in range(place):
        board &= board - ONE
    return ONE << Bits(lowest(board))


# --------------------------------------------------------------------------------------------------------------------
# Boards of given material


@helper
def group_size(in_row: Any, men: Any, other_men: Any) -> Any:
    """How many ways there are to put the men of both sides, with so many of one's own in the first row."""
    between = men - in_row
    if between < 0 or in_row > ROW:
        return np.int64(0)
    return choose(ROW, in_row) * choose(ROWS_BETWEEN, between) * choose(ROW + ROWS_BETWEEN - between, other_men)


@helper
def king_ways(men: Any, kings: Any, other_men: Any, other_kings: Any) -> Any:
    """How many ways there are to put the kings where men leave room."""
    left = SQUARES - men - other_men
    return choose(left, kings) * choose(left - kings, other_kings)


@helper
def boards(men: Any, kings: Any, other_men: Any, other_kings: Any) -> Any:
    """How many boards there are with these pieces, those of the player to move first."""
    if men + kings + other_men + other_kings > SQUARES:
        return np.int64(0)
    total = np.int64(0)
    for in_row in range(ROW + 1):
        total += group_size(in_row, men, other_men)
    return total * king_ways(men, kings, other_men, other_kings)


@helper
def rank(position: Any) -> Any:
    """The number of a position among those with the same men and kings, as the player to move sees them."""
    own_men, other_men = position.men & ALL, position.men >> HALF
    own_kings, other_kings = position.kings & ALL, position.kings >> HALF
    men, others = popcount(own_men), popcount(other_men)
    in_row = popcount(own_men & FIRST_ROW)
    number = ranked(own_men & FIRST_ROW, FIRST_ROW)
    number = number * choose(ROWS_BETWEEN, men - in_row) + ranked(own_men & MIDDLE, MIDDLE)
    for_others = (MIDDLE | LAST_ROW) & ~own_men
    number = number * choose(popcount(for_others), others) + ranked(other_men, for_others)
    for smaller in range(in_row):
        number += group_size(smaller, men, others)
    left = ALL & ~(own_men | other_men)
    number = number * choose(popcount(left), popcount(own_kings)) + ranked(own_kings, left)
    left &= ~own_kings
    return number * choose(popcount(left), popcount(other_kings)) + ranked(other_kings, left)


@helper
def unrank(number: Any, men: Any, kings: Any, other_men: Any, other_kings: Any) -> Any:
    """The men and the kings, as a position has them, of the board with this number among those with these pieces."""
    left = SQUARES - men - other_men - kings
    number, of_other_kings = number // choose(left, other_kings), number % choose(left, other_kings)
    number, of_kings = number // choose(left + kings, kings), number % choose(left + kings, kings)
    in_row = 0
    while number >= group_size(in_row, men, other_men):
        number -= group_size(in_row, men, other_men)
        in_row += 1
    ways = choose(ROW + ROWS_BETWEEN - men + in_row, other_men)
    number, of_others = number // ways, number % ways
    ways = choose(ROWS_BETWEEN, men - in_row)
    own = unranked(number // ways, in_row, FIRST_ROW) | unranked(number % ways, men - in_row, MIDDLE)
    others = unranked(of_others, other_men, (MIDDLE | LAST_ROW) & ~own)
    free = ALL & ~(own | others)
    own_kings = unranked(of_kings, kings, free)
    return own | others << HALF, own_kings | unranked(of_other_kings, other_kings, free & ~own_kings) << HALF
