"""A list G of bounded length: which state to take when there is not room for all, and what need not enter it.

See itersss.py for the idea. How much room a node needs is estimated as if turns alternated and no node had more moves
than any met so far; if nothing fits after all, the search says that the list is too short.
"""

from typing import Any

from damier.kernel import part
from damier.search.states import MAX_FATHER, MAX_MOVES, MERIT, PATH, PLY, SOLVED, insert, is_below, purge


@part
def choose(block: Any, work: Any, breadth: Any, depth: Any) -> Any:
    """The place of the first state of G that can be dealt with in the room that is left, or -1."""
    room = work.states_capacity - work.held
    for place in range(work.held):
        slot = block[place]
        if block[slot + SOLVED]:
            if not waits(block, work, place):
                return place
        else:
            turns_of_max = (depth - block[slot + PLY] + block[slot + MAX_MOVES]) // 2
            if turns_of_max * (breadth - 1) <= room:
                return place
    return -1


@part
def waits(block: Any, work: Any, place: Any) -> Any:
    """Whether a solved son of Max must wait, because a better state of the same father is still in G."""
    slot = block[place]
    ply = block[slot + PLY]
    if not block[slot + MAX_FATHER] or ply == 0:
        return False
    for i in range(ply - 1):
        work.path[i] = block[slot + PATH + i]
    for better in range(place):
        if is_below(block, work, block[better], ply - 1):
            return True
    return False


@part
def is_dominated(block: Any, work: Any, ply: Any, merit: Any) -> Any:
    """Whether a solved son of Max that is better, or equal and further to the left, waits under an ancestor of the node."""
    for place in range(work.held):
        slot = block[place]
        if block[slot + MERIT] < merit:
            return False
        waiting = block[slot + PLY]
        if block[slot + SOLVED] and block[slot + MAX_FATHER] and 0 < waiting <= ply:
            shared = 0
            while shared < waiting - 1 and block[slot + PATH + shared] == work.path[shared]:
                shared += 1
            is_left = block[slot + PATH + waiting - 1] < work.path[waiting - 1]
            if shared == waiting - 1 and (is_left or block[slot + MERIT] > merit):
                return True
    return False


@part
def add(block: Any, work: Any, bounded: Any, ply: Any, solved: Any, merit: Any, max_moves: Any, max_father: Any) -> None:
    """Insert a state; in a bounded list not if it is dominated, and then remove those that it dominates."""
    if bounded is None:
        insert(block, work, ply, solved, merit, max_moves, max_father)
    elif not is_dominated(block, work, ply, merit):
        place = insert(block, work, ply, solved, merit, max_moves, max_father)
        if solved and max_father and ply > 0 and not work.stop:
            purge(block, work, ply - 1, place + 1)
