"""The book of Connect 4 openings: every position of the first plies, up to mirror images, with its exact score.

A file is

    8 bytes    DAMIERC4
    8 bytes    format, width, height, plies (16 bits each)
    8 bytes    number of positions
    4 bytes    length of the rest
    4 bytes    the CRC-32 of the whole file, these four bytes taken as zero
    the rest   compressed by zlib: the sorted keys as differences, byte by byte (all lowest bytes first), then the scores

The key of a position is own + both of its canonical form, which tells stones and owners apart. A file is written whole or
not at all, and a damaged one is refused.
"""

import functools
import struct
import warnings
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from damier.compile_cache import replace
from damier.files import read_bytes, read_head
from damier.games.connect4 import SIZES
from damier.rules import canonical

_MAGIC = b"DAMIERC4"
_HEADER = struct.Struct("<8sHHHHQII")
_FORMAT = 1
_SHIPPED = Path(__file__).parent / "books"


class BookError(ValueError):
    """A book that cannot be read; the message says which and why."""


class Book:
    """Exact scores of the positions with up to so many stones, on one size of board."""

    def __init__(self, width: int, height: int, plies: int, keys: Any, scores: Any) -> None:
        self.width, self.height, self.plies = width, height, plies
        self._keys, self._scores = keys, scores

    def __len__(self) -> int:
        return len(self._keys)

    def score(self, position: Any) -> int | None:
        """The score of a position for the player to move, or None if it is not in the book."""
        if int(position.both).bit_count() > self.plies or SIZES[type(position)] != (self.width, self.height):
            return None
        key = key_of(position)
        index = int(np.searchsorted(self._keys, np.uint64(key)))
        return int(self._scores[index]) if index < len(self._keys) and int(self._keys[index]) == key else None

    def entries(self) -> list[tuple[int, int]]:
        """All keys and scores."""
        return list(zip(self._keys.tolist(), self._scores.tolist(), strict=True))

    def write(self, path: Path) -> None:
        """Replace the file by this book."""
        steps = np.diff(self._keys, prepend=np.uint64(0)).astype("<u8")
        planes = np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 8).T)
        rest = zlib.compress(planes.tobytes() + self._scores.astype(np.int8).tobytes(), 9)
        fields = (_MAGIC, _FORMAT, self.width, self.height, self.plies, len(self), len(rest))
        check = zlib.crc32(_HEADER.pack(*fields, 0) + rest)
        replace(path, _HEADER.pack(*fields, check) + rest, 0o644)


def is_book(path: Path) -> bool:
    """Whether a file looks like a book, good or damaged."""
    return read_head(path, len(_MAGIC)) == _MAGIC


def read_book(path: Path) -> Book:
    """The book in a file."""
    data = read_bytes(path)
    if len(data) < _HEADER.size or not data.startswith(_MAGIC):
        raise BookError(f"{path.name} is no book of Connect 4")
    *fields, check = _HEADER.unpack_from(data)
    _, format_, width, height, plies, count, length = fields
    if format_ != _FORMAT:
        raise BookError(f"{path.name} is a book of format {format_}; this version reads {_FORMAT}")
    rest = data[_HEADER.size :]
    if len(rest) != length:
        raise BookError(f"{path.name} is cut off: {len(rest)} of {length} bytes")
    if zlib.crc32(_HEADER.pack(*fields, 0) + rest) != check:
        raise BookError(f"{path.name} is damaged")
    try:
        content = zlib.decompressobj().decompress(rest, 9 * count + 1)
    except zlib.error:
        content = b""
    if len(content) != 9 * count:
        raise BookError(f"{path.name} is damaged")
    planes = np.frombuffer(content, np.uint8, 8 * count).reshape(8, count)
    keys = np.cumsum(np.ascontiguousarray(planes.T).view("<u8").ravel(), dtype=np.uint64)
    return Book(width, height, plies, keys, np.frombuffer(content, np.int8, count, 8 * count))


@functools.cache
def shipped_book(width: int, height: int) -> Book | None:
    """The book that comes with damier for this size of board, if there is one; a damaged one is warned of and left aside."""
    path = _SHIPPED / f"{width}x{height}.book"
    if not path.exists():
        return None
    try:
        book = read_book(path)
        if (book.width, book.height) != (width, height):
            raise BookError(f"{path.name} is of {book.width}x{book.height} boards")
        return book
    except ValueError as error:
        warnings.warn(f"playing without the opening book: {error}", stacklevel=2)
        return None


def key_of(position: Any) -> int:
    """The key of a position and of its mirror image."""
    own, both = canonical(position)
    return int(own) + int(both)
