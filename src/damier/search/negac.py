"""NegaC*: null-window searches that halve the interval in which the value lies (Weill; Alliot-Schiex 15.6.2)."""

from typing import Any

from damier.rules import limits
from damier.search.memory import memory
from damier.search.window import search_root

TITLE = "NegaC*"
USES_TABLE = True
ASK = memory


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    low, high = (int(bound) for bound in limits(position))
    while low < high and not work.stop:
        middle = (low + high) // 2
        value = search_root(position, middle, middle + 1, depth, work)
        if value <= middle:
            high = value
        else:
            low = value
    return low
