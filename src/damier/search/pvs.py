"""Principal variation search: alpha-beta that tests every move but the first with a null window, then re-searches.

Scout within alpha-beta's window; the form most programs use (NegaScout).
"""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.node import list_sorted_moves, visit
from damier.search.work import CUT, LEAVE, NO_MOVE, PASS, keep, note

SORTS = True
TITLE = "Principal variation search"


@compiled
def pvs(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies between alpha and beta; else a bound on the same side as the value."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    out = work.moves[ply]
    count = list_sorted_moves(position, out, ply, work)
    best = -INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        again = same_player(position, child)
        low = max(alpha, best)
        high = beta if i == 0 else low + 1
        if again:
            score = pvs(child, move_here, low, high, depth - 1, ply + 1, work)
        else:
            score = -pvs(child, move_here, -high, -low, depth - 1, ply + 1, work)
        if high <= score < beta:  # the test was passed: its value is wanted
            note(work, PASS, ply + 1, move_here, low, beta, score)
            if again:
                score = pvs(child, move_here, low, beta, depth - 1, ply + 1, work)
            else:
                score = -pvs(child, move_here, -beta, -low, depth - 1, ply + 1, work)
        if score > best:
            best = score
            if best > alpha:
                keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(pvs(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
