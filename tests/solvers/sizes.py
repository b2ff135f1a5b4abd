"""Board sizes as parameters of tests: the tests of one size run in one process, which compiles it once."""

from typing import Any

import pytest

Size = tuple[int, int]  # width and height


def by_size(*cases: Any) -> Any:
    """Parametrize `size`, or `size` and one name more given first: each case is a size, or a size and a value."""
    names, cases = (f"size, {cases[0]}", cases[1:]) if isinstance(cases[0], str) else ("size", cases)
    return pytest.mark.parametrize(names, [_in_group(case) for case in cases])


def _in_group(case: Any) -> Any:
    values = case if isinstance(case[0], tuple) else (case,)
    width, height = values[0]
    return pytest.param(*values, marks=in_group((width, height)), id=f"{width}x{height}")


def in_group(size: Size) -> Any:
    return pytest.mark.xdist_group(f"connect4 {size[0]}x{size[1]}")
