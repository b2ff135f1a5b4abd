"""A process that plays games of a match, one after the other.

Its first line of input says what match it is (`Terms`), each further line is a game to be played. It says, a line of JSON
each, whom it asks for a move and when that is late, and how each game has ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from damier.arena.opponent import Forfeit, Opponent
from damier.arena.record import MatchGame
from damier.arena.referee import LONGEST_GAME, Referee, Resigning, Task, forfeit
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import opponent_for, seen_by
from damier.engine.preparation import spare_collection
from damier.games import load
from damier.games.game import Game
from damier.processes.pool import START_SECONDS
from damier.processes.serving import Say, Work, serve
from damier.records.openings import read_opening


@dataclass(frozen=True)
class Terms:
    """What all games of a match have in common, in words that fit in a line of JSON."""

    game: str
    options: dict[str, Any]
    settings: tuple[str, str]  # as they were written
    names: tuple[str, str]
    patience: float
    clock: str = ""  # of a side that does not say how long it thinks
    longest: int = LONGEST_GAME  # moves after the opening
    resign: tuple[int, int] | None = None  # points and moves of `Resigning`

    def read_settings(self) -> tuple[Setting, Setting]:
        """The two settings, under the names by which the match knows them."""
        written = zip(self.settings, self.names, strict=True)
        one, two = (replace(read_setting(text, self.clock), name=name) for text, name in written)
        return one, two

    @property
    def resigning(self) -> Resigning | None:
        return None if self.resign is None else Resigning(*self.resign)


class Worker:
    """The two sides, and the games they play here."""

    def __init__(self, terms: Terms, say: Say) -> None:
        self.terms = terms
        self.say = say
        self.settings = terms.read_settings()
        self.game: Game = load(terms.game, **terms.options)
        self.opponents: list[Opponent] = [opponent_for(seen_by(setting, self.game), setting) for setting in self.settings]
        self.is_ready = [False, False]

    def play(self, task: Task) -> MatchGame:
        """One game; sides that have not been started, or have failed in the last one, are started first."""
        for side in (0, 1):
            if not self.is_ready[side]:
                try:
                    self._start(side)
                except Forfeit as reason:
                    return forfeit(task, self.settings, side, str(reason), (), (0.0, 0.0))
                spare_collection()
        terms = self.terms
        referee = Referee(
            self.game, self.settings, self.opponents, task, terms.patience, self._tell, terms.longest, terms.resigning
        )
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


def read_task(game: Game, said: dict[str, Any]) -> Task:
    """The game that is asked for."""
    return Task(said["number"], read_opening(game, said["opening"]), said["first"], said["seed"])


def write_task(task: Task) -> dict[str, Any]:
    """A game to be played, as it is asked for."""
    return {"number": task.number, "opening": str(task.opening), "first": task.first, "seed": task.seed}


def main() -> None:
    """Play what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        worker = Worker(Terms(**terms), say)
        return lambda said: vars(worker.play(read_task(worker.game, said)))

    serve(begin)
