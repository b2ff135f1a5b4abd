"""Books: the moves to play from a position without thinking, and what each weighs.

The built-in book plays the lines of `openings.py`: a move weighs as many lines as go on with it, without those that are bad
for who plays them. Other books are files: books that learn (`learnt/`), or of a kind that a game reads (`BOOK_FILES`): a class,
or a function, that is given the file and whom to tell of what it passes over, and gives a `Book`.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from damier.books.openings import Entry, Openings, openings_of
from damier.files import read_head
from damier.games import declaring, load
from damier.games.declared import brought
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
        return _foreign(game, Path(file), complain)
    openings = openings_of(game)
    if openings is None:
        raise BadInput(f"damier has no book of {game.name}")
    return BuiltIn(openings)


def _foreign(game: Game, path: Path, complain: Callable[[str], None] | None) -> Book:
    """The book in a file that is not damier's own, by its ending, else as the first kind of such files that the game has."""
    files: dict[str, Any] = getattr(game.module, "BOOK_FILES", {})
    if not files:
        known = {name: load(name).module.BOOK_FILES for name in declaring("BOOK_FILES")}
        kinds = sorted({str(opens).rpartition(":")[2] for each in known.values() for opens in each.values()})
        raise BadInput(
            f"{path} is to be a book of {' or '.join(kinds)}'s: those are for {' and '.join(known)}, not for {game.name}"
        )
    opened: Book = brought("BOOK_FILES", files.get(path.suffix.lower(), next(iter(files.values()))))(path, complain)
    return opened


def is_learnt_file(path: Path) -> bool:
    """Whether a file is one of SQLite's, as books that learn are."""
    try:
        return read_head(path, len(_SQLITE)) == _SQLITE
    except BadInput:
        return False
