"""Books: the moves to play from a position without thinking, and what each weighs.

The built-in book plays the lines of `openings.py`: a move weighs as many lines as go on with it, without those that are bad
for who plays them. Other books are files: in the format of Polyglot (`polyglot.py`), or books that learn (`learnt/`).
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from damier.books.openings import Entry, Openings, openings_of
from damier.files import read_head
from damier.games.game import BadInput, Game


class Book(Protocol):
    """Whatever knows moves to play."""

    def entries(self, position: Any) -> list[Entry]:
        """The moves from a position, the weightiest first; none where the book does not reach."""
        ...

    def choose(self, position: Any, chance: random.Random | None = None) -> int | None:
        """A move by chance, as often as it weighs, or without chance the weightiest one; None where there is none."""
        ...


_SQLITE = b"SQLite format 3"
RARE = 0.1  # of the weight of the weightiest move: what weighs less has a name, and is not played


class BuiltIn:
    """The book of damier's own lines. A move that hardly any of them goes on with is known, and not played."""

    def __init__(self, openings: Openings) -> None:
        self.openings = openings

    def entries(self, position: Any) -> list[Entry]:
        return self.openings.good_moves(position)

    def choose(self, position: Any, chance: random.Random | None = None) -> int | None:
        entries = self.entries(position)
        least = RARE * max((entry.weight for entry in entries), default=0)
        return choose([entry for entry in entries if entry.weight >= least], chance)


def choose(entries: list[Entry], chance: random.Random | None) -> int | None:
    """One of the moves that weigh something."""
    weights = [entry.weight for entry in entries]
    if not any(weights):
        return None
    chosen = max(entries, key=lambda entry: entry.weight) if chance is None else chance.choices(entries, weights)[0]
    return chosen.move


def book_of(game: Game, file: str = "", complain: Callable[[str], None] | None = None) -> Book:
    """The book in a file, or else damier's own. `complain` hears of what of a file is passed over."""
    if file and is_learnt_file(Path(file)):
        from damier.books.learnt.book import LearntBook

        return LearntBook.open(Path(file), game)
    if file:
        from damier.books.polyglot import Polyglot

        if game.module.__name__ != "damier.games.chess":
            raise BadInput(f"{file} is to be a book of Polyglot's: those are for chess, not for {game.name}")
        return Polyglot(Path(file), complain)
    openings = openings_of(game)
    if openings is None:
        raise BadInput(f"damier has no book of {game.name}")
    return BuiltIn(openings)


def is_learnt_file(path: Path) -> bool:
    """Whether a file is one of SQLite's, as books that learn are."""
    try:
        return read_head(path, len(_SQLITE)) == _SQLITE
    except BadInput:
        return False
