"""Work that is done while somebody waits for it: in a thread of its own, and given up when whoever has asked for it has left.

What does not heed that, as the rules of a person's own game that never come to an end, is left behind.
"""

import asyncio
import functools
import math
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

from damier.games.game_text import NotWanted, Wanted

GRACE = 0.5  # seconds to heed that it is time
GLANCE = 0.05  # seconds between looks at who waits

T = TypeVar("T")


async def while_wanted(work: Callable[[Wanted], T], has_left: Callable[[], Awaitable[bool]], longest: float = math.inf) -> T:
    """Do this, which is told whether it is still wanted; NotWanted if that takes longer than so many seconds."""
    errand = _Errand(work, longest)
    try:
        while not errand.done.done():
            await asyncio.wait([errand.done], timeout=GLANCE)
            if not errand.done.done() and await has_left():
                errand.is_cancelled = True
            if time.monotonic() > errand.until + GRACE and not errand.done.done():
                raise NotWanted
        return errand.done.result()
    finally:
        errand.is_cancelled = True


class _Errand(Generic[T]):
    """The work, in a thread of its own."""

    def __init__(self, work: Callable[[Wanted], T], longest: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._work = work
        self.done: asyncio.Future[T] = self._loop.create_future()
        self.until = time.monotonic() + longest
        self.is_cancelled = False
        threading.Thread(target=self._run, name="damier-errand", daemon=True).start()

    def _is_wanted(self) -> bool:
        return not self.is_cancelled and time.monotonic() < self.until

    def _run(self) -> None:
        try:
            found = self._work(self._is_wanted)
        except Exception as error:
            self._tell(functools.partial(self.done.set_exception, error))
        else:
            self._tell(functools.partial(self.done.set_result, found))

    def _tell(self, tell: Callable[[], None]) -> None:
        def told() -> None:
            if not self.done.done():
                tell()
                if self.is_cancelled:
                    self.done.exception()  # nobody asks for it

        with suppress(RuntimeError):  # the server may have ended
            self._loop.call_soon_threadsafe(told)
