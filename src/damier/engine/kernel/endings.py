"""Tables of endings inside the search: a position that one of them knows is worth what it says.

The tables of a directory (`endgames/table.py`) may become more while the search goes on. An ending whose table is not there is
noted as wanted: whoever has tables on disk brings it (`engine/endings.py`).
"""

from typing import Any

import numpy as np

from damier.endgames.table import UNUSED, found_in
from damier.engine.kernel.scale import at_ply
from damier.kernel import array_at, part
from damier.rules import DRAW, MOST_PLIES, ONGOING, WIN, index, patience


@part
def looked_up(position: Any, ply: Any, work: Any) -> Any:
    """The score of a position by the tables; ONGOING if none tells, or the game may be drawn before it is won."""
    family, number = index(position)
    if family < 0:
        return np.int64(ONGOING)
    value = found_in(array_at(work.endings, work.endings_length, np.int64), family, number)
    if value == UNUSED:
        array_at(work.endings_wanted, work.endings_length, np.int64)[family] = 1
        return np.int64(ONGOING)
    plies = abs(value) - 1
    if value != 0 and plies >= patience(position):
        return np.int64(ONGOING)
    work.endings_known += 1
    if value == 0:
        return np.int64(DRAW)
    score = np.int64(WIN if value > 0 else -WIN)
    return at_ply(score, min(ply + plies, MOST_PLIES - 1)) if work.sooner else score
