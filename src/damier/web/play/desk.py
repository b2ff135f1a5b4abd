"""Where games in writing are read that the page sends: one at a time, and not for long, so that other games do not wait.

A text may be large, and reading it is work for Python, of which only one thread at a time gets anything done. So the next one
waits for its turn, for a while; and the reading ends when whoever has sent the text has left, or when the server ends. What
does not end then, as the rules of a person's own game that never come to an end, is left behind.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from damier.games.game import BadInput
from damier.games.game_text import NotWanted, Wanted
from damier.web.errands import while_wanted
from damier.web.refusals import Busy

PATIENCE = 3.0  # seconds until one's turn
LONGEST = 4.0  # seconds that a text is read

T = TypeVar("T")


class Desk:
    """Reads one text at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def read(self, work: Callable[[Wanted], T], has_left: Callable[[], Awaitable[bool]]) -> T:
        """Do this in a thread of its own, unless whoever wants it has left; it is told whether it is still wanted."""

        async def is_over() -> bool:
            return self._is_closed or await has_left()

        try:
            async with asyncio.timeout(PATIENCE):
                await self._turn.acquire()
        except TimeoutError:
            raise Busy("other games are being read; try again in a moment") from None
        try:
            return await while_wanted(work, is_over, LONGEST)
        except NotWanted:
            raise BadInput(f"the text takes too long to read: more than {LONGEST:.0f} seconds") from None
        finally:
            self._turn.release()

    def close(self) -> None:
        """Let what is being read end."""
        self._is_closed = True
