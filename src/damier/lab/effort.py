"""What one solve takes. Times are the processor's, since the computer has other work to do."""

import time
from collections.abc import Callable
from typing import NamedTuple

from damier.lab.halt import Halt

SHORT, REPEATS = 0.2, 3  # a solve of fewer seconds is repeated so many times


class SolveEffort(NamedTuple):
    """What one position took."""

    nodes: int
    seconds: float  # of the processor
    score: int | None  # None if time ran out


def fastest(forget: Callable[[], None], solve: Callable[[], tuple[int, int | None]], halt: Halt) -> SolveEffort:
    """What a solve took; a short one is repeated, and the fastest counts. `solve` gives nodes and score.

    Before each, outside the time, the solver has to `forget` what it knows.
    """
    efforts: list[SolveEffort] = []
    while not efforts or (len(efforts) < REPEATS and efforts[-1].seconds < SHORT and not halt.is_wanted):
        forget()
        began = time.thread_time()
        nodes, score = solve()
        efforts.append(SolveEffort(nodes, time.thread_time() - began, score))
    return min(efforts, key=lambda effort: effort.seconds)
