"""Tables of endings that are built while games at the board come near them: one building for each kind of game.

A position is looked at by a thread of its own: neither a move nor the page waits for that.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from damier.engine.table_building import Progress, TableBuilding
from damier.games.game import Game


class TablesBehind:
    """Who builds tables for all games at the board."""

    def __init__(self) -> None:
        self._by_kind: dict[str, TableBuilding] = {}
        self._lock = threading.Lock()
        self._looking = ThreadPoolExecutor(1, "damier-near")
        self._is_closed = False

    def come_to(self, game: Game, position: Any, tell: Callable[[], None]) -> None:
        """A game has come to a position; `tell` hears, from another thread, of all that is built then."""
        if not game.has_endings:
            return
        with self._lock, suppress(RuntimeError):  # there is no more time for that when the server ends
            if not self._is_closed:
                building = self._by_kind.setdefault(game.kept_as, TableBuilding(game))
                self._looking.submit(_look, building, position, tell)

    def progress(self, game: Game) -> Progress | None:
        """How far it has come with tables of a game."""
        building = self._by_kind.get(game.kept_as) if game.has_endings else None
        return None if building is None else building.progress

    def leave(self, game: Game, tell: Callable[[], None]) -> None:
        """Somebody does not want to hear of it any more."""
        building = self._by_kind.get(game.kept_as) if game.has_endings else None
        if building is not None:
            building.leave(tell)

    def close(self) -> None:
        """Build no more."""
        with self._lock:
            self._is_closed = True
            self._looking.shutdown(wait=False, cancel_futures=True)
            buildings = list(self._by_kind.values())
        for building in buildings:
            building.close()


def _look(building: TableBuilding, position: Any, tell: Callable[[], None]) -> None:
    building.leave(tell)
    building.listen(tell)
    if building.come_to(position):
        tell()
