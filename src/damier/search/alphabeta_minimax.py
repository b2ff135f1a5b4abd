"""Alpha-beta in the minimax convention (Alliot-Schiex algorithm 9, TIPE part 4 as MinimaxAB, Alliot algorithm 2)."""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, is_max, play, same_player
from damier.search.node import list_moves, visit_for_max
from damier.search.work import CUT, LEAVE, NO_MOVE, keep, note

TITLE = "Alpha-beta, minimax convention"
MINIMAX_CONVENTION = True


@compiled
def alphabeta_minimax(position: Any, move: Any, maximising: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for Max if it lies within [alpha, beta]; else a bound on the same side of the window as the value."""
    value = visit_for_max(position, move, maximising, alpha, beta, depth, ply, work)
    if value != ONGOING:
        return value
    out = work.moves[ply]
    count = list_moves(position, out, ply, work)
    low, high = alpha, beta
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        max_next = maximising == same_player(position, child)
        value = alphabeta_minimax(child, move_here, max_next, low, high, depth - 1, ply + 1, work)
        if maximising:
            if value > low:
                low = value
                keep(work, ply, move_here)
        elif value < high:
            high = value
            keep(work, ply, move_here)
        if low >= high:
            if i + 1 < count:
                note(work, CUT, ply, move_here, low, high, value)
            break
    value = low if maximising else high
    note(work, LEAVE, ply, move, alpha, beta, value)
    return value


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(alphabeta_minimax(position, NO_MOVE, bool(is_max(position)), -INFINITY, INFINITY, depth, 0, work))
