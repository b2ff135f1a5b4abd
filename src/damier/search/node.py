"""What every search does at a node: count it, see whether it is a leaf, list its moves."""

from typing import Any

from damier.kernel import inlined, part
from damier.network.estimate import estimate_at
from damier.rules import MOST_MOVES, ONGOING, moves, outcome
from damier.search.clock import is_late, is_time_to_look
from damier.search.ordering import BY_ESTIMATE, sort_by_estimate, sort_moves
from damier.search.work import ENTER, LEAF, NO_MOVE, note


@inlined
def visit(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """Count a node; its score for the player to move if it is a leaf (a finished game, or the horizon), else ONGOING.

    A search that is to stop sees leaves everywhere, and so comes to its end; what it returns then means nothing.
    """
    score = _score(position, depth, ply, work)
    if work.watched:
        note(work, ENTER, ply, move, alpha, beta, 0)
        score = _watch(score, ply, work)
    return score


@inlined
def visit_for_max(position: Any, move: Any, maximising: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The same, with the score for Max."""
    score = _score(position, depth, ply, work)
    if score != ONGOING and not maximising:
        score = -score
    if work.watched:
        note(work, ENTER, ply, move, alpha, beta, 0)
        score = _watch(score, ply, work)
    return score


@inlined
def visit_state_for_max(position: Any, maximising: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The same for SSS*, which has already logged where it is."""
    score = _score(position, depth, ply, work)
    if score != ONGOING and not maximising:
        score = -score
    if work.watched:
        score = _watch(score, ply, work)
    return score


@inlined
def _score(position: Any, depth: Any, ply: Any, work: Any) -> Any:
    work.nodes += 1
    if is_time_to_look(work.nodes):
        look_at_clock(work)
    work.line_end[ply] = ply
    score = outcome(position)
    if score != ONGOING:
        work.finished += 1
    elif depth <= 0:
        work.horizon += 1
        score = estimate_at(position, ply, work)
    return score


@part
def look_at_clock(work: Any) -> None:
    """End the search if its time is up."""
    if is_late(work.deadline):
        work.stop = 1
        work.watched = 1


@part
def _watch(score: Any, ply: Any, work: Any) -> Any:
    """What is done only if the search is logged, limited or to be stopped, so that others do not pay for it."""
    if work.node_limit > 0 and work.nodes > work.node_limit and not work.stop:
        work.stop = 1
        work.leaves_in_limit = work.finished + work.horizon - (score != ONGOING)
    if score != ONGOING:
        note(work, LEAF, ply, NO_MOVE, 0, 0, score)
        return score
    return 0 if work.stop else score


@inlined
def list_moves(position: Any, out: Any, ply: Any, work: Any) -> Any:
    """Write the moves into the buffer of this ply and return how many; at the root the first move leads, or the ranking."""
    count = _list(position, out, work)
    if ply == 0:
        _lead(work, count)
    return count


@inlined
def list_sorted_moves(position: Any, out: Any, ply: Any, work: Any) -> Any:
    """The same for searches that sort the moves by their hints if asked to: with memory, Scout, PVS, quiescence.

    Alpha-beta does not: the mere question costs it 5 % of its speed (`alphabeta_sorted.py` always sorts).
    """
    count = _list(position, out, work)
    if work.ordering:
        sort_moves(position, out, count, work.hints)
    if ply == 0:
        _lead(work, count)
    return count


@inlined
def list_noted_moves(position: Any, out: Any, ply: Any, work: Any) -> Any:
    """The same for alpha-beta that always sorts, by hints or by estimates."""
    count = _list(position, out, work)
    if work.ordering == BY_ESTIMATE:
        sort_by_estimate(position, out, count, work)
    else:
        sort_moves(position, out, count, work.hints)
    if ply == 0:
        _lead(work, count)
    return count


@inlined
def _list(position: Any, out: Any, work: Any) -> Any:
    count = moves(position, out)
    if not 0 < count <= MOST_MOVES:
        work.fault = 1
        work.stop = 1
        return 0
    return count


@part
def _lead(work: Any, count: Any) -> None:
    if work.root_ranked:
        for i in range(count):
            work.moves[0, i] = work.root_ranking[i]
        return
    for i in range(count):
        if work.moves[0, i] == work.first_move:
            to_front(work.moves[0], i)
            return


@inlined
def to_front(out: Any, index: Any) -> None:
    """Bring one move to the front; the others keep their order."""
    chosen = out[index]
    for i in range(index, 0, -1):
        out[i] = out[i - 1]
    out[0] = chosen
