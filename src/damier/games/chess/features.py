"""What a network sees of a chess position: which piece stands where, one's own first, seen from one's own side.

Endings that are known are judged by what is known (`endings.py`), whatever the network says.

The board is mirrored so that one's own king stands on the right: what is learnt on one side of it is known on the other.
"""

from typing import Any

import numpy as np

from damier.bits import byte_swap, reverse
from damier.games.chess.endings import MOST_PHASE, UNKNOWN, adjusted, known
from damier.games.chess.evaluation import phase_of
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


@rule
def corrected(position: Chess, estimate: Any, weights: Any) -> Any:
    if phase_of(position.material) > MOST_PHASE:
        return estimate
    score = known(position, weights)
    return adjusted(position, estimate) if score == UNKNOWN else score
