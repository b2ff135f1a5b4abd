"""What a network sees of a chess position: which piece stands where, one's own first, seen from one's own side."""

from typing import Any

import numpy as np

from damier.games.chess.position import Chess
from damier.games.chess.rules import null
from damier.kernel import rule

KINDS = 6


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
    for i in range(KINDS):
        out[i] = np.int64(kinds[i] & position.own)
        out[KINDS + i] = np.int64(kinds[i] & position.other)
    return 2 * KINDS


@rule
def opposite(position: Chess) -> Any:
    return null(position)
