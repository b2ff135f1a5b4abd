"""What other threads are looking at: a move that one of them looks at can wait, the others come first.

Several threads search the same tree and share its table (Alliot-Schiex 15.5.5). By itself each would do what the others do.
So a thread notes, in memory that all share, the key of the position whose search it begins, and takes the note back when it is
done. At a node where this counts the first move is looked at at once, by whoever comes ("young brothers wait": what it is
worth tells how the others are asked); of the others those that somebody looks at already are put off, and what is left at the
end has mostly been answered by then, in the table. Where it counts is what sets the schemes apart:

    LAZY    nowhere: only the table is shared, and what is found there makes the threads part
    ROOT    at the root, and there for the first move too: the moves of the root are shared out
    PV      along the principal variation, where the window is open
    ALL     at every node with enough below it

A note is one word and needs no lock: one that is overwritten costs a search twice, never a wrong value. (Weill's ABDADA, 1996,
as Kerrigan simplified it.)
"""

from typing import Any

import numpy as np

from damier.kernel import array_at, inlined
from damier.search.buckets import aligned_zeros

LAZY, ROOT, PV, ALL = range(4)
SCHEMES = ("lazy", "root", "pv", "all")
NOTES = 1 << 15  # words, a power of two
_MASK = np.int64(NOTES - 1)
_NOTHING = np.uint64(0)


def new_notes() -> Any:
    """What threads share to tell each other what they are looking at."""
    return aligned_zeros(NOTES)


def notes_for(threads: int, scheme: int) -> Any:
    """The same for so many threads; None where they tell each other nothing."""
    return new_notes() if threads > 1 and scheme != LAZY else None


@inlined
def is_shared(work: Any, ply: Any, is_open: Any) -> Any:
    """Whether threads share out the moves of a node, by their scheme; `ply` is 0 at the root."""
    return work.scheme == ALL or (work.scheme == PV and is_open) or (work.scheme == ROOT and ply == 0)


@inlined
def note_of(key: Any, depth: Any) -> Any:
    """What stands for a position that is looked at so deep."""
    return key ^ (np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15))


@inlined
def is_looked_at(work: Any, key: Any) -> Any:
    """Whether a thread is looking at the position with this key."""
    return array_at(work.notes, NOTES, np.uint64)[np.int64(key) & _MASK] == key


@inlined
def take(work: Any, key: Any) -> None:
    """This thread looks at it from now on."""
    array_at(work.notes, NOTES, np.uint64)[np.int64(key) & _MASK] = key


@inlined
def give_back(work: Any, key: Any) -> None:
    """It is done."""
    notes = array_at(work.notes, NOTES, np.uint64)
    if notes[np.int64(key) & _MASK] == key:
        notes[np.int64(key) & _MASK] = _NOTHING
