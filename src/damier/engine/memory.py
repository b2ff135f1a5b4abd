"""What the player's search carries along: what every search does (`search/work.py`), its switches, and what orders moves."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from damier.engine.techniques import Techniques
from damier.games.game import Cut
from damier.kernel import has_rule, native
from damier.rules import INFINITY, LOSS, MOST_MOVES, MOST_PLIES, WIN, canonical, key, limits, play
from damier.search.ordering import moves_in_order
from damier.search.table import Table
from damier.search.work import APART, FIELDS, NO_MOVE, PLIES, Work

KILLERS = 2  # remembered at each ply
HISTORY = 1 << 12  # moves told apart; beyond, moves share a number
SWITCHES = ("null_window", "use_table", "deeper", "by_hint", "by_killers", "by_history", "by_preview", "sooner")

# Forward pruning: by the depth left, the depth of the less deep search and how its score is read
CUT_DEPTHS = 40
CUT_SHALLOW, CUT_INVERSE, CUT_UP, CUT_DOWN, CUT_SLACK = range(5)
CUT_ONE = 1 << 10  # the inverse of the slope is counted in parts of this
CONFIDENCE = 1.5  # standard errors that it has to be beyond a bound by
SLACK = 1.5  # standard errors that the evaluation may be short of that, for the search to be worth while


class Memory(Work):
    """The memory of one search of the player."""

    LAYOUT = np.dtype(
        [
            *((switch, np.int64) for switch in SWITCHES),
            ("prunes", np.int64),  # 1 if this search prunes forward
            ("has_pruned", np.int64),  # 1 if others before it may have
            ("certain", np.int64),  # a score from here on is no estimate
            ("root_move", np.int64),  # to be tried first at the root, or NO_MOVE
            ("cut", np.int64, (CUT_DEPTHS, 5)),
            ("order", np.int64, (PLIES, MOST_MOVES + APART)),  # the moves of each ply, ranked
            ("killer", np.int64, (PLIES, KILLERS)),
            ("past", np.int64, (HISTORY,)),  # how well each move has cut
            *FIELDS,  # behind its own, or Numba would take this record for a kind of the other
        ],
        align=True,
    )

    def __init__(
        self,
        position: Any,
        weights: Any,
        table: Table,
        techniques: Techniques,
        cuts: Sequence[Cut] = (),
        plies_left: int | None = None,  # until the end of the game at most, where that is known
    ) -> None:
        super().__init__(weights=weights)
        self.use_table(table)
        record = self.record
        record.null_window = techniques.null_window
        record.use_table = techniques.table
        record.deeper = techniques.deeper
        record.symmetry = techniques.symmetry and has_rule(position, "canonical") and is_symmetric(position)
        record.by_hint = techniques.hint and has_rule(position, "hint")
        record.by_killers = techniques.killers
        record.by_history = techniques.history
        record.by_preview = techniques.preview and len(weights) > 0  # what was learnt judges better than a hint
        record.sooner = techniques.sooner and is_won_or_lost(position)
        record.certain = WIN if is_won_or_lost(position) else INFINITY
        record.root_move = NO_MOVE
        record.killer[:] = NO_MOVE
        record.has_pruned = bool(cuts) and techniques.probcut and techniques.null_window
        self._plies_left = MOST_PLIES + 1 if plies_left is None else plies_left
        self._use_cuts(cuts)

    @property
    def weights(self) -> Any:
        """Those of the game's evaluation."""
        return self._weights

    def prune_at(self, depth: int) -> None:
        """Prune forward in a search to this depth, unless it sees the end of the game: that is to be known for certain."""
        self.record.prunes = self.record.has_pruned and depth < self._plies_left

    def _use_cuts(self, cuts: Sequence[Cut]) -> None:
        """Write down by how much a less deep search must be beyond a bound; depths that nobody has measured err like the
        last of the same parity, whose shallow depth grows half as fast."""
        last: dict[int, Cut | None] = {}
        by_depth = {cut.depth: cut for cut in cuts}
        for depth in range(1, CUT_DEPTHS):
            cut = last[depth % 2] = by_depth.get(depth) or last.get(depth % 2)
            if cut:
                error = CONFIDENCE * cut.error
                shallow = cut.shallow + (depth - cut.depth) // 4 * 2
                up, down = round(error - cut.offset), round(error + cut.offset)
                self.record.cut[depth] = shallow, round(CUT_ONE / cut.slope), up, down, round(SLACK * cut.error)


def is_symmetric(position: Any) -> bool:
    """Whether two moves lead to the same position up to symmetry.

    Else hardly anything below does, and to turn positions about costs a fifth of the time: it also mixes up the moves
    that killers and history speak of.
    """
    children = [key(canonical(native(play(position, move)))) for move in moves_in_order(position, False)]
    return len(set(children)) < len(children)


def is_won_or_lost(position: Any) -> bool:
    """Whether a win is the most a game can bring: no estimate reaches it, and above is room for sooner and later wins."""
    lowest, highest = limits(position)
    return int(lowest) == LOSS and int(highest) == WIN
