"""What the commands share: reading a game and a position, errors in one line, JSON, words for scores, Ctrl-C."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.interrupts import GRACE as GRACE
from damier.interrupts import T as T
from damier.interrupts import interruptible as interruptible
from damier.wording import beginning, in_one_line, quoted, whole_number

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.processes.pool import MakesWorkers
    from damier.processes.staff import Places

MOST_SECONDS = 1_000_000

GameArgument = Annotated[str, typer.Argument(help="a registered game (see `damier games`) or a file: ./mygame.py")]
PositionArgument = Annotated[
    str, typer.Argument(help="a position, or the moves to it, as the game writes them (see docs/games.md); default: its start")
]
SizeOption = Annotated[str, typer.Option("--size", help="of the board, as 7x6; one number where it is square")]
SetOption = Annotated[list[str] | None, typer.Option("--set", help="an option of the game, as seeds=6; may be repeated")]
HashOption = Annotated[
    int, typer.Option("--hash", help="megabytes for the transposition table, the list G or the tree of bstar and bpip")
]
ThreadsOption = Annotated[
    int, typer.Option("--threads", envvar="DAMIER_THREADS", help="that search side by side; 0: one for each core but one")
]
BookOption = Annotated[str, typer.Option("--book", help="a book file: one that learns, or of Polyglot's; default: your own")]
NoBookOption = Annotated[bool, typer.Option("--no-book", help="play without a book")]
NoTablesOption = Annotated[
    bool, typer.Option("--no-tables", envvar="DAMIER_NO_TABLES", help="build no tables of endings behind, as they come near")
]
LearnOption = Annotated[bool, typer.Option("--learn", help="learn from finished games, and look for better moves")]
AimOption = Annotated[str, typer.Option("--aim", help="of the book: any; win: a draw counts as lost; draw: it counts as won")]
JsonOption = Annotated[bool, typer.Option("--json", help="one JSON object on the last line of standard output")]
LanguageOption = Annotated[
    str,
    typer.Option("--language", envvar="DAMIER_LANGUAGE", help="of openings, moves and rules: en, fr or others a game has"),
]
ProcessorsOption = Annotated[int, typer.Option(help="simulated processors of star and pvsplit, 1 to 1,024")]
GrainOption = Annotated[int, typer.Option(help="star deals out positions of level 1 or 2")]
MessageOption = Annotated[int, typer.Option(help="star, pvsplit: to deal out a position takes the time of so many nodes")]
SpreadOption = Annotated[
    int | None,
    typer.Option(help="bstar, bpip: evaluations are wrong by about so much; default: the rules' limits, and what bpip learns"),
]
GainOption = Annotated[float, typer.Option(help="bpip ends when looking further promises no more points; -1: never")]
NoteOption = Annotated[
    str, typer.Option(help="what alphabeta-sorted sorts by: hint or estimate; default: hint, if there is one")
]
ToleranceOption = Annotated[int, typer.Option(help="tolerant: what is not better by more points is cut")]
ReductionOption = Annotated[int, typer.Option(help="null-move: R, how much less deep a pass is looked at, 1 to 3")]
ChecksOption = Annotated[int, typer.Option(help="quiescence: quiet checks that a line may have beyond the horizon")]
AlgorithmOption = Annotated[str, typer.Option("--algorithm", "-a", help="see `damier search --list`")]
ClusterOption = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="[HOST:PORT]",
        help="have it done by a Ray cluster: the one at this address, or, without one, a cluster of this machine",
    ),
]


def threads_wanted(threads: int) -> int:
    """So many threads, as --threads says; that there are fewer cores is said, and no reason not to."""
    from damier.threads import checked_threads, more_than_cores

    count = checked_threads(threads)
    if said := more_than_cores(count):
        print(f"damier: {said}", file=sys.stderr)
    return count


def with_cluster_said(arguments: Sequence[str]) -> list[str]:
    """What a person has written, where `--cluster` without an address means a cluster of this machine."""
    from damier.parallel.address import LOCAL, looks_like_one

    said: list[str] = []
    for place, argument in enumerate(arguments):
        said.append(argument)
        if argument == "--cluster" and not any(map(looks_like_one, arguments[place + 1 : place + 2])):
            said[-1] = f"{argument}={LOCAL}"
    return said


@contextmanager
def places_of(cluster: str) -> Iterator["Places"]:
    """Where workers sit: on this machine, unless a person names a cluster, which is left at the end."""
    if not cluster:
        from damier.processes.staff import HERE

        yield HERE
        return
    from damier.parallel.cluster import opened

    with opened(cluster) as places:
        yield places


@contextmanager
def workers_of(cluster: str) -> Iterator["MakesWorkers"]:
    """What makes workers: processes of this machine, or, if a person names a cluster, workers there."""
    from functools import partial

    from damier.processes.pool import Pool

    with places_of(cluster) as places:
        yield partial(Pool, places=places)


def say_error(error: BaseException) -> int:
    """Print an error as one line if a person or a game of his caused it, and give the exit status; else raise it again."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(str(error))
        return 0
    if type(error).__name__ == "Ended" and error.__cause__ is not None:
        error = error.__cause__
    status = 2
    if (fault := _fault_of_game(error)) is not None:
        message = fault
    elif isinstance(error, KeyboardInterrupt):
        message, status = _interrupted(error), 130
    elif hasattr(error, "format_message"):
        message = str(error.format_message())
    elif isinstance(error, (ValueError, MemoryError)) or type(error).__name__ == "RuleError":
        message = str(error) or "there is not enough memory"
    elif isinstance(error, OSError):
        message = f"{beginning(str(error.filename or 'output'))}: {error.strerror}"
    else:
        raise error
    print(f"damier: {in_one_line(message)}", file=sys.stderr)
    return status


