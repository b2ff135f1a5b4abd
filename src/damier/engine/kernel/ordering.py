"""The order in which moves are tried: what proved good elsewhere, and what looks good.

The table's move first. Then by hint: captures that win something; then killers, then by history; captures that lose
something last.
"""

from typing import Any

import numpy as np

from damier.engine.kernel.greatest import greatest
from damier.engine.kernel.replies import grow_reply, reply_history, role_of
from damier.engine.kernel.workspace import HISTORY
from damier.kernel import array_at, inlined, part
from damier.network.estimate import estimate_at
from damier.rules import MOST_MOVES, ONGOING, exchange, gain, hint, outcome, play, same_player
from damier.search.table import UNKNOWN_MOVE, best_of, find

PREVIEW_DEPTH = 3  # moves are ordered by what they lead to (measured on Othello at depth 10 to 12)

# How a move is ranked, as one number: hint | killer and history | place in the list, the earlier the larger.
_PLACES = MOST_MOVES  # a move's place in the list is below this
_RANKS = 1 << 24  # killer and history together are below this
_KILLER = 1 << 22
MOST_HISTORY = 1 << 20
REPLY_WORTH = 64  # how much more a reply counts than a move that has cut anywhere: its numbers are smaller
BLAMING, SURPRISE = 32, 6 << 10  # where moves that do not cut are blamed, history moves so many times as fast, and faster still
_MOST_HINT = 1 << 29
_LOSING = 1 << 20  # below every hint


@part
def best_in_table(here: Any, work: Any) -> Any:
    """The place of the best move that the table knows for a key, if it does."""
    entry = find(work, here) if work.use_table else np.uint64(0)
    return best_of(entry) if entry != np.uint64(0) else UNKNOWN_MOVE


@part
def place_of(move: Any, out: Any, count: Any) -> Any:
    """Where a move stands in the list."""
    for i in range(count):
        if out[i] == move:
            return i
    return UNKNOWN_MOVE


@part
def past_of(position: Any, move: Any, ply: Any, work: Any) -> Any:
    """How well a move has cut, anywhere and as a reply to the last moves."""
    found = np.int64(0)
    if work.by_history:
        found += history_of(move, ply, work)
    if work.by_replies:
        found += REPLY_WORTH * reply_history(role_of(position, move), ply, work)
    return found


@inlined
def history_of(move: Any, ply: Any, work: Any) -> Any:
    """How well a move has cut, for the player at this ply where that is told apart."""
    return array_at(work.history, 2 * HISTORY, np.int64)[((ply + work.root_side) & work.by_side) * HISTORY + move % HISTORY]


@part
def rank(position: Any, known: Any, count: Any, depth: Any, ply: Any, work: Any) -> None:
    """Rank all moves but the known one; that one has had its turn."""
    order = work.order[ply]
    n = np.int64(known < count)
    for i in range(count):
        if i != known:
            move = work.moves[ply, i]
            place_value = 0
            previews = work.by_preview and depth >= PREVIEW_DEPTH
            if previews or work.by_hint:
                promise: Any = _preview(position, move, ply, work) if previews else np.int64(hint(position, move))
                if work.by_exchange and promise > 0 and not exchange(position, move, 0):
                    promise -= _LOSING
                place_value = min(max(promise, -_MOST_HINT), _MOST_HINT) * _RANKS
            if work.by_killers:
                if move == work.killer[ply, 0]:
                    place_value += 2 * _KILLER
                elif move == work.killer[ply, 1]:
                    place_value += _KILLER
            place_value += past_of(position, move, ply, work)
            order[n] = place_value * _PLACES + _PLACES - 1 - i
            n += 1


@part
def rank_noisy(position: Any, known: Any, count: Any, ply: Any, work: Any) -> None:
    """Rank the moves beyond the horizon: the table's first, then by hint, and by history where all moves are looked at."""
    order = work.order[ply]
    for i in range(count):
        move = work.moves[ply, i]
        place_value: Any = 0
        if work.by_hint:
            place_value = np.int64(hint(position, move)) * _RANKS
        if work.by_history:
            place_value += history_of(move, ply, work)
        if i == known:
            place_value = _MOST_HINT * _RANKS
        order[i] = place_value * _PLACES + _PLACES - 1 - i


@part
def _preview(position: Any, move: Any, ply: Any, work: Any) -> Any:
    """What the position after a move looks worth to the player who makes it."""
    child = play(position, move)
    score = outcome(child)
    if score == ONGOING:
        score = estimate_at(child, ply + 1, work)
    return score if same_player(position, child) else -score


@part
def next_best(i: Any, count: Any, ply: Any, work: Any) -> Any:
    """Bring the move of the highest rank among those left to place i of the order; its place in the list."""
    order = work.order[ply]
    best = greatest(order.ctypes.data, i, count)
    chosen = order[best]
    order[best] = order[i]
    order[i] = chosen
    return _PLACES - 1 - chosen % _PLACES


@inlined
def put_off(i: Any, last: Any, ply: Any, work: Any) -> None:
    """Exchange the move in place i of the order for the one before the last place."""
    order = work.order[ply]
    order[i], order[last - 1] = order[last - 1], order[i]


@part
def praise(position: Any, move: Any, tried: Any, known: Any, depth: Any, ply: Any, work: Any) -> None:
    """A move has cut: it comes earlier at this ply, and everywhere; those that were tried before it come later.

    Captures have an order of their own, and are not praised where hints tell them.
    """
    if work.by_hint and gain(position, move) > 0:
        return
    if move != work.killer[ply, 0]:
        work.killer[ply, 1] = work.killer[ply, 0]
        work.killer[ply, 0] = move
    by = min(np.int64(1) << min(depth, 16) if work.by_powers else depth * depth, MOST_HISTORY // 16)
    if work.by_blame:
        by = _praise_at(depth)
    _grow(move, by, ply, work)
    if work.by_replies:
        grow_reply(role_of(position, move), by // REPLY_WORTH, ply, work)
    if work.by_blame:
        for i in range(tried):
            place = known if i == 0 and known < UNKNOWN_MOVE else _PLACES - 1 - work.order[ply, i] % _PLACES
            earlier = work.moves[ply, place]
            if earlier != move and gain(position, earlier) == 0:
                _grow(earlier, -by, ply, work)
                if work.by_replies:
                    grow_reply(role_of(position, earlier), -by // REPLY_WORTH, ply, work)


@part
def praise_last(move: Any, depth: Any, ply: Any, work: Any) -> None:
    """Whatever was tried against the last move has failed: it comes earlier, as if it had cut."""
    by = _praise_at(depth)
    _grow(move, by, ply - 1, work)
    grow_reply(work.role[ply], by // REPLY_WORTH, ply - 1, work)


@inlined
def _praise_at(depth: Any) -> Any:
    """By how much history moves where moves that do not cut are blamed, at so much depth left."""
    return min(BLAMING * depth * depth + SURPRISE * depth, MOST_HISTORY // 8)


@inlined
def _grow(move: Any, by: Any, ply: Any, work: Any) -> None:
    """Let the history of a move grow by so much, or shrink, the less the larger it is already."""
    index = ((ply + work.root_side) & work.by_side) * HISTORY + move % HISTORY
    history = array_at(work.history, 2 * HISTORY, np.int64)
    past = history[index]
    history[index] = past + by - past * abs(by) // MOST_HISTORY
