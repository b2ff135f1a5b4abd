"""SSS*: best-first search among partial strategies of Max, with the list G
(Stockman; Alliot-Schiex algorithm 11, EFREI 2.2.5.1).

The numbers are those of the page. Where it asks whether a solved node is Min, because its father then is Max, we ask
the father: with a move that keeps the turn the two are not the same.
"""

from typing import Any

import numpy as np

from damier.kernel import compiled, part
from damier.rules import INFINITY, ONGOING, is_max, play, same_player
from damier.search.node import list_moves, visit_state_for_max
from damier.search.room import add, choose
from damier.search.states import MERIT, PLY, SOLVED, block_of, note_state, purge, remove
from damier.search.work import TAKE

TITLE = "SSS*"
MINIMAX_CONVENTION = True
USES_STATES = True


@part
def replay(position: Any, maximising: Any, ply: Any, work: Any) -> Any:
    """The node at the end of the path, and how many sons its father has; work.max_at is filled in on the way."""
    count = 0
    work.max_at[0] = maximising
    for k in range(ply):
        count = list_moves(position, work.moves[k], k, work)
        child = play(position, work.moves[k, work.path[k]])
        work.max_at[k + 1] = (work.max_at[k] == 1) == same_player(position, child)
        position = child
    return position, count


@compiled
def sss(position: Any, maximising: Any, bounded: Any, depth: Any, work: Any) -> Any:
    """The value for Max. `bounded` is None for SSS*, whose list is expected to be long enough, or 1 for IterSSS*.

    (None is a type of its own: SSS* is compiled without what only a bounded list needs.)
    """
    block = block_of(work)
    breadth = 1
    add(block, work, bounded, 0, 0, INFINITY, np.int64(maximising), 0)
    while not work.stop:
        place = 0
        if bounded is not None:
            place = choose(block, work, breadth, depth)
        if place < 0:
            work.overflow = 1
            break
        slot = remove(block, work, place)
        note_state(block, work, slot, TAKE)
        merit, solved, ply = block[slot + MERIT], block[slot + SOLVED], block[slot + PLY]
        if solved and ply == 0:
            return merit
        node, brothers = replay(position, maximising, ply, work)
        max_here, max_father, max_before = work.max_at[ply], work.max_at[max(ply - 1, 0)], work.max_at[max(ply - 2, 0)]
        if not solved:
            value = visit_state_for_max(node, max_here == 1, depth - ply, ply, work)
            if value != ONGOING:  # 1: terminal
                add(block, work, bounded, ply, 1, min(merit, value), max_here, max_father)
            else:  # 2: all sons of Max; 3: the first son of Min
                count = list_moves(node, work.moves[ply], ply, work)
                breadth = max(breadth, count)
                for i in range(count if max_here else 1):
                    work.path[ply] = i
                    add(block, work, bounded, ply + 1, 0, merit, 1 - max_here, max_here)
        elif max_father:  # 4: the father is solved, his other sons lose interest
            purge(block, work, ply - 1, 0)
            add(block, work, bounded, ply - 1, 1, merit, max_father, max_before)
        elif work.path[ply - 1] + 1 < brothers:  # 5: the next brother
            work.path[ply - 1] += 1
            add(block, work, bounded, ply, 0, merit, max_here, max_father)
        else:  # 6: the last brother
            add(block, work, bounded, ply - 1, 1, merit, max_father, max_before)
    return -INFINITY


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(sss(position, bool(is_max(position)), None, depth, work))
