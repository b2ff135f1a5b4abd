"""Where games in writing are read that the page sends: one at a time, and not for long, so that other games do not wait.

A text may be large, and reading it is work for Python, of which only one thread at a time gets anything done. So the next one
waits for its turn, for a while; and the reading ends when whoever has sent the text has left, or when the server ends. What
does not end then, as the rules of a person's own game that never come to an end, is left behind.
"""

import asyncio
import functools
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

from damier.games.game import BadInput
from damier.games.game_text import NotWanted, Wanted
from damier.web.refusals import Busy

PATIENCE = 3.0  # seconds until one's turn
LONGEST = 4.0  # seconds that a text is read
GRACE = 0.5  # seconds to heed that it is time
GLANCE = 0.05  # seconds between looks at the clock

T = TypeVar("T")


class Desk:
    """Reads one text at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def read(self, work: Callable[[Wanted], T], has_left: Callable[[], Awaitable[bool]]) -> T:
        """Do this in a thread of its own, unless whoever wants it has left; it is told whether it is still wanted."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turn.acquire()
        except TimeoutError:
            raise Busy("other games are being read; try again in a moment") from None
        try:
            return await self._watch(_Reading(work), has_left)
        finally:
            self._turn.release()

    def close(self) -> None:
        """Let what is being read end."""
        self._is_closed = True

    async def _watch(self, reading: "_Reading[T]", has_left: Callable[[], Awaitable[bool]]) -> T:
        try:
            while not reading.done.done():
                await asyncio.wait([reading.done], timeout=GLANCE)
                if not reading.done.done() and (self._is_closed or await has_left()):
                    reading.is_cancelled = True
                if time.monotonic() > reading.until + GRACE and not reading.done.done():
                    raise NotWanted
            return reading.done.result()
        except NotWanted:
            raise BadInput(f"the text takes too long to read: more than {LONGEST:.0f} seconds") from None
        finally:
            reading.is_cancelled = True


class _Reading(Generic[T]):
    """What is read, in a thread of its own."""

    def __init__(self, work: Callable[[Wanted], T]) -> None:
        self._loop = asyncio.get_running_loop()
        self._work = work
        self.done: asyncio.Future[T] = self._loop.create_future()
        self.until = time.monotonic() + LONGEST
        self.is_cancelled = False
        threading.Thread(target=self._run, name="damier-read", daemon=True).start()

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
