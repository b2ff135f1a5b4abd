"""No program that damier has started outlives it, however it ends, and however stubborn the program is."""

import os
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from programs import DAMIER, running

# Hears no signal and no end of its input, has started another program, and never answers when it is asked for a move.
STUBBORN = """
import os, signal, sys, time
from pathlib import Path
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
child = os.fork()
(Path(sys.argv[1]) / str(os.getpid())).touch()
while not child:
    time.sleep(60)
for line in sys.stdin:
    if line.split()[0] in ("uci", "isready"):
        print({"uci": "uciok", "isready": "readyok"}[line.split()[0]], flush=True)
    elif line.split()[0] == "go":
        (Path(sys.argv[1]) / "asked").touch()
        while True:
            time.sleep(60)
while True:
    time.sleep(60)
"""
STARTS = """
import signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may have it ignored, as nohup does
from damier.processes.program import Program
programs = [Program(sys.argv[1:]) for _ in range(2)]
time.sleep(600)
"""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


@pytest.fixture
def stubborn(tmp_path):
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    (tmp_path / "at-work").mkdir()
    return [sys.executable, "-S", str(tmp_path / "stubborn.py"), str(tmp_path / "at-work")]


def until(condition, seconds=120):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


def at_work(folder):
    """The programs that have begun and not ended."""
    return [each.name for each in folder.iterdir() if each.name.isdecimal() and _is_there(int(each.name))]


def _is_there(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("number", SIGNALS)
def test_programs_end_with_whoever_has_started_them(stubborn, number):
    with running(STARTS, *stubborn) as process:
        until(lambda: len(os.listdir(stubborn[-1])) == 4)
        process.send_signal(number)
        process.communicate(timeout=60)
    _all_end(stubborn)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_programs_end_with_a_match(stubborn, number):
    sides = [f"name={name},uci:{shlex.join(stubborn)}" for name in ("one", "two")]
    with running(DAMIER, "match", "chess", *sides, "--clock", "600+1", "--games", "2", "--jobs", "1") as process:
        until(lambda: "asked" in os.listdir(stubborn[-1]))
        process.send_signal(number)
        process.communicate(timeout=60)
    _all_end(stubborn)


def _all_end(stubborn):
    until(lambda: not at_work(Path(stubborn[-1])), 30)
