"""What the player of a game needs, compiled side by side by processes of their own, while whoever plays goes on.

A compiler leaves little time to other threads of its process, and two of them take turns. So each part, the search and the
exact solver, is compiled by a process, which puts the machine code into the user's cache: from there it comes within
moments. A process ends with the one that has started it.
"""

import contextlib
import json
import os
import sys
import threading
import time
from typing import Any

from numba import types
from numba.core import event

from damier.cancel import Cancel
from damier.engine.deepening import is_compiled
from damier.games.game import Game
from damier.processes.program import Program, ProgramEnded, Silent
from damier.processes.serving import Say, Work, serve

SEARCH, SOLVER = "search", "solver"

FUNCTIONS = 13  # of the search that are compiled for every game
LAST = 0.5  # the share of the time when all of them are, and the largest, which calls them, is still to be compiled
MOST_TOLD = 0.95  # of the share that is done, until all is
TICK = 0.2  # seconds between two looks whether somebody wants it still
POLITENESS = 10  # whoever plays meanwhile comes first, as systems count it


class Compiling:
    """The parts of a player that are being compiled, by a process each."""

    def __init__(self, game: Game, parts: list[str], head_start: float = 0.0) -> None:
        """The second part begins some seconds after the first, where this process has something to compile itself."""
        self._game = game
        self._began = time.monotonic()
        self._share = dict.fromkeys(parts, 0.0)  # how much of each is done
        self._heard = self._began  # when that was last heard
        self._changed = threading.Condition()  # the share of one that has ended, or that nobody wants them any more
        self._is_closed = False
        for number, part in enumerate(parts):
            threading.Thread(target=self._run, args=(part, number * head_start), daemon=True).start()

    @property
    def is_done(self) -> bool:
        return min(self._share.values()) == 1.0

    def wait(self, cancel: Cancel) -> None:
        """Wait until all is compiled, or nobody wants it any more."""
        with cancel.calls(self._wake), self._changed:
            self._changed.wait_for(lambda: self.is_done or cancel.is_cancelled)

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    @property
    def seconds_left(self) -> float | None:
        """How much longer the search will take, as far as can be told from what is done of it."""
        done, passed = self._share.get(SEARCH, 1.0), time.monotonic() - self._began
        return passed * (1 - done) / done if done else None

    @property
    def share(self) -> float | None:
        """How much of the search is done, from 0 to 1, as far as can be told: it goes on between what is heard."""
        done = self._share.get(SEARCH, 1.0)
        if not done or done == 1.0:
            return None
        return min(MOST_TOLD, done * (time.monotonic() - self._began) / (self._heard - self._began))

    def close(self) -> None:
        """Compile no more, and wait for that."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.is_done)

    def _run(self, part: str, after: float) -> None:
        """Have a part compiled. Where that fails, who needs it compiles it then, and is told what is wrong."""
        with self._changed:
            is_wanted = not self._changed.wait_for(lambda: self._is_closed, after)
        if is_wanted:
            with contextlib.suppress(OSError, ProgramEnded, ValueError):
                program = _compile(self._game, part)
                try:
                    self._hear(program, part)
                finally:
                    program.close(patience=0)
        with self._changed:
            self._share[part] = 1.0
            self._changed.notify_all()

    def _hear(self, program: Program, part: str) -> None:
        """Hear how much is done, until all is, or nobody wants it any more."""
        while not self._is_closed:
            with contextlib.suppress(Silent):
                said = json.loads(program.read(time.monotonic() + TICK))
                if "done" in said:
                    return
                self._share[part] = said["share"]
                if part == SEARCH:
                    self._heard = time.monotonic()


def compile_aside(game: Game, position: Any, asks_solver: bool) -> None:
    """Let other processes compile what was never compiled on this machine, and wait for them: threads of this one can go on."""
    if parts := missing_parts(game, position, asks_solver):
        Compiling(game, parts).wait(Cancel())


def missing_parts(game: Game, position: Any, asks_solver: bool) -> list[str]:
    """What a player of this game needs that was never compiled on this machine."""
    try:
        if is_compiled(position, game.weights()) or type(position) is not type(game.start()):
            return []
    except Exception:  # who needs it is told then
        return []
    return [SEARCH, SOLVER] if asks_solver else [SEARCH]


def _compile(game: Game, part: str) -> Program:
    program = Program([sys.executable, "-P", "-c", f"from {__name__} import main; main()"])
    program.send(json.dumps({"game": game.loaded_as, "options": game.options}))
    program.send(json.dumps(part))
    return program


# --------------------------------------------------------------------------------------------------------------------
# In the process


def main() -> None:
    """Compile a part of the player of a game, and say how much of it is done."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    serve(_begin)


def _begin(terms: dict[str, Any], say: Say) -> Work:
    from damier.engine.player import Player
    from damier.games.catalogue import load_unchecked
    from damier.solvers.registry import solver_for

    game = load_unchecked(terms["game"], **terms["options"])

    def work(part: str) -> bool:
        with event.install_listener("numba:compile", _Counter(say)):
            if part == SEARCH:
                Player(game, hash_mb=1).warm(with_solver=False)
            elif solver := solver_for(game, 1):
                solver.warm(game.start())
        return True

    return work


class _Counter(event.Listener):  # type: ignore[misc]
    """Tells how much is done from the functions that have been compiled: those of the search that meet positions are the
    same for all games, and those that do not may have been compiled for another one."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._count = 0

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        is_ours = str(event.data["dispatcher"].py_func.__module__).startswith(("damier.engine", "damier.search"))
        if is_ours and any(isinstance(kind, types.BaseNamedTuple) for kind in event.data["args"]):
            self._count += 1
            self._say({"share": min(1, self._count / FUNCTIONS) * (1 - LAST)})
