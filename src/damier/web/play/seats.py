"""How many engines think at once, and how many keep their memory, however many games are going on."""

import contextlib
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Protocol

from damier.cancel import Cancel
from damier.engine.compiling import Compiling
from damier.engine.player import Player
from damier.engine.preparation import Preparation

LEAST_SEATS = 2  # even on one core: a game that is analysed does not keep the others waiting
SHOWN = 0.5  # seconds until a page is shown, after which the engine is compiled
MOST_PLAYERS = 8  # games whose engine keeps its table in memory


class Seats:
    """Places for engines that think; who finds none waits."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(LEAST_SEATS, os.cpu_count() or 1)
        self._free = self.count
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def taken(self, cancel: Cancel) -> Iterator[bool]:
        """A seat, or False if it was no longer wanted before one was free."""
        if not self._take(cancel):
            yield False
            return
        try:
            yield True
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _take(self, cancel: Cancel) -> bool:
        with cancel.calls(self._wake), self._changed:
            self._changed.wait_for(lambda: self._free or cancel.is_cancelled)
            is_free = self._free > 0
            self._free -= is_free
            return is_free

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


class Preparations:
    """One preparation for each type of position, however many games need it. One that failed may be tried again."""

    def __init__(self) -> None:
        self._by_type: dict[type, Preparation] = {}
        self._lock = threading.Lock()

    def of(self, player: Player, position: Any) -> Preparation:
        """The preparation for positions like this one, begun if it is the first."""
        if not player.game.moves(position):
            return Preparation(lambda: None)  # nothing to think about
        with self._lock:
            found = self._by_type.get(type(position))
            if found is None or found.error is not None:
                player.compile_behind(position)
                compiling = player.compiling
                found = self._by_type[type(position)] = Preparation(
                    lambda: _warm(player, position, compiling), SHOWN, compiling
                )
            return found


def _warm(player: Player, position: Any, compiling: Compiling | None) -> None:
    """Make a player ready, when what others compile for it is there."""
    if compiling is not None:
        compiling.wait(Cancel())
    player.warm(position)


class Forgetful(Protocol):
    """Whatever can give its memory back."""

    id: str

    def forget(self) -> bool:
        """Give the memory back; False if it is in use now."""
        ...


class Memories:
    """Who has an engine's memory: the last few that used one."""

    def __init__(self, most: int = MOST_PLAYERS) -> None:
        self._most = most
        self._used: OrderedDict[str, Forgetful] = OrderedDict()
        self._lock = threading.Lock()

    def use(self, user: Forgetful) -> None:
        """This one uses its memory now; others, that have not for the longest time, lose theirs."""
        with self._lock:
            self._used[user.id] = user
            self._used.move_to_end(user.id)
            others = list(self._used.values())[: -self._most]
        for other in others:
            if other.forget():
                with self._lock:
                    self._used.pop(other.id, None)
