"""One game between two sides: the referee has the board, the rules and the clocks.

Whoever makes an illegal move, says nothing in time, crashes or lets his clock run out has lost, and the reason says so.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from damier.arena.openings import Opening, move_named
from damier.arena.opponent import Forfeit, Opponent
from damier.arena.record import ENDED, ENDLESS, Played
from damier.arena.setting import Setting
from damier.engine.session import Session
from damier.games.game import BadInput, Game
from damier.rules import WIN

LONGEST_GAME = 1000  # moves after the opening; a game that has not ended by then is a draw
READY = 60.0  # seconds a side has to set up an opening

Watch = Callable[[int, float, Sequence[str], Sequence[float]], None]
"""Told which side is asked, how many seconds it is waited for, the moves so far, and the seconds both sides have used."""


@dataclass(frozen=True)
class Task:
    """A game to be played: its number, its opening, and which side of the match moves first."""

    number: int
    opening: Opening
    first: int
    seed: int


class Referee:
    """Plays one game. Sides are those of the match, 0 and 1; players those of the game, as its session counts them."""

    def __init__(
        self,
        game: Game,
        settings: Sequence[Setting],
        opponents: Sequence[Opponent],
        task: Task,
        patience: float,
        watch: Watch = lambda side, seconds, moves, used: None,
    ) -> None:
        self.settings = settings
        self.opponents = opponents
        self.task = task
        self.patience = patience
        self.watch = watch
        self.session: Session = task.opening.session(game)
        self.moves: list[str] = []
        self.used = [0.0, 0.0]
        self.clocks = [setting.clock.left if setting.clock else None for setting in settings]
        self.failed: int | None = None  # the side that must be started again
        self._first_player = self.session.turn

    def play(self) -> Played:
        """The whole game."""
        side = self.task.first
        try:
            for side in (0, 1):
                self.watch(side, READY, self.moves, self.used)
                self.opponents[side].new_game(self.task.opening, self.task.seed + side)
            while not self.session.is_over and len(self.moves) < LONGEST_GAME:
                side = self._side_to_move()
                self._ask(side)
        except Forfeit as reason:
            self.failed = side
            return forfeit(self.task, self.settings, side, str(reason), self.moves, self.used)
        return self._ended()

    def _side_to_move(self) -> int:
        return self.task.first if self.session.turn == self._first_player else 1 - self.task.first

    def _ask(self, side: int) -> None:
        """One move of a side, on its clock."""
        limits = self.settings[side].limits(self.clocks[side])
        self.watch(side, limits.wait(self.patience), self.moves, self.used)
        began = time.perf_counter()
        try:
            name = self.opponents[side].move(tuple(self.moves), limits, self.patience)
        finally:
            seconds = time.perf_counter() - began
            self.used[side] += seconds
        self._stop_clock(side, seconds)
        try:
            self.session.play(move_named(self.session, name))
        except BadInput:
            raise Forfeit(f"illegal move {name[:20]!r}") from None
        self.moves.append(name)

    def _stop_clock(self, side: int, seconds: float) -> None:
        clock, left = self.settings[side].clock, self.clocks[side]
        if clock is None or left is None:
            return
        if seconds > left:
            raise Forfeit(f"out of time: {seconds - left:.3f} s too late")
        self.clocks[side] = left - seconds + clock.increment

    def _ended(self) -> Played:
        """A game that was not forfeited."""
        score = self.session.score
        if score is None:
            return _played(self.task, self.settings, 0.5, f"{ENDLESS} after {LONGEST_GAME} moves", self.moves, self.used)
        score = score if self._first_player == 0 else -score
        margin = "" if abs(score) in (0, WIN) else f", {self.session.game.score_text(score)}"
        result = 1.0 if score > 0 else 0.0 if score < 0 else 0.5
        return _played(self.task, self.settings, result, f"{ENDED}{margin}", self.moves, self.used)


def forfeit(
    task: Task, settings: Sequence[Setting], side: int, reason: str, moves: Sequence[str], used: Sequence[float]
) -> Played:
    """A game that a side has lost by what it did, whatever the board shows."""
    return _played(task, settings, 0.0 if side == task.first else 1.0, f"{settings[side].name}: {reason}", moves, used)


def _played(
    task: Task, settings: Sequence[Setting], result: float, reason: str, moves: Sequence[str], used: Sequence[float]
) -> Played:
    first, second = task.first, 1 - task.first
    return Played(
        number=task.number,
        first=first,
        names=(settings[first].name, settings[second].name),
        result=result,
        reason=reason,
        opening=str(task.opening),
        moves=tuple(moves),
        seconds=(used[first], used[second]),
    )
