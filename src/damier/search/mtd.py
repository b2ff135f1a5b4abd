"""MTD(f): null-window searches around a guess until both bounds meet (Plaat; Alliot-Schiex algorithm 15, Alliot algorithm 7).

With f = +infinity it visits the leaves of SSS*, in the same order.
"""

from typing import Any

from damier.rules import INFINITY
from damier.search.memory import memory
from damier.search.window import search_root

TITLE = "MTD(f)"
USES_TABLE = True
ASK = memory


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return mtd(position, depth, work, options.guess)


def mtd(position: Any, depth: int, work: Any, guess: int) -> int:
    """The value for the player to move, looked for from `guess`."""
    value = guess
    low, high = -INFINITY, INFINITY
    while low < high and not work.stop:
        beta = value + 1 if value == low else value
        value = search_root(position, beta - 1, beta, depth, work)
        if value < beta:
            high = value
        else:
            low = value
    return value
