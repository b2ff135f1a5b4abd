"""The list G of SSS*: states (node, live or solved, merit), best merit first, equal merits from left to right in the tree.

A state names its node by its path, the indices of the moves from the root: nothing else of the tree is kept, and the
position is played again from the root when the state is taken. So G's length is all the memory SSS* needs, as the
books count it. One block of int64 holds

    order[capacity]          where the slots start, those of G in G's order, then the free ones
    slots[capacity][width]   merit, solved, ply, whether Max moves there, whether Max moves at its father, path ...

The node a function speaks of, unless it is given a slot, is the one at the end of the first `ply` steps of `work.path`.
"""

from typing import Any

import numpy as np

from damier.kernel import array_at, part
from damier.search.work import AT, INSERT, PURGE, note

MERIT, SOLVED, PLY, MAX_MOVES, MAX_FATHER, PATH = range(6)


def slot_width(depth: int) -> int:
    """How many int64 a state takes in a search of this depth."""
    return PATH + depth + 1


def allocate(capacity: int, depth: int) -> Any:
    """The block for so many states."""
    block = np.zeros(capacity * (1 + slot_width(depth)), np.int64)
    block[:capacity] = capacity + np.arange(capacity) * slot_width(depth)
    return block


def capacity_for(megabytes: int, depth: int) -> int:
    """How many states fit in so many megabytes."""
    return max(2, megabytes * 1_000_000 // (8 * (1 + slot_width(depth))))


@part
def block_of(work: Any) -> Any:
    """The block as one array: `block[i]` is the i-th slot of G's order, `block[slot + MERIT]` a field of a state."""
    return array_at(work.states, work.states_capacity * (1 + work.states_width), np.int64)


@part
def is_below(block: Any, work: Any, slot: Any, ply: Any) -> Any:
    """Whether a state's node lies below the node."""
    if block[slot + PLY] <= ply:
        return False
    for i in range(ply):
        if block[slot + PATH + i] != work.path[i]:
            return False
    return True


@part
def place_of(block: Any, work: Any, ply: Any, merit: Any) -> Any:
    """Where in G a state of this merit belongs: behind better ones, and behind equal ones further to the left."""
    low, high = 0, work.held
    while low < high:
        middle = (low + high) // 2
        slot = block[middle]
        before = block[slot + MERIT] > merit
        if block[slot + MERIT] == merit:
            before = block[slot + PLY] < ply
            for i in range(min(ply, block[slot + PLY])):
                if block[slot + PATH + i] != work.path[i]:
                    before = block[slot + PATH + i] < work.path[i]
                    break
        if before:
            low = middle + 1
        else:
            high = middle
    return low


@part
def insert(block: Any, work: Any, ply: Any, solved: Any, merit: Any, max_moves: Any, max_father: Any) -> Any:
    """Insert a state and tell its place; if G is full, stop the search."""
    if work.held >= work.states_capacity:
        work.overflow = 1
        work.stop = 1
        return 0
    slot = block[work.held]
    block[slot + MERIT] = merit
    block[slot + SOLVED] = solved
    block[slot + PLY] = ply
    block[slot + MAX_MOVES] = max_moves
    block[slot + MAX_FATHER] = max_father
    for i in range(ply):
        block[slot + PATH + i] = work.path[i]
    place = place_of(block, work, ply, merit)
    for i in range(work.held, place, -1):
        block[i] = block[i - 1]
    block[place] = slot
    work.held += 1
    work.most_held = max(work.most_held, work.held)
    note_state(block, work, slot, INSERT)
    return place


@part
def remove(block: Any, work: Any, place: Any) -> Any:
    """Take the state at a place out of G and go to its node; its slot stays readable until the next insertion."""
    slot = block[place]
    for i in range(place, work.held - 1):
        block[i] = block[i + 1]
    work.held -= 1
    block[work.held] = slot
    for i in range(block[slot + PLY]):
        work.path[i] = block[slot + PATH + i]
    return slot


@part
def purge(block: Any, work: Any, ply: Any, start: Any) -> None:
    """Remove from G, from the place `start` on, all states below the node."""
    kept = start
    for i in range(start, work.held):
        slot = block[i]
        if not is_below(block, work, slot, ply):
            block[i] = block[kept]
            block[kept] = slot
            kept += 1
    for i in range(work.held - 1, kept - 1, -1):
        work.held -= 1
        note_state(block, work, block[i], PURGE)


@part
def note_state(block: Any, work: Any, slot: Any, kind: Any) -> None:
    """Log what happens to a state: its path, then the event."""
    if work.log_capacity > 0:
        ply = block[slot + PLY]
        for i in range(ply):
            note(work, AT, i + 1, block[slot + PATH + i], 0, 0, 0)
        note(work, kind, ply, block[slot + SOLVED], block[slot + MERIT], work.held, block[slot + MERIT])
