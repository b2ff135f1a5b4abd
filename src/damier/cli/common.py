"""What the commands share: reading a game and a position, errors in one line, JSON, words for scores, Ctrl-C."""

import json
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from damier.games.game import Game

T = TypeVar("T")

MOST_SECONDS = 1_000_000

GameArgument = Annotated[str, typer.Argument(help="a registered game (see `damier games`) or a file: ./mygame.py")]
PositionArgument = Annotated[str, typer.Argument(help="the position in the game's own writing; default: its start")]
SizeOption = Annotated[str, typer.Option("--size", help="of the board: 7x6 for Connect 4, 6x6 or 6 for Othello")]
SetOption = Annotated[list[str] | None, typer.Option("--set", help="an option of the game, as seeds=6; may be repeated")]
HashOption = Annotated[int, typer.Option("--hash", help="megabytes for the transposition table or the list G")]
BookOption = Annotated[str, typer.Option("--book", help="a book file: one that learns, or of Polyglot's; default: your own")]
NoBookOption = Annotated[bool, typer.Option("--no-book", help="play without a book")]
LearnOption = Annotated[bool, typer.Option("--learn", help="put finished games into the book, and look for better moves")]
JsonOption = Annotated[bool, typer.Option("--json", help="one JSON object on the last line of standard output")]
AlgorithmOption = Annotated[str, typer.Option("--algorithm", "-a", help="see `damier search --list`")]


def say_error(error: Exception) -> int:
    """Print an error as one line if a person caused it, and give the exit status; else raise it again."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(str(error))
        return 0
    if type(error).__name__ == "Abort":
        print(file=sys.stderr)
        return 130
    if hasattr(error, "format_message"):
        message = str(error.format_message())
    elif isinstance(error, (ValueError, MemoryError)) or type(error).__name__ == "RuleError":
        message = str(error) or "there is not enough memory"
    elif isinstance(error, OSError):
        message = f"{error.filename or 'output'}: {error.strerror}"
    else:
        raise error
    print(f"damier: {' '.join(message.split())}", file=sys.stderr)
    return 2


def forget_output() -> None:
    """Print to nowhere from now on: the reader of our output has gone, as `head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def load_game(name: str, size: str = "", settings: list[str] | None = None) -> "Game":
    """The game a person asks for, with its options."""
    from damier.games import load
    from damier.games.game import BadInput

    options: dict[str, Any] = {}
    if size:
        options.update(_size_options(getattr(load(name).module, "OPTIONS", {}), size))
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"option {setting!r} is not written name=value")
        options[key] = int(value) if value.lstrip("-").isdecimal() and value.isascii() else value
    game: Game = load(name, **options)
    for key, default in getattr(game.module, "OPTIONS", {}).items():
        if isinstance(default, int) and not isinstance(options.get(key, 0), int):
            raise BadInput(f"option {key} of {game.name} is {options[key]!r}; it must be a whole number")
    game.check_options()
    return game


def _size_options(known: dict[str, Any], size: str) -> dict[str, int]:
    """A board's size as options: `width` and `height`, or `size` for a game whose boards are square."""
    from damier.games.game import BadInput

    width, x, height = size.lower().partition("x")
    if "size" in known and not x:
        height = width
    if not all(part.isascii() and part.isdecimal() for part in (width, height)):
        raise BadInput(f"size {size!r} is not written width x height, as 7x6")
    if "size" not in known:
        return {"width": int(width), "height": int(height)}
    if int(width) != int(height):
        raise BadInput(f"size {size!r} cannot be: the board of this game is square, as 8x8")
    return {"size": int(width)}


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


def names_of(game: "Game", position: Any, line: list[int]) -> list[str]:
    """A line of moves in writing."""
    names = []
    for move in line:
        names.append(game.move_name(position, move))
        position = game.play(position, move)
    return names


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


def interruptible(run: Callable[[], T], stop: Callable[[], None] | None = None, on_tick: Callable[[], None] | None = None) -> T:
    """Run in another thread, so that Ctrl-C can reach a kernel: `stop` lets it return what it has, else all ends.

    `on_tick` is called now and then while it lasts.
    """
    answers: list[T] = []
    errors: list[Exception] = []
    done = threading.Event()
    is_stopping = False

    def work() -> None:
        try:
            answers.append(run())
        except Exception as error:
            errors.append(error)
        finally:
            done.set()

    threading.Thread(target=work, daemon=True).start()
    while not done.is_set():
        try:
            done.wait(0.1)
            if on_tick:
                on_tick()
        except KeyboardInterrupt:
            if stop is None or is_stopping:  # who asks twice does not want to wait
                raise
            is_stopping = True
            stop()
    if errors:
        raise errors[0]
    return answers[0]


def chosen_book(file: str, is_none: bool, learns: bool) -> str | None:
    """The file that a person chooses, empty for his own book; None if he wants none."""
    if is_none and (file or learns):
        raise ValueError(f"--no-book and {'--learn' if learns else '--book'} cannot be together")
    return None if is_none else file


def check_seconds(seconds: float | None) -> None:
    """Refuse a time that is none."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"seconds is {seconds}; it must be more than 0 and at most {MOST_SECONDS}")
