"""Alpha-beta in the negamax convention (Alliot-Schiex algorithm 10, Alliot algorithm 3, EFREI's Nega-Alpha)."""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.node import list_moves, visit
from damier.search.work import CUT, LEAVE, NO_MOVE, keep, note

TITLE = "Alpha-beta"


@compiled
def alphabeta(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies within [alpha, beta]; else a bound on the same side as the value."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    best = alpha
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        if same_player(position, child):
            score = alphabeta(child, move_here, best, beta, depth - 1, ply + 1, work)
        else:
            score = -alphabeta(child, move_here, -beta, -best, depth - 1, ply + 1, work)
        if score > best:
            best = score
            keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
