"""The memory of tables: buckets of 64-bit words, none of which lies across two lines of the processor's cache.

A table looks at a whole bucket for each position, so that one that lies in two lines waits for memory twice. What NumPy gives
starts 16 bytes into a page, as a rule; so a little more is asked for, and the first whole line is where the table begins. The
system hands the pages over, zeroed, as they are touched: a large table costs nothing until it is used.
"""

import os
from typing import Any, ClassVar

import numpy as np

WORD = 8  # bytes
CACHE_LINE = 64  # bytes of the processor's cache that are fetched together
PAGE = 4096  # bytes of memory that a system hands over at once


class Buckets:
    """The memory of a table of so many megabytes; it may be kept from one search to the next."""

    BUCKET_WORDS: ClassVar[int]  # a line's worth, or a part that divides it

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.buckets = memory_for(megabytes) // (WORD * self.BUCKET_WORDS)
        try:
            self.entries = aligned_zeros(self.buckets * self.BUCKET_WORDS)
        except MemoryError:
            raise ValueError(f"there is no memory for a table of {megabytes} MB") from None

    def clear(self) -> None:
        """Forget everything."""
        self.entries.fill(0)

    def touch(self) -> None:
        """Have the system hand over the memory, which it does page by page when it is first used."""
        self.entries[:: PAGE // WORD] |= np.uint64(0)


def aligned_zeros(words: int) -> Any:
    """So many 64-bit zeros, from the beginning of a line of the processor's cache on."""
    memory = np.zeros(words + CACHE_LINE // WORD, np.uint64)
    start = -memory.ctypes.data % CACHE_LINE // WORD
    return memory[start : start + words]


def memory_for(megabytes: int) -> int:
    """The bytes of a table of so many megabytes, if this machine can have it."""
    if megabytes < 1:
        raise ValueError(f"a table has at least 1 MB, not {megabytes}")
    room = memory_size()
    if megabytes * 1_000_000 > room * 9 // 10:
        raise ValueError(f"a table of {megabytes} MB does not fit in the {room // 1_000_000} MB of this machine")
    return megabytes * 1_000_000


def memory_size() -> int:
    """The bytes of this machine's memory, as far as the system tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 62
