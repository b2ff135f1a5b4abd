"""The player's search: principal variation search with a table, in the order of what has proved good elsewhere.

One kernel for all games. Every technique is a switch in the record it carries along (see `techniques.py`).

Symmetry. The search goes on from the representative of each position (`canonical`), so that the table's best move, the
killers and the history all speak of the same side of the board; near the horizon that is not worth its time. The line is
then in terms of representatives; who asks translates it.

Forward pruning (Buro, "ProbCut" 1995, "Multi-ProbCut" 1997). The scores of a search and of a less deep one of the same
position lie near a straight line, as the game's own figures tell (`Cut`). Where only one side of a bound matters and the
less deep search says that the value is beyond it by more than the usual error, it is believed. Such a value is an
estimate. What rests on such values stands apart in the table: a search that does not prune takes only its moves.

Selective search. Games that tell noisy moves from quiet ones are searched further where something happens and less far where
nothing does (`quiescence.py`, `pruning.py`). What is left out or looked at less deep makes a value an estimate too.

Futility pruning, as the books define it (Alliot-Schiex 15.7.4: 3.01 against 3; Alliot: "a few per cent"). Alpha-beta cuts a
branch as soon as it cannot be better than what is there already; with a tolerance it is also cut when it could be better by no
more than that, and does not count as better. The value at the root is then wrong by the tolerance for every second ply at most.
"""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.engine.kernel.corrections import corrected_by_experience, learn_correction
from damier.engine.kernel.endings import looked_up
from damier.engine.kernel.estimates import estimated, searched
from damier.engine.kernel.interest import sx_of, whole_plies
from damier.engine.kernel.ordering import best_in_table, next_best, past_of, place_of, praise, praise_last, put_off, rank
from damier.engine.kernel.pruning import (
    CHECKING,
    NULL_DEPTH,
    RAZOR_DEPTH,
    RAZOR_MARGIN,
    REDUCED_DEPTH,
    REDUCED_FROM,
    REVERSE_DEPTH,
    REVERSE_MARGIN,
    SINGULAR_DEPTH,
    SINGULAR_MARGIN,
    UNKNOWN_DEPTH,
    is_hopeless,
    null_depth,
    reduction,
)
from damier.engine.kernel.quiescence import quiesce
from damier.engine.kernel.repetition import is_repeated, key_at_depth
from damier.engine.kernel.replies import NO_ROLE, role_of
from damier.engine.kernel.rote import is_sown, mark, recalled
from damier.engine.kernel.scale import at_ply, from_node, to_node
from damier.engine.kernel.unit import points
from damier.engine.kernel.workspace import (
    CUT_DEPTHS,
    CUT_DOWN,
    CUT_INVERSE,
    CUT_ONE,
    CUT_SHALLOW,
    CUT_SLACK,
    CUT_UP,
    MOST_TURNS,
)
from damier.kernel import compiled, inlined, part
from damier.network.estimate import estimate_at
from damier.rules import (
    DRAW,
    INFINITY,
    MOST_PLIES,
    ONGOING,
    WIN,
    canonical,
    forced,
    gain,
    interest,
    key,
    may_pass,
    null,
    play,
    same_player,
)
from damier.search.brothers import ROOT, give_back, is_looked_at, is_shared, note_of, take
from damier.search.node import list_moves, visit
from damier.search.table import UNKNOWN_MOVE, best_of, depth_of, expect, find, high_of, is_guess, low_of, store
from damier.search.work import NO_MOVE, keep

# Depths left from which on an idea pays for its time (measured on Othello at depth 10 to 12 and on Connect 4 at depth 13)
SYMMETRY_DEPTH = 2  # below a node with more, positions are turned to their representatives

PRUNING_KEY = np.uint64(0x9E3779B97F4A7C15)  # what rests on forward pruning stands elsewhere in the table
MUCH_DEEPER = 4  # plies by which what the table knows must be deeper, not to be replaced by what is found now
SHARED_DEPTH = 4  # depth left from which on threads share out the moves


