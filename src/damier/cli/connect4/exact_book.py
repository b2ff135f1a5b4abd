"""Exact openings of Connect 4, as `damier book build` and `damier book check` ask for them."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.processes.pool import MakesWorkers
    from damier.solvers.connect4.book import Book
    from damier.solvers.connect4.build import Build


def building(
    game: "Game", out: Path | None, plies: int, threads: int, hash_mb: int, workers: "MakesWorkers | None" = None
) -> "Build":
    """A book to be built, in a file that is named after the board if nobody says how."""
    from damier.games.connect4 import SIZES
    from damier.solvers.connect4.build import Build

    width, height = SIZES[type(game.start())]
    return Build(out or Path(f"connect4-{width}x{height}-{plies}.book"), plies, width, height, threads, hash_mb, workers)


def read(path: Path) -> "Book":
    """The book in a file."""
    from damier.solvers.connect4.book import read_book

    return read_book(path)


def size_of(book: "Book") -> str:
    """Of the board."""
    return f"{book.width}x{book.height}"


def wrong_scores(book: "Book", sample: int) -> int:
    """How many of so many positions have another score than the solver finds."""
    from damier.solvers.connect4.check import wrong_scores

    return wrong_scores(book, sample)
