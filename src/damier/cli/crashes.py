"""A command in a process of its own, so that one that crashes is said to have: compiled rules may.

The child notes in memory that both see what it is about to do; the parent waits, and tells the last note if the child has
crashed. Where a process cannot be doubled, as on Windows, or what is printed goes elsewhere within this one, the command
runs as it is.
"""

import mmap
import os
import sys
import traceback
from collections.abc import Callable

from damier.cli.common import say_error

ROOM = 1_000  # bytes for a note

Note = Callable[[str], None]


def run_apart(run: Callable[[Note], int], what: str) -> int:
    """The status with which something ends that is given where to note what it does; 2 if it has crashed."""
    if not hasattr(os, "fork") or sys.stdout is None or sys.stdout is not sys.__stdout__:
        return run(lambda words: None)
    shared = mmap.mmap(-1, ROOM)
    print(end="", flush=True)  # what waits to be printed is not to be printed twice
    child = os.fork()
    if child == 0:
        _end_with(run, shared)
    status = _waited_for(child)
    if os.WIFSIGNALED(status):
        doing = shared[:].rstrip(b"\0").decode(errors="replace")
        print(f"damier: {what}: the process has crashed{' in ' + doing if doing else ''}", file=sys.stderr)
        return 2
    return os.WEXITSTATUS(status)


def _end_with(run: Callable[[Note], int], shared: mmap.mmap) -> None:
    """Run it, and end this process with its status."""

    def note(words: str) -> None:
        written = words.encode()[:ROOM]
        shared[:] = written.ljust(ROOM, b"\0")

    status = 1
    try:
        status = run(note)
    except BaseException as error:
        try:
            status = say_error(error)
        except BaseException:
            traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _waited_for(child: int) -> int:
    """How a process has ended; Ctrl-C reaches it too, and it says so."""
    while True:
        try:
            return os.waitpid(child, 0)[1]
        except KeyboardInterrupt:
            continue
