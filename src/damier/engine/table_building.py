"""Tables of endings built by themselves: when a game comes near endings whose tables are quick to build and are not there, a
process of low priority builds them into the user's folder, while whoever plays goes on.

Near is what stands on the board, what one move may lead to, and all that can come of that by moves to smaller endings. What is
quick the game declares (`Endings.quick`). Each table counts from the moment when it is there. Nobody waits for the process,
and it ends with the one that has started it.
"""

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from damier.endgames.folders import folder_of
from damier.endgames.store import SUFFIX
from damier.games.endings import Ending
from damier.games.game import Game
from damier.processes.program import Program, ProgramEnded, Silent
from damier.processes.serving import Say, Work, serve
from damier.rules import index

POLITENESS = 19  # whoever plays, or does anything else, comes first, as systems count it
TICK = 0.2  # seconds between two looks whether somebody wants it still


class Progress(NamedTuple):
    """How far it has come: the ending whose table is being built, and how many are done of how many."""

    ending: str
    done: int
    total: int


class TableBuilding:
    """The tables of one game that come near and are built."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._names: list[str] = []  # what is being built, in this order, with what is done already
        self._done = 0
        self._has_failed = False  # nothing that was wanted comes any more
        self._seen: set[int] = set()  # families near which nothing more is to be built
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._program: Program | None = None
        self._is_closed = False

    def listen(self, tell: Callable[[], None]) -> None:
        """Call `tell`, from another thread, whenever a table is there, or no more are built."""
        self._listeners.append(tell)

    def leave(self, tell: Callable[[], None]) -> None:
        """Call it no more."""
        if tell in self._listeners:
            self._listeners.remove(tell)

    @property
    def progress(self) -> Progress | None:
        """How far it has come; None if nothing is being built."""
        names, done = self._names, self._done
        return Progress(names[done], done, len(names)) if done < len(names) else None

    def come_to(self, position: Any) -> list[str]:
        """A game has come to a position: the names of endings whose tables are built from now on because of that."""
        with self._lock:
            if self._is_closed or not self._game.has_endings:
                return []
            missing = self._missing(position)
            if missing:
                self._names = [*self._names, *missing]
                if self._program is None:
                    self._program = _start(self._game)
                    threading.Thread(target=self._hear, args=(self._program,), name="damier-tables", daemon=True).start()
                with contextlib.suppress(ProgramEnded):
                    self._program.send(json.dumps(missing))
            return missing

    def close(self) -> None:
        """Build no more, at once; what is done stays."""
        with self._lock:
            self._is_closed = True
            program, self._program = self._program, None
            self._names, self._done = [], 0
        if program is not None:
            program.close(patience=0)

    def _missing(self, position: Any) -> list[str]:
        endings, families = self._game.endings, families_near(self._game, position)
        new, self._seen = families - self._seen, self._seen | families
        wanted = {each.name: each for family in sorted(new) for each in quick_endings(self._game, family)}
        there = {path.name for path in folder_of(self._game).glob(f"*{SUFFIX}")}
        missing = [name for name in wanted if f"{name}{SUFFIX}" not in there and name not in self._names]
        order = {each.name: None for name in missing for each in endings.needed(name)}
        return [name for name in order if name in missing]

    def _hear(self, program: Program) -> None:
        """Hear of each table, until all are done, something is wrong, or nobody wants them any more."""
        while not self._has_ended(program):
            try:
                said = json.loads(program.read(time.monotonic() + TICK))
            except Silent:
                continue
            except (ProgramEnded, ValueError):
                said = {"done": False}
            if "built" in said:
                self._done += 1
                self._tell()
            elif not said["done"]:
                self._has_failed = True
        program.close(patience=0)
        self._tell()

    def _has_ended(self, program: Program) -> bool:
        """Whether there is nothing more to hear: then the next one who wants a table has another process started."""
        with self._lock:
            if self._program is program and (self._has_failed or self._done >= len(self._names)):
                self._program = None
                self._names, self._done, self._has_failed = [], 0, False
            return self._program is not program

    def _tell(self) -> None:
        for tell in list(self._listeners):
            tell()


def families_near(game: Game, position: Any) -> set[int]:
    """The families of a position and of those after one move, as far as these have places in tables."""
    around = [position, *(game.play(position, move) for move in game.moves(position))]
    return {int(index(each)[0]) for each in around} - {-1}


def quick_endings(game: Game, family: int) -> list[Ending]:
    """The endings that a family may come to, itself among them, whose tables are quick to build with all that they need."""
    endings = game.endings
    ending = endings.of(family)
    quick: dict[str, Ending] = {}
    for each in endings.needed(ending.name) if ending else ():
        if endings.places(each) <= endings.quick and all(smaller in quick for smaller in each.leads_to):
            quick[each.name] = each
    return list(quick.values())


def _start(game: Game) -> Program:
    program = Program([sys.executable, "-P", "-c", f"from {__name__} import main; main()"])
    program.send(json.dumps({"game": game.loaded_as, "options": game.options, "folder": str(folder_of(game))}))
    return program


# --------------------------------------------------------------------------------------------------------------------
# In the process


def main() -> None:
    """Build tables, and say of each that it is there."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    serve(_begin)


def _begin(terms: dict[str, Any], say: Say) -> Work:
    from pathlib import Path

    from damier.endgames.making import build_into, needed
    from damier.endgames.store import TableStore
    from damier.errors import BadInput
    from damier.games.catalogue import load_unchecked

    game = load_unchecked(terms["game"], **terms["options"])
    store = TableStore(game, Path(terms["folder"]))

    def work(names: list[str]) -> bool:
        """Whether all of them are there now: somebody else may be building, or a disk be full."""
        try:
            left = {ending.name for ending in needed(store, names)}
            for name in names:
                if name not in left:  # somebody has built it meanwhile
                    say({"built": name})
            build_into(store, names, threads=1, on_table=lambda table, _: say({"built": table.ending.name}))
        except (BadInput, OSError, MemoryError):
            return False
        return True

    return work
