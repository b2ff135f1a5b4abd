"""Tables of endings for the player's search: brought from disk when the search comes upon an ending, by a thread beside it."""

import threading
from typing import Any

import numpy as np

from damier.endgames.folders import folder_of
from damier.endgames.store import SUFFIX, TableStore
from damier.endgames.table import Tables
from damier.errors import BadInput
from damier.games.game import Game

MOST_BYTES = 512_000_000  # of tables in memory


class EndingTables:
    """The tables of a game that are on disk, as far as a search wants them, in memory."""

    def __init__(self, game: Game, store: TableStore) -> None:
        self._game = game
        self._store = store
        self._tables = Tables(game.endings)
        self._asked = np.zeros(game.endings.families, bool)  # families that were looked for
        self._lock = threading.Lock()
        self.directory = self._tables.directory
        self.wanted = np.zeros(len(self.directory), np.int64)  # by family; kernels write here

    def bring_wanted(self) -> None:
        """Have what was wanted brought, soon, by another thread."""
        if self.wanted.any() and not self._lock.locked():
            threading.Thread(target=self.bring, daemon=True).start()

    def bring(self) -> None:
        """Bring what was wanted."""
        with self._lock:
            for family in np.flatnonzero(self.wanted.copy()):  # while kernels write
                self.wanted[family] = 0
                if not self._asked[family]:
                    self._asked[family] = True
                    self._take(int(family))

    def _take(self, family: int) -> None:
        ending = self._game.endings.of(family)
        if ending is None or self._tables.bytes + 2 * self._game.endings.places(ending) > MOST_BYTES:
            return
        try:
            self._store.take(ending.name, self._tables)
        except BadInput:
            return  # a damaged one is as if it were not there; `damier endgames check` tells
        except RuntimeError:
            return  # the process is ending: no thread can be begun that would unpack it


def endings_for(game: Game, folder: Any = None) -> EndingTables | None:
    """The tables of a game, if it has any on disk."""
    folder = folder_of(game) if folder is None else folder
    if not game.has_endings or not folder.is_dir() or not any(folder.glob(f"*{SUFFIX}")):
        return None
    return EndingTables(game, TableStore(game, folder))
