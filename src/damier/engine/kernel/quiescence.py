"""Beyond the horizon: captures are played out until the position is quiet, then it is evaluated
(Alliot-Schiex 15.7.4 "retour à l'équilibre", Alliot algorithm 8).

Nobody has to capture: the evaluation of the position as it stands is a lower bound, unless the player is forced.
"""

from typing import Any

import numpy as np

from damier.engine.kernel.corrections import corrected_by_experience
from damier.engine.kernel.estimates import estimated
from damier.engine.kernel.ordering import next_best, rank_noisy
from damier.engine.kernel.pruning import CAPTURE_MARGIN
from damier.engine.kernel.repetition import is_repeated, key_at_depth
from damier.engine.kernel.replies import role_of
from damier.engine.kernel.rote import is_sown, mark
from damier.engine.kernel.scale import at_ply, from_node, to_node
from damier.engine.kernel.unit import points
from damier.kernel import part
from damier.rules import (
    DRAW,
    INFINITY,
    MOST_MOVES,
    MOST_PLIES,
    ONGOING,
    WIN,
    exchange,
    forced,
    gain,
    key,
    noisy,
    outcome,
    play,
    same_player,
    threatening,
)
from damier.search.clock import is_time_to_look
from damier.search.node import look_at_clock
from damier.search.table import UNKNOWN_MOVE, best_of, depth_of, expect, find, high_of, is_guess, low_of, store
from damier.search.work import keep


@part
def quiesce(position: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move when only noisy moves are looked at, as `look_ahead` gives it.

    The depth is 0 at the horizon, where checks are noisy too, and less below.
    """
    work.nodes += 1
    if is_time_to_look(work.nodes):
        look_at_clock(work)
    work.line_end[ply] = ply
    if work.watched:
        if work.node_limit > 0 and work.nodes > work.node_limit:
            work.stop = 1
        if work.stop:
            return 0
    score = outcome(position)
    if score != ONGOING:
        work.finished += 1
        return at_ply(score, ply) if work.sooner and abs(score) == WIN else score
    named = here = key(position)
    if work.repeats and is_repeated(position, here, ply, work):
        return DRAW

    # What the table knows
    known = UNKNOWN_MOVE
    if work.use_table:
        here = key_at_depth(position, here, 0)
        entry = find(work, here)
        if entry != np.uint64(0):
            low, high = from_node(low_of(entry), ply, work), from_node(high_of(entry), ply, work)
            if low >= beta or high <= alpha or (low == high and work.by_rote and is_sown(here, work)):
                work.hits += 1
                answer = low if low >= beta or low == high else high
                if depth_of(entry) >= work.marked_depth:
                    mark(here, work)
                work.guesses += is_guess(entry) if abs(answer) < work.certain else 0
                return answer
            known = best_of(entry)

    # What it is worth as it stands
    unproved = work.horizon + work.guesses
    is_forced = forced(position)
    best = -INFINITY
    static = -INFINITY
    if not is_forced or ply >= MOST_PLIES:
        work.horizon += 1
        static = corrected_by_experience(position, estimated(position, named, ply, work), ply, work)
        best = static
        if best >= beta or ply >= MOST_PLIES:
            return best

    # What captures bring
    out = work.moves[ply]
    count = noisy(position, out)
    if not 0 <= count <= MOST_MOVES:
        work.fault = 1
        work.stop = 1
        return 0
    captures = count
    if depth == 0 and work.by_checks and not is_forced:
        count = threatening(position, out, count)
    rank_noisy(position, known, count, ply, work)
    best_place = UNKNOWN_MOVE
    drawn_from = work.no_draw
    for i in range(count):
        place = next_best(i, count, ply, work)
        move = out[place]
        if not is_forced:
            if work.by_frontier_futility and place < captures:
                hope = static + gain(position, move) + points(CAPTURE_MARGIN, work.unit)
                if hope <= alpha:
                    best = max(best, hope)
                    work.guesses += 1
                    continue
            if work.by_exchange and not exchange(position, move, 0):
                work.guesses += 1
                continue
        elif i > 2 and best > -work.certain and work.by_late_pruning and gain(position, move) == 0:
            work.guesses += 1
            break
        child = play(position, move)
        if work.use_table:
            expect(work, key(child))
        if work.by_replies:
            work.role[ply + 1] = role_of(position, move)
        floor = max(alpha, best)
        work.root_of_draw = work.no_draw
        if same_player(position, child):
            score = quiesce(child, floor, beta, depth - 1, ply + 1, work)
        else:
            score = -quiesce(child, -beta, -floor, depth - 1, ply + 1, work)
        if work.stop:
            return best
        if score >= beta:
            drawn_from = work.root_of_draw
        else:
            drawn_from = min(drawn_from, work.root_of_draw)
        if score > best:
            best = score
            best_place = place if place < captures else UNKNOWN_MOVE
            if best > alpha:
                keep(work, ply, move)
            if best >= beta:
                break
    work.root_of_draw = drawn_from if drawn_from < ply else work.no_draw
    if work.use_table and drawn_from >= ply:
        guess = np.int64(work.horizon + work.guesses > unproved)
        low = best if best > alpha else -INFINITY
        high = best if best < beta else INFINITY
        store(work, here, to_node(low, ply, work), to_node(high, ply, work), best_place, 0, guess)
    return best
