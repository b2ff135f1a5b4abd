"""The solver's search: is the score of a position above a given number?

Scores count how soon a game is won: a player who wins with his last stone but n has n + 1, who loses has as much below
zero, a draw is 0. `cells` being the board's number of cells, a player to move with `stones` on the board scores
(cells + 1 - stones) // 2 if he wins at once.

A node is asked one question only, so its answer is a bound: above alpha a lower one, else an upper one. The ideas are
listed in ideas.py; they come in the order of what they cost. Nobody comes here who can win at once, if "safe" is on:
his opponent has not let him.
"""

from typing import Any

import numpy as np

from damier.bits import lowest, mix, popcount
from damier.games.fours import cells_above, cells_in_fours, open_cells, winning_cells
from damier.kernel import inlined, part
from damier.search.brothers import give_back, is_looked_at, is_shared, take
from damier.search.clock import is_late, is_time_to_look
from damier.solvers.connect4.ideas import BIT
from damier.solvers.connect4.layout import layout, position_like
from damier.solvers.connect4.parity import parity_bounds
from damier.solvers.connect4.table import column_of, find, high_of, low_of, place, store

_MOST_STONES = 64
_MOST_COLUMNS = 32
_APART = 5  # rows are not a power of two apart, or all would compete for the same lines of the processor's cache

RECORD = np.dtype(
    [
        ("nodes", np.int64),
        ("stop", np.int64),  # set, here or by another thread, to end the search
        ("deadline", np.int64),  # see `search/clock.py`
        ("ideas", np.int64),  # the bits of those that are on
        ("mirror", np.int64),  # 1 if mirror images are told to be one: not if the root excludes that both come up
        ("table", np.int64),
        ("buckets", np.int64),
        ("near_buckets", np.int64),
        ("notes", np.int64),  # what other threads look at, 0 if there are none: see `search/brothers.py`
        ("scheme", np.int64),
        ("ways", np.int64),  # nodes above this one whose moves threads share out ...
        ("way_slot", np.int64, (_MOST_STONES,)),  # ... where the table has them ...
        ("way_check", np.uint64, (_MOST_STONES,)),
        ("way_alpha", np.int64, (_MOST_STONES,)),  # ... and what they are asked
        ("given_up", np.int64),  # not 0: the search comes back to this one of them, which another thread has settled
        ("order", np.int64, (_MOST_STONES, _MOST_COLUMNS + _APART)),  # the moves by number of stones, packed
        ("wins", np.uint64, (_MOST_STONES, _MOST_COLUMNS + _APART)),  # where the player threatens to win after each
    ],
    align=True,
)

_0, _1 = np.uint64(0), np.uint64(1)
_SIX_BITS = 63  # a packed move has its cell in the lowest six bits, its number in the next, above them what it is worth
_FIRST = 1 << 40
_WON = -1  # instead of a number of moves
_PUT_OFF = -2  # less what a packed move is, which another thread looks at
SHARED = 20  # with so many empty cells threads share out the moves
_CHILDREN_EMPTY = 24  # with fewer empty cells, to look at the table for each move costs more than it saves

_SAFE, _FORCED, _DOUBLE, _THREATS = BIT["safe"], BIT["forced"], BIT["double"], BIT["threats"]
_TABLE, _REMEMBER, _CHILDREN = BIT["table"], BIT["remember"], BIT["children"]
_ENDS, _HOPELESS, _PARITY = BIT["ends"], BIT["hopeless"], BIT["replies"] | BIT["odd"]


