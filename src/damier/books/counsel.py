"""What a game's books say of a position, asked one after the other: first the one that learns, then the one of openings.

A book that fails is put aside, whoever listens hears why, and the others are asked.

The one that learns also knows moves to avoid, since they have only lost so far; whoever thinks for himself after it leaves them
out, and so does the book of openings.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from damier.books.aims import EVEN
from damier.books.book import Book, choose
from damier.books.learnt.book import Advice, LearntBook, Page
from damier.records.session import Session

RESULTS = ("won", "drawn", "lost")


class Counsel(NamedTuple):
    """A move to play, or None; moves to avoid; and what the book that learns knows of the position."""

    move: int | None = None
    avoid: tuple[int, ...] = ()
    is_learnt: bool = False  # the move is from the book that learns
    page: Page | None = None

    @property
    def words(self) -> str:
        """What a book says of the move it plays, in a few words: `book: won 3, lost 1`."""
        choice = next((each for each in self.page.choices if each.move == self.move), None) if self.page else None
        if not self.is_learnt or choice is None:
            return "book"
        if choice.is_alternative:
            return f"book: not played yet, {choice.worth:+.2f} is expected"
        counted = (f"{word} {count}" for word, count in zip(RESULTS, choice.games, strict=True) if count)
        return f"book: {', '.join(counted)}"


@dataclass
class Books:
    """The books that a player has of a game. Without chance each gives the move that it likes best."""

    learnt: LearntBook | None = None
    openings: Book | None = None
    aim: int = EVEN
    chance: random.Random | None = None
    on_failure: Callable[[Book, Exception], None] | None = None  # of a book, which is put aside; without it an error is raised

    def ask(self, session: Session) -> Counsel:
        """What they say of the position of a game that is being played."""
        legal = session.legal_moves()
        advice = self._advised(session)
        avoid = tuple(advice.avoid)
        if advice.move in legal:
            return Counsel(advice.move, avoid, True, advice.page)
        move = self._opened(session, avoid)
        return Counsel(move if move in legal else None, avoid, False, advice.page)

    def _advised(self, session: Session) -> Advice:
        """What the book that learns says."""
        if self.learnt:
            try:
                return self.learnt.advise_in(session, self.aim, self.chance)
            except Exception as error:
                book, self.learnt = self.learnt, None
                self._failed(book, error)
        return Advice(None, [], None)

    def _opened(self, session: Session, avoid: tuple[int, ...]) -> int | None:
        """What the book of openings says, but for moves to avoid."""
        if self.openings:
            try:
                entries = [entry for entry in self.openings.entries(session.position) if entry.move not in avoid]
                named = self.openings.choose(session.position, self.chance)
                return named if named not in avoid else choose(entries, self.chance)
            except Exception as error:
                book, self.openings = self.openings, None
                self._failed(book, error)
        return None

    def _failed(self, book: Book, error: Exception) -> None:
        if self.on_failure is None:
            raise error
        self.on_failure(book, error)
