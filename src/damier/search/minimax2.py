"""Minimax2: minimax with one bound, the best of a node's elder brothers (TIPE part 3).

The page lets Max and Min alternate and passes a node's maximum to its children as their bound. A child that belongs
to the same player as its father (Kalah) is compared with what the father is compared with.
"""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, is_max, play, same_player
from damier.search.node import list_moves, visit_for_max
from damier.search.work import CUT, LEAVE, NO_MOVE, keep, note

TITLE = "Minimax2"
MINIMAX_CONVENTION = True


@compiled
def minimax2(position: Any, move: Any, maximising: Any, compare: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for Max if Max moves and it is at most `compare`, or Min moves and it is at least `compare`.

    Else a bound on the same side of `compare` as the value: at least `compare` where Max moves, at most where Min does.
    """
    alpha, beta = (-INFINITY, compare) if maximising else (compare, INFINITY)
    value = visit_for_max(position, move, maximising, alpha, beta, depth, ply, work)
    if value != ONGOING:
        return value
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    best = -INFINITY if maximising else INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        again = same_player(position, child)
        value = minimax2(child, move_here, maximising == again, compare if again else best, depth - 1, ply + 1, work)
        if (value > best) if maximising else (value < best):
            best = value
            keep(work, ply, move_here)
        if (best >= compare) if maximising else (best <= compare):
            if i + 1 < count:
                note(work, CUT, ply, move_here, alpha, beta, best)
            break
    note(work, LEAVE, ply, move, alpha, beta, best)
    return best


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    maximising = bool(is_max(position))
    return int(minimax2(position, NO_MOVE, maximising, INFINITY if maximising else -INFINITY, depth, 0, work))
