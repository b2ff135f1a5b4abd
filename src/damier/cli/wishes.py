"""What can be said at the prompt of a game beside moves: the commands, how they are read, and what may have been meant."""

import difflib
from collections.abc import Iterable
from typing import NamedTuple

COMMANDS = {
    "hint": "a good move: exact where the game is solved in time",
    "scores": "what each move is worth",
    "undo": "take back your last move",
    "moves": "the legal moves",
    "game": "the moves so far",
    "text": "the position in writing",
    "flip": "turn the board round",
    "save FILE": "write the game to a file (save! replaces any file)",
    "load FILE": "go on with the game of a file",
    "resign": "give the game up",
    "help": "this list",
    "quit": "leave; a game that is not over is kept",
}
ABBREVIATIONS = {"q": "quit", "exit": "quit", "u": "undo", "h": "hint", "s": "scores", "m": "moves", "?": "help", "": "help"}
KEYS = "Ctrl-C while damier thinks: it moves at once. At the prompt: twice leaves, as Ctrl-D does. Tab completes."
MOST_MEANT = 3
WITH_FILE = ("save", "save!", "load")
_DIGIT_KEYS = str.maketrans("&é\"'(-è_çà", "1234567890")  # what a French keyboard writes where others have digits


class Wish(NamedTuple):
    """A command, and the file that follows it."""

    command: str
    file: str = ""


def wish_of(line: str) -> Wish | None:
    """The command that a line stands for, in small or capital letters; None if it is none."""
    first, _, rest = line.partition(" ")
    command = first.lower()
    if command in WITH_FILE:
        return Wish(command, rest.strip().strip("\"'"))
    whole = ABBREVIATIONS.get(line.lower(), line.lower())
    return Wish(whole) if whole in COMMANDS else None


def commands(without: Iterable[str] = ()) -> list[str]:
    """The commands as they are completed."""
    return [f"{name.split()[0]} " if " " in name else name for name in COMMANDS if name not in without]


def help_text(without: Iterable[str] = ()) -> str:
    """A line for each command."""
    listed = [f"  {name:10} {what}" for name, what in COMMANDS.items() if name not in without]
    return "\n".join(["Write a move, or", *listed, KEYS])


def meant(line: str, moves: Iterable[str]) -> list[str]:
    """What a person may have meant: the digits of another keyboard, else moves and commands that are written much alike."""
    known = {name.lower(): name for name in (*(name.split()[0] for name in COMMANDS), *moves)}
    digits = line.lower().translate(_DIGIT_KEYS)
    if digits in known:
        return [known[digits]]
    alike = difflib.get_close_matches(line.lower(), known, n=2 * MOST_MEANT)
    alike.sort(key=lambda name: len(name) != len(line))  # a wrong letter is likelier than one too many
    return [known[name] for name in alike[:MOST_MEANT]]