@part
def prove(p: Any, own_wins: Any, opp_wins: Any, stones: Any, alpha: Any, work: Any) -> Any:
    """A bound of the score: above alpha if it is a lower one. `own_wins` and `opp_wins` are empty cells that win."""
    board = layout(p)
    ideas = work.ideas
    own, both, sign = p.own, p.both, np.int64(1)
    while True:
        work.nodes += 1
        if is_time_to_look(work.nodes) and is_late(work.deadline):
            work.stop = 1
        low, high = -((board.cells - stones) // 2), (board.cells - 1 - stones) // 2
        playable = open_cells(both, board)
        moves = playable
        if ideas & _SAFE:
            threats = moves & opp_wins
            if threats:
                moves = threats
            moves &= ~(opp_wins >> _1)
            if not moves or threats & (threats - _1):
                return sign * low
            if stones >= board.cells - 2:
                return np.int64(0)
            low = -((board.cells - 2 - stones) // 2)
        elif own_wins & playable:
            return sign * ((board.cells + 1 - stones) // 2)
        elif stones >= board.cells - 1:
            return np.int64(0)
        if high <= alpha:
            return sign * high
        if low > alpha:
            return sign * low
        if moves & (moves - _1) or not ideas & _FORCED:
            break
        # The only move is made here, and the question turned over.
        own_wins, opp_wins = opp_wins & ~moves, winning_cells(own | moves, board) & ~(both | moves)
        own, both = own ^ both, both | moves
        stones, alpha, sign = stones + 1, -alpha - 1, -sign

    opp = own ^ both
    empty = both ^ board.full
    reach, own_live, opp_live = _in_play(own, opp, empty, own_wins, opp_wins, ideas, board)
    if ideas & _HOPELESS:
        if not own_live:
            high = min(high, 0)
        if not opp_live:
            low = max(low, 0)
    if ideas & _PARITY:
        low, high = parity_bounds(own, both, reach, opp_wins, low, high, ideas, board)
    if high <= alpha:
        return sign * high
    if low > alpha:
        return sign * low

    slot: Any = np.int64(0)
    check, is_mirrored = _0, False
    if ideas & _TABLE:
        slot, check, is_mirrored = place(own, opp, both, own_live, opp_live, stones, board, work)

    order, wins = work.order[stones], work.wins[stones]
    count = _list_moves(own, both, playable, moves, stones, order, wins, ideas, board)
    if count == _WON:
        return sign * high
    if ideas & _DOUBLE:
        high = min(high, (board.cells - 3 - stones) // 2)
        if high <= alpha:
            return sign * high

    if ideas & _TABLE:
        entry = find(work, slot, check)
        if entry:
            high = min(high, high_of(entry))
            if high <= alpha:
                return sign * high
            low = max(low, low_of(entry))
            if low > alpha:
                return sign * low
            if ideas & _REMEMBER:
                column = column_of(entry)
                if is_mirrored:
                    column = board.width - 1 - column
                _prefer(order, count, column, board)
        if ideas & _CHILDREN and board.cells - stones >= _CHILDREN_EMPTY:
            low = max(low, _known_of_children(opp, both, opp_wins, order, wins, count, playable, stones, board, work))
            if low > alpha:
                return sign * low

    before = work.nodes
    best: Any = np.int64(-_MOST_STONES)
    best_cell: Any = np.int64(0)
    shares = work.notes != 0 and board.cells - stones >= SHARED and ideas & _TABLE != 0 and is_shared(work, work.ways, False)
    is_way, way = shares, work.ways
    if is_way:
        if _is_settled_above(work):
            return np.int64(0)
        work.way_slot[way], work.way_check[way], work.way_alpha[way] = slot, check, alpha
        work.ways = way + 1
    left, waiting = count, np.int64(0)  # moves that are to be tried, and those that other threads look at
    while left > 0:
        for i in range(left):
            packed = _take_best(order, count)
            cell, number = packed & _SIX_BITS, (packed >> 6) & _SIX_BITS
            move = _1 << np.uint64(cell)
            child = position_like(p, opp, both | move)
            key = _0
            if shares:
                key = _key_of(child)
                if i > 0:
                    entry = find(work, slot, check)
                    if entry and low_of(entry) > alpha:  # another thread has found it out
                        best, best_cell, waiting = low_of(entry), _cell_of(entry, is_mirrored, board), np.int64(0)
                        break
                    if is_looked_at(work, key):
                        order[number] = _PUT_OFF - packed
                        waiting += 1
                        continue
                take(work, key)
            score = -prove(child, opp_wins & ~move, wins[number], stones + 1, -alpha - 1, work)
            if shares:
                give_back(work, key)
            if work.stop:
                return np.int64(0)
            if work.given_up != 0:
                if work.given_up == way + 1:
                    work.given_up = 0
                    entry = find(work, slot, check)
                    if entry and (low_of(entry) > alpha or high_of(entry) <= alpha):
                        best = low_of(entry) if low_of(entry) > alpha else high_of(entry)
                        best_cell, waiting = _cell_of(entry, is_mirrored, board), np.int64(0)
                        break
                    order[number] = _PUT_OFF - packed  # what another thread had found is no longer there
                    waiting += 1
                    continue
                waiting = np.int64(0)
                break
            if score > best:
                best, best_cell = score, cell
                if best > alpha:
                    waiting = np.int64(0)
                    break
        left, waiting, shares = waiting, np.int64(0), False
        if left > 0:
            _take_up(order, count)
    if is_way:
        work.ways = way
        if work.given_up != 0:
            return np.int64(0)
    if ideas & _TABLE:
        if best > alpha:
            low = max(low, best)
        else:
            high = min(high, best)
        column = best_cell // np.int64(board.stride)
        if is_mirrored:
            column = board.width - 1 - column
        store(work, slot, check, low, high, column, work.nodes - before)
    return sign * best


@inlined
def _list_moves(
    own: Any, both: Any, playable: Any, moves: Any, stones: Any, order: Any, wins: Any, ideas: Any, board: Any
) -> Any:
    """Pack the moves with what they are worth, and note the threats after each; how many, or that one wins next."""
    count = np.int64(0)
    rest = moves
    while rest:
        move = rest & (_0 - rest)
        rest ^= move
        after = winning_cells(own | move, board) & ~(both | move)
        if ideas & _DOUBLE and _wins_next(playable, move, after, board):
            return np.int64(_WON)
        cell = lowest(move)
        worth = board.width - abs(2 * (cell // np.int64(board.stride)) - board.width + 1)  # the centre is worth more
        if ideas & _THREATS:
            worth += popcount(after) << 6
            worth += np.int64((move & board.replies != _0) == (stones & 1 == 1))  # a row that is its player's in the end
        order[count] = (worth << 12) | (count << 6) | cell
        wins[count] = after
        count += 1
    return count


@inlined
def _take_best(order: Any, count: Any) -> Any:
    """The best move that is left; to sort all would be wasted when the first one cuts."""
    packed = np.int64(-1)
    for i in range(count):
        packed = max(packed, order[i])
    order[(packed >> 6) & _SIX_BITS] = -1
    return packed


@part
def _is_settled_above(work: Any) -> Any:
    """Whether another thread has settled a node on the way here, so that nobody needs to know more of this one."""
    for way in range(work.ways):
        entry = find(work, work.way_slot[way], work.way_check[way])
        if entry and (low_of(entry) > work.way_alpha[way] or high_of(entry) <= work.way_alpha[way]):
            work.given_up = way + 1
            return True
    return False


@part
def _cell_of(entry: Any, is_mirrored: Any, board: Any) -> Any:
    """A cell of the column that the table has for a position."""
    column = column_of(entry)
    return np.int64(board.stride) * (board.width - 1 - column if is_mirrored else column)


@part
def _take_up(order: Any, count: Any) -> None:
    """Let the moves that were put off be tried again."""
    for i in range(count):
        if order[i] <= _PUT_OFF:
            order[i] = _PUT_OFF - order[i]


@inlined
def _key_of(p: Any) -> Any:
    return mix(p.own ^ mix(p.both))


@inlined
def _wins_next(playable: Any, move: Any, after: Any, board: Any) -> Any:
    """Whether a move wins with the stone after it: the opponent has no move that is safe, given our threats after it."""
    replies = (playable ^ move) | ((move << _1) & board.full)
    threats = after & replies
    if threats:
        if threats & (threats - _1):
            return True
        replies = threats
    return not replies & ~(after >> _1)


@inlined
def _prefer(order: Any, count: Any, column: Any, board: Any) -> None:
    """Let this column be tried first."""
    for i in range(count):
        if (order[i] & _SIX_BITS) // np.int64(board.stride) == column:
            order[i] |= _FIRST


@inlined
def _in_play(own: Any, opp: Any, empty: Any, own_wins: Any, opp_wins: Any, ideas: Any, board: Any) -> Any:
    """The empty cells that somebody may reach, and the cells of the fours that each player can still make."""
    reach = empty
    if ideas & _ENDS:
        ends = own_wins & opp_wins  # whoever plays there wins; and of two threats on top of each other one is not stopped
        ends |= ((own_wins & (own_wins >> _1)) | (opp_wins & (opp_wins >> _1))) << _1
        if ends:
            reach &= ~cells_above(ends, board)
    return reach, cells_in_fours(own | reach, board), cells_in_fours(opp | reach, board)


@inlined
def _known_of_children(
    opp: Any, both: Any, opp_wins: Any, order: Any, wins: Any, count: Any, playable: Any, stones: Any, board: Any, work: Any
) -> Any:
    """A lower bound of the score by what the table knows of the positions after each move."""
    low = np.int64(-_MOST_STONES)
    for i in range(count):
        move = _1 << np.uint64(order[i] & _SIX_BITS)
        if not wins[i] & ((playable ^ move) | (move << _1)):  # else the answer is forced, and the table not asked there
            taken = both | move
            own = opp ^ taken
            _, opp_live, own_live = _in_play(opp, own, taken ^ board.full, opp_wins & ~move, wins[i], work.ideas, board)
            slot, check, _ = place(opp, own, taken, opp_live, own_live, stones + 1, board, work)
            entry = find(work, slot, check)
            if entry:
                low = max(low, -high_of(entry))
    return low
