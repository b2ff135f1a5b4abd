"""Positions that come again.

A position that was there before on the way from the root is a draw: whoever wanted more could have had it the first
time. One that was there before the root only is a draw when it has been there twice (the rule is: three times in all).

Through the table. The value of a position does not tell how one came there, but a draw by repetition does. So a value
that rests on such a draw with a position higher up is not remembered (`root_of_draw` is the ply of the highest one that
a value rests on), and where the search looks as far as a draw because nothing happens, the plies that are left until then
are part of the key.
"""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.kernel import inlined, part
from damier.rules import patience, reversible

MOST_PAST = 128  # positions before the root that are remembered
NO_DRAW = 1 << 30  # a value rests on no repetition
BEYOND = 8  # plies that a search may look beyond its depth, where captures and checks lead it


@part
def is_repeated(position: Any, here: Any, ply: Any, work: Any) -> Any:
    """Whether this position, with this key, was there before; notes on which ply the draw rests."""
    work.keys[MOST_PAST + ply] = here
    back = min(np.int64(reversible(position)), ply + work.past)
    found = 0
    for distance in range(4, back + 1, 2):
        if work.keys[MOST_PAST + ply - distance] == here:
            found += 1
            if distance <= ply or found == 2:
                work.root_of_draw = ply - distance
                return True
    return False


@inlined
def key_at_depth(position: Any, here: Any, depth: Any) -> Any:
    """The key under which the table knows a position that is searched so deep."""
    left = np.int64(patience(position))
    return here ^ mix(np.uint64(left & 1023)) if left <= depth + BEYOND else here
