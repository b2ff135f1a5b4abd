"""Rows of 16-bit numbers, many at once: compiled, in plain Python, and by NumPy."""

from typing import Any

import numpy as np
import pytest

from damier.kernel import compiled
from damier.network.vectors import LANES, MOST_OUTPUT, ONE, activated, change_row


@compiled
def _changed(target: Any, source: Any, rows: Any, fresh: Any, gone: Any, added: Any, taken: Any, length: Any) -> None:
    change_row(target, source, rows, fresh, gone, added, taken, length)


@compiled
def _activated(row: Any, outputs: Any, length: Any) -> Any:
    return activated(row, outputs, length)


@pytest.mark.parametrize("length", [LANES, 3 * LANES, 256])
@pytest.mark.parametrize(("added", "taken"), [(0, 0), (1, 0), (0, 1), (1, 1), (1, 2), (3, 2), (40, 17)])
def test_rows_are_added_and_taken_away(length: int, added: int, taken: int) -> None:
    rng = np.random.default_rng(length + added)
    rows = rng.integers(-500, 500, (100, length)).astype(np.int16)
    source = rng.integers(-500, 500, length).astype(np.int16)
    changes = rng.integers(0, 100, added + taken)
    expected = source + rows[changes[:added]].sum(0) - rows[changes[added:]].sum(0)
    for change in (_changed, change_row):
        target = np.zeros(length, np.int16)
        addresses = (each.ctypes.data for each in (target, source, rows, changes[:added], changes[added:]))
        change(*addresses, added, taken, length)
        assert (target == expected).all()


@pytest.mark.parametrize("length", [LANES, 256, 1024])
def test_numbers_are_held_squared_and_weighed(length: int) -> None:
    rng = np.random.default_rng(length)
    rows = [rng.integers(-32768, 32767, length), rng.integers(-10, ONE + 10, length), np.full(length, 32767)]
    weights = [rng.integers(-MOST_OUTPUT, MOST_OUTPUT + 1, length), np.full(length, MOST_OUTPUT), np.full(length, -MOST_OUTPUT)]
    for row in (each.astype(np.int16) for each in rows):
        for outputs in (each.astype(np.int16) for each in weights):
            held = np.clip(row.astype(np.int64), 0, ONE)
            expected = int((held * held * outputs).sum())
            assert _activated(row.ctypes.data, outputs.ctypes.data, length) == expected
            assert activated(row.ctypes.data, outputs.ctypes.data, length) == expected
