"""Processes that run Python code as `python -c` does, but begin where the libraries are loaded already.

Most of what a short command costs is the loading of Numba and the web's libraries. A process that has loaded them, and
nothing of damier's, waits; asked for a process it forks one, which takes over the pipes, folder and environment it is given
and runs the code, damier's own modules new from their files. For the tests it is a child like any other, with a number,
signals and a status: it is orphaned at once, and orphans go to whoever asks the system for them, for that moment the tests.

It ends as Python ends, but does not take the libraries apart, which takes as long as many a command; in `make soak` it does.

What cannot be made so (other interpreter flags, variables that libraries read while they are loaded, options of `Popen` that
are not known here, systems other than Linux) is started in the ordinary way.
"""

import array
import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from functools import cache
from typing import Any

FLAGS = ("-W", "error")
HANDED = ("stdin", "stdout", "stderr", "text", "bufsize", "cwd", "env")  # options that a forked process can be given
MAY_DIFFER = ("DAMIER_", "XDG_CACHE_HOME", "PYTEST_", "TMPDIR", "HOME", "NO_COLOR", "COLUMNS")  # variables no library reads
LIBRARIES = ("numba", "numpy", "typer", "rich.console", "uvicorn", "fastapi", "websockets", "sqlite3", "concurrent.futures")
SET_CHILD_SUBREAPER = 36  # of prctl(2)

# What the waiting process runs: nothing of damier's, nothing of the tests'. A fork leaves the loop and goes on as a program.
WAITING = """
def _next(libraries, number):
    import array, gc, importlib, io, json, os, socket, sys, warnings
    for library in libraries:
        importlib.import_module(library)
    sys.modules["numba"].njit(lambda: None)()  # the compiler gathers what it knows at its first use
    gc.collect()
    gc.freeze()  # what is loaded stays as it is: whoever forks need not look through it again, when it ends least of all
    line = socket.socket(fileno=number)
    while True:
        try:
            text, handed, *_ = line.recvmsg(1 << 20, socket.CMSG_LEN(64))
        except KeyboardInterrupt:  # who runs the tests has had enough
            text = b""
        if not text:
            os._exit(0)
        pipes = array.array("i")
        for _, _, data in handed:
            pipes.frombytes(data)
        reading, writing = os.pipe()
        with warnings.catch_warnings(action="ignore"):
            between = os.fork()
            child = between or os.fork()
        if between:
            os.waitpid(between, 0)
            line.send(os.read(reading, 100))
            for each in (reading, writing, *pipes):
                os.close(each)
            continue
        if child:
            os.write(writing, str(child).encode())
            os._exit(0)
        line.close()
        for place, each in enumerate(pipes):
            os.dup2(each, place)
        os.closerange(3, max(reading, writing, *pipes) + 1)
        for place, name in enumerate(("stdin", "stdout", "stderr")):
            was = getattr(sys, name)
            like = {"encoding": was.encoding, "errors": was.errors, "newline": "\\n", "closefd": False}
            now = io.open(place, "w" if place else "r", buffering=1 if place == 2 or os.isatty(place) else -1, **like)
            setattr(sys, name, now)
            setattr(sys, f"__{name}__", now)
        asked = json.loads(text)
        os.environ.clear()
        os.environ.update(asked["environment"])
        os.chdir(asked["folder"])
        sys.argv[1:] = asked["arguments"]
        sys.warnoptions[:] = asked["warnings"]
        warnings._processoptions(sys.warnoptions)
        return asked["code"]

import sys
_code = _next(sys.argv[2:], int(sys.argv[1]))
del sys, _next
_status = 0
try:
    exec(_code)
except SystemExit as _end:
    _status = _end.code
    if not isinstance(_status, int):
        raise
import atexit, os, sys, threading
threading._shutdown()
atexit._run_exitfuncs()
sys.stdout.flush()
sys.stderr.flush()
if os.environ.get("DAMIER_SOAK") != "1":
    os._exit(_status & 255)
sys.exit(_status)
"""


class Launched(subprocess.Popen[Any]):
    """`python -W error -c code arguments`, forked from a process that waits if it can be."""

    def __init__(self, code: str, *arguments: str, flags: tuple[str, ...] = FLAGS, **options: Any) -> None:
        self._asked = {"code": code, "arguments": arguments, "warnings": flags[1::2]}
        known = set(flags[::2]) <= {"-W"} and all(option in HANDED for option in options)
        self._forks = known and sys.platform == "linux" and not _unlike(options.get("env") or os.environ)
        super().__init__([sys.executable, *flags, "-c", code, *arguments], **options)

    def _execute_child(self, *arguments: Any) -> None:
        names = subprocess.Popen._execute_child.__code__.co_varnames[1 : 1 + len(arguments)]  # type: ignore[attr-defined]
        given = dict(zip(names, arguments, strict=True))
        if not self._forks:
            super()._execute_child(*arguments)  # type: ignore[misc]
            return
        environment = dict(given["env"] if given["env"] is not None else os.environ)
        asked = {**self._asked, "environment": environment, "folder": str(given["cwd"] or os.getcwd())}
        own = [given[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        self.pid = _waiting().fork(asked, [number if number >= 0 else standard for standard, number in enumerate(own)])
        self._child_created = True
        for number in own:
            if number >= 0:
                os.close(number)


class _Waiting:
    """The process that waits, and the line to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-c", WAITING, str(theirs.fileno()), *LIBRARIES]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        self._system = ctypes.CDLL(None, use_errno=True)

    def fork(self, asked: dict[str, Any], numbers: list[int]) -> int:
        """The number of a new process, a child of this one."""
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", numbers))]
        with self._lock:
            self._system.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            try:
                self._line.sendmsg([json.dumps(asked).encode()], ancillary)
                return int(self._line.recv(100))
            finally:
                self._system.prctl(SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@cache
def _waiting() -> _Waiting:
    return _Waiting()


def _unlike(environment: Any) -> bool:
    """Whether a variable that a library may have read is not what it was."""
    known = _at_first()
    return any(environment.get(name) != known.get(name) for name in {*environment, *known} if not name.startswith(MAY_DIFFER))


@cache
def _at_first() -> dict[str, str]:
    return dict(os.environ)
