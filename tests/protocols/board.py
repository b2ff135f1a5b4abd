"""A board that speaks the NBoard protocol with a program in a process of its own, as NBoard does."""

import contextlib
import os
import queue
import subprocess
import sys
import threading

from damier.engine.session import Session
from damier.games import load
from damier.games.othello.ggf import Move, Record, format_game

PROGRAM = [sys.executable, "-W", "error", "-c", "from damier.cli import main; main()", "nboard"]
PATIENCE = 300  # seconds for a line; the engine may have to be compiled first, on a busy computer


class Board:
    """Sends lines and reads those that come back."""

    def __init__(self, *options):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*PROGRAM, *options], stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1, env=dict(os.environ)
        )
        self.pings = 0
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

    def until(self, word):
        """The lines up to the first one that begins with this word, which is the last of them."""
        lines = []
        while not lines or lines[-1].split()[:1] != [word]:
            line = self.line()
            assert line is not None, (lines, self.process.stderr.read())
            lines.append(line)
        return lines

    def ping(self):
        """What was said before the answer to a ping."""
        self.pings += 1
        self.send(f"ping {self.pings}")
        *before, pong = self.until("pong")
        assert pong == f"pong {self.pings}"
        return before

    def go(self):
        """The move after `===`, in capitals."""
        self.send("go")
        return self.until("===")[-1].split()[1].partition("/")[0]

    def end(self):
        """Say that there is no more; the exit status and what was said on standard error."""
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        return status, self.process.stderr.read()


def played(*moves, size=8):
    """A game from the start with these moves."""
    session = Session(load("othello", size=size))
    for move in moves:
        session.play(session.game.parse_move(session.position, move))
    return session


def in_ggf(session, clock=""):
    """A game as `set game` wants it."""
    properties = {"TI": clock} if clock else {}
    return format_game(Record(properties, session.positions[0], session.turns[0], [Move(move) for move in session.moves]))


def name(session, move):
    return "PA" if session.game.move_name(session.position, move) == "pass" else session.game.move_name(session.position, move)
