"""The file of a book that learns: SQLite, one process that writes, any number that read.

    about       which game it is a book of, and totals: how many games and positions, and a checksum over all of them
    games       every game, with its moves
    files       which files of games were read, and how far, so that one that was interrupted goes on and none is read twice
    positions   what is known of each position, by number (`rows.py`)

Whatever belongs together is written in one transaction: who is killed in the middle of it leaves the book as it was before.
SQLite does not notice when bytes change under it, so we do: the file has a seal beside it (`seal.py`), and where that is
missing or broken, as after a crash, the whole book is read and checked when it is opened. What is written goes to SQLite's log
first; when that has grown, or in the end, it is brought into the file, which then gets its seal.

What that amounts to: a book whose bytes were changed or cut off is refused when it is opened, or answers as before. Where it
is the log that was, it may answer as it did some transactions ago, but always as after a whole one: SQLite has checksums there,
and the log says which sealed file it goes on from. Bytes that change while the book is open are noticed row by row; a
position may be unknown then, and is never known wrongly.
"""

import hashlib
import json
import os
import sqlite3
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
from damier.books.learnt.seal import hold, is_sealed, let_go, put_seal, seal_of
from damier.databases import at_one_moment, code, is_damage, switch_to_log, transaction
from damier.files import check_regular
from damier.games.game import BadInput

FORMAT = 1
APPLICATION = 0x64616D69  # "dami", in the header of the file
PATIENCE = 10.0  # seconds to wait for another process that is writing
POLITENESS = 0.2  # seconds to wait for readers, and keep writers waiting, before the log is left for another time
LOG_BYTES = 64_000_000  # of SQLite's log, before it is brought into the file
CACHE_KB = 32_000  # of SQLite's own cache of pages
FEW = 300  # positions that are looked up one by one
_LEAST_BYTES = 512  # of a file of SQLite's

# What reading a file may raise: Python fails to decode what SQLite says of tables whose names are damaged.
_TROUBLE = sqlite3.Error, OSError, MemoryError, UnicodeDecodeError

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


class BookGame(NamedTuple):
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


class Overtaken(BadInput):
    """Another process has read further in files, of these digests, than was known when their games were read here."""

    def __init__(self, path: Path, digests: set[str]) -> None:
        super().__init__(f"{path}: another process has read further in the same file of games; nothing was counted twice")
        self.digests = digests


@dataclass
class Totals:
    """What a book holds in all; the checksums are those of all rows together."""

    games: int = 0
    rows: int = 0
    positions: int = 0  # of the rows: those in the tree
    files: int = 0
    games_sum: int = 0
    rows_sum: int = 0
    files_sum: int = 0


