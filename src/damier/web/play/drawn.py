"""What was made of things, kept for as long as it is asked for again and again."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Drawn:
    """What was drawn, each under a key, together with the things of which it was made."""

    def __init__(self) -> None:
        self._now: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}
        self._before = self._now

    def once(self, key: Hashable, things: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What there is under a key; made only if there is nothing, or it was made of other things than these."""
        found = self._now.get(key) or self._before.get(key)
        if found is None or any(one is not other for one, other in zip(found[0], things, strict=True)):
            found = (things, make())
        self._now[key] = found
        view: T = found[1]
        return view

    def turn_over(self) -> None:
        """Begin anew: what is not asked for until the next time is forgotten."""
        self._before, self._now = self._now, {}
