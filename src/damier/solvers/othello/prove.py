"""The search of an ending: each number of empty squares with what pays there.

    1 to 4          code of its own (`last.py`)
    to SHALLOW      moves by parity alone: no table, no list
    beyond          the table and its moves first, then moves in their order (`order.py`)
    from SHARED on  threads put off what others look at (`search/brothers.py`)
    from ALIKE on   positions are also known up to symmetry

Everywhere, discs that stay bound the score (`stability.py`).
"""

from typing import Any

import numpy as np

from damier.bits import lowest
from damier.games.othello.discs import Bits, flips, moves_of
from damier.games.othello.rules import canonical_boards
from damier.kernel import compiled, inlined, part
from damier.search.brothers import give_back, is_looked_at, is_shared, take
from damier.search.clock import is_late, is_time_to_look
from damier.solvers.othello.ideas import BIT
from damier.solvers.othello.last import NONE, QUARTER, QUARTERS, final, last_four, last_one, last_three, last_two, next_square
from damier.solvers.othello.order import ANSWERED, ASKED, answer_of_table, choose, put_off, rank
from damier.solvers.othello.stability import stable_discs
from damier.solvers.othello.table import NO_SQUARE, find, high_of, key_of, low_of, move_of, second_of, slot_of, store

SHALLOW = 7
ALIKE = 24
SHARED = 13  # with so many empty squares threads share out the moves
_STABILITY, _TABLE, _REMEMBER, _ANSWERS, _SYMMETRY = (
    BIT[name] for name in ("stability", "table", "remember", "answers", "symmetry")
)
_ZERO, _ONE = Bits(0), Bits(1)
_NOBODY = Bits(0xFFFFFFFFFFFFFFFF)  # sets keys of positions up to symmetry apart

# From which alpha on stable discs are counted, by the number of empty squares: below, they hardly ever decide.
_HARDLY_EVER = 99
_STABILITY_FROM = np.array(
    [_HARDLY_EVER] * 4 + [6, 8, 10, 12, 14, 16] + [min(2 * count, 48) for count in range(10, 65)], np.int64
)


