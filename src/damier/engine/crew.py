"""Several threads that search one position: each question is asked of all of them, and the first that is done answers.

They share the table, and tell each other what they are looking at (`search/brothers.py`); each has a record of its own. What
the first one found becomes what the leading search has found: its line, and whether it is proved.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from damier.engine.kernel.workspace import Workspace
from damier.search.brothers import ALL, new_notes
from damier.search.driver import run_kernel

HELP_AFTER = 0.003  # seconds of a search from which on others help: it takes tenths of a millisecond to tell them


class Crew:
    """The helpers of a search: so many threads together with it."""

    def __init__(self, threads: int, scheme: int = ALL) -> None:
        self.threads = threads
        self._scheme = scheme
        self._notes = new_notes()
        self._helpers: list[Workspace] = []
        self._begun = 0.0
        self._pool = ThreadPoolExecutor(max(1, threads - 1), "damier-search")

    def gather(self, lead: Workspace, make: Callable[[Workspace | None], Workspace]) -> None:
        """Help a search from now on; `make` gives the memory of one more, out of that of an earlier search if there was one."""
        before: Sequence[Workspace | None] = self._helpers or [None] * (self.threads - 1)
        self._helpers = []
        self._helpers = [make(each) for each in before]
        self._notes.fill(0)
        for each in (lead, *self._helpers):
            each.share(self._notes, self._scheme, lead)
        lead.helpers = self._helpers
        lead.crew = self
        self._begun = time.perf_counter()

    @property
    def is_worth_asking(self) -> bool:
        """Whether the search has lasted so long that what comes next takes longer than to tell everybody."""
        return time.perf_counter() >= self._begun + HELP_AFTER

    def ask(self, lead: Workspace, ply: int, code: Callable[[Any], Any]) -> int:
        """What the first of all threads finds for a question about a position at a ply; as the lead's own if it is stopped."""
        everybody = [lead, *self._helpers]
        lead.record.ways = lead.record.given_up = 0
        for each in self._helpers:
            each.follow(lead)
        unproved = [each.doubts for each in everybody]
        first: list[tuple[int, int]] = []
        lock = threading.Lock()

        def answer(number: int) -> int:
            record = everybody[number].record
            score = run_kernel(partial(code, record), record)
            with lock:
                if not record.stop and not first:
                    first.append((number, score))
                    for each in everybody:
                        each.halt()
            return score

        helping = [self._pool.submit(answer, number) for number in range(1, len(everybody))]
        try:
            score = answer(0)
        finally:
            for each in self._helpers if not first else ():
                each.halt()
            failures = [failure for each in helping if (failure := each.exception()) is not None]
        if failures:
            raise failures[0]
        if first:
            number, score = first[0]
            winner = everybody[number]
            more = [now - was for now, was in zip(winner.doubts, unproved[number], strict=True)]
            lead.adopt(winner, ply, more, unproved[0])
            lead.go_on()
        for each in self._helpers:
            each.go_on()
        return score
