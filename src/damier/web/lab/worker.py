"""The process of one run of the lab: `python -m damier.web.lab.worker`, started by `runs.py`.

Its standard input says in one line of JSON what to run; a line `halt` later ends it with what it has, and the end of the
input ends it at once: nobody listens any more. It answers in lines of JSON: {"progress": [done, total]} now and then, and at
the end {"report": ...} or {"error": ...}. The plots are files in the folder it is given.
"""

import json
import math
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable
from io import RawIOBase
from pathlib import Path
from typing import Any

from damier.errors import in_a_line
from damier.lab import run
from damier.lab.halt import Halt
from damier.lab.report import AtLeast, Report

TELL_EVERY = 0.1  # seconds

# The same plot for a dark page: its colours changed one for one
DARK = {
    "#ffffff": "#1b202b",
    "#6b7682": "#8a94a3",
    "#e3e7eb": "#323a49",
    "#1d4e89": "#7fb2f0",
    "#c8553d": "#f08a70",
    "#3f7d58": "#7cc79b",
    "#7a5195": "#c79be4",
    "#8c6d1f": "#d9b75a",
    "#5b6770": "#a9b6c1",
    "#a23b72": "#ea86ba",
    "#2a9d8f": "#5fd0c2",
    "#d98c21": "#ffb454",
    "#6ea4d4": "#c3e0fa",
}
DARK_TEXT = "#eee7d9"
TEXTS: Any = ("text.color", "axes.labelcolor", "xtick.color", "ytick.color")


def main() -> None:
    source = open(0, "rb", buffering=0)  # noqa: SIM115  unbuffered: a thread that waits in a buffer disturbs the exit
    tell = _teller()
    wanted = json.loads(_line(source))
    halt = Halt()
    threading.Thread(target=_listen, args=(source, halt, wanted["folder"]), daemon=True).start()
    try:
        report = run(wanted["experiment"], wanted["size"], wanted["seed"], _now_and_then(tell), halt, **wanted["settings"])
        draw(report, Path(wanted["folder"]))
        answer = {"report": plain(report.to_json()), **_writing(report)}
    except Exception as error:  # whatever it is, it is said in the page
        answer = {"error": in_a_line(error)}
    tell(answer)


def _writing(report: Report) -> dict[str, Any]:
    """How the table is to be written, which the report's JSON does not tell."""
    columns = []
    for place, column in enumerate(report.columns):
        is_text = any(isinstance(row[place], str) for row in report.rows)
        columns.append({"name": column.name, "digits": column.digits, "is_text": is_text})
    larger = [(i, j) for i, row in enumerate(report.rows) for j, value in enumerate(row) if isinstance(value, AtLeast)]
    return {"columns": columns, "larger": larger}


def draw(report: Report, folder: Path) -> None:
    """Write the plot as light.svg and dark.svg."""
    import matplotlib

    report.plot(folder / "light.svg")
    with matplotlib.rc_context(dict.fromkeys(TEXTS, DARK_TEXT)):
        report.plot(folder / "dark.svg")
    drawn = (folder / "dark.svg").read_text("utf-8")
    for light, dark in DARK.items():
        drawn = drawn.replace(light, dark)
    (folder / "dark.svg").write_text(drawn, "utf-8")


def plain(value: Any) -> Any:
    """A value as JSON knows it: a number that is none is null, those of NumPy are numbers."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _teller() -> Callable[[dict[str, Any]], None]:
    """What writes to the server. Whatever an experiment prints goes elsewhere from now on."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def tell(message: dict[str, Any]) -> None:
        channel.write(json.dumps(message, allow_nan=False) + "\n")
        channel.flush()

    return tell


def _now_and_then(tell: Callable[[dict[str, Any]], None]) -> Callable[[int, int], None]:
    """What an experiment tells its progress; it may do so thousands of times a second."""
    last = -TELL_EVERY

    def progress(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done == total or now - last >= TELL_EVERY:
            last = now
            tell({"progress": [int(done), int(total)]})

    return progress


def _listen(source: RawIOBase, halt: Halt, folder: str) -> None:
    """Hear what the server says; kernels run without Python's lock, so that this is heard at any time.

    A server that has gone cannot remove the folder any more.
    """
    while line := _line(source):
        if line.strip() == b"halt":
            halt()
    shutil.rmtree(folder, ignore_errors=True)
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)  # with the processes it may have started
    os._exit(1)


def _line(source: RawIOBase) -> bytes:
    return source.readline()


if __name__ == "__main__":
    main()
