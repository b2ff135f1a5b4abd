"""Files of weights: what learning writes and evaluations read.

A file is

    8 bytes    DAMIERWT
    4 bytes    format, bytes a number (16 bits each)
    4 bytes    how many numbers
    4 bytes    length of the text
    4 bytes    length of the rest
    4 bytes    the CRC-32 of the whole file, these four bytes taken as zero
    the text   the kind of the weights, a line break, and a note that says where they come from
    the rest   compressed by zlib: the numbers byte by byte (all lowest bytes first)

A file is written whole or not at all, and a damaged one is refused.
"""

import struct
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier import files
from damier.compile_cache import replace
from damier.errors import BadInput
from damier.files import MOST_BYTES, read_bytes

ENDING = ".weights"
_MAGIC = b"DAMIERWT"
_HEADER = struct.Struct("<8sHHIIII")
_FORMAT = 1
_WIDTHS = {1: np.dtype("<i1"), 2: np.dtype("<i2"), 4: np.dtype("<i4")}


class WeightError(ValueError):
    """A file of weights that cannot be read or written; the message says which and why."""


class Stored(NamedTuple):
    """What stands in a file: the kind of the weights, where they come from, and the numbers (int32)."""

    kind: str
    note: str
    numbers: Any


def save(path: Path, kind: str, numbers: Any, note: str = "", overwrite: bool = False) -> None:
    """Write weights of a kind; a file that is there already stays unless it may be overwritten."""
    check_free(path, overwrite)
    whole = np.asarray(numbers, np.int32).ravel()
    width = next(bytes_ for bytes_, kind_ in _WIDTHS.items() if _fits(whole, kind_))
    planes = np.ascontiguousarray(whole.astype(_WIDTHS[width]).view(np.uint8).reshape(-1, width).T)
    rest = zlib.compress(planes.tobytes(), 9)
    text = f"{kind}\n{note}".encode()
    fields = (_MAGIC, _FORMAT, width, len(whole), len(text), len(rest))
    check = zlib.crc32(_HEADER.pack(*fields, 0) + text + rest)
    replace(path, _HEADER.pack(*fields, check) + text + rest, 0o644)


def check_free(path: Path, overwrite: bool = False) -> None:
    """Refuse a file that could not be written at the end of long work."""
    try:
        files.check_free(path, overwrite)
    except BadInput as error:
        raise WeightError(str(error)) from None


def read(path: Path) -> Stored:
    """What stands in a file."""
    data = read_bytes(path)
    if len(data) < _HEADER.size or not data.startswith(_MAGIC):
        raise WeightError(f"{path.name} is no file of weights")
    *fields, check = _HEADER.unpack_from(data)
    _, format_, width, count, text_length, rest_length = fields
    if format_ != _FORMAT:
        raise WeightError(f"{path.name} is a file of weights of format {format_}; this version reads {_FORMAT}")
    content = data[_HEADER.size :]
    if len(content) != text_length + rest_length:
        raise WeightError(f"{path.name} is cut off or has grown: {len(content)} of {text_length + rest_length} bytes")
    if zlib.crc32(_HEADER.pack(*fields, 0) + content) != check or width not in _WIDTHS:
        raise WeightError(f"{path.name} is damaged")
    kind, _, note = content[:text_length].decode(errors="replace").partition("\n")
    planes = np.frombuffer(_unpacked(path, content[text_length:], width * count), np.uint8).reshape(width, count)
    numbers = np.ascontiguousarray(planes.T).view(_WIDTHS[width]).ravel()
    return Stored(kind, note, numbers.astype(np.int32))


def _unpacked(path: Path, data: bytes, length: int) -> bytes:
    """The numbers of a file, which are so many bytes: what becomes larger is not unpacked."""
    try:
        found = zlib.decompressobj().decompress(data, length + 1) if length <= MOST_BYTES else b""
    except zlib.error:
        found = b""
    if len(found) != length:
        raise WeightError(f"{path.name} is damaged")
    return found


def _fits(numbers: Any, kind: Any) -> bool:
    limits = np.iinfo(kind)
    return len(numbers) == 0 or (int(numbers.min()) >= limits.min and int(numbers.max()) <= limits.max)
