"""Sets of squares by number, for tables of endings: pairs of kings, like pieces, and pawns up to mirroring.

A set of squares a < b < c has the number C(c, 3) + C(b, 2) + a, one of fewer the same without the first terms, so that sets of
the lower squares come first, however large the board is.
"""

import itertools
import math
from typing import Any

import numpy as np

from damier.bits import lowest
from damier.games.chess.attacks import KING_ATTACKS
from damier.games.chess.families import PAWN_SQUARES
from damier.games.chess.kbnk import transposed
from damier.games.chess.position import Bits
from damier.kernel import helper

ZERO, ONE = Bits(0), Bits(1)
NO_TURN, MIRROR = 0, 7  # what a square is changed by
TRANSPOSE = 64  # beside that


def _is_apart(one: int, two: int) -> bool:
    return one != two and not int(KING_ATTACKS[one]) >> two & 1


def _king_pairs(pairs: list[tuple[int, int]]) -> tuple[Any, Any]:
    """The number of each pair of kings, own * 64 + other, -1 if they cannot stand so, and the pair of each number."""
    table, back = np.full(4096, -1, np.int16), np.zeros(len(pairs), np.int16)
    for number, (own, other) in enumerate(pairs):
        table[own * 64 + other] = number
        back[number] = own * 64 + other
    return table, back


TRIANGLE = [square for square in range(64) if square & 7 <= 3 and square >> 3 <= square & 7]
PAIR_OF_KINGS, KINGS_OF_PAIR = _king_pairs(
    [
        (own, other)
        for own in TRIANGLE
        for other in range(64)
        if _is_apart(own, other) and (own >> 3 != own & 7 or other >> 3 <= other & 7)
    ]
)
ANY_PAIR_OF_KINGS, KINGS_OF_ANY_PAIR = _king_pairs(
    [(own, other) for own in range(64) for other in range(64) if _is_apart(own, other)]
)
PAIRS = np.array([[one, two] for two in range(64) for one in range(two)], np.int64)  # sets of two squares by number
THREES = np.array([math.comb(square, 3) for square in range(65)], np.int64)
CHOICES = np.array([[math.comb(squares, count) for count in range(4)] for squares in range(65)], np.int64)


def _mirrored_sets() -> tuple[Any, Any, Any, Any]:
    """Sets of one to three pawns up to mirroring: numbers of the sets that come first of two, the sets, where those of each
    size begin among either.
    """
    numbers, sets = list[Any](), list[Any]()
    for count in (1, 2, 3):
        squares = np.array([*itertools.combinations(range(PAWN_SQUARES), count)])
        mirrored = np.sort(squares ^ MIRROR, axis=1)
        one, two = (CHOICES[each, np.arange(1, count + 1)].sum(axis=1) for each in (squares, mirrored))
        is_first = (one <= two)[np.argsort(one)]
        numbers.append(np.where(is_first, np.cumsum(is_first) - 1, -1))
        sets.append(np.flatnonzero(is_first))
    begins, sets_begin = (np.cumsum([0, 0, *map(len, each[:-1])]) for each in (numbers, sets))
    return np.concatenate(numbers).astype(np.int16), np.concatenate(sets).astype(np.int16), begins, sets_begin


LEADING, LEADERS, LEADING_BEGINS, LEADERS_BEGIN = _mirrored_sets()


@helper
def turned(square: Any, turn: Any) -> Any:
    """A square of the board as it is turned."""
    changed = square ^ (turn & 63)
    return transposed(changed) if turn & TRANSPOSE else changed


@helper
def set_of(board: Any, count: Any, turn: Any, first: Any) -> Any:
    """The number of a set of one to three squares, counted from the first one on: the larger squares count more."""
    one = turned(lowest(board), turn) - first
    if count == 1:
        return one
    rest = board & (board - ONE)
    two = turned(lowest(rest), turn) - first
    if count == 2:
        low, high = min(one, two), max(one, two)
        return high * (high - 1) // 2 + low
    three = turned(lowest(rest & (rest - ONE)), turn) - first
    low, high = min(one, two, three), max(one, two, three)
    middle = one + two + three - low - high
    return THREES[high] + middle * (middle - 1) // 2 + low


@helper
def board_of(number: Any, count: Any, first: Any) -> Any:
    """The squares of a set by its number."""
    board = ZERO
    if count == 3:
        high = 2
        while THREES[high + 1] <= number:
            high += 1
        number -= THREES[high]
        board = ONE << Bits(high + first)
    if count == 1:
        return ONE << Bits(number + first)
    return board | (ONE << Bits(PAIRS[number, 0] + first)) | (ONE << Bits(PAIRS[number, 1] + first))
