"""Lines that a person writes: with editing, history and completion at a terminal, as they come from anything else.

The history is kept from one game to the next, as many lines as `MOST_LINES`.
"""

import contextlib
import glob
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from damier.errors import BadInput
from damier.user_files import state_directory

MOST_LINES = 500
MOST_BYTES = 100_000  # of the file: what is larger was not written by us
OF_FILES = ("save ", "save! ", "load ")  # what is followed by the name of a file


class LineInput:
    """Asks for lines on standard input; `words` are what a line may be completed to."""

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self.is_interactive = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        self._words = words
        self._found: list[str] = []
        self._readline: Any = None
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are no move
        if self.is_interactive:
            self._begin()

    def _begin(self) -> None:
        """Have lines edited by readline, if the system has it."""
        try:
            import readline
        except ImportError:
            return
        self._readline = readline
        readline.clear_history()
        for line in _history():
            readline.add_history(line)
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        is_editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")

    def ask(self, prompt: str) -> str:
        """One line; EOFError when there are no more."""
        try:
            return input(prompt).strip()
        except RuntimeError:  # there was no standard input from the beginning
            raise EOFError from None

    def close(self) -> None:
        """Keep the history."""
        if self._readline is None:
            return
        readline, self._readline = self._readline, None
        readline.set_completer(None)
        lines = [readline.get_history_item(number + 1) for number in range(readline.get_current_history_length())]
        with contextlib.suppress(OSError):  # it is no loss to speak of
            _keep(lines[-MOST_LINES:])

    def _complete(self, text: str, number: int) -> str | None:
        """The completion with this number, as readline asks for them: one after the other."""
        if number == 0:
            self._found = completions(text, self._words())
        return self._found[number] if number < len(self._found) else None


def completions(text: str, words: Iterable[str]) -> list[str]:
    """What a line that begins so may be: one of these words, or a command with a file that is there."""
    for command in OF_FILES:
        if text.lower().startswith(command):
            begun = text[len(command) :]
            found = glob.glob(glob.escape(os.path.expanduser(begun)) + "*")
            return [f"{text[: len(command)]}{path}{os.sep if os.path.isdir(path) else ''}" for path in sorted(found)]
    return [word for word in dict.fromkeys(words) if word.lower().startswith(text.lower())]


def _is_terminal(stream: Any) -> bool:
    return stream is not None and bool(stream.isatty())


def _history() -> list[str]:
    from damier.files import read_text

    try:
        return read_text(state_directory() / "history", errors="replace", most=MOST_BYTES).splitlines()[-MOST_LINES:]
    except BadInput:  # there is none yet, or none that is ours
        return []


def _keep(lines: list[str]) -> None:
    from damier.compile_cache import replace

    folder = state_directory()
    folder.mkdir(parents=True, exist_ok=True)
    replace(folder / "history", "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")[-MOST_BYTES:])
