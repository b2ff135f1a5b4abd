"""Alpha-beta that also cuts what is not clearly better: futility as the books first define it
(Alliot-Schiex 15.7.4 "élagage de futilité", Alliot's slides).

Where one branch is worth 3 and the other player already holds the next one down to 3.01, that one is not better by anything
that matters, and is cut as if it were no better at all. So the value is not exact. With a tolerance t and depth d,

    V - t * floor(d / 2)  <=  value  <=  V + t * floor((d - 1) / 2)

for the minimax value V, if turns alternate. For let O(h) be how much too large, and U(h) how much too small, the value of a
node with h plies below it can be. A value is too small where a son's is too large: U(h) = O(h - 1). It is too large where a
son's is too small, or by t more where the rest was cut: O(h) = t + U(h - 1). Leaves are exact, and at the root, where nobody
holds anything, nothing is cut. Where a player may move twice, t * (d - 1) holds on either side.

If all leaves lie at one depth, value and V differ by at most t. For an inner node never gives what lies between beta - t and
beta; so what its grandfather is given, who has the same beta, does not lie there either, and only a node with leaves for sons
or grandsons makes a tolerant cut of its own. Tolerances add up where games end before the horizon, and only there.
"""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.node import list_moves, visit
from damier.search.work import CUT, LEAVE, NO_MOVE, keep, note

TITLE = "Tolerant alpha-beta"
IS_PROVED = False  # a value may be wrong by what was tolerated


@compiled
def tolerant(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """As alpha-beta, but what comes as near to beta as the tolerance is worth beta: the other player does not go there."""
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
            score = tolerant(child, move_here, best, beta, depth - 1, ply + 1, work)
        else:
            score = -tolerant(child, move_here, -beta, -best, depth - 1, ply + 1, work)
        if score > best:
            best = score
            keep(work, ply, move_here)
            if best >= beta - work.cut_tolerance and beta < INFINITY:
                if i + 1 < count:
                    note(work, CUT, ply, move_here, alpha, beta, best)
                work.guesses += best < beta
                best = max(best, beta)
                break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


ASK = tolerant


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    work.cut_tolerance = options.tolerance
    return int(tolerant(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work))
