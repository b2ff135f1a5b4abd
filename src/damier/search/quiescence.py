"""Alpha-beta that plays captures and checks out beyond its horizon before it evaluates
(Alliot algorithm 8, Alliot-Schiex 15.7.4 "retour à l'équilibre").

An estimate means little in the middle of an exchange. So beyond the horizon only captures (rule `noisy`), checks (rule
`threatening`) and, in check (rule `forced`), all moves that leave it are searched on, until there are none. Nobody has to
capture or to give check, so that the estimate of the position as it stands is a lower bound. Games without these rules are
searched as by alpha-beta.

In two things the slide is not followed to the letter. It counts the estimate in check, too; nobody can stand still there, and
all moves are looked at, so here it does not count. And it looks at checks without end: two players can go on so for ever, and
so a line has at most so many quiet checks (`--checks`).

If asked to, it sorts moves by their hints: there are many captures, and the best cut off most of them.
"""

from typing import Any

from damier.kernel import compiled
from damier.network.estimate import estimate_at
from damier.rules import INFINITY, MOST_PLIES, ONGOING, forced, noisy, play, same_player, threatening
from damier.search.node import list_sorted_moves, visit
from damier.search.ordering import sort_moves
from damier.search.work import CUT, LEAF, LEAVE, NO_MOVE, STAND, keep, note

TITLE = "Alpha-beta with quiescence"
PLAYS_OUT = True
SORTS = True


@compiled
def quiet_alphabeta(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies within [alpha, beta]; else a bound on the same side as the value."""
    if depth <= 0:
        return play_out(position, move, alpha, beta, work.quiet_checks, ply, work)
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    out = work.moves[ply]
    count = list_sorted_moves(position, out, ply, work)
    best = alpha
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        if same_player(position, child):
            score = quiet_alphabeta(child, move_here, best, beta, depth - 1, ply + 1, work)
        else:
            score = -quiet_alphabeta(child, move_here, -beta, -best, depth - 1, ply + 1, work)
        if score > best:
            best = score
            keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


@compiled
def play_out(position: Any, move: Any, alpha: Any, beta: Any, checks: Any, ply: Any, work: Any) -> Any:
    """The same when only captures, so many quiet checks, and ways out of check are played."""
    score = visit(position, move, alpha, beta, 1, ply, work)
    if score != ONGOING:
        return score
    best = alpha
    static = alpha
    count = 0
    if not forced(position) or ply >= MOST_PLIES:
        work.horizon += 1
        static = estimate_at(position, ply, work)
        best = max(alpha, static)
    out = work.moves[ply]
    captures = 0
    if best < beta and ply < MOST_PLIES:
        captures = noisy(position, out)
        if work.ordering:
            sort_moves(position, out, captures, work.hints)
        count = captures
        if checks > 0 and not forced(position):
            count = threatening(position, out, captures)
    if count == 0:
        note(work, LEAF, ply, NO_MOVE, 0, 0, static)
        return static
    if not forced(position):
        note(work, STAND, ply, NO_MOVE, alpha, beta, static)
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        left = checks if i < captures else checks - 1
        if same_player(position, child):
            score = play_out(child, move_here, best, beta, left, ply + 1, work)
        else:
            score = -play_out(child, move_here, -beta, -best, left, ply + 1, work)
        if score > best:
            best = score
            keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


ASK = quiet_alphabeta


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    work.quiet_checks = options.checks
    return int(quiet_alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
