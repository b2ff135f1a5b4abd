"""Scout: test whether a move can beat the best so far before evaluating it
(Pearl; Alliot-Schiex 15.4, procedures Test and Eval).

The page decides by the type of the son; as the test compares the son with the best of its elder brothers, what counts
is the type of the father, and so it is written here.
"""

from typing import Any

from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, is_max, play, same_player
from damier.search.node import list_sorted_moves, visit_for_max
from damier.search.work import CUT, LEAVE, NO_MOVE, PASS, keep, note

SORTS = True
TITLE = "Scout"
MINIMAX_CONVENTION = True


@compiled
def scout_test(position: Any, move: Any, maximising: Any, bound: Any, strict: Any, depth: Any, ply: Any, work: Any) -> Any:
    """Whether the value for Max is greater than `bound` (strict), or greater or equal."""
    alpha, beta = (bound, bound + 1) if strict else (bound - 1, bound)
    value = visit_for_max(position, move, maximising, alpha, beta, depth, ply, work)
    if value != ONGOING:
        return value > bound or (value == bound and not strict)
    out = work.moves[ply]
    count = list_sorted_moves(position, out, ply, work)
    answer = not maximising
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        max_next = maximising == same_player(position, child)
        passed = scout_test(child, move_here, max_next, bound, strict, depth - 1, ply + 1, work)
        if passed == maximising:
            answer = passed
            if i + 1 < count:
                note(work, CUT, ply, move_here, alpha, beta, beta if answer else alpha)
            break
    note(work, LEAVE, ply, move, alpha, beta, beta if answer else alpha)
    return answer


@compiled
def scout_eval(position: Any, move: Any, maximising: Any, depth: Any, ply: Any, work: Any) -> Any:
    """The value for Max."""
    value = visit_for_max(position, move, maximising, -INFINITY, INFINITY, depth, ply, work)
    if value != ONGOING:
        return value
    out = work.moves[ply]
    count = list_sorted_moves(position, out, ply, work)
    best = -INFINITY if maximising else INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        max_next = maximising == same_player(position, child)
        better = i == 0 or scout_test(child, move_here, max_next, best, maximising, depth - 1, ply + 1, work) == maximising
        if better:
            if i > 0:
                note(work, PASS, ply + 1, move_here, -INFINITY, INFINITY, best)
            best = scout_eval(child, move_here, max_next, depth - 1, ply + 1, work)
            keep(work, ply, move_here)
    note(work, LEAVE, ply, move, -INFINITY, INFINITY, best)
    return best


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(scout_eval(position, NO_MOVE, bool(is_max(position)), depth, 0, work))
