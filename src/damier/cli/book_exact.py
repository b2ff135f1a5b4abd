"""`damier book build`: exact openings of Connect 4; and how `damier book check` checks them."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import JsonOption, SizeOption, count, interruptible, load_game, print_json

if TYPE_CHECKING:
    from damier.games.game import Game

GameArgument = Annotated[str, typer.Argument(help="connect4: the one game with a solver for its openings")]


def build(
    game: GameArgument,
    plies: Annotated[int, typer.Option("--plies", help="all positions with up to so many stones")] = 4,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="the file; default connect4-WIDTHxHEIGHT-PLIES.book")] = None,
    threads: Annotated[int, typer.Option("--threads", help="0: one for each core")] = 0,
    hash_mb: Annotated[int, typer.Option("--hash", help="megabytes for the table the threads share")] = 256,
    size: SizeOption = "",
    json_: JsonOption = False,
) -> None:
    """Solve every position of the first plies, up to mirror images, and write the scores to a file.

    Ctrl-C, or worse, loses nothing: the same command goes on where it was.

    \b
    Example: damier book build connect4 --plies 6
    Example: damier book build connect4 --size 6x5 --plies 8 --threads 4 --hash 1000
    """
    played = _only_connect4(game, size)
    from damier.games.connect4 import SIZES
    from damier.solvers.connect4.build import Build

    width, height = SIZES[type(played.start())]
    path = out or Path(f"connect4-{width}x{height}-{plies}.book")
    building = Build(path, plies, width, height, threads, hash_mb)
    began = time.perf_counter()
    book = interruptible(lambda: building.run(_progress(began)), building.stop)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if book is None:
        print(f"stopped; the same command goes on from {building.journal}", file=sys.stderr)
        raise typer.Exit(130)
    seconds, bytes_ = time.perf_counter() - began, path.stat().st_size
    if json_:
        print_json({"file": str(path), "positions": len(book), "bytes": bytes_, "seconds": round(seconds, 3)})
    else:
        print(f"{path}: {count(len(book))} positions, {count(bytes_)} bytes, {seconds:.1f} s")


def check_exact(file: Path, sample: int, json_: bool) -> None:
    """Read a whole book of exact openings, and solve some of its positions again."""
    from damier.solvers.connect4.book import read_book
    from damier.solvers.connect4.check import wrong_scores

    book = read_book(file)
    if sample < 0:
        raise ValueError(f"sample is {sample}; it must be 0 or more")
    wrong = interruptible(lambda: wrong_scores(book, sample))
    answer = {
        "file": str(file),
        "size": f"{book.width}x{book.height}",
        "plies": book.plies,
        "positions": len(book),
        "checked": min(sample, len(book)),
        "wrong": wrong,
    }
    if json_:
        print_json(answer)
    else:
        print(f"{file}: {answer['size']}, {book.plies} plies, {count(len(book))} positions")
        print(f"{answer['checked']} of them solved again: {f'{wrong} wrong' if wrong else 'all right'}")
    if wrong:
        raise typer.Exit(1)


def _only_connect4(game: str, size: str) -> "Game":
    from damier.games.game import BadInput

    played = load_game(game, size)
    if played.module.__name__ != "damier.games.connect4":
        raise BadInput(f"exact openings are built for connect4 only, not for {played.name}")
    return played


def _progress(began: float) -> Any:
    """Tell a person, twice a second at most, how far it is."""
    last = [began]

    def tell(done: int, total: int) -> None:
        now = time.perf_counter()
        if sys.stderr.isatty() and now - last[0] > 0.5:
            last[0] = now
            print(f"\r{count(done)} of {count(total)} positions, {now - began:.0f} s ", end="", file=sys.stderr, flush=True)

    return tell
