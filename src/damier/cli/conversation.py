"""Standard input and output as a conversation with another program: whole lines, at once, from any thread."""

import sys
import threading
from collections.abc import Iterator

_speaking = threading.Lock()


def say(line: str) -> None:
    """A line, whole and at once, whichever thread says it."""
    with _speaking:
        print(line, flush=True)


def complain(words: str) -> None:
    """A word for whoever reads standard error."""
    print(f"damier: {words}", file=sys.stderr, flush=True)


def heard() -> Iterator[str]:
    """What comes on standard input, line by line; bytes that are no text are kept as question marks."""
    for line in sys.stdin.buffer if sys.stdin else ():
        yield line.decode(errors="replace")
