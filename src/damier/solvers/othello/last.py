"""The last empty squares: code of its own for one to four of them, where most of the time is spent.

All take a window and give the difference of discs for the player of `own`, who is to move, the empty squares that are
left at the end going to the winner. Squares in quarters of the board with an odd number of empty squares come first:
who plays there tends to have the last word in that quarter (parity).
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.othello.discs import SIDE, SQUARES, Bits, flips
from damier.kernel import inlined, part

_ZERO, _ONE = Bits(0), Bits(1)
NONE = -128  # no move has been tried

QUARTER = np.array([1 << (2 * (square // 32) + square % 8 // 4) for square in range(SQUARES)], np.int64)  # as a bit
QUARTERS = np.array(  # the squares of these quarters
    [sum(1 << square for square in range(SQUARES) if QUARTER[square] & parity) for parity in range(16)], np.uint64
)


def _around(square: int) -> int:
    row, column = divmod(square, SIDE)
    near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return sum(1 << (SIDE * r + c) for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE)


AROUND = np.array([_around(square) for square in range(SQUARES)], np.uint64)


def _turned_on_line(place: int, line: int) -> int:
    """How many discs a disc at this place of a line of eight turns, if every other square is own (1) or the other's (0)."""
    turned = 0
    for step in (1, -1):
        count, at = 0, place + step
        while 0 <= at < SIDE and not line >> at & 1:
            count, at = count + 1, at + step
        turned += count if 0 <= at < SIDE else 0
    return turned


