"""A seal beside a file: its size and checksum, so that damage is noticed when it is opened, at the speed of reading it.

Closing a file gives up all locks that the process has on it (POSIX), those of SQLite's connections too: another process would
then take itself for the only one, and throw away the log that this one is writing. So whoever has a connection to a file
holds the file as long (`hold`, `let_go`), and its seal is made through the one handle that all of them share.
"""

import os
import threading
import zlib
from contextlib import suppress
from pathlib import Path

ENDING = ".seal"
_BLOCK = 1 << 20

_lock = threading.Lock()
_handles: dict[tuple[int, int], int] = {}  # of the files that are held, by device and number
_holders: dict[tuple[int, int], int] = {}


def hold(path: Path) -> tuple[int, int]:
    """Have a file open until it is let go; returns which one it is, whatever becomes of its name."""
    with _lock:
        about = path.stat()
        which = about.st_dev, about.st_ino
        if which not in _handles:
            _handles[which] = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        _holders[which] = _holders.get(which, 0) + 1
        return which


def let_go(which: tuple[int, int]) -> None:
    """One holder less; the last one closes the file, and has no connection to it any more."""
    with _lock:
        _holders[which] -= 1
        if _holders[which] == 0:
            os.close(_handles.pop(which))
            del _holders[which]


def seal_of(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


def put_seal(path: Path, which: tuple[int, int]) -> None:
    """Seal a file as it is, which nobody may be writing meanwhile."""
    text = _said_of(which)
    new = path.with_name(path.name + ENDING + "-new")  # always the same, so that who is killed leaves no more than one
    new.write_bytes(f"{text} {zlib.crc32(text.encode()):08x}\n".encode())
    new.chmod(path.stat().st_mode & 0o666)
    new.replace(seal_of(path))


def is_sealed(path: Path, which: tuple[int, int]) -> bool:
    """Whether the file is as it was when it was sealed."""
    with suppress(OSError, UnicodeDecodeError):
        text, _, own = seal_of(path).read_bytes().decode("ascii").rstrip("\n").rpartition(" ")
        return own == f"{zlib.crc32(text.encode()):08x}" and text == _said_of(which)
    return False


def _said_of(which: tuple[int, int]) -> str:
    checksum = size = 0
    with _lock:  # the handle has one place at which it reads
        os.lseek(_handles[which], 0, os.SEEK_SET)
        while block := os.read(_handles[which], _BLOCK):
            checksum = zlib.crc32(block, checksum)
            size += len(block)
    return f"damier {size} {checksum:08x}"
