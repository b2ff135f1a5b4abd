"""Tables of endings built into a store: each file as soon as its table is done, so that whoever is ended goes on from there."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from damier.cancel import Cancel
from damier.endgames.numbered import OnRound, build, wrong_place
from damier.endgames.store import TableStore
from damier.endgames.table import Table, Tables
from damier.endgames.verdict import Longest, Values, statistics
from damier.errors import BadInput
from damier.files import alone
from damier.games.endings import Ending, Endings
from damier.games.game import Game

MEMORY = 2_000_000_000  # bytes, if nothing is said
PLACE, BUILDING = 2, 3  # bytes of a place in a table, and while it is built
LOCK = "building.lock"

OnTable = Callable[[Table, list[dict[str, Any]]], None]  # a table that is done, and what was counted of it


def needed(store: TableStore, names: Sequence[str]) -> list[Ending]:
    """Endings that are not in the store, with all that they lead to, in the order in which they can be built."""
    endings = store.game.endings
    order = {ending.name: ending for name in names for ending in endings.needed(name)}
    return [ending for name, ending in order.items() if store.file(name) is None]


def room(endings: Endings, ending: Ending) -> int:
    """How many bytes it takes to build a table, those that it leads to among them."""
    smaller = sum(endings.places(endings.find(name)) for name in ending.leads_to)
    return BUILDING * endings.places(ending) + PLACE * smaller


def check_room(endings: Sequence[Ending], room_of: Callable[[Ending], int], memory: int) -> None:
    """Refuse endings of which one does not fit into so many bytes."""
    for ending in endings:
        if room_of(ending) > memory:
            needs = f"the table of {ending.name} needs {room_of(ending) / 1e9:.2g} GB of memory"
            raise BadInput(f"{needs}; {memory / 1e9:.2g} GB may be taken")


class Builder(Protocol):
    """Builds tables one after the other; those that the next ones stand on stay with it, as far as there is room."""

    memory: int  # bytes that it may take

    def room(self, ending: Ending) -> int:
        """How many bytes it takes to build a table, those that it leads to among them."""
        ...

    def build(self, ending: Ending, on_round: OnRound | None, cancel: Cancel | None) -> Table:
        """The table of an ending; the store has all that it leads to."""
        ...

    def wrong_place(self, table: Table) -> int | None:
        """A place of the table just built whose number does not follow from those one move ahead; None if all do."""
        ...

    def beside(self, table: Table) -> Values:
        """What is asked for the positions that lead on from a table just built."""
        ...


class OnCores:
    """The builder that takes the processor's cores."""

    def __init__(self, store: TableStore, memory: int = MEMORY, threads: int = 0) -> None:
        self.memory = memory
        self._store = store
        self._threads = threads
        self._tables = Tables(store.game.endings)

    def room(self, ending: Ending) -> int:
        return room(self._store.game.endings, ending)

    def build(self, ending: Ending, on_round: OnRound | None, cancel: Cancel | None) -> Table:
        if self._tables.bytes + self.room(ending) > self.memory:
            before, self._tables = self._tables.by_name, Tables(self._store.game.endings)
            for name in ending.leads_to:
                if name in before:
                    self._tables.add(before[name])
        for name in ending.leads_to:
            self._store.take(name, self._tables)
        table = build(self._store.game, ending.name, self._tables, self._threads, on_round, cancel)
        self._tables.add(table)
        return table

    def wrong_place(self, table: Table) -> int | None:
        return wrong_place(self._store.game, table, self._tables, self._threads)

    def beside(self, table: Table) -> Values:
        return self._tables


def build_into(
    store: TableStore,
    names: Sequence[str],
    memory: int = MEMORY,
    threads: int = 0,
    on_table: OnTable | None = None,
    on_round: OnRound | None = None,
    cancel: Cancel | None = None,
    builder: Builder | None = None,
    checks: bool = False,
) -> None:
    """Build the tables of these endings, and of all that they lead to, as far as they are not there.

    BadInput, before anything is begun, if one of them does not fit into so many bytes. Unless another builder is given, it is
    done by so many threads. If it `checks`, each table is looked through before it is written, ValueError if it is wrong.
    """
    game, missing = store.game, needed(store, names)
    builder = builder or OnCores(store, memory, threads)
    check_room(missing, builder.room, builder.memory)
    store.folder.mkdir(parents=True, exist_ok=True)
    said = f"tables of {game.name} are being built already, by another damier"
    with alone(store.folder / LOCK, said), ThreadPoolExecutor(1) as writer:
        written: Future[None] | None = None
        for ending in missing:
            store.forget(ending.name)
            if store.file(ending.name) is not None:  # another one has built it meanwhile
                continue
            table = builder.build(ending, on_round, cancel)
            if checks and (place := builder.wrong_place(table)) is not None:
                raise ValueError(f"the table of {ending.name} is wrong in place {place}: the rules do not fit together")
            if written is not None:
                written.result()
            written = writer.submit(_keep, store, table, builder.beside(table), on_table)  # while the next one is built
        if written is not None:
            written.result()


def _keep(store: TableStore, table: Table, tables: Values, on_table: OnTable | None) -> None:
    counted = counts(store.game, table, tables)
    store.keep(table, counted)
    if on_table is not None:
        on_table(table, counted)


def counts(game: Game, table: Table, tables: Values) -> list[dict[str, Any]]:
    """What was counted of a table, in writing."""
    return [
        each._asdict() | {"longest_win": _written(game, each.longest_win), "longest_loss": _written(game, each.longest_loss)}
        for each in statistics(game, table, tables)
    ]


def _written(game: Game, longest: Longest | None) -> dict[str, Any] | None:
    if longest is None:
        return None
    line = game.names_of(longest.position, longest.line)
    return {"plies": longest.plies, "position": game.text(longest.position), "line": " ".join(line)}
