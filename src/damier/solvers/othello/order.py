"""In which order moves are tried: the most promising first.

Promising is what leaves the other player few replies (fastest first: such positions are soon searched), corners among
them counted twice; then what lies in a quarter with an odd number of empty squares. With many empty squares the learned
evaluation has a say, from more on after a move or two of looking ahead. Where the table already knows of a move that
it is good enough, nothing needs to be searched at all (enhanced transposition cutoff).
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.othello.discs import Bits, flips, moves_of
from damier.games.othello.patterns import pattern_score
from damier.games.othello.rules import DISC
from damier.kernel import array_at, compiled, inlined, part
from damier.solvers.othello.ideas import BIT
from damier.solvers.othello.last import QUARTER, final
from damier.solvers.othello.table import find, high_of, key_of, slot_of

ASKED = 9  # empty squares from which on the table is asked about the positions after each move
ESTIMATED = 13  # ... the evaluation has a say
LOOKED_1, LOOKED_2, LOOKED_3 = 15, 18, 20  # ... after one, two, three moves
REPLY, PARITY, DISCS = 8, 4, 32  # what a reply less, an odd quarter counts; and how many hundredths of a disc are as much
FARTHEST = 100 * DISC  # beyond all estimates
ANSWERED = 200  # -(score + ANSWERED) stands for a score in the place of a number of moves
_SECOND = 1 << 39  # before all others
_ANSWERS, _REPLIES, _ESTIMATE = BIT["answers"], BIT["replies"], BIT["estimate"]
_ZERO, _ONE = Bits(0), Bits(1)


@part
def answer_of_table(own: Any, other: Any, moves: Any, done: Any, count: Any, beta: Any, work: Any) -> Any:
    """Work out the positions after these moves; a score the table proves to be at least beta, or -ANSWERED.

    All are fetched from memory before the first is looked at.
    """
    keys, turned = work.keys[count], work.turned[count]
    n = done
    left = moves
    while left != _ZERO:
        square = lowest(left)
        left &= left - _ONE
        flipped = flips(own, other, square)
        key = key_of(other ^ flipped, own ^ flipped | (_ONE << Bits(square)))
        keys[n], turned[n] = key, flipped
        slot_of(key, work)
        n += 1
    for i in range(done, n):
        data = find(keys[i], slot_of(keys[i], work), work)
        if data != _ZERO and -high_of(data) >= beta:
            return -high_of(data)
    return np.int64(-ANSWERED)


@part
def rank(own: Any, other: Any, empty: Any, moves: Any, done: Any, second: Any, count: Any, parity: Any, work: Any) -> Any:
    """List these moves, from place `done` on, with how promising they are; how many there are then."""
    order, turned = work.order[count], work.turned[count]
    is_worked_out = count >= ASKED and work.ideas & _ANSWERS
    n = done
    left = moves
    while left != _ZERO:
        square = lowest(left)
        bit = _ONE << Bits(square)
        left ^= bit
        flipped = turned[n] if is_worked_out else flips(own, other, square)
        next_own, next_other = other ^ flipped, own ^ flipped | bit
        if next_own == _ZERO:  # nothing left to the other player: there is no better move
            turned[done], order[done] = flipped, square
            return done + 1
        promise = np.int64(_SECOND)
        if square != second:
            promise = np.int64(0)
            if work.ideas & _REPLIES:
                replies = moves_of(next_own, next_other) & empty & ~bit
                promise = -REPLY * (popcount(replies) + popcount(replies & work.corners))
            if parity & QUARTER[square]:
                promise += PARITY
            if count >= ESTIMATED:
                promise = _with_estimate(promise, next_own, next_other, count, work)
        turned[n], order[n] = flipped, promise * 64 + square
        n += 1
    return n


@part
def _with_estimate(promise: Any, own: Any, other: Any, count: Any, work: Any) -> Any:
    if work.weights_length == 0 or not work.ideas & _ESTIMATE:
        return promise
    depth = np.int64(count >= LOOKED_1) + np.int64(count >= LOOKED_2) + np.int64(count >= LOOKED_3)
    weights = array_at(work.weights, work.weights_length, np.int32)
    return promise * DISCS - _look(own, other, -FARTHEST, FARTHEST, depth, weights, work)


@compiled
def _look(own: Any, other: Any, alpha: Any, beta: Any, depth: Any, weights: Any, work: Any) -> Any:
    """What a position looks worth so many moves on, in hundredths of a disc."""
    if depth == 0:
        return np.int64(pattern_score(own, other, weights))
    moves = moves_of(own, other) & work.board
    if moves == _ZERO:
        if moves_of(other, own) & work.board == _ZERO:
            return DISC * final(own, other, work)
        return -_look(other, own, -beta, -alpha, depth, weights, work)
    best = np.int64(-FARTHEST)
    while moves != _ZERO:
        square = lowest(moves)
        bit = _ONE << Bits(square)
        moves ^= bit
        turned = flips(own, other, square)
        best = max(best, -_look(other ^ turned, own ^ turned | bit, -beta, -max(alpha, best), depth - 1, weights, work))
        if best >= beta:
            break
    return best


@inlined
def put_off(i: Any, n: Any, count: Any, work: Any) -> None:
    """Exchange the move in place i for the last one."""
    order, turned = work.order[count], work.turned[count]
    order[i], order[n - 1] = order[n - 1], order[i]
    turned[i], turned[n - 1] = turned[n - 1], turned[i]


@inlined
def choose(i: Any, n: Any, count: Any, work: Any) -> Any:
    """Bring the most promising of the moves from place i on to that place; its square."""
    order, turned = work.order[count], work.turned[count]
    best = i
    for j in range(i + 1, n):
        if order[j] > order[best]:
            best = j
    chosen, flipped = order[best], turned[best]
    order[best], turned[best] = order[i], turned[i]
    order[i], turned[i] = chosen, flipped
    return chosen & 63
