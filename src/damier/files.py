"""Files that a person names are opened here, and nowhere else: a pipe that nobody writes to is never waited for, and a device
that never ends is not read.

Only regular files are read. What is read whole is at most 256 MB (`MOST_BYTES`); a file that is read piece by piece, as PGN is,
may be larger. What cannot be is said in one line (BadInput).
"""

import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from damier.errors import BadInput

MOST_BYTES = 256_000_000  # of a file that is read whole
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


def open_bytes(path: Path | str) -> BinaryIO:
    """A regular file, to be read as bytes."""
    if "\0" in str(path):
        raise BadInput(f"{str(path)!r} is no name of a file")
    try:
        _check(path, os.stat(path))  # before it is opened: some devices do something then
        handle = os.open(path, _FLAGS)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    try:
        _check(path, os.fstat(handle))  # it may have become another meanwhile
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def open_text(path: Path | str, encoding: str = "utf-8", errors: str = "strict") -> TextIO:
    """A regular file, to be read as text."""
    return io.TextIOWrapper(open_bytes(path), encoding=encoding, errors=errors)


def read_bytes(path: Path | str, most: int = MOST_BYTES) -> bytes:
    """What stands in a regular file, which has at most so many bytes."""
    try:
        with open_bytes(path) as file:
            if os.fstat(file.fileno()).st_size > most:
                raise _too_large(path, most)
            data = file.read(most + 1)  # some files are longer than the system says
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except MemoryError:
        raise BadInput(f"{path} cannot be read: there is not enough memory") from None
    if len(data) > most:
        raise _too_large(path, most)
    return data


def read_text(path: Path | str, encoding: str = "utf-8", errors: str = "strict", most: int = MOST_BYTES) -> str:
    """The text of a regular file; its line ends are those of Unix."""
    try:
        return io.StringIO(read_bytes(path, most).decode(encoding, errors), newline=None).read()
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text in {encoding.removesuffix('-sig').upper()}") from None


def read_head(path: Path | str, count: int) -> bytes:
    """The first bytes of a regular file."""
    try:
        with open_bytes(path) as file:
            return file.read(count)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


@contextmanager
def alone(path: Path, complaint: str) -> Iterator[None]:
    """Be the only process that works with something; `path` is a file that stands for it. BadInput if another one does."""
    try:
        import fcntl
    except ImportError:  # systems without it keep nobody out
        yield
        return
    with open(path, "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(complaint) from None
        yield


def check_regular(path: Path | str) -> None:
    """Refuse what is there and is no regular file; for who does not open it himself."""
    try:
        _check(path, os.stat(path))
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def check_free(path: Path, overwrite: bool = False) -> None:
    """Refuse a file that could not be written at the end of long work: one that is there, or that has no folder."""
    if path.exists() and not overwrite:
        raise BadInput(f"{path} is there already; say --overwrite to replace it")
    if not path.parent.is_dir():
        raise BadInput(f"{path} cannot be written: there is no folder {path.parent}")


def _check(path: Path | str, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise BadInput(f"{path} cannot be read: Is a directory")
    if not stat.S_ISREG(found.st_mode):
        raise BadInput(f"{path} is no regular file")


def _too_large(path: Path | str, most: int) -> BadInput:
    return BadInput(f"{path} is too large: it has more than {most // 1_000_000} MB")
