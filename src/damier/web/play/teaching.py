"""Games that teach themselves while the page is used: one at a time, in a process of low priority (`teaching_worker.py`).

All that is learnt is on the disk as soon as it is known, so a learning can be ended at any moment, by a person, by the end of
the server or by anything else, and gone on with later; at most what was at work then is done again. The process ends with the
server.
"""

import contextlib
import json
import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from damier.games.game import BadInput, Game
from damier.network.file import fingerprint
from damier.processes.program import Program, ProgramEnded, Silent
from damier.processes.staff import command_of
from damier.web.play.generations import Learnt, learnt_of, place_of
from damier.web.refusals import Conflict

WORKER = "damier.web.play.teaching_worker"
TICK = 0.5  # seconds between two looks whether somebody wants it still
SPARED = 1  # processors that are left to whoever plays
MOST_ASIDE = 1000  # learnings of a game that were set aside

Status = Literal["running", "done", "stopped", "failed"]
Doing = Literal["preparing", "playing", "learning", "match", "own", "shipped"]  # the last two: against what it comes with


@dataclass
class Lesson:
    """A learning that goes on, or has gone on, and how it stands."""

    game: Game
    name: str  # of the game, in requests
    title: str
    folder: Path
    minutes: float
    status: Status = "running"
    generation: int = 0  # that is being made
    doing: Doing = "preparing"
    done: int = 0
    total: int = 0
    error: str = ""
    endless: float = 0.0  # share of random games that nobody has seen the end of
    longest: int = 0  # moves, after which such a game counts as drawn
    decided: float = 1.0  # share of random games that are not drawn
    began: float = field(default_factory=time.monotonic)
    ended: float | None = None

    @property
    def is_running(self) -> bool:
        return self.status == "running"

    @property
    def seconds(self) -> float:
        """How long it has been going on, or went on."""
        return (self.ended or time.monotonic()) - self.began

    def end(self, status: Status, error: str = "") -> None:
        if self.is_running:
            self.status, self.error, self.ended = status, error, time.monotonic()


class Teaching:
    """The learning that goes on, or the last one."""

    def __init__(self) -> None:
        self.last: Lesson | None = None
        self._program: Program | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def of(self, game: Game) -> Lesson | None:
        """The learning of this game, if it is the last one."""
        last = self.last
        return last if last is not None and last.folder == learnt_of(game).folder else None

    def begin(self, lesson: Lesson, settings: dict[str, Any], is_anew: bool) -> None:
        """Learn, or go on; what was learnt before is set aside if one begins anew. Conflict if a game is being learnt."""
        with self._lock:
            if self._is_closed:
                raise Conflict("damier is ending: learn another time")
            if self.last is not None and self.last.is_running:
                raise Conflict(f"{self.last.title} is being learnt; stop that first")
            learnt = learnt_of(lesson.game)
            if not is_anew and learnt.settings and learnt.settings.get("rules") != fingerprint(lesson.game.start()):
                raise BadInput(f"the rules of {lesson.title} have changed since it was learnt; begin anew")
            if is_anew:
                _set_aside(lesson.game, learnt)
                learnt = learnt_of(lesson.game)
            try:
                learnt.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadInput(f"nothing can be kept of what is learnt: {learnt.folder.name}: {error.strerror}") from None
            wanted = {
                "game": lesson.game.loaded_as or lesson.game.name,
                "options": lesson.game.with_usual_evaluation.options,
                "folder": str(learnt.folder),
                "network": str(place_of(lesson.game)),
                "settings": learnt.settings or settings,
                "seconds": 60 * lesson.minutes,
                "jobs": max(1, (os.cpu_count() or 1) - SPARED),
            }
            try:
                program = self._program = Program(command_of(WORKER))
            except (OSError, ProgramEnded) as error:
                raise BadInput(f"no process can be started that learns: {error}") from None
            self.last = lesson
            with contextlib.suppress(ProgramEnded):  # who listens hears of it
                program.send("{}")
                program.send(json.dumps(wanted))
            threading.Thread(target=self._hear, args=(program, lesson), name="damier-teaching", daemon=True).start()

    def stop(self, game: Game) -> None:
        """Let the learning of a game end; nothing happens if it is not going on."""
        with self._lock:
            lesson = self.of(game)
            if lesson is not None:
                lesson.end("stopped")

    def close(self) -> None:
        """Learn no more; what was learnt is kept."""
        with self._lock:
            self._is_closed = True
            program, self._program = self._program, None
            if self.last is not None:
                self.last.end("stopped")
        if program is not None:
            program.close(patience=0)

    def _hear(self, program: Program, lesson: Lesson) -> None:
        """Hear how it goes on until it ends."""
        while lesson.is_running:
            try:
                said = json.loads(program.read(time.monotonic() + TICK))
            except (Silent, ValueError):
                continue
            except ProgramEnded as ended:
                lesson.end("failed", f"the process that learns has gone: {ended}")
                break
            if "done" in said:
                lesson.end("failed" if said["done"] else "done", said["done"])
            for name in ("generation", "doing", "done_now", "total", "endless", "longest", "decided"):
                if name in said:
                    setattr(lesson, name.removesuffix("_now"), said[name])
        program.close(patience=0)


def _set_aside(game: Game, learnt: Learnt) -> None:
    """Give what was learnt another name: nothing is lost."""
    path = place_of(game)
    free = next((i for i in range(1, MOST_ASIDE) if not learnt.folder.with_name(f"{learnt.folder.name}-{i}").exists()), None)
    if free is None:
        raise BadInput(f"{game.title} was begun anew too often; remove some of {learnt.folder.name}-1 and so on")
    try:
        for each in (learnt.folder, path):
            if each.exists():
                each.rename(each.with_name(f"{each.name}-{free}"))
    except OSError as error:
        raise BadInput(f"{learnt.folder.name} cannot be set aside: {error.strerror}") from None
