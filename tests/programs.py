"""Programs that tests start and interrupt, as a person does with Ctrl-C.

What a shell runs in the background does not hear Ctrl-C (SIGINT), nor does what is started from there. Tests may be run so: the
programs that they interrupt begin by setting the handler that they have at a terminal, and none outlives its test.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

HEARS_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
DAMIER = "from damier.cli import main; main()"


@contextmanager
def running(code: str, *arguments: str, flags: Sequence[str] = ("-W", "error"), **options: Any) -> Iterator[Any]:
    """A process that runs Python code with arguments, its output in pipes, as text; it hears Ctrl-C whoever runs the tests."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, *flags, "-c", HEARS_CTRL_C + code, *arguments], **(pipes | options)) as process:
        try:
            yield process
        finally:
            process.kill()  # if it has not ended
