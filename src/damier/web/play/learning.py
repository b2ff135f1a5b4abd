"""Learning from games that were played at the board: in the background, one after the other, whoever played them.

A game goes into the user's own book of it (made if need be) at once; then the moves that nobody made are searched, each in a
seat that others may want, and not longer than a while. When the server ends, games that wait go in without that. A game is
learnt once: it bears the mark of its sitting, for which the book is searched where a server that was killed may have learnt it.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Learner, Lessons
from damier.cancel import Cancel
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.games.game import BadInput, Game
from damier.records.session import Session
from damier.web.offers import said_clearly
from damier.web.play.open_books import book_path
from damier.web.play.seats import Seats

MOST_WAITING = 100  # games
LONGEST = 60.0  # seconds that the alternatives of a game are searched
HASH_MB = 16
LAST_WORDS = 5.0  # seconds for the games that wait when the server ends

Status = Literal["waiting", "learning", "learnt", "failed"]


@dataclass(frozen=True)
class Learning:
    """How far a game that ended at a node has been learnt; what went wrong, in a line."""

    node: int
    status: Status
    trouble: str = ""


@dataclass(frozen=True)
class Finished:
    """A game to learn from: whose side damier was on (None: both, or none), who won for player 0, and whose sitting it was."""

    session: Session
    mine: int | None
    result: int
    names: tuple[str, str]
    mark: str
    may_be_known: bool
    tell: Callable[[Status, str], None]  # how far it has been learnt


class LearningQueue:
    """Learns from games, one at a time."""

    def __init__(self, seats: Seats, keep_memory: Callable[[Game], None]) -> None:
        """`keep_memory` writes down what searches of a game have found out, when a game was learnt."""
        self._seats = seats
        self._keep_memory = keep_memory
        self._waiting: queue.SimpleQueue[Finished | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ending = Cancel()
        self._lock = threading.Lock()

    def learn(self, game: Finished) -> None:
        """Learn from a game when those before it are done. BadInput if too many wait."""
        with self._lock:
            if self._ending.is_cancelled:
                raise BadInput("damier is ending: the game is learnt another time")
            if self._waiting.qsize() >= MOST_WAITING:
                raise BadInput(f"{MOST_WAITING} games wait to be learnt from; ask again later")
            self._waiting.put(game)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="damier-learn", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Let searches end, and put the games that wait into their books, as far as that is soon done."""
        with self._lock:
            self._ending.cancel()
            thread, self._thread = self._thread, None
        if thread is None:
            return
        self._waiting.put(None)
        thread.join(LAST_WORDS)

    def _run(self) -> None:
        while (game := self._waiting.get()) is not None:
            game.tell("learning", "")
            try:
                self._learn(game)
            except Exception as error:
                game.tell("failed", str(said_clearly(game.session.game, error)))
            else:
                self._keep_memory(game.session.game)
                game.tell("learnt", "")

    def _learn(self, game: Finished) -> None:
        rules = game.session.game
        with LearntBook.open(book_path(rules), rules, is_writable=True, is_made=True) as book:
            if game.may_be_known and any(each.event == game.mark for _, each in book.store.games()):
                return
            learner = Learner(book, _Seated(rules, self._seats), Lessons(keeps_wins=True))
            patience = threading.Timer(LONGEST, learner.stop)
            patience.daemon = True
            patience.start()
            try:
                first, second = game.names
                date = time.strftime("%Y-%m-%d")
                names = {"first": first, "second": second, "date": date, "event": game.mark}
                with self._ending.stops(learner):
                    learner.learn(game.session, game.mine, game.result, **names)
            except _Ended:
                pass  # the game is in the book; what was not searched is left
            finally:
                patience.cancel()


class _Ended(Exception):
    """Nobody wanted a search any more while it waited for its turn."""


class _Seated(Player):
    """A player who takes a seat for each search."""

    def __init__(self, game: Game, seats: Seats) -> None:
        super().__init__(game, hash_mb=HASH_MB)
        self._seats = seats

    def rank(self, question: Question, count: int) -> list[Thought]:
        with self._seats.taken(question.cancel) as is_seated:
            if not is_seated:
                raise _Ended
            return super().rank(question, count)
