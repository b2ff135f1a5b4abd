"""`damier book import` and `damier book export`: games from files into a book, and out of it."""

import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.book_common import BookOption, end_line, opened, said, sizes, tell_line
from damier.cli.common import GameArgument, JsonOption, SetOption, SizeOption, count, interruptible, load_game, print_json

if TYPE_CHECKING:
    from damier.books.learnt.book import LearntBook
    from damier.books.learnt.exporting import Exported
    from damier.books.learnt.importing import Imported

STOPPED = 130
FilesArgument = Annotated[list[Path], typer.Argument(help="files of games, or folders of WTHOR's (.wtb)")]


def import_(
    game: GameArgument,
    files: FilesArgument,
    book: BookOption = None,
    avoid: Annotated[
        bool, typer.Option("--avoid", help="the files tell moves to avoid, as `book export --avoid` does")
    ] = False,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Read games into a book: PGN, WTHOR, GGF, transcripts, columns, or the names of moves, a game a line.

    Ctrl-C, or worse, loses nothing: the same command goes on where it was. A file that was read whole is not read twice.
    Games that cannot be are passed over and told; the exit status is 1 if a file could not be read to its end, or if another
    process is reading it at the same time: each game is counted once.

    \b
    Example: damier book import othello wthor
    Example: damier book import chess twic1427.pgn --book mine.book
    Example: damier book import connect4 games.txt --size 6x5
    Example: damier book import chess traps.txt --avoid
    """
    played = load_game(game, size, settings)
    with opened(played, book, is_writable=True) as found:
        if avoid:
            _import_avoided(found, files, json_)
            return
        from damier.books.learnt.importing import Import

        began = time.perf_counter()
        work = Import(found, lambda name, read, kept: tell_line(f"{name}: {count(read)} games read, {count(kept)} kept"))
        done = interruptible(lambda: work.run(files), work.stop)
        end_line()
        seconds = time.perf_counter() - began
        _tell(done)
        is_stopped = any(each.is_stopped for each in done)
        if is_stopped:
            print("stopped; the same command goes on", file=sys.stderr)
        if json_:
            told = {
                **sizes(found),
                "seconds": round(seconds, 3),
                "stopped": is_stopped,
                "files": [each.as_json() for each in done],
            }
            print_json(told)
        else:
            for each in done:
                print(_line(each))
            print(f"{said(found)}; {seconds:.1f} s")
    if is_stopped or any(each.broken or each.is_elsewhere for each in done):
        raise typer.Exit(STOPPED if is_stopped else 1)


def _tell(done: "list[Imported]") -> None:
    """Which games were passed over, and where a file breaks off."""
    for each in done:
        for fault in each.faults:
            print(f"damier: passed over: {fault}", file=sys.stderr)
        if each.passed_over > len(each.faults):
            print(f"damier: {each.name}: {count(each.passed_over)} games are passed over in all", file=sys.stderr)
        if each.broken:
            print(f"damier: {each.name}: {each.broken}; {count(each.kept)} games before it were kept", file=sys.stderr)


def _line(each: "Imported") -> str:
    if each.is_known:
        return f"{each.name}: was read already"
    if each.is_elsewhere:
        return f"{each.name}: another process is reading it into this book, and goes on with it"
    before = f", after {count(each.before)} of another time" if each.before else ""
    return f"{each.name}: {each.format}, {count(each.kept)} of {count(each.read)} games kept{before}"


def _import_avoided(book: "LearntBook", files: list[Path], json_: bool) -> None:
    from damier.books.learnt.avoiding import read_avoided

    done = interruptible(lambda: [read_avoided(book, file) for file in files])
    for each in done:
        _tell_left_out(each, "passed over")
    if json_:
        print_json({**sizes(book), "files": [_avoided_json(each) for each in done]})
        return
    for each in done:
        print(f"{each.file.name}: moves to avoid in {count(each.games)} positions")


def _avoided_json(each: "Exported") -> dict[str, object]:
    return {"file": str(each.file), "positions": each.games, "passed_over": each.left_out, "faults": each.faults}


def _tell_left_out(each: "Exported", done: str) -> None:
    for fault in each.faults:
        print(f"damier: {done}: {fault}", file=sys.stderr)
    if each.left_out > len(each.faults):
        print(f"damier: {count(each.left_out)} are {done} in all", file=sys.stderr)


def export(
    game: GameArgument,
    file: Annotated[Path, typer.Argument(help="the file to write; its ending tells the format: .pgn, .ggf, .wtb, .txt")],
    book: BookOption = None,
    format_: Annotated[str, typer.Option("--format", help="pgn, ggf, wthor, transcript, columns, moves ...")] = "",
    through: Annotated[str, typer.Option("--through", help="only games that went through this position")] = "",
    avoid: Annotated[bool, typer.Option("--avoid", help="instead: the moves to avoid, a position a line")] = False,
    losing: Annotated[int, typer.Option("--losing", help="with --avoid: also moves that have only lost, in so many plies")] = 0,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Write the games of a book to a file, from which `damier book import` reads the same games again.

    The file is replaced whole or not at all.

    \b
    Example: damier book export othello games.wtb
    Example: damier book export chess sicilian.pgn --through "e4 c5"
    Example: damier book export connect4 traps.txt --avoid --losing 12
    """
    from damier.books.learnt.avoiding import write_avoided
    from damier.books.learnt.exporting import write_games
    from damier.records.collections import format_for

    played = load_game(game, size, settings)
    chosen = format_for(played, file, "" if avoid else format_).name
    if losing < 0 or (losing and not avoid):
        raise ValueError("--losing is a number of plies, with --avoid")
    if not file.absolute().parent.is_dir():
        raise ValueError(f"there is no folder {file.absolute().parent}")
    place = played.parse(through) if through.strip() else None
    with opened(played, book) as found:
        stopped = threading.Event()
        if avoid:
            done = interruptible(lambda: write_avoided(found, file, losing))
        else:
            done = interruptible(
                lambda: write_games(found, file, chosen, place, lambda games: _every(games), stopped.is_set), stopped.set
            )
            end_line()
    if stopped.is_set():
        print("stopped; nothing was written", file=sys.stderr)
        raise typer.Exit(STOPPED)
    _tell_left_out(done, "left out")
    if json_:
        print_json(_avoided_json(done) if avoid else done.as_json())
    elif avoid:
        print(f"{file}: moves to avoid in {count(done.games)} positions")
    else:
        print(f"{file}: {chosen}, {count(done.games)} games")


def _every(games: int) -> None:
    if games % 1000 == 0:
        tell_line(f"{count(games)} games")
