"""A game at the board: a person, the engine and the game between them; and all the games that are going on.

Requests come from several threads. What a sitting holds changes only under its lock; the engine thinks outside it, on
a copy of the situation, and its move counts only if nobody has touched the game in the meantime.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from damier.engine.judge import Judge, Judgement, can_judge
from damier.engine.levels import Level
from damier.engine.player import Player, Thought
from damier.engine.pondering import Ponderer
from damier.engine.preparation import Preparation
from damier.engine.session import Session
from damier.web.shelf import Offer, said_clearly

T = TypeVar("T")
Person = Literal[0, 1, "both", "none"]

MOST_SITTINGS = 200
MOST_PLAYERS = 8  # sittings whose engine keeps its table in memory
HASH_MB = 32
GLANCE = 1.0  # seconds for estimates of the moves, where the solver does not reach
LEAST_SECONDS, MOST_SECONDS = 0.05, 60.0  # that the engine may be given for a move


class Conflict(Exception):
    """A request that is well formed but not possible now."""


class Preparations:
    """One preparation for each type of position, however many sittings need it. One that failed may be tried again."""

    def __init__(self) -> None:
        self._by_type: dict[type, Preparation] = {}
        self._lock = threading.Lock()

    def of(self, player: Player, position: Any) -> Preparation:
        """The preparation for positions like this one, begun if it is the first."""
        if not player.game.moves(position):
            return Preparation(lambda: None)  # nothing to think about
        with self._lock:
            found = self._by_type.get(type(position))
            if found is None or found.error is not None:
                found = self._by_type[type(position)] = Preparation(lambda: player.warm(position))
            return found


class Sitting:
    """One game at the board."""

    def __init__(
        self,
        offer: Offer,
        session: Session,
        position: str,
        person: Person,
        seconds: float,
        preparations: Preparations,
        ponderer: Ponderer | None = None,
    ) -> None:
        self.id = secrets.token_urlsafe(18)
        self.offer = offer
        self.session = session
        self.start = position  # as the person wrote it; empty for the game's own start
        self.person = person
        self.seconds = seconds
        self.lock = threading.RLock()
        self._preparations = preparations
        self._ponderer = ponderer or Ponderer()
        self._player: Player | None = None
        self._job: object | None = None  # the thinking that is under way and still counts
        self._is_hurried = False  # whether that is to end before it has begun
        self._judge: Judge | None = None
        self._scoring: object | None = None  # the question to the judge that is under way and still counts
        self.preparation = preparations.of(self.player, session.position)

    @property
    def player(self) -> Player:
        """The engine of this game; made anew if its memory was needed elsewhere."""
        if self._player is None:
            self._player = Player(self.session.game, hash_mb=HASH_MB)
        return self._player

    @property
    def can_score(self) -> bool:
        """Whether one can ask what the moves of this game are worth."""
        return can_judge(self.session.game)

    @property
    def is_busy(self) -> bool:
        """Whether the engine is thinking about this game."""
        return self._job is not None

    @property
    def can_undo(self) -> bool:
        """Whether the person has a turn to go back to."""
        if self.person in (0, 1):
            return self.person in self.session.turns[:-1]
        return bool(self.session.moves)

    def move(self, name: str) -> None:
        """Make the person's move."""
        with self.lock:
            self._check_free()
            self._check_ongoing()
            self.stop_scoring()
            self._stop_pondering()
            self._ask(lambda: self.session.play(self.session.game.parse_move(self.session.position, name)))

    def undo(self) -> None:
        """Take back to the person's previous turn; what the engine is thinking no longer counts."""
        with self.lock:
            if not self.can_undo:
                raise Conflict("there is no move to take back")
            self.stop(discard=True)
            if self.person in (0, 1):
                self.session.undo_to_turn(int(self.person))
            else:
                self.session.undo()

    def begin(self) -> object:
        """Announce that the engine will think; the job that `think` and `finish` take."""
        with self.lock:
            self._check_free()
            self._check_ongoing()
            self._stop_pondering()
            if self.preparation.error is not None:
                self.preparation = self._preparations.of(self.player, self.session.position)
            self._job, self._is_hurried = object(), False
            return self._job

    def think(self, job: object, seconds: float | None, level: Level, plays: bool) -> tuple[Thought, Any, int] | None:
        """What the engine thinks, the position and the player it thought for; None if that no longer counts.

        Takes as long as the engine is given, and first what is left of its preparation. If it `plays` it moves too.
        """
        try:
            self._ask(lambda: self.preparation.wait(lambda: self._job is job))
            with self.lock:
                if self._job is not job:
                    return None
                player, position, turn = self.player, self.session.position, self.session.turn
                past = self.session.past
                player.seconds = LEAST_SECONDS if self._is_hurried else seconds or self.seconds
            thought = self._ask(lambda: player.think(position, level, past=past))
            with self.lock:
                if self._job is not job:
                    return None
                if plays:
                    self.stop_scoring()
                    self._ask(lambda: self.session.play(thought.move))
                    self._ponder(thought, level)
            return thought, position, turn
        finally:
            with self.lock:
                if self._job is job:
                    self._job = None

    def stop(self, discard: bool = False) -> None:
        """Let the engine answer at once with what it has, or not at all."""
        with self.lock:
            self._is_hurried = True
            if self._player is not None and self.is_busy:
                self._player.stop()
            if discard:
                self._job = None
                self.stop_scoring()
                self._stop_pondering()

    def begin_scoring(self) -> object:
        """Announce a question about the moves, in place of an earlier one; the job that `score` takes."""
        with self.lock:
            if not self.can_score:
                raise Conflict(f"there is no exact solver for {self.offer.title}, and nothing to count")
            self._check_ongoing()
            self.stop_scoring()
            self._stop_pondering()
            self._scoring = object()
            return self._scoring

    def score(self, job: object, seconds: float) -> tuple[Judgement, Any, int] | None:
        """What the moves are worth, the position and the player to move; None if that no longer counts.

        Exact scores get so many seconds, and may then not be all; estimates come at once.
        """
        try:
            with self.lock:
                if self._scoring is not job:
                    return None
                judge = self._judge = self._judge or Judge(self.session.game, HASH_MB)
                position, turn, past = self.session.position, self.session.turn, self.session.past
            found = self._ask(lambda: judge.judge(position, seconds, GLANCE, past=past))
            return (found, position, turn) if self._scoring is job else None
        finally:
            with self.lock:
                if self._scoring is job:
                    self._scoring = None

    def stop_scoring(self) -> None:
        """Let the judge give up; what it has found no longer counts."""
        with self.lock:
            if self._judge is not None and self._scoring is not None:
                self._judge.stop()
            self._scoring = None

    def forget(self) -> None:
        """Give the memory of the engine and of the judge back, if they are not in use."""
        with self.lock:
            self._stop_pondering()
            if not self.is_busy:
                self._player = None
            if self._scoring is None:
                self._judge = None

    def _ponder(self, thought: Thought, level: Level) -> None:
        """The engine has moved: let it think on the person's time, if a person is to move."""
        if self.person in (0, 1) and self.session.turn == self.person:
            self._ponderer.begin(self.player, self.session, thought, level)

    def _stop_pondering(self) -> None:
        if self._player is not None:
            self._ponderer.end(self._player)

    def _check_free(self) -> None:
        if self.is_busy:
            raise Conflict("the engine is thinking; wait, or take back")

    def _check_ongoing(self) -> None:
        if self._ask(lambda: self.session.is_over):
            raise Conflict("the game is over")

    def _ask(self, question: Callable[[], T]) -> T:
        """Ask the game; what its code raises is said in one line."""
        try:
            return question()
        except Exception as error:
            raise said_clearly(self.session.game, error) from error


