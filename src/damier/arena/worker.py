"""A process that plays games of a match, one after the other.

Its first line of input says what match it is (`Terms`), each further line is a game to be played. It says, a line of JSON
each, whom it asks for a move and when that is late, and how each game has ended. Games are played in a thread, so that the
process notices the end of its input, whoever is thinking then, and ends with all that it has started.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Any, TextIO

from damier.arena.openings import read_opening
from damier.arena.opponent import Forfeit, Opponent
from damier.arena.program import close_all
from damier.arena.record import Played
from damier.arena.referee import Referee, Task, forfeit
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import opponent_for, seen_by
from damier.games import load
from damier.games.game import Game

START_SECONDS = 600.0  # in which a side must be ready; rules may have to be compiled


@dataclass(frozen=True)
class Terms:
    """What all games of a match have in common, in words that fit in a line of JSON."""

    game: str
    options: dict[str, Any]
    settings: tuple[str, str]  # as they were written
    names: tuple[str, str]
    patience: float

    def read_settings(self) -> tuple[Setting, Setting]:
        """The two settings, under the names by which the match knows them."""
        one, two = (replace(read_setting(text), name=name) for text, name in zip(self.settings, self.names, strict=True))
        return one, two


class Worker:
    """The two sides, and the games they play here."""

    def __init__(self, terms: Terms, out: TextIO) -> None:
        self.terms = terms
        self.out = out
        self.settings = terms.read_settings()
        self.game: Game = load(terms.game, **terms.options)
        self.opponents: list[Opponent] = [opponent_for(seen_by(setting, self.game), setting) for setting in self.settings]
        self.is_ready = [False, False]

    def play(self, task: Task) -> Played:
        """One game; sides that have not been started, or have failed in the last one, are started first."""
        for side in (0, 1):
            if not self.is_ready[side]:
                try:
                    self._start(side)
                except Forfeit as reason:
                    return forfeit(task, self.settings, side, str(reason), (), (0.0, 0.0))
        referee = Referee(self.game, self.settings, self.opponents, task, self.terms.patience, self._tell)
        played = referee.play()
        if referee.failed is not None:
            self.opponents[referee.failed].close()
            self.is_ready[referee.failed] = False
        return played

    def _start(self, side: int) -> None:
        self._tell(side, START_SECONDS, (), (0.0, 0.0))
        try:
            self.opponents[side].start(self.terms.patience)
        except Forfeit:
            self.opponents[side].close()
            raise
        self.is_ready[side] = True

    def _tell(self, side: int, seconds: float, moves: Sequence[str], used: Sequence[float]) -> None:
        """Say who is asked, and how many seconds we wait."""
        self.say({"asks": side, "seconds": seconds, "moves": list(moves), "used": list(used)})

    def say(self, what: dict[str, Any]) -> None:
        print(json.dumps(what), file=self.out, flush=True)


def read_task(game: Game, line: str) -> Task:
    """The game that a line of input asks for."""
    said = json.loads(line)
    return Task(said["number"], read_opening(game, said["opening"]), said["first"], said["seed"])


def write_task(task: Task) -> str:
    """A game to be played, as a line of input."""
    return json.dumps({"number": task.number, "opening": str(task.opening), "first": task.first, "seed": task.seed})


def _own_output() -> TextIO:
    """Standard output for our lines alone: what a game or a library prints goes to standard error."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return out


def main() -> None:
    """Play what is asked for until the input ends."""
    out = _own_output()
    terms = json.loads(sys.stdin.readline())
    tasks: SimpleQueue[str] = SimpleQueue()

    def work() -> None:
        try:
            worker = Worker(Terms(**terms), out)
            while True:
                worker.say({"played": vars(worker.play(read_task(worker.game, tasks.get())))})
        except BrokenPipeError:  # nobody listens any more
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)

    threading.Thread(target=work, daemon=True).start()
    for line in sys.stdin:
        tasks.put(line)
    close_all()
    os._exit(0)  # the thread may be in the middle of a search
