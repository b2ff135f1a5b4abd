"""A server in a process of its own, as a person starts it, and what it takes of this computer."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from launching import Launched

PROGRAM = "import sys; from damier.web.server import serve; serve(sys.argv[1:], port=0, open_browser=False)"
PATIENCE = 600.0  # seconds; an engine may have to be compiled first


class Server:
    """The process, and where it answers."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    @contextmanager
    def client(self) -> Iterator[httpx.Client]:
        """Somebody who has opened the page."""
        with httpx.Client(base_url=self.address, timeout=PATIENCE) as client:
            client.get("/").raise_for_status()
            yield client

    def ended_by(self, how: signal.Signals) -> tuple[int, float]:
        """Send a signal: the status with which the process ends, and after how many seconds."""
        began = time.monotonic()
        self.process.send_signal(how)
        return self.process.wait(60), time.monotonic() - began

    @property
    def children(self) -> list[int]:
        """The processes it has started."""
        tasks = (Path("/proc") / str(self.process.pid) / "task").glob("*/children")
        return [int(pid) for file in tasks for pid in file.read_text().split()]

    @property
    def most_memory(self) -> int:
        """The largest memory it has had, in MB."""
        status = (Path("/proc") / str(self.process.pid) / "status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) // 1024


@contextmanager
def server_of(data: Path, *files: Path) -> Iterator[Server]:
    """A server that keeps its games in a folder; if it is still there at the end it is killed."""
    with Launched(
        PROGRAM,
        *map(str, files),
        flags=(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DAMIER_DATA": str(data), "TMPDIR": str(data)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found, process.stderr.read()
            yield Server(process, found[0])
        finally:
            process.kill()