_TURNED = np.array([[_turned_on_line(place, line) for line in range(256)] for place in range(SIDE)], np.uint8).reshape(-1)
_RISING = np.array(  # the squares of both diagonals through a square
    [sum(1 << s for s in range(SQUARES) if s // 8 - s % 8 == square // 8 - square % 8) for square in range(SQUARES)], np.uint64
)
_FALLING = np.array(
    [sum(1 << s for s in range(SQUARES) if s // 8 + s % 8 == square // 8 + square % 8) for square in range(SQUARES)], np.uint64
)
_FILE, _TO_LINE, _ALL_FILES = Bits(0x0101010101010101), Bits(0x0102040810204080), Bits(0x0101010101010101)
_TOP, _ROW = Bits(56), Bits(255)


@inlined
def _turned(own: Any, square: Any) -> Any:
    """How many discs a disc on the last empty square turns: line by line, each a number of eight bits and a table."""
    row, column = square >> 3, square & 7
    across = (own >> Bits(square & 56)) & _ROW
    along = (((own >> Bits(column)) & _FILE) * _TO_LINE) >> _TOP
    rising = ((own & _RISING[square]) * _ALL_FILES) >> _TOP
    falling = ((own & _FALLING[square]) * _ALL_FILES) >> _TOP
    by_column, by_row = np.int64(column * 256), np.int64(row * 256)
    return (
        np.int64(_TURNED[by_column + np.int64(across)])
        + np.int64(_TURNED[by_row + np.int64(along)])
        + np.int64(_TURNED[by_column + np.int64(rising)])
        + np.int64(_TURNED[by_column + np.int64(falling)])
    )


@inlined
def final(own: Any, other: Any, work: Any) -> Any:
    """The score when the game is over."""
    mine, others = popcount(own), popcount(other)
    if mine > others:
        return work.area - 2 * others
    return 2 * mine - work.area if mine < others else np.int64(0)


@inlined
def last_one(own: Any, square: Any, work: Any) -> Any:
    """One empty square: whoever can plays there."""
    work.nodes += 1
    score = 2 * popcount(own) - work.area
    turned = _turned(own, square)
    if turned > 0:
        return score + 2 * turned + 2
    turned = _turned(work.board ^ own ^ (_ONE << Bits(square)), square)
    if turned > 0:
        return score - 2 * turned
    return score + 2 if score >= 0 else score


@part
def last_two(own: Any, other: Any, first: Any, second: Any, alpha: Any, beta: Any, work: Any) -> Any:
    work.nodes += 1
    best = np.int64(NONE)
    if AROUND[first] & other != _ZERO:
        turned = flips(own, other, first)
        if turned != _ZERO:
            best = -last_one(other ^ turned, second, work)
            if best >= beta:
                return best
    if AROUND[second] & other != _ZERO:
        turned = flips(own, other, second)
        if turned != _ZERO:
            best = max(best, -last_one(other ^ turned, first, work))
    if best != NONE:
        return best
    worst = np.int64(-NONE)  # a pass
    turned = flips(other, own, first)
    if turned != _ZERO:
        worst = last_one(own ^ turned, second, work)
        if worst <= alpha:
            return worst
    turned = flips(other, own, second)
    if turned != _ZERO:
        worst = min(worst, last_one(own ^ turned, first, work))
    return worst if worst != -NONE else final(own, other, work)


@inlined
def next_square(odd: Any, even: Any) -> Any:
    """The square to try next: of an odd quarter while there are."""
    return lowest(odd) if odd != _ZERO else lowest(even)


@inlined
def _play_of_three(own: Any, other: Any, square: Any, one: Any, two: Any, alpha: Any, beta: Any, work: Any) -> Any:
    if AROUND[square] & other != _ZERO:
        turned = flips(own, other, square)
        if turned != _ZERO:
            return -last_two(other ^ turned, own ^ turned | (_ONE << Bits(square)), one, two, -beta, -alpha, work)
    return np.int64(NONE)


@inlined
def _three(own: Any, other: Any, s1: Any, s2: Any, s3: Any, alpha: Any, beta: Any, work: Any) -> Any:
    best = _play_of_three(own, other, s1, s2, s3, alpha, beta, work)
    if best >= beta:
        return best
    best = max(best, _play_of_three(own, other, s2, s1, s3, max(alpha, best), beta, work))
    if best >= beta:
        return best
    return max(best, _play_of_three(own, other, s3, s1, s2, max(alpha, best), beta, work))


@part
def last_three(own: Any, other: Any, empty: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    work.nodes += 1
    odd = empty & QUARTERS[parity]
    s1 = lowest(odd) if odd != _ZERO and odd & (odd - _ONE) == _ZERO else lowest(empty)
    rest = empty ^ (_ONE << Bits(s1))
    s2 = lowest(rest)
    s3 = lowest(rest & (rest - _ONE))
    best = _three(own, other, s1, s2, s3, alpha, beta, work)
    if best != NONE:
        return best
    best = _three(other, own, s1, s2, s3, -beta, -alpha, work)
    return -best if best != NONE else final(own, other, work)


@inlined
def _play_of_four(own: Any, other: Any, square: Any, empty: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    if AROUND[square] & other != _ZERO:
        turned = flips(own, other, square)
        if turned != _ZERO:
            bit = _ONE << Bits(square)
            quarters = (parity ^ QUARTER[square]) & work.quarters
            return -last_three(other ^ turned, own ^ turned | bit, empty ^ bit, quarters, -beta, -alpha, work)
    return np.int64(NONE)


@part
def _four(own: Any, other: Any, empty: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    odd = empty & QUARTERS[parity]
    even = empty ^ odd
    best = np.int64(NONE)
    while odd != _ZERO:
        best = max(best, _play_of_four(own, other, lowest(odd), empty, parity, max(alpha, best), beta, work))
        if best >= beta:
            return best
        odd &= odd - _ONE
    while even != _ZERO:
        best = max(best, _play_of_four(own, other, lowest(even), empty, parity, max(alpha, best), beta, work))
        if best >= beta:
            return best
        even &= even - _ONE
    return best


@part
def last_four(own: Any, other: Any, empty: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    work.nodes += 1
    best = _four(own, other, empty, parity, alpha, beta, work)
    if best != NONE:
        return best
    best = _four(other, own, empty, parity, -beta, -alpha, work)
    return -best if best != NONE else final(own, other, work)
