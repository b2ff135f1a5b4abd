"""The search of an ending: from a few empty squares up, each depth with what pays there.

1 to 4 empty squares    code of its own (`last.py`)
up to SHALLOW           moves by parity alone: no table, no list
beyond                  the table, stability, moves that leave few replies first (fastest first)
from ESTIMATED on       moves also ordered by the learned evaluation; positions after each move asked of the table first
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.othello.discs import Bits, flips, moves_of
from damier.games.othello.patterns import pattern_score
from damier.kernel import array_at, compiled, inlined, part
from damier.solvers.othello.last import (
    LEAST,
    QUARTER,
    QUARTERS,
    final,
    last_four,
    last_three,
    next_square,
    _two_left,
    _last_one,
)
from damier.solvers.othello.stability import stable_discs
from damier.solvers.othello.table import NO_SQUARE, find, high_of, key_of, low_of, move_of, second_of, slot_of, store

SHALLOW = 6
ESTIMATED = 13
PLIES = 64
MOST = 40  # moves listed in a position
_ZERO, _ONE = Bits(0), Bits(1)
_CORNERS = Bits(0x8100000000000081)

RECORD = np.dtype(
    [
        ("stop", np.int64),
        ("null_window", np.int64),
        ("nodes", np.int64),
        ("area", np.int64),
        ("board", np.uint64),
        ("outside", np.uint64),
        ("table", np.int64),
        ("buckets", np.int64),
        ("age", np.int64),
        ("weights", np.int64),
        ("weights_length", np.int64),
        ("order", np.int64, (PLIES, MOST)),
        ("turned", np.uint64, (PLIES, MOST)),
    ],
    align=True,
)

_STABILITY_FROM = np.array(
    [99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46] + [48] * 41, np.int64
)


@compiled
def shallow(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    """A position with five empty squares or some more: the score if it lies within the window, else a bound."""
    work.nodes += 1
    if alpha >= _STABILITY_FROM[count]:
        bound = work.area - 2 * stable_discs(other, own, work.outside)
        if bound <= alpha:
            return bound
    moves = moves_of(own, other) & empty
    if moves == _ZERO:
        if moves_of(other, own) & empty == _ZERO:
            return final(own, other, work)
        return -shallow(other, own, empty, count, parity, -beta, -alpha, work)
    best = np.int64(-128)
    odd = moves & QUARTERS[parity]
    even = moves ^ odd
    while moves != _ZERO:
        square = next_square(odd, even)
        bit = _ONE << Bits(square)
        moves ^= bit
        if odd != _ZERO:
            odd ^= bit
        else:
            even ^= bit
        turned = flips(own, other, square)
        below = max(alpha, best)
        next_own, next_other = other ^ turned, own ^ turned | bit
        if count == 5:
            score = -last_four(next_own, next_other, empty ^ bit, parity ^ QUARTER[square], -beta, -below, work)
        else:
            score = -shallow(next_own, next_other, empty ^ bit, count - 1, parity ^ QUARTER[square], -beta, -below, work)
        if score > best:
            best = score
            if best >= beta:
                return best
    return best


@compiled
def prove(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    """The score of a position if it lies between alpha and beta; else a bound on the same side as the score."""
    if count <= SHALLOW:
        return _few(own, other, empty, count, parity, alpha, beta, work)
    if work.stop:
        return alpha
    before = work.nodes
    work.nodes += 1

    # 1. Discs that stay: no more can be won than the rest
    if alpha >= _STABILITY_FROM[count]:
        bound = work.area - 2 * stable_discs(other, own, work.outside)
        if bound <= alpha:
            return bound
        beta = min(beta, bound + 1)

    # 2. What the table knows
    key = key_of(own, other)
    slot = slot_of(key, work)
    moves = moves_of(own, other) & empty
    if moves == _ZERO:
        if moves_of(other, own) & empty == _ZERO:
            return final(own, other, work)
        return -prove(other, own, empty, count, parity, -beta, -alpha, work)
    low, high = np.int64(-work.area), np.int64(work.area)
    first = second = np.int64(NO_SQUARE)
    data = find(key, slot, work)
    if data != _ZERO:
        low, high = low_of(data), high_of(data)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        first, second = move_of(data), second_of(data)

    # 3. The moves, the most promising first
    order = work.order[count]
    turned = work.turned[count]
    n = _rank(own, other, empty, moves, count, parity, first, second, alpha, beta, work)
    if n < 0:
        return np.int64(-n - 200)
    best = np.int64(-128)
    best_square = np.int64(NO_SQUARE)
    for i in range(n):
        chosen = _choose(order, turned, i, n)
        square = chosen & 63
        bit = _ONE << Bits(square)
        flipped = turned[i]
        next_own, next_other = other ^ flipped, own ^ flipped | bit
        left, quarters = empty ^ bit, parity ^ QUARTER[square]
        below = max(alpha, best)
        ceiling = beta if i == 0 or not work.null_window else below + 1
        score = -prove(next_own, next_other, left, count - 1, quarters, -ceiling, -below, work)
        if below < score < beta and ceiling != beta:
            score = -prove(next_own, next_other, left, count - 1, quarters, -beta, -score, work)
        if work.stop:
            return alpha
        if score > best:
            best = score
            best_square = square
            if best >= beta:
                break

    # 4. Remember
    if best <= alpha:
        high = min(high, best)
    elif best >= beta:
        low = max(low, best)
    else:
        low = high = best
    store(key, slot, low, high, best_square, work.nodes - before, work)
    return best


@part
def _few(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    if count >= 5:
        return shallow(own, other, empty, count, parity, alpha, beta, work)
    if count == 4:
        return last_four(own, other, empty, parity, alpha, beta, work)
    if count == 3:
        return last_three(own, other, empty, parity, alpha, beta, False, work)
    if count == 2:
        return _two_left(own, other, empty, alpha, beta, work)
    if count == 1:
        return _last_one(own, lowest(empty), work)
    return final(own, other, work)


@part
def _rank(
    own: Any,
    other: Any,
    empty: Any,
    moves: Any,
    count: Any,
    parity: Any,
    first: Any,
    second: Any,
    alpha: Any,
    beta: Any,
    work: Any,
) -> Any:
    """List the moves with what they turn and how promising they are; how many. Or -(score + 200) if the table answers for one."""
    order = work.order[count]
    flipped = work.turned[count]
    weights = array_at(work.weights, work.weights_length, np.int32)
    n = 0
    left = moves
    while left != _ZERO:
        square = lowest(left)
        bit = _ONE << Bits(square)
        left ^= bit
        turned = flips(own, other, square)
        next_own, next_other = other ^ turned, own ^ turned | bit
        if next_own == _ZERO:
            flipped[0] = turned
            order[0] = square
            return 1
        replies = moves_of(next_own, next_other) & (empty ^ bit)
        promise = np.int64(0)
        if count >= 10:
            key = key_of(next_own, next_other)
            data = find(key, slot_of(key, work), work)
            if data != _ZERO and -high_of(data) >= beta:
                return -(-high_of(data) + 200)
        if square == first:
            promise = 1 << 40
        elif square == second:
            promise = 1 << 39
        else:
            promise = -(popcount(replies) + popcount(replies & _CORNERS)) * 8
            if parity & QUARTER[square]:
                promise += 4
            if count >= ESTIMATED and work.weights_length > 0:
                promise = promise * 16 - pattern_score(next_own, next_other, weights)
        order[n] = promise * 64 + square
        flipped[n] = turned
        n += 1
    return n


@inlined
def _choose(order: Any, turned: Any, i: Any, n: Any) -> Any:
    """Bring the most promising of the moves that are left to place i."""
    best = i
    for j in range(i + 1, n):
        if order[j] > order[best]:
            best = j
    chosen, flipped = order[best], turned[best]
    order[best], turned[best] = order[i], turned[i]
    order[i], turned[i] = chosen, flipped
    return chosen
