"""MTD(+infinity): MTD(f) from above. In a tree it visits the leaves of SSS* in the order of SSS* (Plaat; Alliot-Schiex 15.5.4).

Where Min moves at the root, SSS*, which always works for Max, corresponds to MTD from the other side.
"""

from typing import Any

from damier.rules import INFINITY, is_max
from damier.search.memory import memory
from damier.search.mtd import mtd

TITLE = "MTD(+inf)"
USES_TABLE = True
ASK = memory


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return mtd(position, depth, work, INFINITY if is_max(position) else -INFINITY)
