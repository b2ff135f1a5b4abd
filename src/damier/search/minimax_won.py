"""Minimax that stops looking at a node's moves once one of them reaches a score that cannot be beaten.

Alliot, Connect 4, "minimax optimisé": with only won, drawn and lost, a player who has found a win need not look further.
What cannot be beaten is said by the rule `limits`.
"""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, is_max, limits, play, same_player
from damier.search.node import list_moves, visit_for_max
from damier.search.work import CUT, LEAVE, NO_MOVE, keep, note

TITLE = "Minimax stopped at a won value"
MINIMAX_CONVENTION = True


@compiled
def minimax_won(position: Any, move: Any, maximising: Any, lowest: Any, highest: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for Max; no value is below `lowest` or above `highest`."""
    value = visit_for_max(position, move, maximising, lowest, highest, depth, ply, work)
    if value != ONGOING:
        return value
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    best = -INFINITY if maximising else INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        max_next = maximising == same_player(position, child)
        value = minimax_won(child, move_here, max_next, lowest, highest, depth - 1, ply + 1, work)
        if (value > best) if maximising else (value < best):
            best = value
            keep(work, ply, move_here)
            if (best >= highest) if maximising else (best <= lowest):
                if i + 1 < count:
                    note(work, CUT, ply, move_here, lowest, highest, best)
                break
    note(work, LEAVE, ply, move, lowest, highest, best)
    return best


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    maximising = bool(is_max(position))
    lowest, highest = (int(bound) for bound in limits(position))
    if not maximising:
        lowest, highest = -highest, -lowest
    return int(minimax_won(position, NO_MOVE, maximising, lowest, highest, depth, 0, work))
