"""A seal beside a file: its size and checksum, so that damage is noticed when it is opened, at the speed of reading it."""

import zlib
from contextlib import suppress
from pathlib import Path

from damier.compile_cache import replace

ENDING = ".seal"
_BLOCK = 1 << 20


def seal_of(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


def put_seal(path: Path) -> None:
    """Seal a file as it is."""
    text = _said_of(path)
    replace(seal_of(path), f"{text} {zlib.crc32(text.encode()):08x}\n".encode(), path.stat().st_mode & 0o666)


def is_sealed(path: Path) -> bool:
    """Whether the file is as it was when it was sealed."""
    with suppress(OSError, UnicodeDecodeError):
        text, _, own = seal_of(path).read_bytes().decode("ascii").rstrip("\n").rpartition(" ")
        return own == f"{zlib.crc32(text.encode()):08x}" and text == _said_of(path)
    return False


def _said_of(path: Path) -> str:
    checksum = size = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            checksum = zlib.crc32(block, checksum)
            size += len(block)
    return f"damier {size} {checksum:08x}"
