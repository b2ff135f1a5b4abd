"""What a network sees of a chess position: which piece stands where, one's own first, seen from one's own side.

The board is mirrored so that one's own king stands on the right: what is learnt on one side of it is known on the other.
"""

from typing import Any

import numpy as np

from damier.bits import byte_swap, reverse
from damier.games.chess.position import Chess
from damier.games.chess.rules import null
from damier.kernel import rule

KINDS = 6
LEFT = np.uint64(0x0F0F0F0F0F0F0F0F)


@rule
def features(position: Chess, out: Any) -> Any:
    queens = position.diagonals & position.straights
    kinds = (
        position.pawns,
        position.knights,
        position.diagonals & ~queens,
        position.straights & ~queens,
        queens,
        position.kings,
    )
    is_mirrored = position.kings & position.own & LEFT != np.uint64(0)
    for i in range(KINDS):
        own, other = kinds[i] & position.own, kinds[i] & position.other
        if is_mirrored:
            own, other = byte_swap(reverse(own)), byte_swap(reverse(other))
        out[i] = np.int64(own)
        out[KINDS + i] = np.int64(other)
    return 2 * KINDS


@rule
def opposite(position: Chess) -> Any:
    return null(position)
