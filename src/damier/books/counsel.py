"""What a game's books say of a position, asked one after the other: first the one that learns, then the one of openings.

The one that learns also knows moves to avoid, since they have only lost so far; whoever thinks for himself after it leaves them
out, and so does the book of openings.
"""

import random
from dataclasses import dataclass
from typing import NamedTuple

from damier.books.book import Book, choose
from damier.books.learnt.book import LearntBook, Page
from damier.books.learnt.nodes import EVEN
from damier.engine.player import Player, Thought
from damier.engine.session import Session


class Counsel(NamedTuple):
    """A move to play, or None; moves to avoid; and what the book that learns knows of the position."""

    move: int | None = None
    avoid: tuple[int, ...] = ()
    is_learnt: bool = False  # the move is from the book that learns
    page: Page | None = None


@dataclass
class Books:
    """The books that a player has of a game. Without chance each gives the move that it likes best."""

    learnt: LearntBook | None = None
    openings: Book | None = None
    aim: int = EVEN
    chance: random.Random | None = None

    def ask(self, session: Session) -> Counsel:
        """What they say of the position of a game that is being played."""
        legal = session.legal_moves()
        avoid: tuple[int, ...] = ()
        page = None
        if self.learnt:
            move, avoided, page = self.learnt.advise_in(session, self.aim, self.chance)
            avoid = tuple(avoided)
            if move in legal:
                return Counsel(move, avoid, True, page)
        if self.openings:
            entries = [entry for entry in self.openings.entries(session.position) if entry.move not in avoid]
            named = self.openings.choose(session.position, self.chance)
            move = named if named not in avoid else choose(entries, self.chance)
            if move in legal:
                return Counsel(move, avoid, False, page)
        return Counsel(None, avoid, False, page)

    def play(self, session: Session, player: Player) -> tuple[int, Thought | None]:
        """The move to make, by a book or by the player's own thought, which then comes with it."""
        counsel = self.ask(session)
        if counsel.move is not None:
            return counsel.move, None
        thought = think_without(session, player, counsel.avoid)
        return thought.move, thought


def think_without(session: Session, player: Player, avoid: tuple[int, ...]) -> Thought:
    """Think, of all moves but some; of all, if none is left."""
    allowed = [move for move in session.legal_moves() if move not in avoid]
    return player.think(session.position, past=session.past, moves=allowed if avoid and allowed else None)
