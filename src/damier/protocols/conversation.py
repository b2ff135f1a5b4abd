"""A conversation with another program, line by line: the first word of a line is a command, and one question at a time is
thought about in a thread, so that each line can end it.

Nothing heavy is imported here: a conversation answers before the engine is there.
"""

from collections.abc import Callable, Iterable

from damier.protocols.job import Job
from damier.wording import quoted

QUIT = "quit"


class Conversation:
    """`say` hears what is for the other program, one line at a time, from several threads; `complain` what cannot be."""

    def __init__(self, say: Callable[[str], None], complain: Callable[[str], None]) -> None:
        self._say = say
        self._complain = complain
        self._job: Job | None = None
        self._commands: dict[str, Callable[[str], None]] = {}  # each is given the rest of its line

    def listen(self, lines: Iterable[str]) -> None:
        """Do what each line says, until one says quit or there are no more."""
        try:
            for line in lines:
                command, _, rest = line.strip().partition(" ")
                if command == QUIT:
                    break
                if command:
                    self._obey(command, rest.strip())
                self._after_line()
        finally:
            self._give_up()
            self._close()

    def _obey(self, command: str, rest: str) -> None:
        """Do what a line says; what cannot be is said, and nothing has changed."""
        if command not in self._commands:
            self._complain(f"unknown command {quoted(command)}")
            return
        try:
            self._commands[command](rest)
        except ValueError as error:
            self._refuse(command, error)

    def _give_up(self, silently: bool = True) -> None:
        """Let the thinking that is under way end, with its answer unless nobody wants it."""
        if self._job is not None:
            self._job.end(silently)
            self._job = None

    def _refuse(self, command: str, error: ValueError) -> None:
        """Say what is wrong with a line."""
        self._complain(f"{command}: {error}")

    def _after_line(self) -> None:
        """What is to be done when a line was heard."""

    def _close(self) -> None:
        """The conversation is over."""
