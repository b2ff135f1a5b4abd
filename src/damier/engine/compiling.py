"""What the player of a game needs, compiled side by side by processes of their own, while whoever plays goes on.

A compiler leaves little time to other threads of its process, and two of them take turns. So each part, the search and the
exact solver, is compiled by a process, which puts the machine code into the user's cache: from there it comes within
moments. A process ends with the one that has started it.
"""

import contextlib
import json
import sys
import threading
import time
from typing import Any

from numba.core import event

from damier.cancel import Cancel
from damier.engine.deepening import is_compiled
from damier.games.game import Game
from damier.processes.program import Program, ProgramEnded, Silent
from damier.processes.serving import Say, Work, serve

SEARCH, SOLVER = "search", "solver"

FUNCTIONS = 49  # of the search that are compiled whatever the game
LAST = 0.25  # the share of the time when all of them are, and the whole is still to be optimised
LONGEST = 600.0  # seconds


class Compiling:
    """The parts of a player that are being compiled, by a process each."""

    def __init__(self, game: Game, parts: list[str]) -> None:
        self._began = time.monotonic()
        self._share = dict.fromkeys(parts, 0.0)  # how much of each is done
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._programs: list[Program] = []
        for part in parts:
            with contextlib.suppress(OSError, ProgramEnded):  # then it is compiled when it is needed
                self._programs.append(_compile(game, part))
                threading.Thread(target=self._hear, args=(self._programs[-1], part), daemon=True).start()
                continue
            self._has_ended(part)

    @property
    def is_done(self) -> bool:
        return self._ended.is_set()

    def wait(self, cancel: Cancel) -> None:
        """Wait until all is compiled, or nobody wants it any more."""
        with cancel.calls(self._ended.set):
            self._ended.wait()

    @property
    def seconds_left(self) -> float | None:
        """How much longer the search will take, as far as can be told from what is done of it."""
        done, passed = self._share.get(SEARCH, 1.0), time.monotonic() - self._began
        return passed * (1 - done) / done if done else None

    def close(self) -> None:
        """Compile no more."""
        for program in self._programs:
            program.close(patience=0)

    def _hear(self, program: Program, part: str) -> None:
        try:
            while "done" not in (said := json.loads(program.read(time.monotonic() + LONGEST))):
                self._share[part] = said["share"]
        except (ProgramEnded, Silent, ValueError):
            pass  # who needs it compiles it then, and is told what is wrong
        program.close(patience=0)
        self._has_ended(part)

    def _has_ended(self, part: str) -> None:
        with self._lock:
            self._share[part] = 1.0
            if min(self._share.values()) == 1.0:
                self._ended.set()


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
    """Tells how much is done from the functions that have been compiled: those of the search are the same for all games."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._count = 0

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        if str(event.data["dispatcher"].py_func.__module__).startswith(("damier.engine", "damier.search")):
            self._count += 1
            self._say({"share": min(1, self._count / FUNCTIONS) * (1 - LAST)})
