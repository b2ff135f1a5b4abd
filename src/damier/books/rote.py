"""Rote learning (Samuel 1959; Alliot-Schiex 15.6.4): what a deep search has found of a position is remembered, and later
searches that meet the position take the remembered value where they would evaluate it, or look less deep.

A position is known by the key that the search's table knows it by, up to symmetry and as it stood on the board (its `twin`):
a search uses symmetry only where that pays. With it goes the table's own word (`search/table.py`): value, best move, depth,
and whether it is an estimate. So wins are counted from the position, and what rests on forward pruning stands apart, as in
the table. Games, sizes of boards and evaluations that share a file are told apart by a number.

Seeding. Before each search all that is remembered is put into the table, where that does not know more already: entries that
were replaced come back, and all have the age of the new root, which protects them. To find out what has changed would take as
long: 100,000 positions take 3 to 4 ms, sorted so that the table is written from one end to the other. A small table gets only
the most useful ones, for half of its entries.

Forgetting, by Samuel's rule. A position's age counts the lessons since it was learnt. When it is of use, because a value of
that depth decided something in a later search or because it was asked again at the root, its age is halved. When the memory
is full those go first whose age is the greatest multiple of their depth, a twentieth at a time; among equals the one known
longer. So what took twice as deep a search may lie unused twice as long.

Thinking does not touch the disk. `keep` writes what is new, and is the only one who can fail.
"""

import hashlib
import sqlite3
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from damier.books import rote_file
from damier.books.rote_file import BORN, COLUMNS, DEPTH, KEY, TWIN, TWIN_WORD, WORD, create
from damier.databases import transaction
from damier.engine.kernel.rote import are_marked, bits_for, plant
from damier.engine.kernel.search import PRUNING_KEY
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.engine.rote import Finding
from damier.games.game import Game
from damier.kernel import entry, native, uncompiled
from damier.rules import canonical, key, play
from damier.search.ordering import moves_in_order
from damier.search.table import BUCKET, UNKNOWN_MOVE, Table, packed

MOST = 100_000  # positions
LEAST_DEPTH = 6  # what less deep searches find is soon found again
FORGOTTEN = 20  # when the memory is full, one in so many goes
FRESH = 500  # lessons that are put into the table beside the others


class Seeds(NamedTuple):
    """What is put into a table."""

    keys: Any
    words: Any
    sown: Any  # a bit for each key
    room: int  # for which there are so many


