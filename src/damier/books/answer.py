"""The move to make: by a book, or else by thinking, and of moves that a book knows to lose the player does not think.

The one way in which terminal, page, protocols and arena have damier answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from damier.books.counsel import Counsel
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.records.session import Session


class Adviser(Protocol):
    """Whoever has books: `Books`, or a `Shelf`."""

    def ask(self, session: Session) -> Counsel:
        """What they say of the position of a game that is being played."""
        ...


@dataclass(frozen=True)
class Answer:
    """A move, what the books said, and what was thought; nothing was if the move is by the book."""

    move: int
    counsel: Counsel
    thought: Thought | None = None


def answer(
    books: Adviser | None, player: Player, question: Question, begin: Callable[[Question], Question] | None = None
) -> Answer:
    """Ask the books, if there are any, and then the player.

    `begin` is called before the player thinks, not where a book has the move: it may start a clock, and put that into the
    question.
    """
    among = question.moves
    counsel = books.ask(Session(player.game, question.position, before=question.past)) if books else Counsel()
    if counsel.move is not None and (among is None or counsel.move in among):
        return Answer(counsel.move, counsel)
    if counsel.avoid:
        legal = player.game.moves(question.position) if among is None else among
        question = replace(question, moves=[move for move in legal if move not in counsel.avoid] or among)
    thought = player.ask(begin(question) if begin else question)
    return Answer(thought.move, counsel, thought)
