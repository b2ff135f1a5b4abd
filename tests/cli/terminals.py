"""damier at a real terminal (a pseudo-terminal of the system): what is typed, what is seen, Ctrl-C, Ctrl-D, a closed window."""

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time

from launching import Launched
from programs import DAMIER, HEARS_CTRL_C

OWN_TERMINAL = "import fcntl, os, termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CTRL_C, CTRL_D, TAB, UP = "\x03", "\x04", "\t", "\x1b[A"


class Terminal:
    """A window in which a command of damier's runs; `seen` is all that was written to it, as it came."""

    def __init__(self, *arguments, columns=80, **environment):
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        options = {"stdin": theirs, "stdout": os.dup(theirs), "stderr": os.dup(theirs)}
        self.process = Launched(
            OWN_TERMINAL + HEARS_CTRL_C + DAMIER, *arguments, env=dict(os.environ, **environment), **options
        )
        for each in options.values():
            with contextlib.suppress(OSError):  # a process that was forked has taken them
                os.close(each)
        self.seen = ""
        self._told = 0  # how much of it a test has looked at

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        self.close()

    def type(self, text):
        os.write(self._ours, text.encode())

    def until(self, text, seconds=120):
        """What is seen up to this text, from where the last such question ended, without codes of colours and the like."""
        ends = time.monotonic() + seconds
        while text not in self._new():
            assert time.monotonic() < ends, self.seen
            assert self._read(), (text, self.seen)
        new = self._new()
        place = new.index(text) + len(text)
        self._told += place
        return new[:place]

    def say(self, line, until="player> "):
        """Type a line; what is seen then, up to the next prompt."""
        self.type(f"{line}\r")
        self.until("\n")
        return self.until(until)

    def rest(self):
        """What is seen until damier ends."""
        while self._read():
            pass
        self.process.wait(30)
        return self._new()

    def close(self):
        """Close the window."""
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1

    def _new(self):
        return CODES.sub("", self.seen).replace("\r\n", "\n")[self._told :]

    def _read(self):
        """Wait for more to be seen; False if nothing will."""
        if not select.select([self._ours], [], [], 60)[0]:
            return False
        data = b""
        with contextlib.suppress(OSError):  # nobody has the other end any more
            data = os.read(self._ours, 1 << 16)
        self.seen += data.decode(errors="replace")
        return bool(data)
