"""Learning behind a conversation, while nobody wants a move (Buro: after each game, or between moves).

A game that was lost or drawn is put into its book at once, whatever else goes on: that takes no time. Its alternatives are
searched, one position after the other, as long as nobody says `pause`; what is not finished then is searched another time. One
that was won waits until it is known whether the opponent missed something. Who leaves (`close`) loses searches, never a game
that was not won.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Finished, Learner, Lessons, Searched
from damier.books.learnt.lesson import Lesson
from damier.books.learnt.pace import Pace
from damier.books.learnt.store import PATIENCE
from damier.engine.player import Player
from damier.games.game import Game
from damier.records.session import Session

HASH_MB = 16  # of the player's own: what is searched here is not for the game that is being played
AT_ONCE = 0.2  # seconds that a pause is waited for; a file that another process holds may take longer, and needs no processor


@dataclass
class _Task:
    game: Finished
    on_decided: Callable[[], None]
    on_lesson: Callable[[Lesson], None]
    known: dict[int, Searched] = field(default_factory=dict)  # of what the opponent could have played
    is_kept: bool = False  # though it was won


class BackgroundLearner:
    """A book, and a thread that puts games into it and then looks into them. `complain` hears of what cannot be, in a line."""

    def __init__(self, game: Game, path: Path, complain: Callable[[str], None], lessons: Lessons | None = None) -> None:
        self.game = game
        self.path = path
        self._complain = complain
        self._lessons = lessons or Lessons()
        self._book: LearntBook | None = None
        self._open = contextlib.ExitStack()  # closes it
        self._player: Player | None = None
        self._to_keep: deque[_Task] = deque()
        self._to_search: deque[_Task] = deque()
        self._learner: Learner | None = None  # at work
        self._is_paused = self._is_ending = self._is_broken = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def learn(
        self,
        session: Session,
        result: int,
        on_decided: Callable[[], None] | None = None,
        on_lesson: Callable[[Lesson], None] | None = None,
        mine: int | None = None,
        pace: Pace | None = None,
        **names: str,
    ) -> None:
        """Take in a game, -1, 0 or 1 for its first player, in which damier had the side `mine`, if it had one.

        `on_decided` is called when it is in the book, or is not to be; `on_lesson` hears what became of it, when all is done.
        """
        copy = Session(session.game, session.positions[0], session.turns[0], session.before)
        for move in session.moves:
            copy.follow(move)
        with self._changed:
            game = Finished(copy, result, mine, (pace or Pace()).copy(), names)
            self._to_keep.append(_Task(game, on_decided or (lambda: None), on_lesson or (lambda _: None)))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="damier-learner", daemon=True)
                self._thread.start()
            self._changed.notify_all()
            if self._learner:
                self._learner.stop()  # until this one is in the book

    def pause(self) -> None:
        """Leave the processor to somebody else."""
        with self._changed:
            self._is_paused = True
            self._stop_searching(AT_ONCE)

    def resume(self) -> None:
        with self._changed:
            self._is_paused = False
            self._changed.notify_all()

    def close(self) -> None:
        """End, when all games are in the book but those that were won and not looked into."""
        with self._changed:
            self._is_ending = self._is_paused = True
            self._changed.notify_all()
            self._stop_searching(PATIENCE)
        if self._thread is not None:
            self._thread.join(2 * PATIENCE)

    def _stop_searching(self, seconds: float) -> None:
        """Let the search that is under way end, and wait for that, not longer than so many seconds."""
        if self._learner:
            self._learner.stop()
            self._changed.wait_for(lambda: self._learner is None, seconds)

    # ----------------------------------------------------------------------------------------------------------------
    # In the thread

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._to_keep or self._is_ending or (self._to_search and not self._is_paused))
                task = self._to_keep.popleft() if self._to_keep else None
                is_over = task is None and self._is_ending
            try:
                if task:
                    self._keep(task)
                elif not is_over:
                    self._search()
                if is_over or not (self._to_keep or self._to_search):
                    self._let_go()
            except Exception as error:  # nobody else would hear of it
                with contextlib.suppress(OSError):  # nobody listens any more
                    self._complain(" ".join(str(error).split()) or type(error).__name__)
                if task:
                    _heard(task.on_decided)
            if is_over:
                return

    def _keep(self, task: _Task) -> None:
        """Put a game into the book, if that is decided; all that is to be searched waits."""
        if (learner := self._new_learner()) is None:
            _heard(task.on_decided)
            return
        if not learner.is_to_be_checked(task.game):
            learner.keep(task.game)
            _heard(task.on_decided)
        self._to_search.append(task)

    def _new_learner(self) -> Learner | None:
        book = self._opened()
        if book is None:
            return None
        self._player = self._player or Player(self.game, seconds=None, hash_mb=HASH_MB)
        return Learner(book, self._player, self._lessons)

    def _search(self) -> None:
        """Look into the oldest game, until that is done or something matters more."""
        task, learner = self._to_search.popleft(), self._new_learner()
        if learner is None:
            return
        with self._changed:
            self._learner = learner
            if self._is_paused or self._to_keep:
                learner.stop()
        is_kept = not learner.is_to_be_checked(task.game) or task.is_kept
        try:
            lesson = learner.look_into(task.game) if is_kept else learner.take(task.game, task.known)
        finally:
            with self._changed:
                self._learner = None
                self._changed.notify_all()
        if not is_kept and (lesson.is_kept or not learner.is_stopped):
            task.is_kept = lesson.is_kept
            _heard(task.on_decided)
        if learner.is_stopped:
            self._to_search.appendleft(task)
        else:
            _heard(lambda: task.on_lesson(lesson))

    def _opened(self) -> LearntBook | None:
        """The book; None if it cannot be opened, which is said the first time. It stays open while there is something to do."""
        if self._book is None and not self._is_broken:
            self._is_broken = True
            self._book = self._open.enter_context(LearntBook.written(self.path, self.game))
            self._is_broken = False
        return self._book

    def _let_go(self) -> None:
        self._book = None
        self._open.close()


def _heard(call: Callable[[], None]) -> None:
    """Tell somebody, who may not listen any more."""
    with contextlib.suppress(OSError):
        call()
