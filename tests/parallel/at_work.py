"""Processes that a test has had started, found by a mark in their environment, so that it ends no others."""

import contextlib
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

MARK = "DAMIER_TEST_MARK"
DESK = "ray::Desk"  # how Ray names the processes in which desks stand
WORKER = "import main; main()"  # and how ours are started


def marked(mark: str, word: str = "") -> list[int]:
    """The processes with this mark whose command has a word in it."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            with contextlib.suppress(OSError):
                environment, command = (folder / "environ").read_bytes(), (folder / "cmdline").read_bytes()
                if f"{MARK}={mark}".encode() in environment.split(b"\0") and word in command.replace(b"\0", b" ").decode():
                    found.append(int(folder.name))
    return sorted(found)


def kill_one(mark: str, word: str, seconds: float = 30.0) -> int:
    """End one of them, whichever, as soon as there is one; its number."""
    ends = time.monotonic() + seconds
    while not (victims := marked(mark, word)):
        assert time.monotonic() < ends
        time.sleep(0.02)
    victim = random.choice(victims)
    with contextlib.suppress(ProcessLookupError):
        os.kill(victim, signal.SIGKILL)
    return victim


def until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for something."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)
