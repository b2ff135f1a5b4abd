"""Positions scored by a search, so that there is more to learn from them than the result of one game.

People's games have sound positions of all kinds, but their results say little of what a hanging piece costs. A search
of a few thousand nodes does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from damier.engine.deepening import deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games.chess import UNIT
from damier.games.chess.position import Chess
from damier.kernel import native
from damier.learning.chess.positions import Samples
from damier.rules import ONGOING, outcome
from damier.search.table import Table

MOST_DEPTH = 30
TABLE_MB = 4


def all_scored(
    samples: Samples,
    weights: Any,
    nodes: int,
    tell: Callable[[int, int], None] = lambda done, total: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Samples:
    """The same positions; those that have no score get the one that a search of so many nodes gives.

    Whoever stops it gets only those that have a score.
    """
    scores = samples.score.copy()
    table, techniques = Table(TABLE_MB), Techniques()
    missing = np.flatnonzero(np.isnan(scores)).tolist()
    for done, place in enumerate(missing, 1):
        if is_stopped():
            break
        position = native(Chess(*samples.rows[place].tolist()))
        if int(outcome(position)) == ONGOING:
            table.new_root()
            memory = Workspace(position, weights, table, techniques, node_limit=nodes, unit=UNIT)
            scores[place] = deepen(position, MOST_DEPTH, memory, techniques).score
        tell(done, len(missing))
    return Samples(samples.rows, samples.result, scores, samples.game).where(~np.isnan(scores))
