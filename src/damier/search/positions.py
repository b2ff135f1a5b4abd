"""All positions that can come up: one after the other, the nearest first, each looked at once.

Their keys are in a set, an open hash table of 64-bit numbers that doubles before it is more than half full: 16 to 32 bytes a
position. Those that were seen and are still to be looked at wait in blocks, as rows of numbers. Play may return to a position,
and may go on for ever: nothing here knows how many moves have led to one. Memory is bounded by MOST positions and by
MOST_WAITING bytes for those that wait: some 4 GB in all. A kernel looks at one block at most, so that Python comes in between:
for Ctrl-C, and to find room.

Positions that carry arrays (explicit trees) are looked at in plain Python, and only a million of them.
"""

from collections import deque
from functools import partial
from typing import Any

import numpy as np

from damier.bits import mix
from damier.kernel import compiled, helper, native
from damier.rules import MOST_MOVES, ONGOING, key, moves, outcome, play
from damier.search.buckets import memory_size
from damier.search.driver import run_kernel
from damier.search.ordering import moves_in_order
from damier.search.rows import fits_a_row, new_rows, put, take
from damier.search.work import Work

MOST = 100_000_000
MOST_WITH_ARRAYS = 1_000_000
MOST_WAITING = 1 << 30  # bytes
BLOCK = 1 << 14  # positions
FIRST_SIZE = 1 << 16  # of the set of keys
NO_KEY = np.uint64(0)  # an empty place in it
FOR_NO_KEY = np.uint64(0x9E3779B97F4A7C15)  # what stands for the key that marks an empty place


def reachable(position: Any, most: int = MOST) -> int:
    """How many different positions can come up from here, this one included, told apart by their keys.

    Of those that share a key the one that comes up first, after the fewest moves, stands for the others.
    """
    position = native(position)
    work = Work()
    if not fits_a_row(position):
        return run_kernel(partial(_count_plainly, position, min(most, MOST_WITH_ARRAYS)), work.record)
    return _count(position, most, work.record)


def _count(position: Any, most: int, record: Any) -> int:
    keys = np.zeros(FIRST_SIZE, np.uint64)
    found = new_rows(position, BLOCK)
    put(position, found, 0)
    add(key(position), keys)
    record.held = 1
    waiting, bytes_waiting = deque([found[:1].copy()]), 0
    while waiting:
        block, looked_at = waiting.popleft(), 0
        bytes_waiting -= block.nbytes
        while looked_at < len(block):
            if _is_full(record.held, keys):
                keys = _larger(keys, bytes_waiting, int(record.held))
            before = int(record.held)
            looked_at = run_kernel(partial(_look_at, position, block, looked_at, found, keys, record), record)
            if record.held > most:
                raise ValueError(f"more than {most} positions can come up")
            if record.held > before:
                waiting.append(found[: record.held - before].copy())
                bytes_waiting += waiting[-1].nbytes
            if bytes_waiting > MOST_WAITING:
                raise ValueError(f"more than {record.held} positions can come up, too many to look at all of them")
    return int(record.held)


@compiled
def _look_at(like: Any, block: Any, first: Any, found: Any, keys: Any, work: Any) -> Any:
    """Look at the positions of a block from the first on and write those that follow and are new to `found`.

    Returns which is the next one: beyond the last, unless there may be no room for what follows from it.
    """
    held = work.held
    out = work.moves[0]
    for place in range(first, len(block)):
        if _is_full(work.held, keys) or work.held - held + MOST_MOVES > len(found):
            return place
        position = take(like, block, place)
        if outcome(position) != ONGOING:
            continue
        listed = moves(position, out)
        if not 0 < listed <= MOST_MOVES:
            work.fault = 1
            return place
        for i in range(listed):
            child = play(position, out[i])
            if add(key(child), keys):
                put(child, found, work.held - held)
                work.held += 1
    return len(block)


@helper
def add(number: Any, keys: Any) -> Any:
    """Put a key into a set of them, which is not full; whether it is new."""
    here = np.uint64(number)
    if here == NO_KEY:
        here = FOR_NO_KEY
    mask = np.int64(len(keys) - 1)
    place = np.int64(mix(here) & np.uint64(mask))
    while keys[place] != NO_KEY:
        if keys[place] == here:
            return False
        place = (place + 1) & mask
    keys[place] = here
    return True


@helper
def _is_full(held: Any, keys: Any) -> Any:
    """Whether what follows from one more position might not find room in the set."""
    return (held + MOST_MOVES) * 2 > len(keys)


def _larger(keys: Any, bytes_waiting: int, held: int) -> Any:
    """The same set with room for twice as many keys."""
    if 3 * keys.nbytes + bytes_waiting > memory_size() * 9 // 10:
        raise ValueError(f"more than {held} positions can come up, too many for the memory of this machine")
    larger = np.zeros(2 * len(keys), np.uint64)
    _add_all(keys, larger)
    return larger


@compiled
def _add_all(some: Any, keys: Any) -> None:
    for number in some:
        if number != NO_KEY:
            add(number, keys)


def _count_plainly(position: Any, most: int) -> int:
    """The same for positions of any kind."""
    seen, waiting = {int(key(position))}, deque([position])
    while waiting:
        here = waiting.popleft()
        if outcome(here) != ONGOING:
            continue
        for move in moves_in_order(here, False):
            child = native(play(here, move))
            if int(key(child)) not in seen:
                seen.add(int(key(child)))
                waiting.append(child)
        if len(seen) > most:
            raise ValueError(f"more than {most} positions can come up")
    return len(seen)
