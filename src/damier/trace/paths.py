"""Which leaf is which in a log of any length: paths from the root, found for all events of a kind at once."""

from typing import Any

import numpy as np

from damier.search.work import AT, ENTER

_KIND, _PLY, _MOVE = range(3)


def paths(events: Any, kind: int) -> Any:
    """The paths of the nodes at which events of this kind happened, one a row, filled up with -1.

    They are written in moves for searches that go down and come back, in indices of moves for SSS*.
    """
    rows = np.flatnonzero(events[:, _KIND] == kind)
    plies = events[rows, _PLY]
    found = np.full((len(rows), int(plies.max(initial=0))), -1, np.int64)
    steps = events[:, _KIND] == AT
    if not steps.any():
        steps = events[:, _KIND] == ENTER
    numbers = np.arange(len(events))
    for ply in range(1, found.shape[1] + 1):
        last = np.maximum.accumulate(np.where(steps & (events[:, _PLY] == ply), numbers, 0))
        inside = plies >= ply
        found[inside, ply - 1] = events[last[rows[inside]], _MOVE]
    return found


def first_visits(found: Any) -> Any:
    """The different paths among these, in the order of their first appearance."""
    _, first = np.unique(_numbered(found), return_index=True)
    return found[np.sort(first)]


def _numbered(found: Any) -> Any:
    """A number for each path, the same only for the same path: sorting those is far faster than sorting rows."""
    base = int(found.max(initial=0)) + 2
    numbers = np.zeros(len(found), np.int64)
    for step in found.T:
        if int(numbers.max(initial=0)) > (1 << 62) // base:
            _, numbers = np.unique(numbers, return_inverse=True)
        numbers = numbers * base + step + 1
    return numbers
