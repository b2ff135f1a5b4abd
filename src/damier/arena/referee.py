"""One game between two sides: the referee has the board, the rules and the clocks.

Whoever makes an illegal move, says nothing in time, crashes or lets his clock run out has lost, and the reason says so. If
the match's terms allow it, games are ended before their end: as a draw after so many moves, as lost when both sides have
thought so for a while.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from damier.arena.opponent import Forfeit, Opponent, Reply
from damier.arena.record import ENDED, ENDLESS, GIVEN_UP, MatchGame
from damier.arena.setting import Setting
from damier.engine.clock import GameClock
from damier.games.game import BadInput, Game
from damier.records.openings import Opening, move_named
from damier.records.session import Session
from damier.rules import LOSS, WIN
from damier.wording import quoted

LONGEST_GAME = 1000  # moves after the opening; a game that has not ended by then is a draw, unless something else is said
READY = 60.0  # seconds a side has to set up an opening

Watch = Callable[[int, float, Sequence[str], Sequence[float]], None]
"""Told which side is asked, how many seconds it is waited for, the moves so far, and the seconds both sides have used."""


@dataclass(frozen=True)
class Task:
    """A game to be played: its number, its opening, which side of the match moves first, and whose settings the sides have."""

    number: int
    opening: Opening
    first: int
    seed: int
    sides: tuple[int, int] = (0, 1)  # places in the list of all settings


@dataclass(frozen=True)
class Resigning:
    """A side gives up when it has expected to lose by so much for so many of its moves, and the other one agrees."""

    points: int  # of the game's scores
    moves: int

    def is_lost(self, own: Sequence[int | None], other: Sequence[int | None]) -> bool:
        """Whether the side with these scores of its own moves is lost; a side that tells no scores does not give up."""
        latest, answers = own[-self.moves :], other[-self.moves :]
        return (
            len(latest) == self.moves
            and all(score is not None and score <= -self.points for score in latest)
            and all(score is None or score >= self.points for score in answers)
        )


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
        longest: int = LONGEST_GAME,
        resigning: Resigning | None = None,
    ) -> None:
        self.settings = settings
        self.opponents = opponents
        self.task = task
        self.patience = patience
        self.watch = watch
        self.longest = longest
        self.resigning = resigning
        self.session: Session = task.opening.session(game)
        self.moves: list[str] = []
        self.notes: list[str] = []
        self.scores: tuple[list[int | None], list[int | None]] = ([], [])  # that each side has told with its moves
        self.used = [0.0, 0.0]
        self.clocks = [setting.clock.left if setting.clock else None for setting in settings]
        self.failed: int | None = None  # the side that must be started again
        self._first_player = self.session.turn

    def play(self) -> MatchGame:
        """The whole game."""
        side = self.task.first
        try:
            for side in (0, 1):
                self.watch(side, READY, self.moves, self.used)
                self.opponents[side].new_game(self.task.opening, self.task.seed + side)
            while not self.session.is_over and len(self.moves) < self.longest:
                side = self._side_to_move()
                self._ask(side)
                if self._gives_up(side):
                    return self._given_up(side)
        except Forfeit as reason:
            self.failed = side
            return forfeit(self.task, self.settings, side, str(reason), self.moves, self.used, self.notes)
        return self._ended()

    def _side_to_move(self) -> int:
        return self.task.first if self.session.turn == self._first_player else 1 - self.task.first

    def _ask(self, side: int) -> None:
        """One move of a side, on its clock."""
        limits = self.settings[side].limits(self.clocks[side], self._clock_of(1 - side))
        self.watch(side, limits.wait(self.patience), self.moves, self.used)
        began = time.perf_counter()
        try:
            reply = self.opponents[side].move(tuple(self.moves), limits, self.patience)
        except Forfeit:
            self.used[side] += time.perf_counter() - began
            raise
        seconds = time.perf_counter() - began
        seconds = seconds if reply.seconds is None else min(seconds, reply.seconds)
        self.used[side] += seconds
        self._stop_clock(side, seconds)
        try:
            self.session.play(move_named(self.session, reply.move))
        except BadInput:
            raise Forfeit(f"illegal move {quoted(reply.move)}") from None
        self.moves.append(reply.move)
        self.notes.append(self._note(reply, seconds))
        self.scores[side].append(reply.score)

    def _note(self, reply: Reply, seconds: float) -> str:
        """What a side tells of its move, as `+0.35/12 0.104s`."""
        if reply.score is None:
            return f"{seconds:.3f}s"
        score = self.session.game.score_text(max(LOSS, min(WIN, reply.score)))
        return f"{score}{f'/{reply.depth}' if reply.depth else ''} {seconds:.3f}s"

    def _clock_of(self, side: int) -> GameClock | None:
        clock, left = self.settings[side].clock, self.clocks[side]
        return None if clock is None or left is None else GameClock(left, clock.increment)

    def _gives_up(self, side: int) -> bool:
        """Whether the side that has just moved is lost by what both think."""
        if self.resigning is None or self.session.is_over:
            return False
        return self.resigning.is_lost(self.scores[side], self.scores[1 - side])

    def _given_up(self, side: int) -> MatchGame:
        result = 0.0 if side == self.task.first else 1.0
        reason = f"{GIVEN_UP} by {self.settings[side].name}"
        return _played(self.task, self.settings, result, reason, self.moves, self.used, self.notes)

    def _stop_clock(self, side: int, seconds: float) -> None:
        clock, left = self.settings[side].clock, self.clocks[side]
        if clock is None or left is None:
            return
        if seconds > left:
            raise Forfeit(f"out of time: {seconds - left:.3f} s too late")
        self.clocks[side] = left - seconds + clock.increment

    def _ended(self) -> MatchGame:
        """A game that was not forfeited."""
        score = self.session.score
        result, reason = 0.5, f"{ENDLESS} after {self.longest} moves"
        if score is not None:
            score = score if self._first_player == 0 else -score
            margin = "" if abs(score) in (0, WIN) else f", {self.session.game.score_text(score)}"
            ending = f": {self.session.ending}" if self.session.ending else ""
            result, reason = 1.0 if score > 0 else 0.0 if score < 0 else 0.5, f"{ENDED}{ending}{margin}"
        return _played(self.task, self.settings, result, reason, self.moves, self.used, self.notes)


def forfeit(
    task: Task,
    settings: Sequence[Setting],
    side: int,
    reason: str,
    moves: Sequence[str],
    used: Sequence[float],
    notes: Sequence[str] = (),
) -> MatchGame:
    """A game that a side has lost by what it did, whatever the board shows."""
    result = 0.0 if side == task.first else 1.0
    return _played(task, settings, result, f"{settings[side].name}: {reason}", moves, used, notes)


def _played(
    task: Task,
    settings: Sequence[Setting],
    result: float,
    reason: str,
    moves: Sequence[str],
    used: Sequence[float],
    notes: Sequence[str],
) -> MatchGame:
    first, second = task.first, 1 - task.first
    return MatchGame(
        number=task.number,
        first=first,
        names=(settings[first].name, settings[second].name),
        result=result,
        reason=reason,
        opening=str(task.opening),
        moves=tuple(moves),
        seconds=(used[first], used[second]),
        notes=tuple(notes),
    )
