"""How many threads work at once."""

import os

MOST_THREADS = 512


def cores() -> int:
    """How many threads this process may have at work at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def usual_threads() -> int:
    """As many as there are cores, but for one that is left to others: for analysis and for solving."""
    return max(1, cores() - 1)


def checked_threads(threads: int) -> int:
    """So many threads, 0 being the usual number; ValueError if there cannot be so many."""
    if not 0 <= threads <= MOST_THREADS:
        raise ValueError(f"threads is {threads}; it can be 0 (one for each core but one) to {MOST_THREADS}")
    return threads or usual_threads()


def more_than_cores(threads: int) -> str:
    """What is to be said of so many threads, if there are fewer cores."""
    return f"{threads} threads have {cores()} cores, and more of them do not make it faster" if threads > cores() else ""