class Rote:
    """The memory of one game, kept in an SQLite file. Any thread may call it."""

    def __init__(
        self, file: Path | str | sqlite3.Connection, game: Game, most: int = MOST, least_depth: int = LEAST_DEPTH
    ) -> None:
        """The memory in a file, or in one that is open. Raises BadInput if it cannot be read."""
        self.most, self.least_depth = max(1, most), max(1, least_depth)
        self._game = _number_of(game)
        self._lock = threading.Lock()
        self._rows = np.zeros((0, len(COLUMNS)), np.int64)
        self._is_new = np.zeros(0, np.bool_)  # rows that the file does not have as they are
        self._count = 0
        self._place: dict[int, int] = {}
        self._gone: list[int] = []  # keys of rows to be deleted from the file
        self._seeds: Seeds | None = None
        self._fresh: list[int] = []  # places of rows that are not among the seeds
        self._now = 0  # lessons so far
        self._plant = _seeder(game)
        self._is_ours = not isinstance(file, sqlite3.Connection)
        self._where = str(file) if self._is_ours else "the open database"
        with rote_file.said_in_a_line("remembered", self._where):
            self._connection = file if isinstance(file, sqlite3.Connection) else rote_file.connect(Path(file))
            try:
                create(self._connection)
                self._version = rote_file.version(self._connection)
                self._load()
            except BaseException:
                self.close()
                raise

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> "Rote":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Keep what was learnt, and close."""
        try:
            self.keep()
        finally:
            self.close()

    # ----------------------------------------------------------------------------------------------------------------
    # For the player

    def seed(self, memory: Workspace) -> None:
        """Bring what is remembered into the table of a search that is about to begin."""
        with self._lock:
            if self._count == 0:
                return
            seeds = self._sow(int(memory.record.table_buckets) * BUCKET // 2)
            self._plant(seeds.keys, seeds.words, len(seeds.keys), memory.record)
            if self._fresh:
                keys, words = self._entries(self._rows[self._fresh])
                np.bitwise_or(seeds.sown, bits_for(keys), out=seeds.sown)
                self._plant(keys, words, len(keys), memory.record)
            memory.use_rote(seeds.sown, self.least_depth)

    def refresh(self, memory: Workspace) -> None:
        """The search is over: the ages of the positions it has met are halved."""
        with self._lock:
            if memory.marks is None:
                return
            rows = self._rows[: self._count]
            is_met = self._are_met(rows[:, KEY], memory) | self._are_met(rows[:, TWIN], memory)
            for place in np.flatnonzero(is_met):
                self._halve_age(int(place))

    def remember(self, lesson: Finding) -> None:
        """Remember what was found, unless the search was not deep, or as much is known already."""
        if lesson.depth >= self.least_depth:
            row = self._row(lesson)
            with self._lock:
                row[BORN] = self._now + 1
                self._take(row)

    # ----------------------------------------------------------------------------------------------------------------
    # The file

    def keep(self) -> None:
        """Write what is new to the file. Raises BadInput if that cannot be; the file is then as it was, and nothing is lost."""
        with self._lock, rote_file.said_in_a_line("remembered", self._where):
            with transaction(self._connection):
                now = rote_file.version(self._connection)
                if now != self._version:
                    self._load()
                    self._version = now
                rote_file.delete(self._connection, self._gone)
                rote_file.write(self._connection, self._rows[: self._count][self._is_new[: self._count]])
            self._is_new[:] = False
            self._gone.clear()

    def close(self) -> None:
        """Let go of the file, if it was opened here; what was not kept is forgotten."""
        if self._is_ours and hasattr(self, "_connection"):
            self._connection.close()

    def _load(self) -> None:
        """What the file has, and what is new here beside it."""
        new = self._rows[: self._count][self._is_new[: self._count]]
        rows, damaged = rote_file.read(self._connection, self._game)
        self._set(rows[~np.isin(rows[:, KEY], self._gone)])
        self._gone += damaged
        for row in new:
            self._take(row)
        if self._count > self.most:
            self._forget(self.most)

    # ----------------------------------------------------------------------------------------------------------------
    # The rows

    def _row(self, lesson: Finding) -> Any:
        """A lesson as a row."""
        here = native(lesson.position)
        there = native(canonical(here))
        apart = np.uint64(self._game & _ALL) ^ (PRUNING_KEY if lesson.pruned else np.uint64(0))
        child = key(canonical(native(play(here, lesson.move))))
        moves = moves_in_order(there, False)
        same = (place for place, move in enumerate(moves) if key(canonical(native(play(there, move)))) == child)
        places = next(same, UNKNOWN_MOVE), moves_in_order(here, False).index(lesson.move)
        names = (np.uint64(key(each)) ^ apart for each in (there, here))
        words = (_packed(lesson.score, lesson.score, place, lesson.depth, int(not lesson.exact)) for place in places)
        (name, twin), (word, twin_word) = (map(_signed, each) for each in (names, words))
        return np.array([name, self._game, twin, word, twin_word, lesson.depth, 0], np.int64)

    def _take(self, row: Any) -> None:
        """Take a row in, or, where as much is known of its position, refresh that."""
        place = self._place.get(int(row[KEY]))
        if place is not None and _is_better(self._rows[place], row):
            self._halve_age(place)
            return
        if place is None:
            if self._count >= self.most:
                self._forget(self.most - 1 - self.most // FORGOTTEN)
            place = self._count
            self._make_room(place + 1)
            self._count += 1
            self._place[int(row[KEY])] = place
        self._now = max(self._now, int(row[BORN]))
        self._rows[place] = row
        self._is_new[place] = True
        self._fresh.append(place)

    def _halve_age(self, place: int) -> None:
        self._rows[place, BORN] = self._now - (self._now - self._rows[place, BORN]) // 2
        self._is_new[place] = True

    def _forget(self, left: int) -> None:
        """Forget the least useful, so that so many are left."""
        rows, is_new = self._rows[: self._count], self._is_new[: self._count]
        order = self._by_use()
        self._gone += rows[order[left:], KEY].tolist()
        stays = np.sort(order[:left])
        self._set(rows[stays], is_new[stays])

    def _by_use(self) -> Any:
        """The places of all rows, the most useful first."""
        rows = self._rows[: self._count]
        return np.lexsort((-rows[:, BORN], (self._now - rows[:, BORN]) / rows[:, DEPTH]))

    def _set(self, rows: Any, is_new: Any = None) -> None:
        self._rows = np.array(rows)
        self._count = len(rows)
        self._is_new = np.zeros(self._count, np.bool_) if is_new is None else np.array(is_new)
        self._place = dict(zip(rows[:, KEY].tolist(), range(self._count), strict=True))
        self._now = int(rows[:, BORN].max(initial=self._now))
        self._seeds = None
        self._fresh.clear()

    def _make_room(self, count: int) -> None:
        if count > len(self._rows):
            more = max(64, len(self._rows) // 4)
            self._rows = np.vstack([self._rows, np.zeros((more, len(COLUMNS)), np.int64)])
            self._is_new = np.append(self._is_new, np.zeros(more, np.bool_))

    def _sow(self, room: int) -> "Seeds":
        """The seeds for a table with room for so many, sorted; few new ones do not make it worth to sort them all again."""
        if self._seeds is None or self._seeds.room != room or len(self._fresh) > FRESH:
            rows = self._rows[: self._count]
            keys, words = self._entries(rows if 2 * self._count <= room else rows[self._by_use()[: room // 2]])
            order = np.argsort(keys)
            self._seeds = Seeds(keys[order], words[order], bits_for(keys), room)
            self._fresh.clear()
        return self._seeds

    def _entries(self, rows: Any) -> tuple[Any, Any]:
        """The keys and words of rows for the table; a position that is its own representative is there once."""
        twins = rows[rows[:, TWIN] != rows[:, KEY]]
        words = np.concatenate([rows[:, WORD], twins[:, TWIN_WORD]]).view(np.uint64)
        return self._keys(np.concatenate([rows[:, KEY], twins[:, TWIN]])), words

    def _keys(self, names: Any) -> Any:
        """The keys of the search's table for the names of positions in the file."""
        return np.ascontiguousarray(names ^ self._game).view(np.uint64)

    def _are_met(self, names: Any, memory: Workspace) -> Any:
        return are_marked(self._keys(names), memory.marks)


_ALL = (1 << 64) - 1


def _packed(low: int, high: int, best: int, depth: int, guess: int) -> Any:
    return uncompiled(packed)(low, high, best, depth, guess)


def _signed(number: Any) -> int:
    """A 64-bit number as SQLite has it."""
    return int(np.uint64(number).astype(np.int64))


def _is_better(known: Any, row: Any) -> bool:
    """Whether what is known of a position is worth more than a row of it: proved, or from a deeper search."""
    is_estimate, is_other = known[WORD] < 0, row[WORD] < 0  # the sign is the bit for that
    return bool(is_other if is_estimate != is_other else known[DEPTH] > row[DEPTH])


def _number_of(game: Game) -> int:
    """A number for a game with its options and evaluation: values of another are of no use."""
    text = f"{game.name} {sorted(game.options.items())}".encode()
    digest = hashlib.sha256(text + np.ascontiguousarray(game.weights()).tobytes()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def _seeder(game: Game) -> Any:
    """The machine code that puts seeds into a table, so that it is there before the clock starts."""
    scratch = Workspace(game.start(), game.weights(), Table(1), Techniques(), unit=game.unit)
    return entry(plant, np.zeros(0, np.uint64), np.zeros(0, np.uint64), 0, scratch.record)
