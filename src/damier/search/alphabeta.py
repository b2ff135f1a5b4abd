"""Alpha-beta in the negamax convention (S0 algorithm 10)."""

from typing import Any

from damier.kernel import compiled
from damier.rules import ONGOING, moves, play, same_player
from damier.search.leaf import leaf
from damier.search.work import CUT, LEAVE, enter, keep, note


@compiled
def alphabeta(position: Any, index: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies within the window; alpha if it is lower, beta or more if it is higher."""
    enter(work, ply, index, alpha, beta)
    score = leaf(position, depth, ply, work)
    if score != ONGOING:
        return score
    out = work.moves[ply]
    count = moves(position, out)
    best = alpha
    for i in range(count):
        child = play(position, out[i])
        if same_player(position, child):
            score = alphabeta(child, i, best, beta, depth - 1, ply + 1, work)
        else:
            score = -alphabeta(child, i, -beta, -best, depth - 1, ply + 1, work)
        if work.stop:
            break
        if score > best:
            best = score
            keep(work, ply, out[i])
            if best >= beta:
                note(work, CUT, ply, i, alpha, beta, best)
                break
    note(work, LEAVE, ply, index, alpha, beta, best)
    return best
