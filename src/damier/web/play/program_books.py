"""The books by which the program plays one game at the board.

It has learnt from its games at whatever level, but for one who is perfect anyway; openings are for those who play as well as
they can. A book that fails is told of once and not asked in this game any more; play goes on without it.
"""

import contextlib
import random
from collections.abc import Callable

from damier.books.aims import EVEN
from damier.books.book import Book, book_of
from damier.books.counsel import Books
from damier.books.openings import openings_of
from damier.books.rote import Rote
from damier.cancel import Cancel
from damier.engine.levels import Level
from damier.games.game import BadInput, Game
from damier.web.offers import said_clearly
from damier.web.play.open_books import OpenBooks


class ProgramBooks:
    """The book of openings, the one that learns, and what deep searches have found."""

    def __init__(self, game: Game, open_books: OpenBooks, complain: Callable[[str], None]) -> None:
        self.openings = _openings(game)
        self._game = game
        self._open_books = open_books
        self._complain = complain
        self._chance = random.Random()
        self._broken: list[Book] = []

    def at(self, level: Level, cancel: Cancel, aim: int = EVEN) -> Books:
        """Those that a program of this level asks before it thinks, when they are open."""
        openings = None if level.is_fallible or self.openings in self._broken else self.openings
        learnt = None if level.is_perfect else self._open_books.wait(self._game, cancel).book
        if learnt in self._broken:
            learnt = None
        return Books(learnt, openings, aim, chance=self._chance, on_failure=self._put_aside)

    def memory(self, is_made: bool) -> Rote | None:
        """What deep searches have found before; made if there is none and that is wanted."""
        return self._open_books.memory(self._game, is_made, self._complain)

    def _put_aside(self, book: Book, error: Exception) -> None:
        self._broken.append(book)
        self._complain(f"a book has failed and is put aside: {said_clearly(self._game, error)}")


def _openings(game: Game) -> Book | None:
    with contextlib.suppress(BadInput):
        return book_of(game) if openings_of(game) else None
    return None
