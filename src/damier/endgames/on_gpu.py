"""Tables built on a GPU (extra `gpu`), for every game that numbers its positions: the same as those of `numbered.py`.

Tables stay in the GPU's memory, where the next ones stand on them. When there is no room left those go that were not used for
longest; the store has them.
"""

from typing import Any

import numpy as np
from numba import cuda

from damier.cancel import Cancel
from damier.endgames.gpu_kernels import (
    EACH,
    THREADS,
    check_places,
    find_known,
    look_at_places,
    open_places,
    settle_places,
    tell_known,
)
from damier.endgames.making import PLACE, room
from damier.endgames.numbered import OnRound, Stopped, laid_out, raise_fault
from damier.endgames.rounds import KNOWN, LATEST, SHARED, WRONG, Places
from damier.endgames.store import TableStore
from damier.endgames.table import VALUE, Table, Tables, new_table
from damier.endgames.verdict import Values
from damier.errors import BadInput
from damier.games.endings import Ending
from damier.gpu import IS_SIMULATED
from damier.kernel import has_rule, native

LIST = 1 << 27  # places looked through at once for what has become known, four bytes each
TELLING = 1 << 11  # blocks of threads that tell what is known
ROOM = 0.95  # of the memory that is free
SIMULATED = 1 << 30  # bytes


class OnGpu:
    """The builder that takes the first GPU; BadInput if there is none."""

    def __init__(self, store: TableStore) -> None:
        self.memory = _free_memory()
        self._store = store
        self._game = store.game
        self._like = native(store.game.start())
        self._has_unmoves = has_rule(self._like, "unmoves")
        self._directory = np.zeros(2 * store.game.endings.families, np.int64)
        self._tables: dict[str, Any] = {}  # those in its memory, the last used ones last

    def room(self, ending: Ending) -> int:
        listed = 4 * min(LIST, self._game.endings.places(ending)) if self._has_unmoves else 0
        return room(self._game.endings, ending) + listed

    def build(self, ending: Ending, on_round: OnRound | None, cancel: Cancel | None) -> Table:
        """The table of an ending; it stays in the GPU's memory as well."""
        places = self._places_for(ending)
        count = len(places.values)
        blocks = _blocks(count, THREADS)
        open_places[blocks, THREADS](self._like, places)
        shared = self._shared(ending, places)
        found = cuda.device_array(min(LIST, count), np.uint32) if self._has_unmoves else None
        counted = cuda.to_device(np.zeros(2, np.int64))
        plies, turn = 0, 0
        while plies < shared[LATEST]:
            if cancel is not None and cancel.is_cancelled:
                raise Stopped(ending)
            if found is None:
                look_at_places[blocks, THREADS](self._like, places, plies)
            else:
                for first in range(0, count, LIST):
                    last = min(first + LIST, count)
                    find_known[_blocks(last - first, THREADS * EACH), THREADS](
                        places, first, last, plies + 1, found, counted, turn & 1
                    )
                    tell_known[min(TELLING, _blocks(last - first, THREADS * EACH)), THREADS](
                        self._like, places, first, found, counted, turn & 1, plies
                    )
                    turn += 1
            shared = self._shared(ending, places)
            if on_round is not None:
                on_round(plies, int(shared[KNOWN]))
            plies += 1
        settle_places[blocks, THREADS](places)
        self._add(ending, places.values)
        return new_table(self._game.endings, ending, places.values.copy_to_host())

    def wrong_place(self, table: Table) -> int | None:
        places = self._places_for(table.ending, self._tables[table.ending.name])
        check_places[_blocks(len(places.values), THREADS), THREADS](self._like, places)
        found = int(self._shared(table.ending, places)[WRONG])
        return found - 1 if found else None

    def beside(self, table: Table) -> Values:
        return _TableAndStore(table, self._store)

    def _shared(self, ending: Ending, places: Places) -> Any:
        """What its threads have noted, once all have done their work; ValueError if it is a fault of the rules."""
        shared = places.shared.copy_to_host()
        raise_fault(self._game.endings, ending, shared)
        return shared

    # ----------------------------------------------------------------------------------------------------------------
    # Memory

    def _places_for(self, ending: Ending, values: Any = None) -> Places:
        """The places of an ending on the GPU, with the tables that it leads to; their values are not written yet."""
        for name in ending.leads_to:
            self._bring(name)
        count = self._game.endings.places(ending)
        if values is None:
            self._make_room(self.room(ending) - PLACE * sum(map(len, self._used_by(ending))), ending.leads_to)
            values = cuda.device_array(count, VALUE)
            left = cuda.device_array((count + 7) & ~3, np.uint8)  # whole words
        else:
            left = cuda.device_array(1, np.uint8)
        families, begins, bases = laid_out(self._game.endings, ending)
        known = Places(families, begins, bases, self._directory, values, left, np.zeros(SHARED, np.int64))
        return Places(*map(cuda.to_device, known))

    def _used_by(self, ending: Ending) -> list[Any]:
        return [self._tables[name] for name in ending.leads_to]

    def _bring(self, name: str) -> Any:
        """A table in the GPU's memory, from now on the last used one."""
        values = self._tables.pop(name, None)
        if values is None:
            file = self._store.file(name)
            if file is None:
                raise ValueError(f"the table of {name} is not there")
            table = file.table(self._game)
            self._make_room(table.values.nbytes, ())
            values = cuda.to_device(table.values)
        self._add(self._game.endings.find(name), values)
        return values

    def _add(self, ending: Ending, values: Any) -> None:
        self._tables[ending.name] = values
        _, begins, _ = laid_out(self._game.endings, ending)
        address = _address_of(values)
        for k, family in enumerate(ending.families):
            self._directory[2 * family] = address + PLACE * int(begins[k])
            self._directory[2 * family + 1] = begins[k + 1] - begins[k]

    def _make_room(self, needed: int, stay: tuple[str, ...]) -> None:
        """Let tables go, those first that were not used for longest, until so many bytes are free."""
        taken = PLACE * sum(map(len, self._tables.values()))
        for name in [name for name in self._tables if name not in stay]:
            if taken + needed <= self.memory:
                return
            taken -= PLACE * len(self._tables.pop(name))
            for family in self._game.endings.find(name).families:
                self._directory[2 * family + 1] = 0
            _let_go()


class _TableAndStore:
    """A table in memory, and beside it all those on disk."""

    def __init__(self, table: Table, store: TableStore) -> None:
        self._table = Tables(store.game.endings)
        self._table.add(table)
        self._store = store

    def value(self, position: Any) -> int | None:
        value = self._table.value(position)
        return self._store.value(position) if value is None else value


def _blocks(count: int, each: int) -> int:
    return -(-count // each)


def _address_of(values: Any) -> int:
    return int(values.ctypes.data if IS_SIMULATED else values.device_ctypes_pointer.value)


def _free_memory() -> int:
    """How many bytes of the GPU's memory may be taken; BadInput if there is no GPU."""
    if IS_SIMULATED:
        return SIMULATED
    try:
        if cuda.is_available():
            free, _ = cuda.current_context().get_memory_info()
            return int(free * ROOM)
    except cuda.CudaSupportError:
        pass
    raise BadInput("there is no GPU here that numba can use; it needs an NVIDIA one, its driver, and damier's extra gpu")


def _let_go() -> None:
    """Free at once what is not needed any more; numba would wait until there is more of it."""
    if not IS_SIMULATED:
        cuda.current_context().deallocations.clear()
