"""The file of a book that learns: SQLite, one process that writes, any number that read.

    about       which game it is a book of, and totals: how many games and positions, and a checksum over all of them
    games       every game, with its moves
    files       which files of games were read, and how far, so that one that was interrupted goes on and none is read twice
    positions   what is known of each position, by number (`rows.py`)

Whatever belongs together is written in one transaction: who is killed in the middle of it leaves the book as it was before.
SQLite does not notice when bytes change under it, so we do: the file has a seal beside it (`seal.py`), and where that is
missing or broken, as after a crash, the whole book is read and checked when it is opened. What is written goes to SQLite's log
first; when that has grown, or in the end, it is brought into the file, which then gets its seal.
"""

import json
import os
import sqlite3
import struct
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.books.learnt import rows
from damier.books.learnt.nodes import NOT_IN_TREE, Excerpt
from damier.books.learnt.seal import is_sealed, put_seal
from damier.databases import code, is_damage, switch_to_log, transaction
from damier.games.game import BadInput

FORMAT = 1
APPLICATION = 0x64616D69  # "dami", in the header of the file
PATIENCE = 10.0  # seconds to wait for another process that is writing
LOG_BYTES = 64_000_000  # of SQLite's log, before it is brought into the file
CACHE_KB = 32_000  # of SQLite's own cache of pages
FEW = 300  # positions that are looked up one by one

_TABLES = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY, moves BLOB NOT NULL, result INTEGER NOT NULL, start TEXT NOT NULL,
        first TEXT NOT NULL, second TEXT NOT NULL, date TEXT NOT NULL, event TEXT NOT NULL, checksum INTEGER NOT NULL
    )""",
    """CREATE TABLE files (
        digest TEXT PRIMARY KEY, name TEXT NOT NULL, read INTEGER NOT NULL, kept INTEGER NOT NULL, whole INTEGER NOT NULL,
        checksum INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE TABLE positions (number INTEGER PRIMARY KEY, row BLOB NOT NULL)",
)


class Played(NamedTuple):
    """A game that was played: its moves, and -1, 0 or 1 as the first player lost, drew or won."""

    moves: Any  # a sequence of numbers
    result: int
    start: str = ""  # the position it began with, in writing; nothing for the usual one
    first: str = ""  # who played
    second: str = ""
    date: str = ""
    event: str = ""


class Source(NamedTuple):
    """A file of games, and how far it has been read: games of it, those that were kept, whether that was all."""

    digest: str
    name: str
    read: int = 0
    kept: int = 0
    whole: bool = False


@dataclass
class Totals:
    """What a book holds in all; the checksums are those of all rows together."""

    games: int = 0
    rows: int = 0
    positions: int = 0  # of the rows: those in the tree
    games_sum: int = 0
    rows_sum: int = 0


