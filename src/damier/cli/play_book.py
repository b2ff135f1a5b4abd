"""The books of a game in the terminal: which moves damier plays by them, and what they learn when the game is over."""

import datetime
import random
from typing import TYPE_CHECKING

from damier.books.aims import EVEN
from damier.cli.common import interruptible

if TYPE_CHECKING:
    from rich.console import Console

    from damier.books.counsel import Counsel
    from damier.books.rote import Rote
    from damier.books.shelf import Shelf
    from damier.engine.levels import Level
    from damier.engine.player import Player
    from damier.games.game import Game
    from damier.games.spoken import Notation
    from damier.records.session import Session


class Bookman:
    """Asks the books in a game, and learns after it; `file` is empty for the user's own book, None for no book.

    Weaker levels play without: they are meant to be weak. A perfect one knows better.
    """

    def __init__(
        self, game: "Game", level: "Level", file: str | None, learns: bool, console: "Console", aim: int = EVEN
    ) -> None:
        from damier.books.learnt.pace import Pace
        from damier.books.shelf import Shelf

        self.aim = aim
        self.pace = Pace()  # what damier's moves took
        self.console = console
        self.learns = learns
        self.asks = not level.is_fallible and not level.is_perfect
        self.shelf: Shelf | None = None
        if file is not None and (self.asks or learns):
            self.shelf = Shelf(game, self._complain, file, learns, random.Random(), aim)

    def _complain(self, words: str) -> None:
        self.console.print(f"book: {words}", style="red", soft_wrap=True, markup=False)

    @property
    def memory(self) -> "Rote | None":
        """Deep searches that the player may go by."""
        return self.shelf.rote if self.shelf and self.asks else None

    def keep(self) -> None:
        """Write down what the player's searches have found out, also of a game that is broken off."""
        if self.shelf:
            self.shelf.keep()

    @property
    def books(self) -> "Shelf | None":
        """What is asked before the player thinks."""
        return self.shelf if self.asks else None

    def tell(self, session: "Session", counsel: "Counsel", notation: "Notation") -> None:
        """That a move is by the book, and what that knows of it."""
        assert counsel.move is not None
        name = notation.shown(session.move_name(counsel.move))
        self.console.print(f"damier plays [bold]{name}[/bold] ({counsel.words})", soft_wrap=True)

    def learn(self, session: "Session", player: "Player", people: tuple[int, ...], gave_up: int | None) -> None:
        """Learn from a game that is over, or was given up, and look for better moves; Ctrl-C ends that."""
        if self.shelf is None:
            return
        path, is_broken = self.shelf.path, self.shelf.is_broken
        self.shelf.close()
        if not self.learns or is_broken or not session.moves:
            return
        from damier.books.learnt.book import LearntBook
        from damier.books.learnt.learner import Learner, Lessons

        mine = 1 - people[0] if len(people) == 1 else None
        result = None if gave_up is None else 2 * gave_up - 1
        first, second = ("person" if player in people else "damier" for player in (0, 1))
        today = datetime.date.today().isoformat()
        try:
            with LearntBook.written(path, session.game) as book:
                learner = Learner(book, player, Lessons(aim=self.aim))
                names = {"first": first, "second": second, "date": today, "event": "terminal"}
                with self.console.status("learning ... (Ctrl-C ends it)"):
                    lesson = interruptible(lambda: learner.learn(session, mine, result, self.pace, **names), learner.stop)
        except ValueError as error:
            self._complain(str(error))
            return
        where = f"the game is in {path}" if lesson.is_kept else f"the game is not in {path}"
        ended = "; the rest was not searched" if learner.is_stopped else ""
        self.console.print(f"book: {where}: {lesson.why}{ended}", soft_wrap=True, markup=False)