@compiled
def look_ahead(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies between alpha and beta; else a bound on the same side as the value."""
    # 1. The horizon, the end of the game, a position that was there before
    if (depth <= 0 and work.by_quiescence) or ply >= MOST_PLIES:
        return quiesce(position, alpha, beta, np.int64(0), ply, work)
    if depth <= 0 and work.by_rote:
        here = key_at_depth(position, key(position), depth)
        if work.prunes:
            here ^= PRUNING_KEY
        if is_sown(here, work):
            score = recalled(here, alpha, beta, ply, work)
            if score != ONGOING:
                return score
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return at_ply(score, ply) if work.sooner and abs(score) == WIN else score
    here = np.uint64(0)
    if work.use_table or work.repeats or work.by_quiescence:
        here = key(position)
    if work.repeats and is_repeated(position, here, ply, work) and ply > 0:
        return DRAW
    if work.endings and ply > 0:
        score = looked_up(position, ply, work)
        if score != ONGOING:
            return score
    if work.by_mate_distance and ply > 0 and beta - alpha == 1:
        alpha, beta = max(alpha, at_ply(-WIN, ply)), min(beta, at_ply(WIN, ply + 1))
        if alpha >= beta:
            return alpha

    # 2. What the table knows
    named = here
    unproved = work.horizon + work.guesses
    low, high, kept_guess = -INFINITY, INFINITY, 0
    known = UNKNOWN_MOVE
    excluded = work.excluded[ply]
    known_low, known_high, known_depth = -INFINITY, INFINITY, 0
    if work.use_table:
        here = key_at_depth(position, here, depth)
        if work.prunes:
            here ^= PRUNING_KEY
        if work.credit[ply] != 0:
            here ^= mix(np.uint64(-work.credit[ply]))  # the depth is not all that is left to search
        entry = find(work, here)
        if entry == np.uint64(0) and work.has_pruned and not work.prunes:
            known = best_in_table(here ^ PRUNING_KEY, work)
        if entry != np.uint64(0):
            known = best_of(entry)
            is_same = depth_of(entry) == depth
            is_enough = is_same or (work.deeper and (depth_of(entry) > depth or is_guess(entry) == 0))
            low, high = from_node(low_of(entry), ply, work), from_node(high_of(entry), ply, work)
            known_low, known_high, known_depth = low, high, depth_of(entry)
            if not is_enough and not (work.deeper and low >= work.certain):
                low = -INFINITY
            if not is_enough and not (work.deeper and high <= -work.certain):
                high = INFINITY
            is_taken = (
                low == high and ply > 0 and (not work.null_window or (work.by_rote and is_sown(here, work)))
            )  # see `deepen`
            # Where much is left out, what is looked at on the best line is not to end with what other windows have found
            is_on_line = work.by_quiescence and work.null_window and not work.by_rote and beta - alpha > 1
            is_sure = low >= work.certain or high <= -work.certain
            is_answer = (low >= beta or high <= alpha or is_taken) and (is_sure or not is_on_line)
            if excluded == NO_MOVE and is_answer:
                answer = low if low >= beta or low == high else high
                work.hits += 1
                if depth_of(entry) >= work.marked_depth:
                    mark(here, work)
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
        static = estimate_at(position, ply, work)
        bound = _below(alpha, depth, work)
        is_below = static <= bound + slack and look_ahead(position, move, bound, bound + 1, shallow, ply, work) <= bound
        bound = _above(beta, depth, work)
        is_above = not is_below and static >= bound - slack
        is_above = is_above and look_ahead(position, move, bound - 1, bound, shallow, ply, work) >= bound
        work.horizon, work.guesses = horizon, guesses  # what decides nothing has no part in the value
        work.line_end[ply] = ply
        if work.given_up != 0:
            return alpha
        if is_below or is_above:
            work.guesses += 1
            return alpha if is_below else beta
        if known == UNKNOWN_MOVE:
            known = best_in_table(here, work)

    # 4. Selective search: is the player so well, or so badly, off that the moves need not be looked at?
    is_open = beta - alpha > 1
    is_improving: Any = 0
    is_forced = False
    is_selective = False  # whether moves may be left out
    static = -INFINITY
    if work.by_quiescence:
        is_forced = forced(position)
        work.static[ply] = -INFINITY
        if not is_forced:
            static = corrected_by_experience(position, estimated(position, named, ply, work), ply, work)
            work.static[ply] = static
            is_improving = np.int64(ply >= 2 and static > work.static[ply - 2])
            is_selective = ply > 0 and not is_open
        if is_selective and excluded == NO_MOVE and abs(beta) < work.certain:
            judged = searched(static, known_low, known_high, work)
            fear = judged - points(REVERSE_MARGIN * (depth - is_improving), work.unit)
            if work.by_reverse_futility and depth <= REVERSE_DEPTH and fear >= beta:
                work.guesses += 1
                return judged
            if work.by_frontier_futility and depth <= RAZOR_DEPTH and judged + points(RAZOR_MARGIN * depth, work.unit) <= alpha:
                score = quiesce(position, alpha, beta, np.int64(0), ply, work)
                if score <= alpha or work.stop:
                    work.guesses += 1
                    return score
            is_ahead = min(static, judged) >= beta
            if work.by_null_move and depth >= NULL_DEPTH and is_ahead and move != NO_MOVE and may_pass(position):
                work.root_of_draw = work.no_draw
                work.credit[ply + 1] = 0
                work.role[ply + 1], work.was_quiet[ply + 1] = NO_ROLE, 0
                less_deep = null_depth(depth, judged - beta, work)
                score = -look_ahead(null(position), np.int64(NO_MOVE), -beta, 1 - beta, less_deep, ply + 1, work)
                if work.stop or work.given_up != 0:
                    return alpha
                work.line_end[ply] = ply
                if score >= beta:
                    work.guesses += 1
                    return score if score < work.certain else beta
            work.root_of_draw = work.no_draw

    # 5. Is the table's move much better than all others?
    deepened = 0
    is_asked = work.by_singular and 0 < ply < 2 * work.root_depth and depth >= SINGULAR_DEPTH and excluded == NO_MOVE
    if is_asked and not is_forced and known < UNKNOWN_MOVE and known_depth >= depth - 3 and abs(known_low) < work.certain:
        bound = known_low - points(SINGULAR_MARGIN * depth, work.unit)
        work.excluded[ply] = known
        score = look_ahead(position, move, bound - 1, bound, (depth - 1) // 2, ply, work)
        work.excluded[ply] = NO_MOVE
        if work.stop or work.given_up != 0:
            return alpha
        work.line_end[ply] = ply
        work.static[ply] = static
        if score < bound:
            deepened = 1
        elif bound >= beta and is_selective:  # several moves are too good
            work.guesses += 1
            return bound

    # 6. The moves: the table's, or the root's, first, then the others as they are ranked
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    if ply == 0 and work.root_move >= 0:
        known = place_of(work.root_move, out, count)
    asked = depth
    if work.by_reductions and known >= count and depth >= UNKNOWN_DEPTH and not work.by_interest:
        depth -= 1  # nothing is known here: a first look is enough
    if work.notes == 0:
        asked = depth  # else other threads would look again, deeper, for now they know something here
    is_known = np.int64(known < count)
    is_beside_capture = work.by_reductions and known < count and gain(position, out[known]) > 0
    best = -INFINITY
    best_place = UNKNOWN_MOVE
    drawn_from = work.no_draw
    tried = 0
    shares = work.notes != 0 and depth >= SHARED_DEPTH and is_shared(work, ply, is_open)
    is_way, way = shares and ply > 0 and excluded == NO_MOVE and work.use_table != 0, work.ways
    if is_way:
        if _is_settled_above(work):
            return alpha
        work.way_key[way], work.way_alpha[way], work.way_beta[way] = here, alpha, beta
        work.way_depth[way], work.way_ply[way] = asked, ply
        work.ways = way + 1
    if ply == 0:
        work.root_began = work.nodes
    i, last = np.int64(-1), count  # the moves behind the last one wait: other threads look at them
    is_ranked, is_late = False, False
    while True:
        i += 1
        if i >= last:
            if last == count:
                break
            last, shares, is_late = count, False, True
        if i >= is_known and not is_ranked:
            rank(position, known, count, depth, ply, work)
            is_ranked = True
        place = known if i < is_known else next_best(i, last, ply, work)
        if place == excluded:
            continue
        move_here = out[place]
        nth: Any = tried  # its turn, by which late moves are looked at less; others look at those that were put off before it
        if work.notes != 0:
            nth = np.int64(work.turn[ply, place]) if is_late else tried + count - last
        is_quiet = gain(position, move_here) == 0
        child = play(position, move_here)
        if work.use_table:
            expect(work, key(child))
        noted = np.uint64(0)
        if shares:
            noted = note_of(key(child), depth)
            if tried > 0 and is_way:
                entry = find(work, here)
                if _is_settled(entry, alpha, beta, asked, ply, work):  # another thread has found it out
                    work.ways = way
                    work.guesses += is_guess(entry)
                    return _settled_score(entry, beta, ply, work)
            if (tried > 0 or work.scheme == ROOT) and is_looked_at(work, noted):
                work.turn[ply, place] = min(nth, MOST_TURNS)
                put_off(i, last, ply, work)
                last -= 1
                i -= 1
                continue
        is_threat = work.by_quiescence and forced(child)
        past = past_of(position, move_here, ply, work) if is_quiet and tried > 0 and work.by_quiescence else 0
        less = 0
        if work.by_reductions and nth >= REDUCED_FROM and is_quiet and not is_forced:
            less = reduction(move_here, nth, depth, ply, is_open, is_improving, is_beside_capture, past, work)
        may_be_left_out = is_selective and best > -work.certain and not is_threat
        reach = depth - 1 - less
        if may_be_left_out and is_hopeless(
            position, move_here, is_quiet, nth, depth, static, is_improving, alpha, past, reach, work
        ):
            work.guesses += 1
            continue
        keeps_turn = same_player(position, child)
        if work.symmetry and depth > SYMMETRY_DEPTH:
            child = canonical(child)

        # 7. How far to look
        below_depth = depth - 1
        if work.by_extensions and is_threat and ply < 2 * work.root_depth:
            below_depth = depth
        if i < is_known:
            below_depth = max(below_depth, depth - 1 + deepened)
        if work.by_interest:
            below_depth = whole_plies(sx_of(depth, ply, work) - interest(position, move_here), ply + 1, work)
        less = min(less, depth - 2) if depth >= REDUCED_DEPTH else 0
        if is_threat:
            less = max(0, less - CHECKING)

        # 8. Is it better than the best so far? If so, by how much?
        began = work.nodes
        if shares:
            take(work, noted)
        floor = max(alpha, best)
        if best > alpha and abs(best) < work.certain:
            floor = min(best + work.tolerance, beta - 1)  # what is better by no more than that is futile
        ceiling = min(beta, floor + 1) if tried > 0 and work.null_window else beta
        while True:
            below, above = (floor, ceiling) if keeps_turn else (-ceiling, -floor)
            work.root_of_draw = work.no_draw
            if work.by_replies:
                work.role[ply + 1], work.was_quiet[ply + 1] = role_of(position, move_here), is_quiet
            score = look_ahead(child, move_here, below, above, below_depth - less, ply + 1, work)
            score = score if keeps_turn else -score
            if work.stop or work.given_up != 0:
                break
            if less > 0:
                if score <= floor:
                    work.guesses += 1
                    break
                less = 0
                continue
            if score <= floor or score >= beta or ceiling == beta:
                break
            ceiling = beta
        if shares:
            give_back(work, noted)
        if work.stop:
            return best
        if work.given_up != 0:
            entry = np.uint64(0)
            if is_way and work.given_up == way + 1:
                work.given_up = 0
                entry = find(work, here)
                if not _is_settled(entry, alpha, beta, asked, ply, work):  # it is no longer there
                    i -= 1
                    continue
            if is_way:
                work.ways = way
            if work.given_up != 0:
                return alpha
            work.guesses += is_guess(entry)
            return _settled_score(entry, beta, ply, work)
        tried += 1
        drawn_from = work.root_of_draw if score >= beta else min(drawn_from, work.root_of_draw)
        if score > best and best > alpha and score <= floor:
            work.guesses += 1
        elif score > best:
            best = score
            best_place = place
            if ply == 0:
                work.effort = work.nodes - began
            if best > alpha:
                keep(work, ply, move_here)
            if best >= beta:
                praise(position, move_here, i, known, depth, ply, work)
                break
    if is_way:
        work.ways = way
    if tried == 0:  # the only move was not to be looked at
        return alpha
    work.root_of_draw = drawn_from if drawn_from < ply else work.no_draw

    # 9. Remember
    if work.by_corrections and static > -INFINITY and excluded == NO_MOVE and ply > 0 and abs(best) < work.certain:
        is_told = (best > alpha or best < static) and (best < beta or best > static)  # a bound on the far side tells nothing
        if is_told and (best <= alpha or gain(position, out[best_place]) == 0):  # a capture is not what the estimate misses
            learn_correction(position, best - static, depth, ply, work)
    if work.by_blame and best <= alpha and ply > 0 and excluded == NO_MOVE and work.was_quiet[ply]:
        praise_last(move, depth, ply, work)
    is_kept = not work.by_quiescence or not work.deeper or asked + MUCH_DEEPER > known_depth or abs(best) >= work.certain
    if work.use_table and count > 0 and excluded == NO_MOVE and drawn_from >= ply and is_kept:
        guess = np.int64(work.horizon + work.guesses > unproved)
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
        store(work, here, to_node(low, ply, work), to_node(high, ply, work), best_place, asked, guess)
    return best


# --------------------------------------------------------------------------------------------------------------------
# Beside other threads


@inlined
def _is_settled(entry: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """Whether an entry of the table answers what a node is asked, as another thread has found it out."""
    if entry == np.uint64(0) or depth_of(entry) != depth:
        return False
    return from_node(low_of(entry), ply, work) >= beta or from_node(high_of(entry), ply, work) <= alpha


@inlined
def _settled_score(entry: Any, beta: Any, ply: Any, work: Any) -> Any:
    low = from_node(low_of(entry), ply, work)
    return low if low >= beta else from_node(high_of(entry), ply, work)


@part
def _is_settled_above(work: Any) -> Any:
    """Whether another thread has settled a node on the way here, so that nobody needs to know more of this one."""
    for way in range(work.ways):
        entry = find(work, work.way_key[way])
        if _is_settled(entry, work.way_alpha[way], work.way_beta[way], work.way_depth[way], work.way_ply[way], work):
            work.given_up = way + 1
            return True
    return False


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
