"""`damier book build`: exact openings, of games whose solver knows them; and how `damier book check` checks them.

Which games these are, their own folders tell: `cli/GAME/exact_book.py`.
"""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import ClusterOption, JsonOption, SizeOption, count, interruptible, load_game, print_json, workers_of
from damier.games.rooms import room_of, rooms

if TYPE_CHECKING:
    from types import ModuleType

ROOMS = rooms("cli", "exact_book")
GameArgument = Annotated[str, typer.Argument(help=f"a game with a solver for its openings: {', '.join(ROOMS)}")]


def build(
    game: GameArgument,
    plies: Annotated[int, typer.Option("--plies", help="all positions with up to so many stones")] = 4,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="the file; default GAME-WIDTHxHEIGHT-PLIES.book")] = None,
    threads: Annotated[int, typer.Option("--threads", help="0: one for each core")] = 0,
    hash_mb: Annotated[int, typer.Option("--hash", help="megabytes for the table the threads share; or of each worker")] = 256,
    cluster: ClusterOption = "",
    size: SizeOption = "",
    json_: JsonOption = False,
) -> None:
    """Solve every position of the first plies, up to mirror images, and write the scores to a file.

    Ctrl-C, or worse, loses nothing: the same command goes on where it was.

    \b
    Example: damier book build connect4 --plies 6
    Example: damier book build connect4 --plies 8 --cluster 192.168.0.7:6379
    Example: damier book build connect4 --size 6x5 --plies 8 --threads 4 --hash 1000
    """
    played = load_game(game, size)
    room = room_of(played, "cli", "exact_book")
    if room is None:
        raise ValueError(f"exact openings are built for {' and '.join(ROOMS)} only, not for {played.name}")
    began = time.perf_counter()
    with workers_of(cluster) as workers:
        building = room.building(played, out, plies, threads, hash_mb, workers if cluster else None)
        path = building.path
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
    room, book = _read(file)
    if sample < 0:
        raise ValueError(f"sample is {sample}; it must be 0 or more")
    wrong = interruptible(lambda: room.wrong_scores(book, sample))
    answer = {
        "file": str(file),
        "size": room.size_of(book),
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


def _read(file: Path) -> "tuple[ModuleType, Any]":
    """The book in a file, and who knows what it is; if nobody does, the last who tried tells why."""
    for place, room in enumerate(ROOMS.values(), 1):
        try:
            return room, room.read(file)
        except ValueError:
            if place == len(ROOMS):
                raise
    raise ValueError(f"{file.name} is no book that is known here")


def _progress(began: float) -> Any:
    """Tell a person, twice a second at most, how far it is."""
    last = [began]

    def tell(done: int, total: int) -> None:
        now = time.perf_counter()
        if sys.stderr.isatty() and now - last[0] > 0.5:
            last[0] = now
            print(f"\r{count(done)} of {count(total)} positions, {now - began:.0f} s ", end="", file=sys.stderr, flush=True)

    return tell
