"""Learning from games that were played at the board: in the background, one after the other, whoever played them.

A game goes into the user's own book of it (made if need be) at once, but for one that damier has won, which waits until it is
known whether the opponent missed something; then the moves that nobody made are searched, each in a seat that others may want,
and not much longer than the game took. When the server ends, games that wait go in without that, and those that were won wait
for another day. A game is learnt once: it bears the mark of its sitting, for which the book is searched where a server that was
killed may have learnt it.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Finished, Learner, Lessons
from damier.books.learnt.lesson import Lesson
from damier.cancel import Cancel
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.games.game import BadInput, Game
from damier.web.offers import said_clearly
from damier.web.play.open_books import book_path
from damier.web.play.seats import Seats

MOST_WAITING = 100  # games
LONGEST = 60.0  # seconds that the alternatives of a game are searched, or
SHARE = 2.0  # ... so many times what its moves would take, each as long as damier's; but not longer than
MOST_SECONDS = 3600.0
HASH_MB = 16
LAST_WORDS = 5.0  # seconds for the games that wait when the server ends

Status = Literal["waiting", "learning", "learnt", "left", "failed"]  # left: out of the book


@dataclass(frozen=True)
class Learning:
    """How far a game that ended at a node has been learnt; what went wrong, in a line; what became of it, and why."""

    node: int
    status: Status
    trouble: str = ""
    lesson: dict[str, Any] | None = None  # as `told` gives it


@dataclass(frozen=True)
class ToLearn:
    """A game to learn from, and whose sitting it was."""

    game: Finished
    mark: str
    may_be_known: bool
    aim: int  # what a draw counts to damier
    tell: Callable[[Status, str, dict[str, Any] | None], None]  # how far it has been learnt


def told(lesson: Lesson) -> dict[str, Any]:
    """What became of a game, and why, as the page puts it into words."""
    depths = [check.depth for check in lesson.checks if check.depth]
    seconds = [check.seconds for check in lesson.checks]
    best = lesson.best
    return {
        "ground": lesson.ground,
        "why": lesson.why,
        "positions": len(lesson.checks),
        "depths": [min(depths), max(depths)] if depths else None,
        "seconds": [round(min(seconds), 2), round(max(seconds), 2)] if seconds else None,
        "move": best.move if best else None,
        "number": best.ply + 1 if best else None,
        "expected": round(best.expected, 2) if best else None,
    }


class LearningQueue:
    """Learns from games, one at a time."""

    def __init__(self, seats: Seats, keep_memory: Callable[[Game], None]) -> None:
        """`keep_memory` writes down what searches of a game have found out, when a game was learnt."""
        self._seats = seats
        self._keep_memory = keep_memory
        self._waiting: queue.SimpleQueue[ToLearn | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ending = Cancel()
        self._lock = threading.Lock()

    def learn(self, game: ToLearn) -> None:
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
        while (wanted := self._waiting.get()) is not None:
            wanted.tell("learning", "", None)
            rules = wanted.game.session.game
            try:
                lesson = self._learn(wanted)
            except Exception as error:
                wanted.tell("failed", str(said_clearly(rules, error)), None)
            else:
                self._keep_memory(rules)
                if lesson is None or lesson.is_kept:
                    wanted.tell("learnt", "", told(lesson) if lesson else None)
                elif lesson.ground != "unchecked" or not self._ending.is_cancelled:  # else it is taken up another day
                    wanted.tell("left", "", told(lesson))

    def _learn(self, wanted: ToLearn) -> Lesson | None:
        """What becomes of a game; None if it was learnt before."""
        session, pace = wanted.game.session, wanted.game.pace
        rules = session.game
        with LearntBook.written(book_path(rules), rules) as book:
            if wanted.may_be_known and any(each.event == wanted.mark for _, each in book.store.games()):
                return None
            learner = Learner(book, _Seated(rules, self._seats), Lessons(aim=wanted.aim))
            taken = SHARE * pace.total(min(learner.lessons.plies, len(session.moves)))
            patience = threading.Timer(min(max(LONGEST, taken), MOST_SECONDS), learner.stop)
            patience.daemon = True
            patience.start()
            try:
                names = {**wanted.game.names, "date": time.strftime("%Y-%m-%d"), "event": wanted.mark}
                with self._ending.stops(learner):
                    return learner.take(replace(wanted.game, names=names))
            except _Ended:  # what was not searched is left
                is_kept = not learner.is_to_be_checked(wanted.game)
                return Lesson(is_kept, ground=wanted.game.ground if is_kept else "unchecked")
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
