"""Where the greatest of many numbers stands: compiled, in plain Python, and by NumPy."""

from typing import Any

import numpy as np
import pytest

from damier.engine.kernel.greatest import AT_ONCE, greatest
from damier.kernel import compiled

MOST = 1 << 62


@compiled
def _found(numbers: Any, first: Any, end: Any) -> Any:
    return greatest(numbers, first, end)


@pytest.mark.parametrize("end", [1, 2, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 40, 255])
def test_the_greatest_is_found_and_nothing_behind_the_end(end: int) -> None:
    rng = np.random.default_rng(end)
    for _ in range(50):
        numbers = rng.integers(-MOST, MOST, end + AT_ONCE)
        numbers[end:] = MOST  # what stands there does not count
        first = int(rng.integers(0, end))
        expected = first + int(np.argmax(numbers[first:end]))
        assert _found(numbers.ctypes.data, first, end) == greatest(numbers.ctypes.data, first, end) == expected
