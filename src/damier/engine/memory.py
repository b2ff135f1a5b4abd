"""What the player's search carries along: what every search does (`search/work.py`), its switches, and what orders moves."""

from typing import Any

import numpy as np

from damier.engine.techniques import Techniques
from damier.kernel import has_rule
from damier.rules import INFINITY, LOSS, MOST_MOVES, WIN, limits
from damier.search.table import Table
from damier.search.work import APART, FIELDS, NO_MOVE, PLIES, Work

KILLERS = 2  # remembered at each ply
HISTORY = 1 << 12  # moves told apart; beyond, moves share a number
SWITCHES = ("null_window", "use_table", "deeper", "by_hint", "by_killers", "by_history", "sooner")


class Memory(Work):
    """The memory of one search of the player."""

    LAYOUT = np.dtype(
        [
            *((switch, np.int64) for switch in SWITCHES),
            ("certain", np.int64),  # a score from here on is no estimate
            ("root_move", np.int64),  # to be tried first at the root, or NO_MOVE
            ("order", np.int64, (PLIES, MOST_MOVES + APART)),  # the moves of each ply, ranked
            ("killer", np.int64, (PLIES, KILLERS)),
            ("past", np.int64, (HISTORY,)),  # how well each move has cut
            *FIELDS,  # behind its own, or Numba would take this record for a kind of the other
        ],
        align=True,
    )

    def __init__(self, position: Any, weights: Any, table: Table, techniques: Techniques) -> None:
        super().__init__(weights=weights)
        self.use_table(table)
        record = self.record
        record.null_window = techniques.null_window
        record.use_table = techniques.table
        record.deeper = techniques.deeper
        record.symmetry = techniques.symmetry and has_rule(position, "canonical")
        record.by_hint = techniques.hint and has_rule(position, "hint")
        record.by_killers = techniques.killers
        record.by_history = techniques.history
        record.sooner = techniques.sooner and is_won_or_lost(position)
        record.certain = WIN if is_won_or_lost(position) else INFINITY
        record.root_move = NO_MOVE
        record.killer[:] = NO_MOVE


def is_won_or_lost(position: Any) -> bool:
    """Whether a win is the most a game can bring: no estimate reaches it, and above is room for sooner and later wins."""
    lowest, highest = limits(position)
    return int(lowest) == LOSS and int(highest) == WIN