class Store:
    """An open file. Errors are said in a line (BadInput), and nothing is written then."""

    def __init__(self, path: Path, connection: sqlite3.Connection, is_writable: bool) -> None:
        self.path = path
        self.is_writable = is_writable
        self._connection = connection
        self._has_changed = False
        self._lock = threading.RLock()  # any thread may call
        self.about: dict[str, Any] = {}

    # ----------------------------------------------------------------------------------------------------------------
    # Opening

    @classmethod
    def create(cls, path: Path, about: dict[str, Any]) -> "Store":
        """A new book about a game."""
        store = cls(path, _connect(path, is_writable=True), is_writable=True)
        with store._said("made"):
            try:
                switch_to_log(store._connection, PATIENCE)
                with transaction(store._connection):
                    if _format_of(store._connection, path) == 0:  # still, now that no other process can make it
                        for table in _TABLES:
                            store._connection.execute(table)
                        store._write_about("book", about)
                        store._write_about("totals", Totals().__dict__)
                        store._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                        store._connection.execute(f"PRAGMA user_version = {FORMAT}")
                        store._has_changed = True
            except BaseException:
                store._connection.close()
                raise
        store._begin(is_new=True)
        return store

    @classmethod
    def open(cls, path: Path, is_writable: bool = False) -> "Store":
        """The book in a file; one that is damaged is refused."""
        if not path.is_file():
            raise BadInput(f"there is no book {path}")
        store = cls(path, _connect(path, is_writable), is_writable)
        with store._said("read"):
            try:
                if _format_of(store._connection, path) == 0:
                    raise BadInput(f"{path} is no book: it is empty")
                store._begin(is_new=False)
            except BaseException:
                store._connection.close()
                raise
        return store

    def _begin(self, is_new: bool) -> None:
        self._connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        if self.is_writable:
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA wal_autocheckpoint = 0")  # see `_keep`
        if not is_new and not is_sealed(self.path):
            self.check()
        self.about = self._read_about("book")

    def close(self) -> None:
        """Let go of the file, which is whole then and sealed."""
        with self._said("closed"):
            try:
                if self._has_changed:
                    self._keep()
            finally:
                self._connection.close()

    def _keep(self) -> None:
        """Bring the log into the file, and seal it. While a reader or another writer is busy that has to wait."""
        with suppress(sqlite3.OperationalError):
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                return
            with transaction(self._connection):  # nobody writes meanwhile
                if self._log_bytes() == 0:
                    put_seal(self.path)
                    self._has_changed = False

    def _log_bytes(self) -> int:
        log = self.path.with_name(self.path.name + "-wal")
        return log.stat().st_size if log.exists() else 0

    @contextmanager
    def _said(self, done: str) -> Iterator[None]:
        """One thread at a time; errors of SQLite's and the system's in a line."""
        try:
            with self._lock:
                yield
        except sqlite3.DatabaseError as error:
            raise BadInput(_in_a_line(error, self.path, done)) from None
        except OSError as error:
            raise BadInput(f"{self.path} cannot be {done}: {error.strerror}") from None

    # ----------------------------------------------------------------------------------------------------------------
    # Reading

    @property
    def totals(self) -> Totals:
        with self._said("read"):
            return Totals(**self._read_about("totals"))

    def load(self, numbers: Any) -> Excerpt:
        """What is known of positions; those of which nothing is known are left out. The numbers are sorted."""
        with self._said("read"):
            found = self._few(numbers) if len(numbers) <= FEW else self._many(numbers)
        if not found:
            return Excerpt.empty()
        known = np.fromiter((number for number, _ in found), np.int64, len(found)).view(np.uint64)
        order = np.argsort(known, kind="stable")
        return rows.unpack(known[order], [found[i][1] for i in order.tolist()], str(self.path))

    def _few(self, numbers: Any) -> list[tuple[int, bytes]]:
        wanted = "SELECT number, row FROM positions WHERE number = ?"
        each = (self._connection.execute(wanted, (number,)).fetchone() for number in _signed(numbers))
        return [row for row in each if row]

    def _many(self, numbers: Any) -> list[tuple[int, bytes]]:
        """Let SQLite look them up in one go."""
        wanted = "[" + ",".join(map(str, sorted(_signed(numbers)))) + "]"
        joined = "SELECT number, row FROM json_each(?) CROSS JOIN positions ON number = json_each.value"
        return self._connection.execute(joined, (wanted,)).fetchall()

    def games(self, after: int = 0) -> Iterator[tuple[int, Played]]:
        """All games with their numbers, in the order in which they came, after a number."""
        while True:
            with self._said("read"):
                found = self._connection.execute("SELECT * FROM games WHERE id > ? ORDER BY id LIMIT 1000", (after,)).fetchall()
            if not found:
                return
            for row in found:
                if _game_sum(row[:-1]) != row[-1]:
                    raise BadInput(f"{self.path} is damaged: its game {row[0]} is not as it was written")
                yield row[0], _game_of(row)
            after = found[-1][0]

    def source(self, digest: str) -> Source | None:
        """How far a file was read; None if it never was."""
        with self._said("read"):
            row = self._connection.execute("SELECT * FROM files WHERE digest = ?", (digest,)).fetchone()
        return _source_of(row, self.path) if row else None

    def sources(self) -> list[Source]:
        """The files that were read."""
        with self._said("read"):
            found = self._connection.execute("SELECT * FROM files ORDER BY name").fetchall()
        return [_source_of(row, self.path) for row in found]

    def _read_about(self, name: str) -> Any:
        row = self._connection.execute("SELECT value, checksum FROM about WHERE name = ?", (name,)).fetchone()
        if row is None or zlib.crc32(row[0].encode()) != row[1]:
            raise BadInput(f"{self.path} is damaged: what it says of itself cannot be read")
        return json.loads(row[0])

    # ----------------------------------------------------------------------------------------------------------------
    # Writing

    @contextmanager
    def writing(self) -> Iterator[Totals]:
        """All that is written within this, or nothing. The totals are to be changed with it."""
        if not self.is_writable:
            raise BadInput(f"{self.path} was opened to be read only")
        with self._said("written"):
            with transaction(self._connection):
                totals = Totals(**self._read_about("totals"))
                yield totals
                self._write_about("totals", totals.__dict__)
            self._has_changed = True
            if self._log_bytes() > LOG_BYTES:
                self._keep()

    def add_games(self, games: Sequence[Played], totals: Totals) -> None:
        """Keep games; within `writing`."""
        first = self._connection.execute("SELECT max(id) FROM games").fetchone()[0] or 0
        written = []
        for number, game in enumerate(games, first + 1):
            row = (number, _packed(game.moves), int(game.result), *game[2:])
            checksum = _game_sum(row)
            totals.games_sum ^= checksum
            written.append((*row, checksum))
        self._connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", written)
        totals.games += len(written)

    def save(self, excerpt: Excerpt, totals: Totals) -> None:
        """Keep what is known of the positions that have changed; within `writing`."""
        touched = np.flatnonzero(excerpt.nodes["touched"])
        nodes = excerpt.nodes[touched]
        joined, ends = rows.pack(Excerpt.of(nodes, excerpt.links, excerpt.parents))
        if len(nodes) == 0:
            return
        starts = ends - np.diff(ends, prepend=0)
        sums = np.frombuffer(joined, np.uint8)[ends[:, None] + np.arange(-4, 0)].copy().view("<u4").reshape(-1)
        numbers = nodes["number"].view(np.int64)
        order = np.argsort(numbers, kind="stable")
        written = (
            (number, joined[start:end])
            for number, start, end in zip(numbers[order].tolist(), starts[order].tolist(), ends[order].tolist(), strict=True)
        )
        self._connection.executemany("INSERT OR REPLACE INTO positions VALUES (?, ?)", written)
        totals.rows += int(np.count_nonzero(nodes["stored"] == 0))
        totals.rows_sum ^= int(np.bitwise_xor.reduce(nodes["stored"])) ^ int(np.bitwise_xor.reduce(sums))
        totals.positions += int(np.count_nonzero((nodes["value"] != NOT_IN_TREE) & (nodes["was_in_tree"] == 0)))

    def note_source(self, source: Source) -> None:
        """Remember how far a file was read; within `writing`."""
        row = (source.digest, source.name, source.read, source.kept, int(source.whole))
        self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", (*row, _sum_of(row)))

    def _write_about(self, name: str, value: dict[str, Any]) -> None:
        text = json.dumps(value, sort_keys=True)
        self._connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?, ?)", (name, text, zlib.crc32(text.encode())))

    # ----------------------------------------------------------------------------------------------------------------
    # Checking

    def check(self, on_rows: Callable[[Excerpt], None] | None = None) -> Totals:
        """Read all of the book; BadInput says what is wrong with it. `on_rows` sees the positions, some thousands at a time."""
        with self._said("read"):
            self._connection.execute("BEGIN")  # one state of the book, whoever writes
            try:
                self._check_structure()
                totals = Totals(**self._read_about("totals"))
                found = self._counted(on_rows)
            finally:
                self._connection.execute("ROLLBACK")
        if found != totals:
            raise BadInput(
                f"{self.path} is damaged: it has {found.games} games and {found.rows} positions, "
                f"and says that they are {totals.games} and {totals.rows}, or they are not as they were written"
            )
        return totals

    def _check_structure(self) -> None:
        said = self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise BadInput(f"{self.path} is damaged: {said.splitlines()[0]}")

    def _counted(self, on_rows: Callable[[Excerpt], None] | None) -> Totals:
        totals = Totals()
        totals.games = sum(1 for _ in self.games())
        for (checksum,) in self._connection.execute("SELECT checksum FROM games"):
            totals.games_sum ^= checksum
        self.sources()
        cursor = self._connection.execute("SELECT number, row FROM positions ORDER BY number")
        while found := cursor.fetchmany(20_000):
            numbers = np.fromiter((number for number, _ in found), np.int64, len(found)).view(np.uint64)
            excerpt = rows.unpack(numbers, [row for _, row in found], str(self.path))
            totals.rows += len(found)
            totals.positions += int(np.count_nonzero(excerpt.nodes["value"] != NOT_IN_TREE))
            totals.rows_sum ^= int(np.bitwise_xor.reduce(excerpt.nodes["stored"]))
            if on_rows:
                on_rows(excerpt)
        return totals


