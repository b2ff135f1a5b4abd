"""Alpha-beta with the null move (Alliot algorithm 9, Alliot-Schiex 15.7.4).

Who could even pass and still be too well off need not look for a move: before its moves a node tries what is left if the
player to move does nothing and the other one looks R plies less deep. If that is worth beta, the node is cut. The slide's
`null_ok` says that nobody passes twice running: it is false exactly where the move before was a pass. Nobody passes in check,
where there is no beta yet, or where the game says that to have to move may be bad (`may_pass`: zugzwang).

The value is not exact: a pass is looked at less deep, and where to move is worse than to pass it says too much. Games without
the rule `null` are searched as by alpha-beta.
"""

from typing import Any

import numpy as np

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, forced, may_pass, null, play, same_player
from damier.search.node import list_moves, visit
from damier.search.work import CUT, LEAVE, NO_MOVE, PASSED, keep, note

TITLE = "Alpha-beta with the null move"
IS_PROVED = False  # what a pass says is believed
PASSES = True
REDUCTIONS = (1, 3)  # R: from the most careful to the boldest


@compiled
def null_move(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """As alpha-beta, if what a pass says is believed."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    null_ok = move != PASSED
    if null_ok and beta < INFINITY and not forced(position) and may_pass(position):
        score = -null_move(null(position), np.int64(PASSED), -beta, 1 - beta, depth - work.pass_reduction - 1, ply + 1, work)
        if score >= beta:
            work.guesses += 1
            note(work, CUT, ply, PASSED, alpha, beta, score)
            note(work, LEAVE, ply, move, alpha, beta, score)
            return score
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    best = alpha
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        if same_player(position, child):
            score = null_move(child, move_here, best, beta, depth - 1, ply + 1, work)
        else:
            score = -null_move(child, move_here, -beta, -best, depth - 1, ply + 1, work)
        if score > best:
            best = score
            keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


ASK = null_move


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    work.pass_reduction = options.reduction
    return int(null_move(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
