"""`damier book check`: is all of a book as it must be? Of either kind of book, which its first bytes tell."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from damier.cli.book_common import end_line, tell_line
from damier.cli.book_exact import check_exact
from damier.cli.common import JsonOption, SetOption, SizeOption, count, interruptible, load_game, print_json

SQLITE = b"SQLite format 3\0"


def check(
    book: Annotated[str, typer.Argument(help="a file, or a game: your own book of it")],
    sample: Annotated[int, typer.Option("--sample", help="of exact openings: solve so many positions again")] = 20,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Read a whole book and check it: of games learnt from, or of exact openings, some of which are solved again.

    Of a book that learns: all checksums and totals, values that follow from links, links that agree with where they lead.
    The exit status is 1 if something is wrong.

    \b
    Example: damier book check othello
    Example: damier book check mine.book
    Example: damier book check connect4-7x6-6.book --sample 100
    """
    path = _path(book, size, settings)
    from damier.files import read_head

    if read_head(path, len(SQLITE)) == SQLITE:
        _check_learnt(path, json_)
    else:
        check_exact(path, sample, json_)


def _path(book: str, size: str, settings: list[str] | None) -> Path:
    """The file of a book; a name without a file is a game."""
    from damier.books.learnt.book import default_path

    if _is_there(Path(book)) and Path(book).suffix != ".py":
        return Path(book)
    from damier.games.game import BadInput

    try:
        path = default_path(load_game(book, size, settings))
    except BadInput:
        if "." not in book and "/" not in book:
            raise
        raise BadInput(f"there is no book {book}") from None
    if not path.exists():
        raise BadInput(f"there is no book {path}")
    return path


def _is_there(path: Path) -> bool:
    """Whether there is something else than a folder, which may have the name of a game; what is no file is refused later."""
    return path.exists() and not path.is_dir()


def _check_learnt(path: Path, json_: bool) -> None:
    from damier.books.learnt import checking
    from damier.books.learnt.store import Store
    from damier.games.game import BadInput

    began = time.perf_counter()

    def work() -> checking.Checked:
        store = Store.open(path)
        try:
            return checking.check(store, lambda done, total: tell_line(f"{count(done)} of {count(total)} positions"))
        finally:
            store.close()

    try:
        found = interruptible(work)
    except BadInput as error:
        end_line()
        if json_:
            print_json({"file": str(path), "wrong": str(error)})
        print(f"damier: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    end_line()
    totals, seconds = found.totals, time.perf_counter() - began
    if json_:
        told = {"games": totals.games, "positions": totals.positions, "rows": totals.rows, "links": found.links}
        told |= {"repeated": found.repeated}
        print_json({"file": str(path), **told, "seconds": round(seconds, 3), "wrong": ""})
    else:
        twice = f" ({count(found.repeated)} of them the same as others)" if found.repeated else ""
        print(
            f"{path}: {count(totals.games)} games{twice}, {count(totals.positions)} positions, {count(found.links)} links: "
            "all right"
        )
