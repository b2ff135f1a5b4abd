"""What a search visits beside the tree down to its horizon: moves beyond it, and passes, which are no moves.

Quiescence plays captures, checks and ways out of check on beyond the horizon; the null move lets a player pass, and looks
less deep behind that. Such nodes are none of the tree that all searches share, and there may be far too many of them to draw
them all: those that were visited are shown, each with all its brothers, so that what was cut can be seen. They are listed
here by the same rules as in the searches (`search/quiescence.py`, `search/null_move.py`), and found in the log.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from damier.kernel import native
from damier.rules import MOST_MOVES, forced, legal_moves, noisy, null, threatening
from damier.search.driver import Options
from damier.search.work import ENTER, PASSED
from damier.trace.nodes import BEHIND_PASS, BEYOND, PASS

Moves = tuple[int, ...]


class Place(NamedTuple):
    """Where a node stands: plies to the horizon, quiet checks that may still follow beyond it, and whether it is set apart."""

    depth: int
    checks: int = 0
    aside: str = ""


@dataclass(frozen=True)
class Asides:
    """What an algorithm visits beside the tree, and where it was."""

    plays_out: bool = False
    reduction: int = 0
    entered: set[Moves] = field(default_factory=set)  # nodes, by the moves that led there
    opened: set[Moves] = field(default_factory=set)  # those with a son that was entered

    @classmethod
    def of(cls, module: ModuleType, options: Options, events: Any) -> "Asides | None":
        """What the log tells of an algorithm; None of one that stays within the tree."""
        plays_out, passes = (getattr(module, name, False) for name in ("PLAYS_OUT", "PASSES"))
        if not plays_out and not passes:
            return None
        entered: set[Moves] = set()
        path: Moves = ()
        for kind, ply, move, *_ in events.tolist():
            if kind == ENTER:
                path = (*path[: ply - 1], move) if ply else ()
                entered.add(path)
        return cls(plays_out, options.reduction if passes else 0, entered, {each[:-1] for each in entered if each})

    def is_opened(self, place: Place, path: Moves) -> bool:
        """Whether the sons of a node belong to what is shown: always within the tree, else if one of them was visited."""
        if place.depth > 0 and not place.aside:
            return True
        return path in self.opened and (place.depth > 0 or self.plays_out)

    def sons(self, position: Any, place: Place, path: Moves) -> Iterator[tuple[int, Any, Place]]:
        """The sons of a node in the order of the search: the move, the position after a pass, else None, and its place."""
        if place.depth <= 0:
            yield from self._beyond(position, place.checks)
            return
        if (*path, PASSED) in self.entered:
            yield PASSED, native(null(position)), Place(place.depth - self.reduction - 1, aside=PASS)
        aside = BEHIND_PASS if place.aside else ""
        for move in legal_moves(position):
            yield move, None, Place(place.depth - 1, place.checks, aside)

    @staticmethod
    def _beyond(position: Any, checks: int) -> Iterator[tuple[int, None, Place]]:
        out = np.zeros(MOST_MOVES, np.int64)
        captures = count = int(noisy(position, out))
        if checks > 0 and not forced(position):
            count = int(threatening(position, out, captures))
        for place, move in enumerate(out[:count].tolist()):
            yield move, None, Place(0, checks - (place >= captures), BEYOND)
