"""A program in a process of its own that is spoken to in lines, as boards and chess interfaces do."""

import contextlib
import os
import queue
import subprocess
import threading

from launching import Launched
from programs import DAMIER

PATIENCE = 900  # seconds for a line; the engine may have to be compiled first, on a busy computer


class Program:
    """Sends lines to a command of damier's and reads those that come back."""

    def __init__(self, *arguments, **environment):
        pipe = subprocess.PIPE
        self.process = Launched(
            DAMIER,
            *arguments,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
            bufsize=1,
            env=dict(os.environ, **environment),
        )
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def line(self):
        """The next line; None when the program has ended."""
        return self._lines.get(timeout=PATIENCE)

    def silence(self, seconds):
        """The lines that come within so many seconds."""
        lines = []
        with contextlib.suppress(queue.Empty):
            while True:
                lines.append(self._lines.get(timeout=seconds))
        return lines

    def until(self, word):
        """The lines up to the first one that begins with this word, which is the last of them."""
        lines = []
        while not lines or lines[-1].split()[:1] != [word]:
            line = self.line()
            assert line is not None, (lines, self.process.stderr.read())
            lines.append(line)
        return lines

    def end(self):
        """Say that there is no more; the exit status and what was said on standard error."""
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        return status, self.process.stderr.read()
