"""The lab's runs, one at a time, each in a process of its own (`worker.py`).

An experiment may be in a kernel for minutes and take a gigabyte; a process can be killed at any moment and gives its memory
back. It ends with the server, however the server ends: the worker goes when its standard input is closed.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from damier.web.refusals import Conflict

MOST_WAITING = 8
LAST_SECONDS = 1.0  # for the end
MOST_KEPT = 20  # runs that have ended, the oldest are forgotten

Status = Literal["waiting", "running", "done", "cancelled", "failed"]
LIVE = ("waiting", "running")


@dataclass(frozen=True)
class Outcome:
    """What a run found: the report, what its table says beyond it, and the plot for a light page and for a dark one."""

    report: dict[str, Any]
    columns: list[dict[str, Any]]
    larger: list[tuple[int, int]]  # cells of the table whose true number is larger
    plots: dict[str, bytes]


@dataclass(eq=False)
class Run:
    """A run as it was asked for, and how it stands."""

    experiment: str
    size: int
    seed: int
    settings: dict[str, Any]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    status: Status = "waiting"
    done: int = 0
    total: int = 0  # 0: not known yet
    is_finishing: bool = False  # it was asked to end with what it has
    error: str | None = None
    outcome: Outcome | None = None
    asked_at: float = field(default_factory=time.time)
    _began: float | None = None
    _ended: float | None = None

    @property
    def is_live(self) -> bool:
        return self.status in LIVE

    @property
    def seconds(self) -> float:
        """How long it has been running, or ran."""
        if self._began is None:
            return 0.0
        return (self._ended or time.monotonic()) - self._began

    def begin(self) -> None:
        self.status, self._began = "running", time.monotonic()

    def end(self, status: Status, error: str | None = None) -> None:
        self.status, self.error, self._ended = status, error, time.monotonic()


class Laboratory:
    """All runs. A thread starts them in turn and hears what their processes tell."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._waiting: deque[Run] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._change = threading.Condition()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def add(self, run: Run) -> Run:
        """Put a run at the end of the queue. Conflict if too many wait."""
        with self._change:
            if len(self._waiting) >= MOST_WAITING:
                raise Conflict(f"{MOST_WAITING} experiments are waiting already; cancel one, or wait for the next to end")
            self._runs[run.id] = run
            self._waiting.append(run)
            self._change.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="damier-lab", daemon=True)
                self._thread.start()
        return run

    def get(self, id: str) -> Run:
        return self._runs[id]

    def all(self) -> list[Run]:
        """The runs, the latest first."""
        with self._change:
            return list(reversed(self._runs.values()))

    def place(self, run: Run) -> int:
        """How many runs come before it."""
        with self._change:
            if run not in self._waiting:
                return 0
            return self._waiting.index(run) + (self._process is not None)

    def cancel(self, run: Run) -> None:
        """End a run now, without a result; nothing happens to one that has ended."""
        with self._change:
            if run.status == "waiting":
                self._waiting.remove(run)
                run.end("cancelled")
            elif run.status == "running":
                run.end("cancelled")
                self._kill()
            self._forget()

    def finish(self, run: Run) -> None:
        """Ask a run to end with what it has."""
        with self._change:
            if run.status == "running" and self._process is not None and not run.is_finishing:
                run.is_finishing = True
                _send(self._process, b"halt\n")

    def close(self) -> None:
        """End everything, and wait until that is done, but not for long."""
        self.stop()
        if self._thread is not None:
            self._thread.join(LAST_SECONDS)

    def stop(self) -> None:
        """Let everything end."""
        with self._change:
            self._is_closed = True
            for run in self._runs.values():
                if run.is_live:
                    run.end("cancelled")
            self._waiting.clear()
            self._kill()
            self._change.notify()

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                run = self._waiting.popleft()
                run.begin()
            try:
                with tempfile.TemporaryDirectory(prefix="damier-lab-", ignore_cleanup_errors=True) as folder:
                    error = self._follow(run, Path(folder))
            except OSError as trouble:  # no room for the plots, say
                error = f"the experiment cannot be run: {trouble.strerror or trouble}"
            with self._change:
                self._kill()
                self._process = None
                if run.status == "running":
                    run.end("failed" if run.outcome is None else "done", error)
                self._forget()

    def _follow(self, run: Run, folder: Path) -> str | None:
        """Have a run done by a process; why there is no outcome, in a line."""
        wanted = {"experiment": run.experiment, "size": run.size, "seed": run.seed, "settings": run.settings}
        with self._change:
            if run.status != "running":
                return None
            self._process = process = _start()
            _send(process, json.dumps({**wanted, "folder": str(folder)}).encode() + b"\n")
        assert process.stdin is not None
        assert process.stdout is not None
        error_told: str | None = None
        with process.stdout:
            for line in process.stdout:
                message = _read(line)
                if "progress" in message:
                    run.done, run.total = message["progress"]
                if "error" in message:
                    error_told = message["error"]
                if "report" in message:
                    plots = {light: (folder / f"{light}.svg").read_bytes() for light in ("light", "dark")}
                    run.outcome = Outcome(message["report"], message["columns"], message["larger"], plots)
        status = process.wait()
        with self._change, suppress(OSError):
            process.stdin.close()
        return None if run.outcome is not None else error_told or _how_it_ended(status)

    def _kill(self) -> None:
        """Kill the process, and what it may have started."""
        if self._process is None or self._process.poll() is not None:
            return
        with suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _forget(self) -> None:
        """Forget the oldest of too many that have ended."""
        ended = [run for run in self._runs.values() if not run.is_live]
        for run in ended[: max(0, len(ended) - MOST_KEPT)]:
            del self._runs[run.id]


def _start() -> "subprocess.Popen[bytes]":
    """A worker, in a session of its own: Ctrl-C in the terminal is for the server, which ends its worker."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "damier.web.lab.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _send(process: "subprocess.Popen[bytes]", line: bytes) -> None:
    """Tell a worker something; one that has just died is found out by who listens to it."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write(line)
        process.stdin.flush()


def _read(line: bytes) -> dict[str, Any]:
    """A message of the worker; half a line, which a killed one leaves, says nothing."""
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _how_it_ended(status: int) -> str:
    """What is said of a process that ended without a word."""
    if status < 0:
        name = signal.Signals(-status).name if -status in set(signal.Signals) else str(-status)
        why = ", perhaps for want of memory" if name == "SIGKILL" else ""
        return f"the process of the experiment was killed ({name}){why}"
    return f"the process of the experiment ended without a result (status {status})"
