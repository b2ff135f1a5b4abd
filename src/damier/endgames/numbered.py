"""Tables of endings, built backwards from the ends of the game: `build(game, "KQKR", tables)`.

For games that number their positions (rules `index` and `placed`, ENDINGS in the module). A table stands on those of all
endings that a capture or a promotion leads to; the rest is `rounds.py`. Memory: three bytes a place, and the smaller tables.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from damier.cancel import Cancel
from damier.endgames.rounds import (
    BAD_MOVES,
    CHECK,
    FAULT,
    KNOWN,
    LATEST,
    LOOK,
    MISSING,
    NEXT,
    OPEN,
    SHARED,
    STOP,
    TELL,
    WRONG,
    Places,
    work_on,
)
from damier.endgames.table import MOST_VALUE, UNUSED, VALUE, Table, Tables, begins_of, new_table
from damier.games.endings import Ending, Endings
from damier.games.game import Game
from damier.kernel import has_rule
from damier.rules import MOST_MOVES

OnRound = Callable[[int, int], None]  # plies to the end, and how many positions are known

AT_ONCE = 1 << 22  # places


class Stopped(Exception):
    """Somebody did not want to wait for the table of an ending."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(f"the table of {ending.name} is not done")


def build(
    game: Game,
    name: str,
    tables: Tables,
    threads: int = 0,
    on_round: OnRound | None = None,
    cancel: Cancel | None = None,
    by_passes: bool = False,
) -> Table:
    """The table of an ending; those that it leads to are among `tables`, to which it is not added.

    ValueError if one is missing or the rules cannot be; Stopped if it is cancelled. `by_passes` builds it as if there were
    no rule `unmoves`.
    """
    building = _Building(game, game.endings.find(name), tables, threads, cancel)
    with building.pool:
        return building.run(on_round or (lambda plies, known: None), by_passes)


def build_needed(
    game: Game,
    name: str,
    tables: Tables,
    threads: int = 0,
    on_table: Callable[[Table], None] | None = None,
    on_round: OnRound | None = None,
    cancel: Cancel | None = None,
) -> Table:
    """The table of an ending, after all those that it needs and that are not there; all are added to `tables`."""
    for ending in game.endings.needed(name):
        if ending.name not in tables.by_name:
            table = build(game, ending.name, tables, threads, on_round, cancel)
            tables.add(table)
            if on_table is not None:
                on_table(table)
    return tables.by_name[game.endings.find(name).name]


def wrong_place(game: Game, table: Table, tables: Tables, threads: int = 0, cancel: Cancel | None = None) -> int | None:
    """A place of a table whose number does not follow from those one move ahead; None if all do."""
    checking = _Building(game, table.ending, tables, threads, cancel, table.values)
    with checking.pool:
        checking.do(CHECK)
    found = int(checking.shared[WRONG])
    return found - 1 if found else None


def laid_out(endings: Endings, ending: Ending) -> tuple[Any, Any, Any]:
    """The families of an ending, where each begins in its table, and the same by family, as `Places` have them."""
    begins = begins_of(endings, ending)
    bases = np.zeros(2 * endings.families, np.int64)
    for family, (first, last) in zip(ending.families, pairwise(begins), strict=True):
        bases[2 * family : 2 * family + 2] = first, last - first
    return np.array(ending.families, np.int64), np.array(begins, np.int64), bases


def raise_fault(endings: Endings, ending: Ending, shared: Any) -> None:
    """ValueError, in one line, if threads that worked on a table have come upon a fault of the rules."""
    if shared[FAULT] == BAD_MOVES:
        raise ValueError(f"the rules give no moves, or more than {MOST_MOVES}, in a position whose game goes on")
    if shared[FAULT]:
        family = int(shared[MISSING])
        needed = f"the table of {endings.named(family)}" if family >= 0 else "positions that have no place"
        raise ValueError(f"the ending {ending.name} needs {needed}, which is not there")
    if shared[LATEST] >= MOST_VALUE:
        raise ValueError(f"the ending {ending.name} lasts too long for a table: more than {MOST_VALUE} plies")


class _Building:
    """The threads that work on a table, and what they share."""

    def __init__(
        self, game: Game, ending: Ending, tables: Tables, threads: int, cancel: Cancel | None, values: Any = None
    ) -> None:
        self.game = game
        self.ending = ending
        self.like = game.start()
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads)
        self.cancel = cancel
        self.shared = np.zeros(SHARED, np.int64)
        count = game.endings.places(ending)
        self.places = Places(
            *laid_out(game.endings, ending),
            tables.directory,
            np.empty(count, VALUE) if values is None else values,
            np.empty(count if values is None else 0, np.uint8),
            self.shared,
        )

    def run(self, on_round: OnRound, by_passes: bool) -> Table:
        """Open all places, then round by round; what is never known is drawn."""
        self.do(OPEN)
        task = TELL if has_rule(self.like, "unmoves") and not by_passes else LOOK
        plies = 0
        while plies < int(self.shared[LATEST]):
            self.do(task, plies)
            on_round(plies, int(self.shared[KNOWN]))
            plies += 1
        values, left = self.places.values, self.places.left
        for first in range(0, len(values), AT_ONCE):  # a part at a time: what is made on the way takes memory too
            part, moves_left = values[first : first + AT_ONCE], left[first : first + AT_ONCE]
            part[(part < 0) & (moves_left != 0) & (part != UNUSED)] = 0
        return new_table(self.game.endings, self.ending, values)

    def do(self, task: int, plies: int = 0) -> None:
        """Have all threads do a task on all places."""
        self.shared[NEXT] = 0
        with self.cancel.calls(partial(self.shared.__setitem__, STOP, 1)) if self.cancel else nullcontext():
            working = [self.pool.submit(work_on, task, self.like, plies, self.places) for _ in range(self.threads)]
            try:
                for each in working:
                    each.result()
            except IndexError:
                self.shared[FAULT] = BAD_MOVES
        raise_fault(self.game.endings, self.ending, self.shared)
        if self.shared[STOP]:
            raise Stopped(self.ending)
