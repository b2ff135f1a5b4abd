"""Tables of endings built into a store: each file as soon as its table is done, so that whoever is ended goes on from there."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from damier.cancel import Cancel
from damier.endgames.numbered import OnRound, build
from damier.endgames.store import TableStore
from damier.endgames.table import Table, Tables
from damier.endgames.verdict import Longest, statistics
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


def build_into(
    store: TableStore,
    names: Sequence[str],
    memory: int = MEMORY,
    threads: int = 0,
    on_table: OnTable | None = None,
    on_round: OnRound | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Build the tables of these endings, and of all that they lead to, as far as they are not there.

    BadInput, before anything is begun, if one of them does not fit into so many bytes.
    """
    game, tables = store.game, Tables(store.game.endings)
    missing = needed(store, names)
    for ending in missing:
        if room(game.endings, ending) > memory:
            needs = f"the table of {ending.name} needs {room(game.endings, ending) / 1e9:.2g} GB of memory"
            raise BadInput(f"{needs}; {memory / 1e9:.2g} GB may be taken")
    store.folder.mkdir(parents=True, exist_ok=True)
    said = f"tables of {game.name} are being built already, by another damier"
    with alone(store.folder / LOCK, said), ThreadPoolExecutor(1) as writer:
        written: Future[None] | None = None
        for ending in missing:
            store.forget(ending.name)
            if store.file(ending.name) is not None:  # another one has built it meanwhile
                continue
            if tables.bytes + room(game.endings, ending) > memory:
                if written is not None:
                    written.result()
                tables = Tables(game.endings)
            for name in ending.leads_to:
                store.take(name, tables)
            table = build(game, ending.name, tables, threads, on_round, cancel)
            tables.add(table)
            if written is not None:
                written.result()
            written = writer.submit(_keep, store, table, tables, on_table)  # while the next one is built
        if written is not None:
            written.result()


def _keep(store: TableStore, table: Table, tables: Tables, on_table: OnTable | None) -> None:
    counted = counts(store.game, table, tables)
    store.keep(table, counted)
    if on_table is not None:
        on_table(table, counted)


def counts(game: Game, table: Table, tables: Tables) -> list[dict[str, Any]]:
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
