"""Solving a game: its value under best play to the very end (Alliot: Connect 4 from 4x4 on).

Null-window searches with memory, to the end of every game, halve the interval in which the value lies (NegaC*), so that
an interrupted solve still has bounds.
"""

import functools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from damier.kernel import native
from damier.rules import MOST_PLIES, limits
from damier.search.clock import Countdown
from damier.search.driver import run_kernel
from damier.search.follow import complete_line
from damier.search.memory import memory
from damier.search.table import Table
from damier.search.window import search_root
from damier.search.work import NO_MOVE, Work


@dataclass(frozen=True)
class Solution:
    """The value for the player to move lies between low and high; they are equal if the game is solved."""

    low: int
    high: int
    line: list[int]
    nodes: int
    seconds: float
    memory: int

    @property
    def is_solved(self) -> bool:
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """The value under best play, for the player to move; None if it is not known."""
        return self.low if self.is_solved else None

    @property
    def move(self) -> int | None:
        """A move that keeps the value; None if the game is over or not solved."""
        return self.line[0] if self.line else None


def solve(
    position: Any,
    work: Work,
    hash_mb: int = 256,
    seconds: float | None = None,
    on_bounds: Callable[[int, int], None] | None = None,
    *,
    symmetry: bool = False,
    ordering: bool = False,
) -> Solution:
    """Solve a position; time, or `work.stop()` from another thread, ends it early with the bounds proved so far."""
    position = native(position)
    work.use_table(Table(hash_mb))
    work.use_options(position, symmetry, ordering)
    record = work.record
    record.total = 1
    low, high = (int(bound) for bound in limits(position))
    scratch = work.scratch().record
    run_kernel(
        functools.partial(memory, position, NO_MOVE, low, high, 0, 0, scratch), scratch
    )  # compile before the clock starts
    began = time.perf_counter()
    with Countdown(work, seconds):
        low, high = _narrow(position, low, high, work, on_bounds)
    taken = time.perf_counter() - began
    line = complete_line(position, MOST_PLIES, low, [], memory, work) if low == high and not record.stop else []
    return Solution(low, high, line, int(record.nodes), taken, int(record.most_held))


def _narrow(position: Any, low: int, high: int, work: Work, on_bounds: Callable[[int, int], None] | None) -> tuple[int, int]:
    """Halve the interval until the value is known, or the search is stopped."""
    record = work.record
    while low < high:
        middle = (low + high) // 2
        score = run_kernel(functools.partial(search_root, position, middle, middle + 1, MOST_PLIES, record), record)
        if record.stop:
            break
        if not low <= score <= high:
            raise ValueError(f"a score of {score} came up, but rule 'limits' says that all lie between {low} and {high}")
        if work.unproved:
            raise ValueError(f"games from this position may last more than {MOST_PLIES} moves: it cannot be solved this way")
        if score <= middle:
            high = score
        else:
            low = score
        if on_bounds:
            on_bounds(low, high)
    return low, high
