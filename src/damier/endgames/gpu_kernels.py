"""What is done to all places of a table on a GPU: the steps of `rounds.py`, compiled for it, a thread for each place.

In a round the places that become known are first found, which is quick, and listed without gaps; then each of them has a
thread of its own that tells the positions before it. The rules are those of the game, the same source as on the processor.
"""

from typing import Any

import numpy as np
from numba import cuda

from damier.bits import lowest, popcount
from damier.endgames.rounds import KNOWN, LATEST, check_place, is_final, look_ahead, open_place, tell_before
from damier.endgames.table import UNUSED
from damier.gpu import IS_SIMULATED
from damier.rules import MOST_MOVES, placed

THREADS = 8 if IS_SIMULATED else 128  # of a block
EACH = 16  # places that one of them looks at for what has become known


@cuda.jit
def open_places(like: Any, places: Any) -> None:
    """Open all places."""
    out, spare = cuda.local.array(MOST_MOVES, np.int64), cuda.local.array(MOST_MOVES, np.int64)
    place = cuda.grid(1)
    if place < len(places.values):
        k = _family_at(places, place)
        latest = open_place(like, places.families[k], place - places.begins[k], place, places, out, spare)
        _note_latest(places, latest)


@cuda.jit
def find_known(places: Any, first: Any, last: Any, number: Any, found: Any, counted: Any, slot: Any) -> None:
    """List the places from the first to the last that become known in the round of this number, from the first on."""
    here = cuda.shared.array(2, np.int64)  # how many of this block, and where they go
    thread = cuda.threadIdx.x
    if thread == 0:
        here[0] = 0
    begin = first + np.int64(cuda.blockIdx.x) * (THREADS * EACH) + thread
    mine = np.uint64(0)
    for k in range(EACH):
        place = begin + k * THREADS
        if place < last and abs(np.int64(places.values[place])) == number and is_final(places, place, number):
            mine |= np.uint64(1) << np.uint64(k)
    cuda.syncthreads()
    at = np.int64(0)
    if mine:
        at = cuda.atomic.add(here, 0, popcount(mine))
    cuda.syncthreads()
    if thread == 0 and here[0] > 0:
        here[1] = cuda.atomic.add(counted, slot, here[0])
    cuda.syncthreads()
    at += here[1]
    while mine:
        found[at] = begin + lowest(mine) * THREADS - first
        mine &= mine - np.uint64(1)
        at += 1


@cuda.jit
def tell_known(like: Any, places: Any, first: Any, found: Any, counted: Any, slot: Any, plies: Any) -> None:
    """Let each place that was listed tell those before it; the other list's count becomes nothing."""
    out, spare = cuda.local.array(MOST_MOVES, np.int64), cuda.local.array(MOST_MOVES, np.int64)
    latest, listed = np.int64(0), counted[slot]
    if cuda.grid(1) == 0:
        counted[1 - slot] = 0
        places.shared[KNOWN] += listed
    for i in range(cuda.grid(1), listed, cuda.gridsize(1)):
        place = first + np.int64(found[i])
        k = _family_at(places, place)
        position = placed(like, places.families[k], place - places.begins[k])
        latest = max(latest, tell_before(position, places.values[place] > 0, plies, places, out, spare))
    _note_latest(places, latest)


@cuda.jit
def look_at_places(like: Any, places: Any, plies: Any) -> None:
    """Let each place that is not known look at its moves again, for games without `unmoves`."""
    out = cuda.local.array(MOST_MOVES, np.int64)
    place = cuda.grid(1)
    if place < len(places.values):
        if is_final(places, place, plies + 1):
            cuda.atomic.add(places.shared, KNOWN, 1)
        else:
            k = _family_at(places, place)
            latest = look_ahead(like, places.families[k], place - places.begins[k], place, plies, places, out)
            _note_latest(places, latest)


@cuda.jit
def settle_places(places: Any) -> None:
    """What never became known is drawn."""
    place = cuda.grid(1)
    if place < len(places.values):
        value = places.values[place]
        if value < 0 and value != UNUSED and places.left[place] != 0:
            places.values[place] = 0


@cuda.jit
def check_places(like: Any, places: Any) -> None:
    """Compare each number with what one look ahead tells."""
    out = cuda.local.array(MOST_MOVES, np.int64)
    place = cuda.grid(1)
    if place < len(places.values):
        k = _family_at(places, place)
        check_place(like, places.families[k], place - places.begins[k], place, places, out)


@cuda.jit(device=True)
def _family_at(places: Any, place: Any) -> Any:
    """Which family of the ending a place is of."""
    k = 0
    while place >= places.begins[k + 1]:
        k += 1
    return k


@cuda.jit(device=True)
def _note_latest(places: Any, latest: Any) -> None:
    if latest > places.shared[LATEST]:
        cuda.atomic.max(places.shared, LATEST, latest)