def _connect(path: Path, is_writable: bool) -> sqlite3.Connection:
    """A connection to a file, which need not be there if it is to be written."""
    name = path.absolute().as_uri()
    try:
        if is_writable:
            path.parent.mkdir(parents=True, exist_ok=True)
            mode = "rwc"
        elif _can_be_joined(path):
            mode = "rw"  # to read, too, SQLite keeps a file beside it
        else:
            mode = "ro&immutable=1"
        connection = sqlite3.connect(
            f"{name}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        if not is_writable:
            connection.execute("PRAGMA query_only = 1")
        return connection
    except sqlite3.DatabaseError as error:
        raise BadInput(_in_a_line(error, path, "opened")) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be opened: {error.strerror}") from None


def _can_be_joined(path: Path) -> bool:
    """Whether this process may write beside a file, as readers of a book that is being written must."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _format_of(connection: sqlite3.Connection, path: Path) -> int:
    """The format of a book, 0 for a file that is empty. Raises BadInput if it is none, or of a later damier."""
    found = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION and (found or application or tables):
        raise BadInput(f"{path} is no book that damier learns in")
    if found > FORMAT:
        raise BadInput(f"{path} was written by a later version of damier (format {found}; this one knows {FORMAT})")
    return found


def _in_a_line(error: sqlite3.DatabaseError, path: Path, done: str) -> str:
    if is_damage(error):
        return f"{path} is damaged, or no book: {error}"
    if code(error) == sqlite3.SQLITE_BUSY:
        return f"{path} cannot be {done}: another process is writing to it; nothing was lost, try again"
    return f"{path} cannot be {done}: {error}"


def _signed(numbers: Any) -> list[int]:
    """Numbers of positions as SQLite has them."""
    return list(np.asarray(numbers, np.uint64).view(np.int64).tolist())


def _packed(moves: Any) -> bytes:
    """Moves as bytes: one each if that is enough, which the length of the game tells; else two or four."""
    made = np.asarray(moves, np.int64)
    most = int(made.max(initial=0))
    kind = "B" if most < 1 << 8 else "H" if most < 1 << 16 else "I"
    return kind.encode() + made.astype(f"<{np.dtype(kind).str[1:]}").tobytes()


def _unpacked(data: bytes) -> list[int]:
    kind = np.dtype(chr(data[0])).newbyteorder("<")
    return list(np.frombuffer(data, kind, offset=1).tolist())


def _game_of(row: tuple[Any, ...]) -> Played:
    return Played(_unpacked(row[1]), row[2], *row[3:8])


def _game_sum(row: tuple[Any, ...]) -> int:
    number, moves, result, *texts = row
    said = "\0".join(texts).encode("utf-8", "surrogatepass")
    return zlib.crc32(said, zlib.crc32(moves, zlib.crc32(struct.pack("<qb", number, result))))


def _sum_of(row: tuple[Any, ...]) -> int:
    return zlib.crc32(repr(row).encode())


def _source_of(row: tuple[Any, ...], path: Path) -> Source:
    if _sum_of(row[:-1]) != row[-1]:
        raise BadInput(f"{path} is damaged: what it says of the files that were read is not as it was written")
    return Source(row[0], row[1], row[2], row[3], bool(row[4]))
