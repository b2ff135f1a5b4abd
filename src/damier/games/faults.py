"""What goes wrong in code that a game's author wrote, said in one line that names his file and line; and what does not end.

An author may raise ValueError with words for the person who plays. Everything else that comes out of his code is said to
be his: what Python raised by itself, `sys.exit()`, and exceptions of his own. Only Ctrl-C is passed on.
"""

import ctypes
import dis
import re
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from damier.games.game import BadInput
from damier.kernel import RuleError
from damier.wording import beginning

PATIENCE = 4.0  # seconds for what takes some milliseconds

T = TypeVar("T")

authors_files: set[str] = set()  # of games from outside damier


class SeemsEndless(BadInput):
    """Something that an author wrote has taken far too long."""


def blamed(path: Path, error: BaseException, what: str = "", for_people: bool = False) -> BaseException:
    """What is to be raised in place of an exception that came out of a game's code.

    `for_people` are the ValueErrors that its author raises, and files that cannot be read; all else is a fault of his.
    """
    if isinstance(error, BadInput) or is_ctrl_c(error):
        return error
    if for_people and isinstance(error, ValueError) and is_meant(error):
        return BadInput(str(error))
    if for_people and isinstance(error, OSError) and error.filename is not None:
        return BadInput(f"{beginning(str(error.filename))}: {error.strerror}")
    return said_in_a_line(path, error, what)


def bounded(path: Path, what: str, function: Callable[..., T], *arguments: Any) -> T:
    """What a function gives, in a thread so that Ctrl-C is heard even in machine code; BadInput if it does not end."""
    answers: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(function(*arguments))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, name="damier-check", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        where = _place_of_thread(thread, path)
        _end(thread)
        raise SeemsEndless(f"{where}: {what} seems not to end: it has not after {PATIENCE:g} seconds")
    if errors:
        raise errors[0]
    return answers[0]


def _place_of_thread(thread: threading.Thread, path: Path) -> str:
    """The line of an author's file at which a thread is; the file alone if it is in machine code."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        if frame.f_code.co_filename in authors_files | {str(path)}:
            return f"{Path(frame.f_code.co_filename).name} line {frame.f_lineno}"
        frame = frame.f_back
    return path.name


def _end(thread: threading.Thread) -> None:
    """Let plain Python end; machine code goes on until the process ends."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))


def is_ctrl_c(error: BaseException) -> bool:
    """Whether a person has ended it, not the code itself."""
    return isinstance(error, KeyboardInterrupt) and not (_frames(error, None) and is_meant(error))


def is_meant(error: BaseException) -> bool:
    """Whether an exception comes from a `raise`: its words are the author's then, and else Python's."""
    trace: TracebackType | None = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_code[trace.tb_lasti] == dis.opmap["RAISE_VARARGS"]


def is_authors(error: BaseException) -> bool:
    """Whether an exception has come through the file of a game from outside damier."""
    return bool(_frames(error, None))


def place_of(error: BaseException) -> str:
    """The line of an author's file that was being run, and in which function; nothing if it was none."""
    frames = _frames(error, None)
    return f"{Path(frames[-1].filename).name} line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""


def line_within(error: BaseException, path: Path) -> str:
    """The line of a game's file, or of one beside it, at which something was raised; nothing if it was not raised there."""
    frames = _frames(error, path)
    return f"{Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""


def said_in_a_line(path: Path, error: BaseException, what: str = "") -> BadInput:
    """An exception raised by a user's file, as one line that names the line of the file."""
    if isinstance(error, RuleError):
        return BadInput(str(error).replace(f"{path.parent}/", ""))
    if isinstance(error, SyntaxError):
        line = f" line {error.lineno}" if error.lineno else ""
        return BadInput(f"{Path(error.filename or path).name}{line}: {error.msg}")
    frames = _frames(error, path)
    where = f"{Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else path.name
    meaning = {SystemExit: "it ends the program", KeyboardInterrupt: "it is raised by the file itself"}.get(type(error), "")
    told = _words(error).partition(f" ({Path(getattr(error, 'path', None) or '-')})")[
        0
    ]  # of an import, where it was looked for
    words = f"{type(error).__name__}: {meaning or told}".removesuffix(": ")
    return BadInput(f"{where}: {what + ': ' if what else ''}{without_marks(words)}")


def without_marks(message: str) -> str:
    """A message without what damier adds to the names of position types to tell them apart, and NumPy to its numbers."""
    return re.sub(r"\bnp\.u?(?:int\d+|bool_?)\((-?\w+)\)", r"\1", re.sub(r"(?<=\w)_[0-9a-f]{12}(_\d+)?\b", "", message))


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _frames(error: BaseException, path: Path | None) -> list[traceback.FrameSummary]:
    """The calls on the way to an exception that stand in a game's file, or in this one."""
    files = authors_files | ({str(path)} if path else set())
    return [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
