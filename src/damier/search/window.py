"""Alpha-beta with a window around a guess, searched again if the value falls outside (Alliot algorithm 6, aspiration).

The second search profits from what the first left in the table, and has the window of the slide: from minus infinity to
alpha, or from beta to infinity. The end that was missed belongs to it: a value of just alpha, or just beta, is found there,
since the table's alpha-beta is exact on the borders of its window.
"""

from typing import Any

from damier.kernel import uncompiled
from damier.rules import INFINITY
from damier.search.memory import memory
from damier.search.work import NO_MOVE, PASS, note

TITLE = "Alpha-beta with a window"
USES_TABLE = True
ASK = memory


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    low = max(options.guess - options.margin, -INFINITY)
    high = min(options.guess + options.margin, INFINITY)
    value = search_root(position, low, high, depth, work)
    if value <= low > -INFINITY:
        return search_root(position, -INFINITY, low, depth, work)
    if value >= high < INFINITY:
        return search_root(position, high, INFINITY, depth, work)
    return value


def search_root(position: Any, alpha: int, beta: int, depth: int, work: Any) -> int:
    """One pass of alpha-beta with memory over the root."""
    work.passes += 1
    uncompiled(note)(work, PASS, 0, NO_MOVE, alpha, beta, 0)
    return int(memory(position, NO_MOVE, alpha, beta, depth, 0, work))
