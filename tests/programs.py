"""Programs that tests start and interrupt, as a person does with Ctrl-C.

What a shell runs in the background does not hear Ctrl-C (SIGINT), nor does what is started from there. Tests may be run so: the
programs that they interrupt begin by setting the handler that they have at a terminal, and none outlives its test.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from launching import FLAGS, Launched

HEARS_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
DAMIER = "from damier.cli import main; main()"
COMMAND = [sys.executable, *FLAGS, "-c", DAMIER]  # for those who start it themselves


@contextmanager
def running(code: str, *arguments: str, flags: tuple[str, ...] = FLAGS, **options: Any) -> Iterator[Any]:
    """A process that runs Python code with arguments, its output in pipes, as text; it hears Ctrl-C whoever runs the tests."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with Launched(HEARS_CTRL_C + code, *arguments, flags=flags, **(pipes | options)) as process:
        try:
            yield process
        finally:
            process.kill()  # if it has not ended


def until_worked(process: Any, seconds: float) -> None:
    """Wait until a process has had the processor so long: more than it needs to begin, when everything is compiled."""
    while seconds_worked(process.pid) < seconds:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)


def seconds_worked(pid: int) -> float:
    """The processor time that a process has used up."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
