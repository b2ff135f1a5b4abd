"""A transposition table that can be badly tuned, and alpha-beta with memory that uses it: for `table_tuning.py` only.

The table of the searches (`search/table.py`) has keys of 64 bits, buckets and a rule of replacement of its own. This one is
the simplest there is, one entry a place, with all that Alliot's slides call tuning as settings: how many bits of the key tell
positions apart, how many entries there are, and which of two positions stays that meet in one place. The low bits of the key
are the place, as in the slides. Each entry also keeps the whole key, of which the search knows nothing: it tells when the
bits that were kept have taken one position for another.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.kernel import compiled
from damier.rules import INFINITY, ONGOING, key, play, same_player
from damier.search.node import list_sorted_moves, visit

NEWER, DEEPER, OLDER = range(3)
REPLACEMENTS = ("newer", "deeper", "older")  # which of two stays
MOST_BITS = 62
HITS, WRONG_HITS, STORED, LOST = range(4)  # what is counted
_USED = np.uint64(1 << 63)
_ENTRY = np.dtype(
    [("identity", np.uint64), ("whole", np.uint64), ("low", np.int32), ("high", np.int32), ("depth", np.int32)], align=True
)


class TunedTable(NamedTuple):
    """The entries, and how they are used."""

    entries: Any
    kept: Any  # the bits of the key that tell positions apart
    places: Any  # the bits that are the place
    replacement: int
    counts: Any


def tuned_table(bits: int, entries_bits: int, replacement: int) -> TunedTable:
    """An empty table of 2^entries_bits entries, of whose keys so many bits are kept."""
    return TunedTable(
        np.zeros(1 << entries_bits, _ENTRY).view(np.recarray),
        np.uint64((1 << bits) - 1),
        np.uint64((1 << min(bits, entries_bits)) - 1),
        replacement,
        np.zeros(4, np.int64),
    )


@compiled
def remembering(position: Any, move: Any, alpha: Any, beta: Any, depth: Any, ply: Any, work: Any, table: Any) -> Any:
    """The value for the player to move if it lies between alpha and beta; else a bound on the same side. Where the table has
    mistaken a position for another, anything."""
    score = visit(position, move, alpha, beta, depth, ply, work)
    if score != ONGOING:
        return score
    whole = mix(key(position))
    identity = (whole & table.kept) | _USED
    entry = table.entries[whole & table.places]
    low, high = -INFINITY, INFINITY
    if entry.identity == identity and entry.depth == depth:
        table.counts[HITS] += 1
        if entry.whole != whole:
            table.counts[WRONG_HITS] += 1
        low, high = int(entry.low), int(entry.high)
        if low >= beta:
            return low
        if high <= alpha:
            return high
        if low == high:
            return low
        alpha, beta = max(alpha, low), min(beta, high)
    out = work.moves[ply]
    count = list_sorted_moves(position, out, ply, work)
    best = -INFINITY
    for i in range(count):
        move_here = out[i]
        child = play(position, move_here)
        floor = max(alpha, best)
        if same_player(position, child):
            score = remembering(child, move_here, floor, beta, depth - 1, ply + 1, work, table)
        else:
            score = -remembering(child, move_here, -beta, -floor, depth - 1, ply + 1, work, table)
        best = max(best, score)
        if best >= beta:
            break
    if best <= alpha:
        high = min(high, best)
    elif best >= beta:
        low = max(low, best)
    else:
        low = high = best
    table.counts[STORED] += 1
    is_other = entry.identity != np.uint64(0) and entry.identity != identity
    table.counts[LOST] += is_other
    if is_other and (table.replacement == OLDER or (table.replacement == DEEPER and entry.depth > depth)):
        return best
    entry.identity, entry.whole = identity, whole
    entry.low, entry.high, entry.depth = low, high, depth
    return best
