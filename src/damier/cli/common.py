"""What the commands share: reading a game and a position, errors in one line, JSON, words for scores, Ctrl-C."""

import json
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from damier.games.game import Game

T = TypeVar("T")

GameArgument = Annotated[str, typer.Argument(help="a registered game (see `damier games`) or a file: ./mygame.py")]
PositionArgument = Annotated[str, typer.Argument(help="the position in the game's own writing; default: its start")]
SizeOption = Annotated[str, typer.Option("--size", help="width x height of a Connect 4 board, as 7x6")]
SetOption = Annotated[list[str] | None, typer.Option("--set", help="an option of the game, as seeds=6; may be repeated")]
HashOption = Annotated[int, typer.Option("--hash", help="megabytes for the transposition table or the list G")]
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
    else:
        raise error
    print(f"damier: {' '.join(message.split())}", file=sys.stderr)
    return 2


def load_game(name: str, size: str = "", settings: list[str] | None = None) -> "Game":
    """The game a person asks for, with its options."""
    from damier.games import load
    from damier.games.game import BadInput

    options: dict[str, Any] = {}
    if size:
        width, _, height = size.lower().partition("x")
        if not width.isdigit() or not height.isdigit():
            raise BadInput(f"size {size!r} is not written width x height, as 7x6")
        options.update(width=int(width), height=int(height))
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"option {setting!r} is not written name=value")
        options[key] = int(value) if value.lstrip("-").isdigit() else value
    game: Game = load(name, **options)
    game.start()  # options that cannot be are refused here
    return game


def ongoing(game: "Game", text: str) -> Any:
    """The position a person writes, in which the game must not be over."""
    from damier.games.game import BadInput

    position = game.parse(text)
    if game.outcome(position) is not None:
        raise BadInput(f"the game is over in this position: {game.text(position)}")
    return position


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
    """A score for the player to move."""
    from damier.rules import LOSS, WIN

    return {WIN: "win", LOSS: "loss"}.get(value, f"{value:+d}" if value else "0")


def count(number: int) -> str:
    """A large number, readable."""
    return f"{number:,}"


def interruptible(run: Callable[[], T], stop: Callable[[], None]) -> T:
    """Run in another thread, so that Ctrl-C can stop a kernel; what it had found by then is returned."""
    answers: list[T] = []
    errors: list[Exception] = []

    def work() -> None:
        try:
            answers.append(run())
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        try:
            thread.join(0.1)
        except KeyboardInterrupt:
            stop()
    if errors:
        raise errors[0]
    return answers[0]
