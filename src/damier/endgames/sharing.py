"""Tables of endings built by several workers (`worker.py`): each ending is a unit, given out when all it leads to are there.

What a worker has built comes back as the bytes of the file, is compared with its checksum, and put into the store whole: the
files are the same whoever has built them, and whoever is ended on the way goes on from those that are there.
"""

import functools
import zlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from damier.cancel import Cancel
from damier.endgames.making import LOCK, MEMORY, check_room, needed, room
from damier.endgames.numbered import Stopped
from damier.endgames.store import TableFile, TableStore
from damier.files import alone
from damier.games.endings import Ending
from damier.processes.carried import as_text, from_text
from damier.processes.pool import MakesWorkers, TaskEnd, Workers

WORKER = "damier.endgames.worker"

OnFile = Callable[[TableFile], None]  # a table that is there now


def build_by(
    workers: MakesWorkers,
    store: TableStore,
    names: Sequence[str],
    game: str,
    memory: int = MEMORY,
    threads: int = 1,
    jobs: int = 0,
    on_file: OnFile = lambda file: None,
    cancel: Cancel | None = None,
    checks: bool = False,
) -> None:
    """Build the tables of these endings, and of all that they lead to, as far as they are not there.

    `game` is its name or file, as workers find it; memory and threads are those of each worker. BadInput, before anything is
    begun, if a table does not fit; Stopped if it is cancelled.
    """
    missing = needed(store, names)
    check_room(missing, functools.partial(room, store.game.endings), memory)
    store.folder.mkdir(parents=True, exist_ok=True)
    terms = {
        "game": game,
        "options": store.game.options,
        "folder": str(store.folder.resolve()),
        "memory": memory,
        "threads": threads,
        "checks": checks,
    }
    with ExitStack() as stack:
        stack.enter_context(
            alone(store.folder / LOCK, f"tables of {store.game.name} are being built already, by another damier")
        )
        units = _Units(store, needed(store, names))  # others may have built some meanwhile
        pool: Workers[_Unit] = workers(WORKER, terms, units.written, jobs)
        if cancel is not None:
            stack.enter_context(cancel.calls(pool.stop))
        if cancel is None or not cancel.is_cancelled:
            pool.run(units, lambda end: units.take(end, on_file))
        if units.left:
            raise Stopped(units.left[0])


class _Unit:
    """An ending that is given out, with the files that it stands on if who builds it has told that he lacks them."""

    def __init__(self, ending: Ending, carries: bool = False) -> None:
        self.ending = ending
        self.carries = carries


class _Units:
    """What is to be built, in an order in which it can be; None while nothing can that is not being built."""

    def __init__(self, store: TableStore, missing: list[Ending]) -> None:
        self._store = store
        self._missing = {ending.name: ending for ending in missing}  # what is not there
        self._given: set[str] = set()  # of those, what somebody builds
        self._again: list[_Unit] = []  # what somebody could not build alone

    @property
    def left(self) -> list[Ending]:
        """What is not there."""
        return list(self._missing.values())

    def __iter__(self) -> "_Units":
        return self

    def __next__(self) -> _Unit | None:
        if not self._missing:
            raise StopIteration
        if self._again:
            return self._again.pop()
        for name, ending in self._missing.items():
            if name not in self._given and not any(smaller in self._missing for smaller in ending.leads_to):
                self._given.add(name)
                return _Unit(ending)
        return None

    def written(self, unit: _Unit) -> dict[str, Any]:
        """A unit as a worker is asked for it."""
        files = {name: self._store.path(name).read_bytes() for name in unit.ending.leads_to}
        return {
            "ending": unit.ending.name,
            "needs": {name: zlib.crc32(data) for name, data in files.items()},
            "files": {name: as_text(data) for name, data in files.items()} if unit.carries else {},
        }

    def take(self, end: TaskEnd[_Unit], on_file: OnFile) -> None:
        """Put what a worker has built into the store."""
        name = end.task.ending.name
        if end.failure:
            raise ValueError(f"the table of {name} cannot be built: {end.failure}")
        if "lacks" in end.result:
            if end.task.carries:
                raise ValueError(f"the table of {name} cannot be built: a worker cannot read {', '.join(end.result['lacks'])}")
            self._again.append(_Unit(end.task.ending, carries=True))
            return
        if "wrong" in end.result:
            raise ValueError(f"the table of {name} is wrong in place {end.result['wrong']}: the rules do not fit together")
        data = from_text(end.result)
        TableFile(self._store.path(name), self._store.game, end.task.ending, data)  # refused if it is another one
        if name in self._missing:
            self._store.keep_bytes(name, data)
            del self._missing[name]
            file = self._store.file(name)
            assert file is not None
            on_file(file)
