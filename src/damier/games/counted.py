"""Positions one after the other, with how many there are: whoever has not room for so many knows before he begins."""

from collections.abc import Iterator
from typing import Any


class Counted(Iterator[Any]):
    """An iterator that says how many are to come, as Python's `operator.length_hint` asks for it."""

    def __init__(self, count: int, positions: Iterator[Any]) -> None:
        self._left = count
        self._positions = positions

    def __next__(self) -> Any:
        position = next(self._positions)
        self._left -= 1
        return position

    def __length_hint__(self) -> int:
        return max(0, self._left)