class Store:
    """An open file. Errors are said in a line (BadInput), and nothing is written then."""

    def __init__(self, path: Path, is_writable: bool, is_made: bool = False) -> None:
        self.path = path
        self.is_writable = is_writable
        self._connection, self._which = _connect(path, is_writable, is_made)
        self._is_open = True
        self._has_changed = False
        self._lock = threading.RLock()  # any thread may call
        self._totals = Totals()  # while something is written
        self.about: dict[str, Any] = {}

    # ----------------------------------------------------------------------------------------------------------------
    # Opening

    @classmethod
    def create(cls, path: Path, about: dict[str, Any]) -> "Store":
        """A new book about a game; where there is one already, or somebody was killed while making it, that one."""
        while True:
            store = cls(path, is_writable=True, is_made=True)
            try:
                store._make(about)
            except BadInput:
                if not store._is_gone():
                    raise
                continue
            if not store._is_gone():
                return store
            store._let_go()  # who made it has found nothing to put into it, and taken it away meanwhile

    def _make(self, about: dict[str, Any]) -> None:
        """Make a book of an empty file."""
        is_new = False
        with self._opening("made"):
            if _format_of(self._connection, self.path) == 0:
                switch_to_log(self._connection, PATIENCE)
                with transaction(self._connection):
                    if _format_of(self._connection, self.path) == 0:  # still, now that no other process can make it
                        for table in _TABLES:
                            self._connection.execute(table)
                        self._write_about("book", about)
                        self._write_about("totals", Totals().__dict__)
                        self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                        self._connection.execute(f"PRAGMA user_version = {FORMAT}")
                        is_new = True
            self._begin(is_new)

    def _is_gone(self) -> bool:
        """Whether the file that is open is no longer the one of that name."""
        with suppress(OSError):
            about = self.path.stat()
            return (about.st_dev, about.st_ino) != self._which
        return True

    def discard_if_empty(self) -> bool:
        """Take the file away if nothing is in it and nobody else has it open, and close it; whether it was.

        Others may come at any moment. They wait until it is gone, and then make another: see `create`.
        """
        if not self.is_writable:
            return False
        try:
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode = DELETE")  # an error if another connection is open
            tables = ("games", "files", "positions")
            if any(self._connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables):
                return False
            for path in (self.path, seal_of(self.path)):
                path.unlink(missing_ok=True)
            self._let_go()
            return True
        except (sqlite3.Error, OSError):
            return False
        finally:
            if self._is_open:
                with suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA locking_mode = NORMAL")
                    switch_to_log(self._connection, PATIENCE)
                    self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")

    @classmethod
    def open(cls, path: Path, is_writable: bool = False) -> "Store":
        """The book in a file; one that is damaged is refused."""
        store = cls(path, is_writable)
        with store._opening("read"):
            if _format_of(store._connection, path) == 0:
                raise BadInput(f"{path} is no book: it is empty")
            store._begin(is_new=False)
        return store

    @contextmanager
    def _opening(self, done: str) -> Iterator[None]:
        """Let go of the file if it turns out that it cannot be used."""
        try:
            with self._said(done):
                yield
        except BaseException:
            self._let_go()
            raise

    def _begin(self, is_new: bool) -> None:
        self._connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        self._check_tables()
        if not is_new and not self._is_sealed():
            self.check()
            is_new = True
        self.about = self._read_about("book")
        if self.is_writable:
            switch_to_log(self._connection, PATIENCE)  # a copy that other programs made may have none
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA wal_autocheckpoint = 0")  # see `_keep`
            self._has_changed = is_new

    def _is_sealed(self) -> bool:
        """Whether the file is as it was sealed, and the log, if there is one, goes on from there."""
        with suppress(BadInput):
            return is_sealed(self.path, self._which) and (self._log_bytes() == 0 or self._seal() == self._read_about("sealed"))
        return False

    def _seal(self) -> dict[str, str]:
        with suppress(OSError):
            return {"seal": seal_of(self.path).read_bytes().decode("ascii", "replace")}
        return {"seal": ""}

    def close(self) -> None:
        """Let go of the file, which is whole then and sealed."""
        with self._said("closed"):
            try:
                if self._is_open and self._has_changed:
                    self._keep()
            finally:
                self._let_go()

    def _let_go(self) -> None:
        if self._is_open:
            self._is_open = False
            self._connection.close()
            let_go(self._which)

    def _keep(self) -> None:
        """Bring the log into the file, and seal it. While a reader or another writer is busy that has to wait.

        What was written is safe in the log already, so that nothing that fails here is an error.
        """
        with suppress(sqlite3.Error, OSError):
            self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * POLITENESS)}")
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                with transaction(self._connection):  # nobody writes meanwhile
                    if self._log_bytes() == 0:
                        put_seal(self.path, self._which)
                        self._has_changed = False
        with suppress(sqlite3.Error):
            self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")

    def _log_bytes(self) -> int:
        with suppress(FileNotFoundError):
            return _log_of(self.path).stat().st_size
        return 0

    @contextmanager
    def _said(self, done: str) -> Iterator[None]:
        """One thread at a time; errors of SQLite's and the system's in a line."""
        try:
            with self._lock:
                yield
        except _TROUBLE as error:
            raise BadInput(_in_a_line(error, self.path, done)) from None

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
        found.sort(key=lambda row: row[0] % (1 << 64))
        return self._unpacked(found)

    def _unpacked(self, found: list[tuple[int, bytes]]) -> Excerpt:
        """Rows as SQLite has them, sorted by number."""
        numbers = np.fromiter((number for number, _ in found), np.int64, len(found)).view(np.uint64)
        if any(type(row) is not bytes for _, row in found):
            raise BadInput(f"{self.path} is damaged: what it says of a position cannot be read")
        return rows.unpack(numbers, [row for _, row in found], str(self.path)) if found else Excerpt.empty()

    def _few(self, numbers: Any) -> list[tuple[int, bytes]]:
        wanted = "SELECT number, row FROM positions WHERE number = ?"
        each = (self._connection.execute(wanted, (number,)).fetchone() for number in _signed(numbers))
        return [row for row in each if row]

    def _many(self, numbers: Any) -> list[tuple[int, bytes]]:
        """Let SQLite look them up in one go."""
        wanted = "[" + ",".join(map(str, sorted(_signed(numbers)))) + "]"
        joined = "SELECT number, row FROM json_each(?) CROSS JOIN positions ON number = json_each.value"
        return self._connection.execute(joined, (wanted,)).fetchall()

    def games(self, after: int = 0) -> Iterator[tuple[int, BookGame]]:
        """All games with their numbers, in the order in which they came, after a number."""
        for row in self._games(after):
            yield row[0], _game_of(row)

    def _games(self, after: int) -> Iterator[tuple[Any, ...]]:
        while True:
            with self._said("read"):
                found = self._connection.execute("SELECT * FROM games WHERE id > ? ORDER BY id LIMIT 1000", (after,)).fetchall()
            if not found:
                return
            for row in found:
                if _sum_of(row[:-1]) != row[-1]:
                    raise BadInput(f"{self.path} is damaged: its game {row[0]} is not as it was written")
                yield row
            after = found[-1][0]

    def repeated(self) -> int:
        """How many games are the same as one before them: moves, result, players, date and event."""
        numbers = (hashlib.blake2b(repr(row[1:-1]).encode(), digest_size=8).digest() for row in self._games(0))
        every = np.frombuffer(b"".join(numbers), np.uint64)
        return len(every) - len(np.unique(every))

    def source(self, digest: str) -> Source | None:
        """How far a file was read; None if it never was."""
        found = self._files("WHERE digest = ?", digest)
        return _source_of(found[0]) if found else None

    def sources(self) -> list[Source]:
        """The files that were read."""
        return [_source_of(row) for row in self._files("ORDER BY name")]

    def _files(self, which: str, *values: str) -> list[tuple[Any, ...]]:
        with self._said("read"):
            found = self._connection.execute(f"SELECT * FROM files {which}", values).fetchall()
        if any(_sum_of(row[:-1]) != row[-1] for row in found):
            raise BadInput(f"{self.path} is damaged: what it says of the files that were read is not as it was written")
        return found

    def _read_about(self, name: str) -> Any:
        row = self._connection.execute("SELECT value, checksum FROM about WHERE name = ?", (name,)).fetchone()
        if row is None or _sum_of((name, row[0])) != row[1]:
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
                self._totals = Totals(**self._read_about("totals"))
                if self._log_bytes() == 0:
                    self._write_about("sealed", self._seal())
                yield self._totals
                self._write_about("totals", self._totals.__dict__)
            self._has_changed = True
            if self._log_bytes() > LOG_BYTES:
                self._keep()

    def add_games(self, games: Sequence[BookGame], totals: Totals) -> None:
        """Keep games; within `writing`."""
        first = self._connection.execute("SELECT max(id) FROM games").fetchone()[0] or 0
        written = []
        for number, game in enumerate(games, first + 1):
            row = (number, _packed(game.moves), int(game.result), *map(_writable, game[2:]))
            checksum = _sum_of(row)
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

    def check_sources(self, before: Sequence[Source]) -> None:
        """Raise Overtaken for files that were read further meanwhile; within `writing`, where nobody else can go on."""
        overtaken = set()
        for known in before:
            now = self.source(known.digest) or Source(known.digest, known.name)
            if (now.read, now.kept, now.whole) != (known.read, known.kept, known.whole):
                overtaken.add(known.digest)
        if overtaken:
            raise Overtaken(self.path, overtaken)

    def note_source(self, source: Source) -> None:
        """Remember how far a file was read; within `writing`."""
        row = (source.digest, _writable(source.name), source.read, source.kept, int(source.whole))
        before, now = self._files("WHERE digest = ?", source.digest), _sum_of(row)
        self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", (*row, now))
        self._totals.files += not before
        self._totals.files_sum ^= now ^ (before[0][-1] if before else 0)

    def _write_about(self, name: str, value: dict[str, Any]) -> None:
        text = json.dumps(value, sort_keys=True)
        self._connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?, ?)", (name, text, _sum_of((name, text))))

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
                if self._connection.in_transaction:
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
            raise BadInput(f"{self.path} is damaged: {said.splitlines()[-1]}")

    def _check_tables(self) -> None:
        """Whether the file has our tables and nothing else: by how they are declared SQLite knows what to do with them."""
        found = self._connection.execute("SELECT sql FROM sqlite_master").fetchall()
        if {sql for (sql,) in found} != set(_TABLES) or len(found) != len(_TABLES):
            raise BadInput(f"{self.path} is damaged: its tables are not those of a book")

    def _counted(self, on_rows: Callable[[Excerpt], None] | None) -> Totals:
        totals = Totals()
        for row in self._games(0):
            totals.games += 1
            totals.games_sum ^= row[-1]
        for row in self._files(""):
            totals.files += 1
            totals.files_sum ^= row[-1]
        cursor = self._connection.execute("SELECT number, row FROM positions ORDER BY number")
        while found := cursor.fetchmany(20_000):
            excerpt = self._unpacked(found)
            totals.rows += len(found)
            totals.positions += int(np.count_nonzero(excerpt.nodes["value"] != NOT_IN_TREE))
            totals.rows_sum ^= int(np.bitwise_xor.reduce(excerpt.nodes["stored"]))
            if on_rows:
                on_rows(excerpt)
        return totals


