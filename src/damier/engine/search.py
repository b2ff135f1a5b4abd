"""The player's search: principal variation search with a table, in the order of what has proved good elsewhere.

One kernel for all games. Every technique is a switch in the record it carries along (see `techniques.py`).

Sooner wins. Where a win is the most a game can bring, a win at ply p counts WIN + MOST_PLIES - p, so that no other
score lies between and the sooner one is larger; a loss is the same below. A position in the table does not know its
ply: wins are stored as they are seen from it.

Symmetry. The search goes on from the representative of each position (`canonical`), so that the table's best move, the
killers and the history all speak of the same side of the board; near the horizon that is not worth its time. The line is
then in terms of representatives; who asks translates it.

Forward pruning (Buro, "ProbCut" 1995, "Multi-ProbCut" 1997). The scores of a search and of a less deep one of the same
position lie near a straight line, as the game's own figures tell (`Cut`). Where only one side of a bound matters and the
less deep search says that the value is beyond it by more than the usual error, it is believed. Such a value is an
estimate. What rests on such values stands apart in the table: a search that does not prune takes only its moves.
"""

from typing import Any

import numpy as np

from damier.engine.memory import CUT_DEPTHS, CUT_DOWN, CUT_INVERSE, CUT_ONE, CUT_SHALLOW, CUT_SLACK, CUT_UP, HISTORY
from damier.kernel import array_at, compiled, inlined, part
from damier.rules import (
    INFINITY,
    MOST_MOVES,
    MOST_PLIES,
    ONGOING,
    WIN,
    canonical,
    evaluate,
    hint,
    key,
    outcome,
    play,
    same_player,
)
from damier.search.node import list_moves, visit
from damier.search.table import UNKNOWN_MOVE, best_of, depth_of, find, high_of, is_guess, low_of, store
from damier.search.work import keep

# Depths left from which on an idea pays for its time (measured on Othello at depth 10 to 12 and on Connect 4 at depth 13)
SYMMETRY_DEPTH = 2  # below a node with more, positions are turned to their representatives
PREVIEW_DEPTH = 3  # moves are ordered by what they lead to

PRUNING_KEY = np.uint64(0x9E3779B97F4A7C15)  # what rests on forward pruning stands elsewhere in the table

# How a move is ranked, as one number: hint | killer and history | place in the list, the earlier the larger.
_PLACES = MOST_MOVES  # a move's place in the list is below this
_RANKS = 1 << 24  # killer and history together are below this
_KILLER = 1 << 22
_MOST_HISTORY = 1 << 20
_MOST_HINT = 1 << 29