class Sittings:
    """All games that are going on, the least recently used forgotten first."""

    def __init__(self) -> None:
        self.preparations = Preparations()
        self.ponderer = Ponderer()  # one for all: other games get what is left of the processors
        self._by_id: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = threading.Lock()

    def open(
        self, offer: Offer, options: dict[str, Any], position: str, moves: list[str], person: Person, seconds: float
    ) -> Sitting:
        """Start a game, from a position and with moves already made if there are any."""
        game = offer.with_options(options)
        try:
            game.check_options()
            session = Session.from_text(game, position)
            for name in moves:
                session.play(game.parse_move(session.position, name))
            sitting = Sitting(offer, session, position, person, seconds, self.preparations, self.ponderer)
        except Exception as error:
            raise said_clearly(game, error) from error
        with self._lock:
            self._by_id[sitting.id] = sitting
            dropped = [self._by_id.popitem(last=False)[1] for _ in range(len(self._by_id) - MOST_SITTINGS)]
        for each in dropped:
            each.stop(discard=True)
        return self.get(sitting.id)

    def get(self, key: str) -> Sitting:
        """The game of this id; KeyError if there is none (any more)."""
        with self._lock:
            self._by_id.move_to_end(key)
            *resting, sitting = list(self._by_id.values())
        for each in resting[: 1 - MOST_PLAYERS]:
            each.forget()
        return sitting

    def close(self, key: str) -> None:
        """End a game; nothing happens if there is none."""
        with self._lock:
            sitting = self._by_id.pop(key, None)
        if sitting is not None:
            sitting.stop(discard=True)

    def stop(self) -> None:
        """Let all thinking end, when the server does."""
        with self._lock:
            sittings = list(self._by_id.values())
        for sitting in sittings:
            sitting.stop(discard=True)
