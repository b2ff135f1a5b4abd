"""Othello by patterns, Logistello's way (Buro): lines, edges and corners of the board, weighted by phase.

A pattern reads its squares as the digits of a number, 0 for an empty square, 1 for an own disc, 2 for one of the other
player's. That number is a sum over the squares, so it is also a sum over the eight rows of the board: what a row adds
stands in a table, by the bits of the row,

    index = sum of TABLE[row][own bits] + 2 * sum of TABLE[row][other bits]

and four patterns share one 64-bit number, 16 bits each (ten squares give less than 59049, so that sums never carry).
Such a number is a *group*: four placements of one pattern, with one table of values between them. The groups of a row
are neighbours in memory, so that compiled code adds four of them, 16 patterns, with one instruction.

Beside the patterns, the number of moves each player has counts, by a table of its own.

Everything lies in the one flat int32 array `weights`, as 16-bit and 64-bit numbers where that is shorter: a header with
the places below, the table of rows, and the values of every phase. `pattern_tables.py` makes it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from damier.bits import popcount
from damier.games.othello.discs import Bits, moves_of
from damier.kernel import compiled_as, helper

PATTERNS = 3  # the first number of such weights

# Where things stand in the header, which has so many numbers in all
GROUPS_AT, TABLE_AT = 1, 2  # how many groups (a multiple of 4); the table of rows, counted in 64-bit numbers
VALUES_OF_MOVES = 3  # where the values of moves start within the phase: those of own moves, then those of the other's
VALUES_OF_DISCS = 16  # the values of the phase, counted in 16-bit numbers, by the discs on the board
BASE_OF_DISCS = 96  # what every position counts, by the discs on the board
VALUES_OF_GROUP = 176  # where the values of a group start within the phase
HEADER = 256

LANES = 4  # groups that are added at once
COUNTS = 65  # how many moves or discs there may be
MOST = 6300  # no estimate is larger: a won game is worth up to 6400
_DIGIT = Bits(0xFFFF)
_16, _32, _48 = Bits(16), Bits(32), Bits(48)


@helper
def pattern_score(own: Any, other: Any, weights: Any) -> Any:
    """What the player of `own`, who is to move, can expect to win by; a disc counts 100."""
    return score_with_moves(own, other, popcount(moves_of(own, other)), popcount(moves_of(other, own)), weights)


@helper
def score_with_moves(own: Any, other: Any, own_moves: Any, other_moves: Any, weights: Any) -> Any:
    """The same for a caller who knows already how many moves each player has."""
    values = weights.view(np.int16)
    discs = popcount(own | other)
    phase = np.int64(weights[VALUES_OF_DISCS + discs])
    of_moves = phase + weights[VALUES_OF_MOVES]
    score = np.int64(weights[BASE_OF_DISCS + discs])
    score += np.int64(values[of_moves + own_moves]) + np.int64(values[of_moves + COUNTS + other_moves])
    for group in range(0, weights[GROUPS_AT], LANES):
        a, b, c, d = group_sums(own, other, weights, group)
        at = VALUES_OF_GROUP + group
        score += _four_values(values, phase + weights[at], a)
        score += _four_values(values, phase + weights[at + 1], b)
        score += _four_values(values, phase + weights[at + 2], c)
        score += _four_values(values, phase + weights[at + 3], d)
    return max(-MOST, min(MOST, score))


@helper
def _four_values(values: Any, start: Any, sums: Any) -> Any:
    """What the four patterns of a group count. (Indices without sign: Numba would look whether one is negative.)"""
    first = Bits(start)
    return (
        np.int64(values[first + (sums & _DIGIT)])
        + np.int64(values[first + ((sums >> _16) & _DIGIT)])
        + np.int64(values[first + ((sums >> _32) & _DIGIT)])
        + np.int64(values[first + (sums >> _48)])
    )


def group_sums(own: Any, other: Any, weights: Any, group: Any) -> Any:
    """The indices of the patterns of four groups, from this one on."""
    table = weights.view(np.uint64)
    groups, start = int(weights[GROUPS_AT]), int(weights[TABLE_AT])
    sums = [0] * LANES
    for row in range(8):
        for board, digit in ((own, 1), (other, 2)):
            bits = int(board) >> 8 * row & 255
            at = start + (256 * row + bits) * groups + group
            for lane in range(LANES):
                sums[lane] += digit * int(table[at + lane])
    return tuple(Bits(each) for each in sums)


@compiled_as(group_sums)
def _compiled_group_sums(own: Any, other: Any, weights: Any, group: Any) -> Callable[..., Any]:
    def body(own: Any, other: Any, weights: Any, group: Any) -> Any:
        bytes_a_row = np.int64(weights[GROUPS_AT]) * 8
        start = np.int64(weights.ctypes.data) + np.int64(weights[TABLE_AT]) * 8 + np.int64(group) * 8
        return _group_sums(np.uint64(own), np.uint64(other), start, bytes_a_row)

    return body


@intrinsic
def _group_sums(context: Any, own: Any, other: Any, start: Any, bytes_a_row: Any) -> Any:
    """Four groups as the lanes of a vector; `start` is the address of the first group of row 0 without discs."""
    word, lanes = ir.IntType(64), ir.VectorType(ir.IntType(64), LANES)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *boards, first, width = arguments

        def sum_of_rows(board: Any) -> Any:
            total = ir.Constant(lanes, [ir.Constant(word, 0)] * LANES)
            for row in range(8):
                bits = builder.and_(builder.lshr(board, ir.Constant(word, 8 * row)), ir.Constant(word, 255))
                entry = builder.or_(bits, ir.Constant(word, 256 * row))
                address = builder.add(first, builder.mul(entry, width))
                total = builder.add(total, builder.load(builder.inttoptr(address, lanes.as_pointer()), align=8))
            return total

        own_sums, other_sums = (sum_of_rows(board) for board in boards)
        sums = builder.add(own_sums, builder.add(other_sums, other_sums))
        numbers = [builder.extract_element(sums, ir.Constant(ir.IntType(32), lane)) for lane in range(LANES)]
        return context.make_tuple(builder, signature.return_type, numbers)

    result = types.UniTuple(types.uint64, LANES)
    return result(types.uint64, types.uint64, types.int64, types.int64), generate
