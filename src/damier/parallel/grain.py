"""How large the subtrees are that are searched as a whole: a call to another machine takes a millisecond, so that a task should
last fifty at least; and of a long search, a small part."""

import math

from damier.parallel.subtree import GRAIN

TASKS_EACH = 200  # so many tasks a worker, roughly, are enough to keep all busy to the end
GROWTH = 3.0  # of the time with each ply, where two measurements do not tell
LEAST_GROWTH = 1.5


def choose_grain(seconds: list[float], depth: int, workers: int) -> int:
    """How deep a task of a search to `depth` is; `seconds` are those of the root to depth 1, 2, ..., the last a task's time."""
    reached, last = len(seconds), max(seconds[-1], 1e-6)
    growth = GROWTH
    if reached > 2:  # two plies, since odd and even depths differ
        growth = max(LEAST_GROWTH, math.sqrt(last / max(seconds[-3], 1e-6)))
    whole = last * growth ** (depth - reached)
    wanted = max(GRAIN, whole / (workers * TASKS_EACH))
    more = math.floor(math.log(wanted / last) / math.log(growth)) if wanted > last else 0
    return max(1, min(reached + more, depth - 1))


class GrainWatch:
    """Looks at the time that tasks take, and says whether they should be larger."""

    def __init__(self, every: int = 32) -> None:
        self._every = every
        self._seconds: list[float] = []

    def larger(self, seconds: float) -> bool:
        """A task took so long; whether tasks are too small."""
        self._seconds.append(seconds)
        if len(self._seconds) < self._every:
            return False
        mean = sum(self._seconds) / len(self._seconds)
        self._seconds.clear()
        return mean < GRAIN / 2
