"""Tables of endings, built backwards from the ends of the game: `build(game, "KQKR", tables)`.

For games that number their positions (rules `index` and `placed`, ENDINGS in the module). A table stands on those of all
endings that a capture or a promotion leads to; the rest is `rounds.py`. Memory: three bytes a place, and the smaller tables.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Any

import numpy as np

from damier.cancel import Cancel
from damier.endgames.rounds import CHECK, FAULT, KNOWN, LATEST, LOOK, MISSING, NEXT, OPEN, SHARED, STOP, TELL, WRONG, work_on
from damier.endgames.table import MOST_VALUE, UNUSED, VALUE, Table, Tables, begins_of
from damier.games.endings import Ending
from damier.games.game import Game
from damier.kernel import has_rule
from damier.rules import MOST_MOVES

OnRound = Callable[[int, int], None]  # plies to the end, and how many positions are known


class Stopped(Exception):
    """Somebody did not want to wait for the table."""


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
    checking = _Building(game, table.ending, tables, threads, cancel)
    checking.values = table.values
    with checking.pool:
        checking.do(CHECK)
    found = int(checking.shared[WRONG])
    return found - 1 if found else None


class _Building:
    """The arrays that threads share while they work on a table."""

    def __init__(self, game: Game, ending: Ending, tables: Tables, threads: int, cancel: Cancel | None) -> None:
        self.game = game
        self.ending = ending
        self.like = game.start()
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads)
        self.cancel = cancel
        self.begins = begins_of(game.endings, ending)
        self.bases = np.full(game.endings.families, -1, np.int64)
        self.bases[list(ending.families)] = self.begins[:-1]
        self.directory = tables.directory
        self.values: Any = np.empty(0, VALUE)
        self.left: Any = np.zeros(0, np.uint8)
        self.shared = np.zeros(SHARED, np.int64)

    def run(self, on_round: OnRound, by_passes: bool) -> Table:
        """Open all places, then round by round; what is never known is drawn."""
        self.values = np.empty(self.begins[-1], VALUE)
        self.left = np.empty(self.begins[-1], np.uint8)
        self.do(OPEN)
        task = TELL if has_rule(self.like, "unmoves") and not by_passes else LOOK
        plies = 0
        while plies < int(self.shared[LATEST]):
            self.do(task, plies)
            on_round(plies, int(self.shared[KNOWN]))
            plies += 1
        if self.shared[LATEST] >= MOST_VALUE:
            raise ValueError(f"the ending {self.ending.name} lasts too long for a table: more than {MOST_VALUE} plies")
        drawn = (self.values < 0) & (self.left != 0) & (self.values != UNUSED)
        self.values[drawn] = 0
        return Table(self.ending, self.begins, self.values)

    def do(self, task: int, plies: int = 0) -> None:
        """Have all threads do a task on all places."""
        self.shared[NEXT] = 0
        with self.cancel.calls(partial(self.shared.__setitem__, STOP, 1)) if self.cancel else nullcontext():
            for done in [self.pool.submit(self._work, task, plies) for _ in range(self.threads)]:
                done.result()
        if self.shared[FAULT] == 1:
            raise ValueError(f"the rules give no moves, or more than {MOST_MOVES}, in a position whose game goes on")
        if self.shared[FAULT]:
            family = int(self.shared[MISSING]) - 1
            needed = self.game.endings.named(family) if family >= 0 else "positions without a place"
            raise ValueError(f"the ending {self.ending.name} needs the table of {needed}, which is not there")
        if self.shared[STOP]:
            raise Stopped(f"the table of {self.ending.name} is not done")

    def _work(self, task: int, plies: int) -> None:
        families, begins = np.array(self.ending.families, np.int64), np.array(self.begins, np.int64)
        work_on(
            task,
            self.like,
            plies,
            families,
            begins,
            self.bases,
            self.directory,
            self.values,
            self.left,
            self.shared,
        )
