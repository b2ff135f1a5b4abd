"""Alpha-beta that gives each move a note beforehand and tries the best first (EFREI 2.3.4, "alpha-bêta trié").

The value is alpha-beta's; what is visited depends on how well the notes tell good moves from bad ones. A note is the game's
`hint`, or the estimate of the position after the move (`--note`); what notes cost is not counted as nodes or leaves.
"""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.node import list_noted_moves, visit
from damier.search.work import CUT, LEAVE, NO_MOVE, keep, note

TITLE = "Alpha-beta, sorted"
ALWAYS_SORTS = True


@compiled
def alphabeta_sorted(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for the player to move if it lies within [alpha, beta]; else a bound on the same side as the value."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    out = work.moves[ply]
    count = list_noted_moves(position, out, ply, work)
    best = alpha
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        if same_player(position, child):
            score = alphabeta_sorted(child, move_here, best, beta, depth - 1, ply + 1, work)
        else:
            score = -alphabeta_sorted(child, move_here, -beta, -best, depth - 1, ply + 1, work)
        if score > best:
            best = score
            keep(work, ply, move_here)
            if best >= beta:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


ASK = alphabeta_sorted


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(alphabeta_sorted(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
