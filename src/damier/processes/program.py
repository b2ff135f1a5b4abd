"""Another program that is spoken to in lines of text, and never waited for longer than one wants to.

A thread reads what the program writes, so that a silent one can be left; one that writes without end is read no faster than
its lines are wanted. A program gets a session of its own: Ctrl-C in the terminal does not reach it, and when it is ended, so
are the programs that it has started. None outlives this process, whatever ends that: a guard, the system's shell, waits at a
pipe which the system closes then, and ends the program.
"""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

LONGEST_LINE = 1 << 20  # characters; a longer line is read as several
OWN_LINE = 1 << 34  # the same of damier's own processes: what they say is never torn apart
MOST_LINES = 1000  # that wait to be read
FAREWELL = 2.0  # seconds a program has to end by itself when its input ends

_GUARD = 'read -r word; kill -s KILL -- "-$1"'  # what the shell does: nobody ever says a word

Inbox = queue.Queue[tuple[Any, str | None]]  # who says it, and what


class HeardLine(str):
    """A line that a program has said, with the moment at which it came: that we look at it later is not its fault."""

    came: float = 0.0  # as time.perf_counter() has it


_running: set["Program"] = set()
_registry = threading.Lock()
_is_closed = False


class ProgramEnded(Exception):
    """The program has ended; the message tells how."""


class Silent(Exception):
    """The program has not said what was waited for."""


class Program:
    """A program, from its start to `close`. Its lines go to an inbox, which several may share; None follows the last."""

    def __init__(
        self, command: Sequence[str], inbox: Inbox | None = None, is_heard: bool = False, longest: int = LONGEST_LINE
    ) -> None:
        """Start it; what it says on standard error is shown if it `is_heard`, else only its last words are kept."""
        self._longest = longest
        self.inbox: Inbox = queue.Queue(MOST_LINES) if inbox is None else inbox
        self.last_words: deque[str] = deque(maxlen=1)
        self._is_left = False
        with _registry:
            if _is_closed:
                raise ProgramEnded("no more programs are started")
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if is_heard else subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
            _running.add(self)
            self._guard = _guard_of(self._process)
        self._threads = [threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True)]
        if not is_heard:
            self._threads.append(threading.Thread(target=self._remember, args=(self._process.stderr,), daemon=True))
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Say a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ProgramEnded(self._how_it_ended()) from None

    def read(self, deadline: float) -> str:
        """The next line, waiting until the monotonic clock shows `deadline`; of an inbox that is not shared."""
        try:
            _, line = self.inbox.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Silent from None
        if line is None:
            self.inbox.put((self, None))  # whoever asks again is told again
            raise ProgramEnded(self._how_it_ended())
        return line

    def close(self, patience: float = FAREWELL) -> None:
        """End its input, then, if it has not ended by itself, end it; nothing is left of it."""
        self._is_left = True
        try:
            with contextlib.suppress(OSError, ValueError):
                assert self._process.stdin is not None
                self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        finally:  # who presses Ctrl-C now does not want to wait
            self._kill()
        self._process.wait()
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        for thread in self._threads:
            while thread.is_alive():
                self._empty_inbox()
                thread.join(0.01)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        with _registry:
            _running.discard(self)

    def _kill(self) -> None:
        """End it, and what it has started, at once."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def _listen(self, pipe: IO[str]) -> None:
        while line := pipe.readline(self._longest):
            if not self._is_left:
                heard = HeardLine(line.rstrip("\r\n"))
                heard.came = time.perf_counter()
                self.inbox.put((self, heard))
        if not self._is_left:
            self.inbox.put((self, None))

    def _remember(self, pipe: IO[str]) -> None:
        while line := pipe.readline(LONGEST_LINE):
            if line.strip():
                self.last_words.append(" ".join(line.split())[:200])

    def _empty_inbox(self) -> None:
        """Let the reading thread go on, if it waits for room in an inbox that nobody else reads."""
        if self.inbox.maxsize:
            with contextlib.suppress(queue.Empty):
                while True:
                    self.inbox.get_nowait()

    def ending(self) -> tuple[bool, str]:
        """How it has ended: whether somebody else has ended it, and in words."""
        words = self._how_it_ended()
        return self._process.poll() in (-signal.SIGKILL, -signal.SIGTERM), words

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        how = f"it has ended with status {status}" if status >= 0 else f"it was ended by signal {-status}"
        for thread in self._threads[1:]:
            thread.join(FAREWELL)  # its last words may still be on their way
        return f"{how} ({self.last_words[0]})" if self.last_words else how


def _guard_of(process: "subprocess.Popen[str]") -> "subprocess.Popen[bytes] | None":
    """Who ends a program, and what that has started, when this process has ended; nobody where there is no such shell."""
    if not hasattr(os, "killpg"):
        return None
    nowhere = subprocess.DEVNULL
    command = ["/bin/sh", "-c", _GUARD, "guard", str(process.pid)]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True)
    except OSError:
        return None


def close_all() -> None:
    """End all programs of this process, and start no more."""
    global _is_closed
    with _registry:
        _is_closed = True
        running = list(_running)
    for program in running:
        program.close(patience=0.1)
