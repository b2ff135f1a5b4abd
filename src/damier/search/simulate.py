"""What a parallel search would gain on so many processors, in figures: for curves, without the work of drawing it.

>>> simulate(load("connect4").start(), "pvsplit", 16, depth=10).speed_up
"""

from dataclasses import replace
from typing import Any

from damier.search.catalogue import ON_PROCESSORS
from damier.search.driver import DEFAULT_DEPTH, Options, search
from damier.search.timeline import Figures


def simulate(
    position: Any, algorithm: str, processors: int, depth: int = DEFAULT_DEPTH, options: Options | None = None
) -> Figures:
    """Search a position by `star` or `pvsplit` on simulated processors; ValueError where that cannot be.

    The same arguments give the same figures. A search that `options` end early has figures that mean nothing, and no
    `sequential`.
    """
    found = search(position, algorithm, depth, replace(options or Options(), processors=processors, whole_line=False))
    if found.timeline is None:
        raise ValueError(f"{algorithm} does not run on several processors; {' and '.join(ON_PROCESSORS)} do")
    return found.timeline.figures
