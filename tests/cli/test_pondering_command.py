"""`damier play` thinks on the person's time: the terminal does not notice, and nothing goes on after the game."""

import contextlib
import os
import signal
import subprocess

import pytest
from commands import damier

from programs import DAMIER, running

pytestmark = pytest.mark.xdist_group("connect4")

PATIENCE = 300  # seconds: the engine may have to be compiled first, on a busy computer


@pytest.mark.parametrize("choice", ["--ponder", "--no-ponder"])
def test_commands_while_it_thinks(choice):
    """Whatever the person wants is answered, and the end of the game ends everything."""
    wishes = "4\nmoves\nhint\nscores\nundo\n4\ntext\n3\nquit\n"
    done = damier("play", "connect4", "--seconds", "0.05", choice, stdin=wishes, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("damier plays") == 3
    assert "hint " in done.stdout
    assert done.stderr == ""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs signals")
def test_interrupted_while_it_thinks():
    """Ctrl-C at the prompt ends the program as it always does."""
    with running(DAMIER, "play", "connect4", "--seconds", "0.1", stdin=subprocess.PIPE, bufsize=1) as process:
        process.stdin.write("4\n")
        process.stdin.flush()
        said = ""
        while "damier plays" not in said:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            said += line
        while "first player> " not in said.partition("damier plays")[2]:
            said += process.stdout.read(1)
        for _ in range(PATIENCE):
            # One that comes just before the program begins to wait for a line is only seen after that: people press again
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
                break
        assert process.returncode == 130
        assert "Traceback" not in process.stderr.read()