def _connect(path: Path, is_writable: bool, is_made: bool) -> tuple[sqlite3.Connection, tuple[int, int]]:
    """A connection to a file, which need not be there if it is to be made; and which file it is."""
    check_regular(path)
    try:
        if is_made:
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.is_file():
            raise BadInput(f"there is no book {path}")
        size = path.stat().st_size if path.exists() else 0
        if size == 0 and (not is_made or _log_of(path).exists()):
            raise BadInput(f"{path} is no book: it is empty")  # SQLite would throw its log away
        if 0 < size < _LEAST_BYTES:
            raise BadInput(f"{path} is no book: it is too short for one")  # SQLite would take it for empty
        if path.is_file() and is_writable and not _can_be_joined(path):
            raise BadInput(f"{path} cannot be written: its permissions, or those of its folder, forbid it")
        mode = "rwc" if is_made else "rw"  # to read, too, SQLite keeps a file beside it
        if not is_writable and not _can_be_joined(path):
            mode = "ro" if _log_of(path).exists() else "ro&immutable=1"
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute("PRAGMA cell_size_check = 1")
            if not is_writable:
                connection.execute("PRAGMA query_only = 1")
            return connection, hold(path)
        except BaseException:
            connection.close()
            raise
    except _TROUBLE as error:
        raise BadInput(_in_a_line(error, path, "opened")) from None


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _can_be_joined(path: Path) -> bool:
    """Whether this process may write beside a file, as readers of a book that is being written must."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _format_of(connection: sqlite3.Connection, path: Path) -> int:
    """The format of a book, 0 for a file that is empty. Raises BadInput if it is none, or of a later damier."""
    with at_one_moment(connection):  # another process may be making it
        found = int(connection.execute("PRAGMA user_version").fetchone()[0])
        application = int(connection.execute("PRAGMA application_id").fetchone()[0])
        tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION and (found or application or tables):
        raise BadInput(f"{path} is no book that damier learns in")
    if found > FORMAT:
        raise BadInput(f"{path} was written by a later version of damier (format {found}; this one knows {FORMAT})")
    if found not in (0, FORMAT):
        raise BadInput(f"{path} is damaged: there is no format {found}")
    return found


def _in_a_line(error: Exception, path: Path, done: str) -> str:
    if isinstance(error, OSError):
        return f"{path} cannot be {done}: {error.strerror}"
    if isinstance(error, MemoryError):
        return f"{path} cannot be {done}: there is not enough memory"
    if isinstance(error, UnicodeDecodeError) or str(error).startswith("Could not decode"):
        return f"{path} is damaged: there is text in it that is none"
    if isinstance(error, sqlite3.DatabaseError) and is_damage(error):
        return f"{path} is damaged, or no book: {_line(error)}"
    if isinstance(error, sqlite3.Error) and code(error) == sqlite3.SQLITE_BUSY:
        return f"{path} cannot be {done}: another process is writing to it; nothing was lost, try again"
    return f"{path} cannot be {done}: {_line(error)}"


def _line(error: Exception) -> str:
    """What an error says, which may quote what it found in a damaged file."""
    return "".join(each if each.isprintable() else " " for each in str(error))


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


def _game_of(row: tuple[Any, ...]) -> BookGame:
    return BookGame(_unpacked(row[1]), row[2], *row[3:8])


def _writable(text: str) -> str:
    """Text as SQLite can keep it: names of files, say, may have bytes in them that are none."""
    return text.encode("utf-8", "replace").decode()


def _sum_of(row: tuple[Any, ...]) -> int:
    """The checksum of a row, whatever has become of its values."""
    return zlib.crc32(repr(row).encode())


def _source_of(row: tuple[Any, ...]) -> Source:
    return Source(row[0], row[1], row[2], row[3], bool(row[4]))
