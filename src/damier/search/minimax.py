"""Minimax: every position to the horizon is visited (Alliot-Schiex 15.2.2, TIPE part 2, Alliot algorithm 1)."""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, is_max, play, same_player
from damier.search.node import list_moves, visit_for_max
from damier.search.work import LEAVE, NO_MOVE, keep, note

TITLE = "Minimax"
MINIMAX_CONVENTION = True


@compiled
def minimax(position: Any, move: Any, maximising: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for Max."""
    value = visit_for_max(position, move, maximising, -INFINITY, INFINITY, depth, ply, work)
    if value != ONGOING:
        return value
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    best = -INFINITY if maximising else INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        value = minimax(child, move_here, maximising == same_player(position, child), depth - 1, ply + 1, work)
        if (value > best) if maximising else (value < best):
            best = value
            keep(work, ply, move_here)
    note(work, LEAVE, ply, move, -INFINITY, INFINITY, best)
    return best


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(minimax(position, NO_MOVE, bool(is_max(position)), depth, 0, work))
