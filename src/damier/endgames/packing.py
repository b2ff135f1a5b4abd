"""The values of a table made short: each a number in the list of all values, block by block, compressed; by all cores.

A place that no position has costs nothing: what stands there is what stands before it.
"""

import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import zstandard

from damier.endgames.table import UNUSED, VALUE
from damier.kernel import compiled

AT_ONCE = 1 << 22  # places that a thread takes


class Blocks(NamedTuple):
    """Blocks one after the other: the bytes of all, in parts, how long each block is, and its checksum."""

    parts: list[bytes]
    lengths: Any
    checks: Any


def listed_values(values: Any) -> Any:
    """All values that stand in a table, each once, from the lowest on."""
    counts = sum(_each_part(len(values), AT_ONCE, lambda first, last: _counts(values[first:last])))
    counts[UNUSED & 0xFFFF] = 0
    if len(values) and values[0] == UNUSED:
        counts[0] += 1  # before the first position there is a draw
    return np.sort(np.flatnonzero(counts).astype(np.uint16).view(VALUE))


def compressed(values: Any, listed: Any, block: int, level: int) -> Blocks:
    """The values of a table in blocks of so many places."""
    kind = np.uint8 if len(listed) <= 256 else np.uint16
    number_of = np.zeros(1 << 16, kind)
    number_of[listed.view(np.uint16)] = np.arange(len(listed), dtype=kind)

    def pack(first: int, last: int) -> tuple[bytes, Any, Any]:
        codes = np.empty(last - first, kind)
        _encode(values, first, number_of, codes)
        begins = np.arange(0, last - first, block)
        ends = np.minimum(begins + block, last - first)
        where = np.stack([begins, ends - begins], axis=1).astype(np.uint64) * np.uint64(codes.itemsize)
        segments = zstandard.BufferWithSegments(codes.tobytes(), where.tobytes())
        made = zstandard.ZstdCompressor(level=level).multi_compress_to_buffer(segments)
        blocks = [made[k].tobytes() for k in range(len(made))]
        checks = np.array([zlib.crc32(each) for each in blocks], np.uint32)
        return b"".join(blocks), np.array([len(each) for each in blocks], np.int64), checks

    found = _each_part(len(values), AT_ONCE // block * block, pack)
    lengths, checks = ([each[k] for each in found] for k in (1, 2))
    return Blocks(
        [each[0] for each in found],
        np.concatenate(lengths or [[]]).astype(np.int64),
        np.concatenate(checks or [[]]).astype(np.uint32),
    )


def _each_part(count: int, at_once: int, work: Any) -> list[Any]:
    """What is made of each part of so many places, from the first to the last, in order."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda first: work(first, min(first + at_once, count)), range(0, count, at_once)))


def _counts(values: Any) -> Any:
    counts = np.zeros(1 << 16, np.int64)
    _count(values, counts)
    return counts


@compiled
def _count(values: Any, counts: Any) -> None:
    """How often each value occurs, by its bits."""
    for place in range(len(values)):
        counts[np.int64(values[place]) & 0xFFFF] += 1


@compiled
def _encode(values: Any, first: Any, number_of: Any, codes: Any) -> None:
    """The numbers in the list of values from the first place on; where there is none, of the last one before."""
    place = first
    while place > 0 and values[place] == UNUSED:
        place -= 1
    last = number_of[np.int64(values[place]) & 0xFFFF] if values[place] != UNUSED else number_of[0]
    for place in range(len(codes)):
        value = values[first + place]
        if value != UNUSED:
            last = number_of[np.int64(value) & 0xFFFF]
        codes[place] = last