def _fault_of_game(error: BaseException) -> str | None:
    """What is said of an error in a game's own file; None if it is none, or was said there."""
    if "damier.games.faults" not in sys.modules:  # no game was loaded
        return None
    from damier.games.faults import is_authors, is_ctrl_c, said_in_a_line
    from damier.games.game import BadInput

    if isinstance(error, BadInput) or is_ctrl_c(error):
        return None
    if type(error).__module__.startswith("numba."):
        from damier.games.check import said_of_compiler

        return said_of_compiler(error) if isinstance(error, Exception) else None
    return str(said_in_a_line(Path(), error)) if is_authors(error) else None


def _interrupted(error: KeyboardInterrupt) -> str:
    """Where Ctrl-C has met a game's own code, which may be why it was pressed."""
    if sys.stderr.isatty():
        print(file=sys.stderr)  # after ^C
    if "damier.games.faults" not in sys.modules:
        return "interrupted"
    from damier.games.faults import place_of

    return f"interrupted {place_of(error) and 'at ' + place_of(error)}".strip()


def forget_output() -> None:
    """Print to nowhere from now on: the reader of our output has gone, as `head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def load_game(name: str, size: str = "", settings: list[str] | None = None) -> "Game":
    """The game a person asks for, with its options."""
    from damier.endgames.outside import folders_for
    from damier.games import load
    from damier.games.game import BadInput
    from damier.network.kept import EVALUATION, trouble

    options: dict[str, Any] = {}
    if size:
        options.update(_size_options(getattr(load(name).module, "OPTIONS", {}), size))
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"option {quoted(setting)} is not written name=value")
        number = whole_number(value)
        options[key] = value if number is None else number
    game: Game = load(name, **options)
    for key, default in getattr(game.module, "OPTIONS", {}).items():
        if isinstance(default, int) and not isinstance(options.get(key, 0), int):
            raise BadInput(f"option {key} of {game.name} is {quoted(options[key])}; it must be a whole number")
    game.check_options()
    folders_for(game)  # refused here, if the environment names one that is none
    if not options.get(EVALUATION) and (why := trouble(game)):
        print(f"damier: played without what it has learnt: {why}", file=sys.stderr)
    return game


def _size_options(known: dict[str, Any], size: str) -> dict[str, int]:
    """A board's size as options: `width` and `height`, or `size` for a game whose boards are square."""
    from damier.games.game import BadInput

    width, x, height = size.lower().partition("x")
    if "size" in known and not x:
        height = width
    columns, rows = whole_number(width), whole_number(height)
    if columns is None or rows is None:
        raise BadInput(f"size {quoted(size)} is not written width x height, as 7x6")
    if "size" not in known:
        return {"width": columns, "height": rows}
    if columns != rows:
        raise BadInput(f"size {quoted(size)} cannot be: the board of this game is square, as 8x8")
    return {"size": columns}


def ongoing(game: "Game", text: str) -> Any:
    """The position a person writes, in which the game must not be over."""
    from damier.games.game import BadInput

    position = game.parse(text)
    if game.outcome(position) is not None:
        raise BadInput(f"the game is over in this position: {rewritten(game, text)}")
    game.moves(position)  # a position the rules cannot deal with is refused here
    return position


def rewritten(game: "Game", text: str) -> str:
    """A position that a person wrote, as damier writes it."""
    return game.text_for(game.parse(text), game.turn_written(text))


def print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False), flush=True)


def in_words(value: int) -> str:
    """What an exact solver says a position is worth to the player to move; other scores: `Game.score_text`."""
    from damier.games.game import score_text

    return score_text(value)


def count(number: int) -> str:
    """A large number, readable."""
    return f"{number:,}"


def rate(nodes: int, seconds: float) -> str:
    """A time and, if it is long enough to tell, a speed."""
    speed = f"    {nodes / seconds / 1e6:.1f} M nodes/s" if seconds > 0.01 else ""
    return f"{seconds:.3f} s{speed}"


def chosen_book(file: str, is_none: bool, learns: bool) -> str | None:
    """The file that a person chooses, empty for his own book; None if he wants none."""
    if is_none and (file or learns):
        raise ValueError(f"--no-book and {'--learn' if learns else '--book'} cannot be together")
    return None if is_none else file


def check_seconds(seconds: float | None) -> None:
    """Refuse a time that is none."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"seconds is {seconds}; it must be more than 0 and at most {MOST_SECONDS}")