@compiled
def prove(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    """The score of a position if it lies between alpha and beta; else a bound on the same side as the score.

    `count` squares are empty; `parity` has a bit for each quarter of the board with an odd number of them.
    """
    if count <= SHALLOW:
        return _few(own, other, empty, count, parity, alpha, beta, work)
    work.asked += 1
    if is_time_to_look(work.asked) and is_late(work.deadline):
        work.stop = 1
    if work.stop:
        return alpha
    before = work.nodes
    work.nodes += 1

    # 1. What needs no search: discs that stay, the end of the game, what the table knows
    most = np.int64(work.area)
    if alpha >= _STABILITY_FROM[count] and work.ideas & _STABILITY:
        most -= 2 * stable_discs(other, own, work.outside)
        if most <= alpha:
            return most
    key = key_of(own, other)
    slot = slot_of(key, work)
    moves = moves_of(own, other) & empty
    if moves == _ZERO:
        if moves_of(other, own) & empty == _ZERO:
            return final(own, other, work)
        return -prove(other, own, empty, count, parity, -beta, -alpha, work)
    low, high = np.int64(-work.area), most
    first = second = np.int64(NO_SQUARE)
    data = find(key, slot, work) if work.ideas & _TABLE else _ZERO
    if data == _ZERO and count >= ALIKE and work.ideas & _SYMMETRY:
        data = _find_alike(own, other, work)
    if data != _ZERO:
        low, high = low_of(data), min(high, high_of(data))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if work.ideas & _REMEMBER:
            first, second = move_of(data), second_of(data)

    # 2. The table's move, before the others are even listed; then the most promising first
    best, best_square = np.int64(NONE), np.int64(NO_SQUARE)
    done = np.int64(first != NO_SQUARE and moves >> Bits(first) & _ONE != _ZERO)  # a move from memory is not believed blindly
    if done:
        moves ^= _ONE << Bits(first)
    i, n = np.int64(0), done
    shares = work.notes != 0 and count >= SHARED and is_shared(work, work.ways, beta - alpha > 1)
    way = work.ways
    if shares:
        if _is_settled_above(work):
            return alpha
        work.way_key[way], work.way_alpha[way], work.way_beta[way] = key, alpha, beta
        work.ways = way + 1
    is_way = shares
    waiting = np.int64(0)  # moves at the end of the list that other threads look at
    while True:
        if i == done and moves != _ZERO:
            if count >= ASKED and work.ideas & _ANSWERS:
                answer = answer_of_table(own, other, moves, done, count, beta, work)
                if answer != -ANSWERED:
                    best = answer
                    break
            n = rank(own, other, empty, moves, done, second, count, parity, work)
            moves = _ZERO
        if i == n:
            if waiting == 0:
                break
            n, waiting, shares = n + waiting, np.int64(0), False
        square = first if i < done else choose(i, n, count, work)
        flipped = flips(own, other, square) if i < done else work.turned[count, i]
        bit = _ONE << Bits(square)
        next_own, next_other = other ^ flipped, own ^ flipped | bit
        child = _ZERO
        if shares:
            child = key_of(next_own, next_other)
            if i > 0:
                data = find(key, slot, work) if work.ideas & _TABLE else _ZERO
                if data != _ZERO and low_of(data) >= beta:  # another thread has found it out
                    best = low_of(data)
                    break
                if is_looked_at(work, child):
                    put_off(i, n, count, work)
                    n, waiting = n - 1, waiting + 1
                    continue
            take(work, child)
        left, quarters = empty ^ bit, (parity ^ QUARTER[square]) & work.quarters
        below = max(alpha, best)
        ceiling = beta if i == 0 or not work.null_window else below + 1
        score = -prove(next_own, next_other, left, count - 1, quarters, -ceiling, -below, work)
        if below < score < beta and ceiling != beta:
            score = -prove(next_own, next_other, left, count - 1, quarters, -beta, -score, work)
        if shares:
            give_back(work, child)
        if work.stop:
            return alpha
        if work.given_up != 0:
            if not is_way or work.given_up <= way:
                break
            work.given_up = 0
            data = find(key, slot, work)
            if data != _ZERO and (low_of(data) >= beta or high_of(data) <= alpha):
                best = low_of(data) if low_of(data) >= beta else high_of(data)
                break
            continue  # what another thread had found is no longer there
        if score > best:
            best, best_square = score, square
            if best >= beta:
                break
        i += 1

    # 3. Remember
    if is_way:
        work.ways = way
    if work.given_up != 0:
        return alpha
    if best <= alpha:
        high = min(high, best)
    elif best >= beta:
        low = max(low, best)
    else:
        low = high = best
    if work.ideas & _TABLE:
        store(key, slot, low, high, best_square, work.nodes - before, work)
    if count >= ALIKE and work.ideas & _SYMMETRY:
        _store_alike(own, other, low, high, work.nodes - before, work)
    return best


@compiled
def remembered_move(own: Any, other: Any, work: Any) -> Any:
    """The move the table has for a position, or NO_SQUARE."""
    key = key_of(own, other)
    data = find(key, slot_of(key, work), work)
    return move_of(data) if data != _ZERO else np.int64(NO_SQUARE)


@part
def _is_settled_above(work: Any) -> Any:
    """Whether another thread has settled a node on the way here, so that nobody needs to know more of this one."""
    if work.ideas & _TABLE:
        for way in range(work.ways):
            key = work.way_key[way]
            data = find(key, slot_of(key, work), work)
            if data != _ZERO and (low_of(data) >= work.way_beta[way] or high_of(data) <= work.way_alpha[way]):
                work.given_up = way + 1
                return True
    return False


@part
def _find_alike(own: Any, other: Any, work: Any) -> Any:
    """What is known of a position that is the same up to symmetry; no move, which would have to be turned back."""
    own, other = canonical_boards(own, other)
    key = key_of(own, other) ^ _NOBODY
    return find(key, slot_of(key, work), work)


@part
def _store_alike(own: Any, other: Any, low: Any, high: Any, nodes: Any, work: Any) -> None:
    own, other = canonical_boards(own, other)
    key = key_of(own, other) ^ _NOBODY
    store(key, slot_of(key, work), low, high, NO_SQUARE, nodes, work)


@compiled
def _shallow(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    """The same with five to SHALLOW empty squares."""
    work.nodes += 1
    if alpha >= _STABILITY_FROM[count] and work.ideas & _STABILITY:
        most = work.area - 2 * stable_discs(other, own, work.outside)
        if most <= alpha:
            return most
    moves = moves_of(own, other) & empty
    if moves == _ZERO:
        if moves_of(other, own) & empty == _ZERO:
            return final(own, other, work)
        return -_shallow(other, own, empty, count, parity, -beta, -alpha, work)
    best = np.int64(NONE)
    odd = moves & QUARTERS[parity]
    even = moves ^ odd
    while odd | even != _ZERO:
        square = next_square(odd, even)
        bit = _ONE << Bits(square)
        odd &= ~bit
        even &= ~bit
        flipped = flips(own, other, square)
        next_own, next_other, left = other ^ flipped, own ^ flipped | bit, empty ^ bit
        quarters, floor = (parity ^ QUARTER[square]) & work.quarters, max(alpha, best)
        if count == 5:
            score = -last_four(next_own, next_other, left, quarters, -beta, -floor, work)
        else:
            score = -_shallow(next_own, next_other, left, count - 1, quarters, -beta, -floor, work)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


@inlined
def _few(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    if count >= 5:
        return _shallow(own, other, empty, count, parity, alpha, beta, work)
    return _fewest(own, other, empty, count, parity, alpha, beta, work)


@part
def _fewest(own: Any, other: Any, empty: Any, count: Any, parity: Any, alpha: Any, beta: Any, work: Any) -> Any:
    """A question about a position that already has so few empty squares; searches never come here."""
    if count == 4:
        return last_four(own, other, empty, parity, alpha, beta, work)
    if count == 3:
        return last_three(own, other, empty, parity, alpha, beta, work)
    if count == 2:
        return last_two(own, other, lowest(empty), lowest(empty & (empty - _ONE)), alpha, beta, work)
    if count == 1:
        return last_one(own, lowest(empty), work)
    return final(own, other, work)
