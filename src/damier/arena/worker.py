"""A process that plays games of a match or of a rating list, one after the other.

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

MOST_READY = 8  # sides in a process


@dataclass(frozen=True)
class Terms:
    """What all games of a match have in common, in words that fit in a line of JSON."""

    game: str
    options: dict[str, Any]
    settings: tuple[str, ...]  # as they were written: two, or those of a whole list
    names: tuple[str, ...]
    patience: float
    clock: str = ""  # of a side that does not say how long it thinks
    longest: int = LONGEST_GAME  # moves after the opening
    resign: tuple[int, int] | None = None  # points and moves of `Resigning`

    def read_settings(self) -> tuple[Setting, ...]:
        """The settings, under the names by which the match knows them."""
        written = zip(self.settings, self.names, strict=True)
        return tuple(replace(read_setting(text, self.clock), name=name) for text, name in written)

    @property
    def resigning(self) -> Resigning | None:
        return None if self.resign is None else Resigning(*self.resign)


class Worker:
    """Those who play here, as many of them as are ready at the same time, and the games they play."""

    def __init__(self, terms: Terms, say: Say) -> None:
        self.terms = terms
        self.say = say
        self.settings = terms.read_settings()
        self.game: Game = load(terms.game, **terms.options)
        self.ready: dict[int, Opponent] = {}  # by the place of their settings, the one asked last at the end

    def play(self, task: Task) -> MatchGame:
        """One game; sides that have not been started, or have failed in the last one, are started first."""
        settings = [self.settings[place] for place in task.sides]
        for side in (0, 1):
            try:
                self._make_ready(side, task.sides)
            except Forfeit as reason:
                return forfeit(task, settings, side, str(reason), (), (0.0, 0.0))
        opponents = [self.ready[place] for place in task.sides]
        terms = self.terms
        referee = Referee(self.game, settings, opponents, task, terms.patience, self._tell, terms.longest, terms.resigning)
        played = referee.play()
        if referee.failed is not None:
            self.ready.pop(task.sides[referee.failed]).close()
        return played

    def _make_ready(self, side: int, sides: tuple[int, int]) -> None:
        """Have a side ready; who has not played for longest makes room, since each has a table of his own."""
        place = sides[side]
        if place in self.ready:
            self.ready[place] = self.ready.pop(place)
            return
        if len(self.ready) >= MOST_READY:
            self.ready.pop(next(other for other in self.ready if other not in sides)).close()
        self._tell(side, START_SECONDS, (), (0.0, 0.0))
        opponent = opponent_for(seen_by(self.settings[place], self.game), self.settings[place])
        try:
            opponent.start(self.terms.patience)
        except Forfeit:
            opponent.close()
            raise
        self.ready[place] = opponent
        spare_collection()

    def _tell(self, side: int, seconds: float, moves: Sequence[str], used: Sequence[float]) -> None:
        """Say who is asked, and how many seconds we wait."""
        self.say({"asks": side, "seconds": seconds, "moves": list(moves), "used": list(used)})


def read_task(game: Game, said: dict[str, Any]) -> Task:
    """The game that is asked for."""
    return Task(said["number"], read_opening(game, said["opening"]), said["first"], said["seed"], tuple(said["sides"]))


def write_task(task: Task) -> dict[str, Any]:
    """A game to be played, as it is asked for."""
    return vars(task) | {"opening": str(task.opening)}


def main() -> None:
    """Play what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        worker = Worker(Terms(**terms), say)
        return lambda said: vars(worker.play(read_task(worker.game, said)))

    serve(begin)
