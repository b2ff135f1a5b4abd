"""What the commands about the book that learns share: which book, opening it, and how its values are said."""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import count

if TYPE_CHECKING:
    from damier.books.learnt.book import LearntBook
    from damier.games.game import Game

BookOption = Annotated[Path | None, typer.Option("--book", help="the file of the book; default: your own book of the game")]
RESULTS = {-1: "lost", 0: "drawn", 1: "won"}


@contextmanager
def opened(game: "Game", file: Path | None, is_writable: bool = False) -> Iterator["LearntBook"]:
    """A book, to be read or, where that is asked for, to be written, and made if there is none; one that stays empty then is
    taken away again.

    Who presses Ctrl-C twice does not want to wait: what is being written then is lost, and the book as it was before.
    """
    from damier.books.learnt.book import LearntBook, default_path

    path = file or default_path(game)
    is_new = is_writable and not path.exists()
    book = LearntBook.open(path, game, is_writable, is_made=is_writable)

    def close() -> None:
        if not (is_new and book.store.discard_if_empty()):
            book.close()

    try:
        yield book
    except KeyboardInterrupt:
        raise
    except BaseException:
        close()
        raise
    close()


def sizes(book: "LearntBook") -> dict[str, object]:
    """What a book holds, for JSON."""
    totals = book.store.totals
    path = book.store.path
    return {"book": str(path), "games": totals.games, "positions": totals.positions, "bytes": path.stat().st_size}


def said(book: "LearntBook") -> str:
    """What a book holds, for people."""
    totals = book.store.totals
    return f"{book.store.path}: {count(totals.games)} games, {count(totals.positions)} positions"


def worth_said(worth: float | None) -> str:
    """V_D for people."""
    if worth is None:
        return "-"
    return ("win" if worth > 0 else "loss") if math.isinf(worth) else f"{worth:+.2f}"


def worth_json(worth: float | None) -> float | None:
    """V_D for JSON, which knows nothing infinite."""
    return None if worth is None else max(-1.0, min(1.0, worth))


def tell_line(text: str) -> None:
    """Tell a person on a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"\r{text} ", end="", file=sys.stderr, flush=True)


def end_line() -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)