@compiled
def look_ahead(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies between alpha and beta; else a bound on the same side as the value."""
    # 1. The end of the game, or the horizon
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return _at_ply(score, ply) if work.sooner and abs(score) == WIN else score

    # 2. What the table knows
    estimates = work.horizon + work.guesses
    here = np.uint64(0)
    low, high, kept_guess = -INFINITY, INFINITY, 0
    known = UNKNOWN_MOVE
    if work.use_table:
        here = key(position)
        if work.prunes:
            here ^= PRUNING_KEY
        entry = find(work, here)
        if entry == np.uint64(0) and work.has_pruned and not work.prunes:
            known = _best_in_table(here ^ PRUNING_KEY, work)
        if entry != np.uint64(0):
            known = best_of(entry)
            is_same = depth_of(entry) == depth
            is_enough = is_same or (work.deeper and (depth_of(entry) > depth or is_guess(entry) == 0))
            low, high = _from_node(low_of(entry), ply, work), _from_node(high_of(entry), ply, work)
            if not is_enough and not (work.deeper and low >= work.certain):
                low = -INFINITY
            if not is_enough and not (work.deeper and high <= -work.certain):
                high = INFINITY
            if low >= beta or high <= alpha or (low == high and not work.null_window):
                answer = low if low >= beta or low == high else high
                work.hits += 1
                work.guesses += is_guess(entry) if abs(answer) < work.certain else 0
                return answer
            if is_same:
                kept_guess = is_guess(entry)
            else:
                low, high = -INFINITY, INFINITY

    # 3. Forward pruning: does a less deep search say that the value is far outside the window?
    if work.prunes and ply > 0 and beta - alpha == 1 and _is_cut(alpha, depth, work):
        horizon, guesses = work.horizon, work.guesses
        shallow, slack = work.cut[depth, CUT_SHALLOW], work.cut[depth, CUT_SLACK]
        static = evaluate(position, array_at(work.weights, work.weights_length, np.int32))
        bound = _below(alpha, depth, work)
        is_below = static <= bound + slack and look_ahead(position, move, bound, bound + 1, shallow, ply, work) <= bound
        bound = _above(beta, depth, work)
        is_above = not is_below and static >= bound - slack
        is_above = is_above and look_ahead(position, move, bound - 1, bound, shallow, ply, work) >= bound
        work.horizon, work.guesses = horizon, guesses  # what decides nothing has no part in the value
        work.line_end[ply] = ply
        if is_below or is_above:
            work.guesses += 1
            return alpha if is_below else beta
        if known == UNKNOWN_MOVE:
            known = _best_in_table(here, work)

    # 4. The moves: the table's, or the root's, first, then the others as they are ranked
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    if ply == 0 and work.root_move >= 0:
        known = _place_of(work.root_move, out, count)
    is_known = np.int64(known < count)
    best = -INFINITY
    best_place = UNKNOWN_MOVE
    for i in range(count):
        if i == is_known:
            _rank(position, known, count, depth, ply, work)
        place = known if i < is_known else _next_best(i, count, ply, work)
        move_here = out[place]
        child = play(position, move_here)
        keeps_turn = same_player(position, child)
        if work.symmetry and depth > SYMMETRY_DEPTH:
            child = canonical(child)

        # 5. Is it better than the best so far? If so, by how much?
        floor = max(alpha, best)
        ceiling = min(beta, floor + 1) if i > 0 and work.null_window else beta
        while True:
            below, above = (floor, ceiling) if keeps_turn else (-ceiling, -floor)
            score = look_ahead(child, move_here, below, above, depth - 1, ply + 1, work)
            score = score if keeps_turn else -score
            if work.stop:
                return best
            if score <= floor or score >= beta or ceiling == beta:
                break
            ceiling = beta
        if score > best:
            best = score
            best_place = place
            if best > alpha:
                keep(work, ply, move_here)
            if best >= beta:
                _praise(move_here, depth, ply, work)
                break

    # 6. Remember
    if work.use_table and count > 0:
        guess = np.int64(work.horizon + work.guesses > estimates)
        if best <= alpha:
            low = low if low <= best else -INFINITY
            high = best
            best_place = known  # every move failed: none of them is known to be the best
        elif best >= beta:
            low = best
            high = high if high >= best else INFINITY
        else:
            low = high = best
        if low != high and low > -INFINITY and high < INFINITY:
            guess |= kept_guess
        store(work, here, _to_node(low, ply, work), _to_node(high, ply, work), best_place, depth, guess)
    return best


# --------------------------------------------------------------------------------------------------------------------
# Wins by ply


@inlined
def _at_ply(score: Any, ply: Any) -> Any:
    """A win or loss that is reached at this ply."""
    return score + MOST_PLIES - ply if score > 0 else score - MOST_PLIES + ply


@inlined
def _to_node(score: Any, ply: Any, work: Any) -> Any:
    """A score of the search as it is seen from a node at this ply: wins are nearer from there."""
    if not work.sooner or abs(score) < WIN or abs(score) == INFINITY:
        return score
    return score + ply if score > 0 else score - ply


@inlined
def _from_node(score: Any, ply: Any, work: Any) -> Any:
    """The other way round."""
    if not work.sooner or abs(score) < WIN or abs(score) == INFINITY:
        return score
    return score - ply if score > 0 else score + ply


# --------------------------------------------------------------------------------------------------------------------
# Forward pruning


@inlined
def _is_cut(alpha: Any, depth: Any, work: Any) -> Any:
    """Whether it is known how much less deep searches err at this depth; of certain wins and losses they tell nothing."""
    return depth < CUT_DEPTHS and work.cut[depth, CUT_SHALLOW] > 0 and abs(alpha) < work.certain - 1


@inlined
def _above(beta: Any, depth: Any, work: Any) -> Any:
    """The score of the less deep search from which on the value is beta or more, as far as can be told."""
    return (beta + work.cut[depth, CUT_UP]) * work.cut[depth, CUT_INVERSE] // CUT_ONE


@inlined
def _below(alpha: Any, depth: Any, work: Any) -> Any:
    """The score of the less deep search up to which the value is alpha or less, as far as can be told."""
    return (alpha - work.cut[depth, CUT_DOWN]) * work.cut[depth, CUT_INVERSE] // CUT_ONE


# --------------------------------------------------------------------------------------------------------------------
# The order of moves


@part
def _best_in_table(here: Any, work: Any) -> Any:
    """The place of the best move that the table knows for a key, if it does."""
    entry = find(work, here) if work.use_table else np.uint64(0)
    return best_of(entry) if entry != np.uint64(0) else UNKNOWN_MOVE


@part
def _place_of(move: Any, out: Any, count: Any) -> Any:
    """Where a move stands in the list."""
    for i in range(count):
        if out[i] == move:
            return i
    return UNKNOWN_MOVE


@part
def _rank(position: Any, known: Any, count: Any, depth: Any, ply: Any, work: Any) -> None:
    """Rank all moves but the known one; that one has had its turn."""
    order = work.order[ply]
    n = np.int64(known < count)
    for i in range(count):
        if i != known:
            move = work.moves[ply, i]
            rank = 0
            previews = work.by_preview and depth >= PREVIEW_DEPTH
            if previews or work.by_hint:
                promise: Any = _preview(position, move, work) if previews else np.int64(hint(position, move))
                rank = min(max(promise, -_MOST_HINT), _MOST_HINT) * _RANKS
            if work.by_killers:
                if move == work.killer[ply, 0]:
                    rank += 2 * _KILLER
                elif move == work.killer[ply, 1]:
                    rank += _KILLER
            if work.by_history:
                rank += work.past[move % HISTORY]
            order[n] = rank * _PLACES + _PLACES - 1 - i
            n += 1


@part
def _preview(position: Any, move: Any, work: Any) -> Any:
    """What the position after a move looks worth to the player who makes it."""
    child = play(position, move)
    score = outcome(child)
    if score == ONGOING:
        score = evaluate(child, array_at(work.weights, work.weights_length, np.int32))
    return score if same_player(position, child) else -score


@part
def _next_best(i: Any, count: Any, ply: Any, work: Any) -> Any:
    """Bring the move of the highest rank among those left to place i of the order; its place in the list."""
    order = work.order[ply]
    best = i
    for j in range(i + 1, count):
        if order[j] > order[best]:
            best = j
    chosen = order[best]
    order[best] = order[i]
    order[i] = chosen
    return _PLACES - 1 - chosen % _PLACES


@part
def _praise(move: Any, depth: Any, ply: Any, work: Any) -> None:
    """A move has cut: it comes earlier at this ply, and everywhere."""
    if move != work.killer[ply, 0]:
        work.killer[ply, 1] = work.killer[ply, 0]
        work.killer[ply, 0] = move
    past = work.past[move % HISTORY]
    gain = min(depth * depth, _MOST_HISTORY // 16)
    work.past[move % HISTORY] = past + gain - past * gain // _MOST_HISTORY
