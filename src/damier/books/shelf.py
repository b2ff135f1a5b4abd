"""The books that a program plays by, as a person chooses them. Trouble with one of them is said once, and never ends a game.

no file            the user's own book that learns, if there is one, and after it damier's openings
a book that learns takes the place of the user's own
a Polyglot book    alone; but what is learnt goes to the user's own book, which then is asked before it

Beside the book that learns lies a memory of deep searches (`rote.py`), which the player goes by if there is one; who learns
makes it, and adds to it.
"""

import contextlib
import random
from collections.abc import Callable
from pathlib import Path

from damier.books.aims import EVEN
from damier.books.book import Book, BuiltIn, book_of, is_learnt_file
from damier.books.counsel import Books, Counsel
from damier.books.learnt.book import LearntBook, default_path
from damier.books.openings import openings_of
from damier.books.rote import Rote
from damier.errors import in_a_line
from damier.games.game import BadInput, Game
from damier.records.session import Session

OPENINGS = "damier's own openings"


class Shelf:
    """The books of a game that is being played. `complain` hears, in a line, of a book that cannot be used.

    `aim` is what a draw counts to who plays by them (`aims.py`).
    """

    def __init__(
        self,
        game: Game,
        complain: Callable[[str], None],
        file: str = "",
        learns: bool = False,
        chance: random.Random | None = None,
        aim: int = EVEN,
    ) -> None:
        self.game = game
        self.path = learning_path(game, file)  # of the book that learns
        self.is_broken = False  # the book that learns cannot be used
        self._complain = complain
        self._file = file
        self._is_other = bool(file) and Path(file) != self.path  # a book that does not learn
        self._asks_learnt = learns or not self._is_other
        self._is_absent = False  # at the last look
        self._books = Books(aim=aim, chance=chance, on_failure=self._put_aside)
        self._learns = learns
        self.rote = self._memory() if self._asks_learnt else None  # for the player
        self._open_openings()
        if file and not learns and not self._is_other and not self.path.exists():
            self._trouble(BadInput(f"there is no book {file}"))
        self._open_learnt()

    def ask(self, session: Session) -> Counsel:
        """What the books say of the position of a game that is being played."""
        self._open_learnt()
        return self._books.ask(session)

    def _put_aside(self, book: Book, error: Exception) -> None:
        """A book has failed, and is not asked any more."""
        if isinstance(book, LearntBook):
            self._trouble(error, book)
        else:
            self._complain(f"{_told(error, self._file or OPENINGS)}; it is put aside")

    @property
    def chance(self) -> random.Random | None:
        """What chooses among equals."""
        return self._books.chance

    @chance.setter
    def chance(self, chance: random.Random) -> None:
        self._books.chance = chance

    def warm(self) -> None:
        """Compile what asking needs: no clock is to pay for it."""
        self.ask(Session(self.game))

    def keep(self) -> None:
        """Write down what the player's searches have found out, if that is to be learnt."""
        if self.rote and self._learns:
            try:
                self.rote.keep()
            except Exception as error:
                self._complain(_told(error, "what was searched deeply cannot be remembered"))

    def close(self) -> None:
        self.keep()
        if self.rote:
            self.rote.close()
            self.rote = None
        learnt, self._books.learnt = self._books.learnt, None
        if learnt:
            try:
                learnt.close()
            except Exception as error:
                self._complain(_told(error, self.path))

    def _memory(self) -> Rote | None:
        """What is remembered of deep searches; None if nothing is, and nothing is to be."""
        path = memory_path(self.path)
        try:
            if self._learns:
                path.parent.mkdir(parents=True, exist_ok=True)
            return Rote(path, self.game) if self._learns or path.exists() else None
        except Exception as error:
            self._complain(_told(error, path))
            return None

    def _open_openings(self) -> None:
        try:
            if self._is_other:
                self._books.openings = book_of(self.game, self._file, self._complain)
            elif openings := openings_of(self.game):
                self._books.openings = BuiltIn(openings)
        except Exception as error:
            self._complain(_told(error, self._file or OPENINGS))

    def _open_learnt(self) -> None:
        """Have the book that learns as soon as there is one: the first game that is learnt makes it."""
        if not self._asks_learnt or self.is_broken or self._books.learnt:
            return
        was_absent, self._is_absent = self._is_absent, not self.path.exists()
        if self._is_absent:
            return
        try:
            self._books.learnt = LearntBook.open(self.path, self.game)
        except Exception as error:
            if not was_absent:  # one that has just appeared is perhaps still being made: the next time tells
                self._trouble(error)

    def _trouble(self, error: Exception, learnt: LearntBook | None = None) -> None:
        """Go on without the book that learns."""
        self.is_broken = True
        self._complain(_told(error, self.path))
        if learnt:
            with contextlib.suppress(Exception):
                learnt.close()


def _told(error: Exception, what: Path | str) -> str:
    """What went wrong with a file, in a line; one that damier did not foresee does not name the file itself."""
    return str(error) if isinstance(error, BadInput) else f"{what}: {in_a_line(error)}"


def learning_path(game: Game, file: str = "") -> Path:
    """The book that learns, where this file was chosen: the file itself, unless there is something else in it."""
    path = Path(file)
    is_free = bool(file) and (is_learnt_file(path) or not path.exists())
    return path if is_free else default_path(game)


def memory_path(book: Path) -> Path:
    """Where the memory of deep searches is that belongs to a book."""
    return book.with_suffix(".rote")
