"""IterSSS*: SSS* whose list G has a bounded length (after Bhattacharya and Bagchi; Alliot-Schiex 15.3).

SSS* takes the best state of G. Here it takes the best state *that there is room to finish*: a live node needs, in the
worst case, a place for all but one of Max's moves at each of Max's turns below it. With a list long enough that is
always the first state, and this is SSS*. With the shortest list only the sons of the node opened last fit, and the
search goes down like alpha-beta. As states are then taken out of turn,

- a solved son of Max waits in G until none of its father's other states is better;
- a state that is not better than such a waiting one can win nothing any more and leaves G: an alpha cut.
"""

from typing import Any

from damier.rules import is_max
from damier.search.sss import sss

TITLE = "IterSSS*"
MINIMAX_CONVENTION = True
USES_STATES = True


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return int(sss(position, bool(is_max(position)), 1, depth, work))
