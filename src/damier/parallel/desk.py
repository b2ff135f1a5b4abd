"""What stands on a processor of a cluster: it starts a worker, a process as on this machine, and passes its lines on.

Only text goes in and out. The worker is a process of its own, so that a desk outlives whatever is done there, can tell how it
has ended, and ends it, with all that it has started, when nobody wants it any more or this process ends (`program.py`).
"""

import contextlib
import json
import os
import queue
import shutil
import threading

from damier.errors import in_a_line
from damier.parallel.identity import identity
from damier.parallel.leftovers import own_folder
from damier.parallel.parcel import unpacked
from damier.processes.program import OWN_LINE, Inbox, Program, ProgramEnded
from damier.processes.staff import command_of

HEARING = 5.0  # seconds that a question for news waits at most
MOST_LINES = 100  # in one answer


class Desk:
    """One worker, from afar."""

    def __init__(self) -> None:
        self._inbox: Inbox = queue.Queue()
        self._program: Program | None = None
        self._folder = own_folder("damier-desk")
        self._lock = threading.Lock()

    def greet(self) -> str:
        """Who is there."""
        return json.dumps(identity() | {"pid": os.getpid()})

    def start(self, worker: str, parcel: str) -> str:
        """Start the worker; what is wrong, in words, or nothing."""
        try:
            terms = unpacked(parcel, self._folder)
            with self._lock:
                self._program = Program(command_of(worker), self._inbox, longest=OWN_LINE)
            self._program.send(json.dumps(terms))
        except ProgramEnded:
            pass  # the inbox tells of it
        except Exception as error:
            return in_a_line(error)
        return ""

    def say(self, line: str) -> None:
        """Pass a line on to the worker."""
        if self._program is not None:
            with contextlib.suppress(ProgramEnded):
                self._program.send(line)

    def hear(self, seconds: float = HEARING) -> str:
        """What the worker has said, as soon as there is something: a list of lines, empty if it is silent so long."""
        lines: list[str] = []
        with contextlib.suppress(queue.Empty):
            _, line = self._inbox.get(timeout=seconds)
            lines.append(self._told(line))
            while len(lines) < MOST_LINES:
                lines.append(self._told(self._inbox.get_nowait()[1]))
        return json.dumps(lines)

    def close(self) -> None:
        """End the worker, and leave nothing of it."""
        with self._lock:
            if self._program is not None:
                self._program.close(patience=0.1)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _told(self, line: str | None) -> str:
        """A line, or what is to be told of a worker that has ended."""
        if line is not None:
            return line
        assert self._program is not None
        is_killed, words = self._program.ending()
        return json.dumps({"gone": f"crashed, and damier's process with it ({words})", "is_killed": is_killed})
