"""The games people have begun, kept on disk, so that they outlive the server: one SQLite file in the user's data directory.

A game is kept whole, as JSON, in one transaction: a process that is killed in the middle of it leaves the game as it was
before. Several servers may use one file. What cannot be read is never overwritten: a damaged file is moved aside under a
name that says so and a new one begun; a file of a later damier is left alone.
"""

import json
import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from damier.databases import at_one_moment, is_damage, switch_to_log, transaction
from damier.games.game import BadInput
from damier.user_files import data_directory
from damier.wording import quoted

FILE = "games.db"
IN_MEMORY = ":memory:"
FORMAT = 1  # of the file; SQLite's user_version
MOST_GAMES = 1_000
MOST_BYTES = 4_000_000  # of the content of one game
PATIENCE = 5.0  # seconds to wait for another server that is writing

_TABLE = """
    CREATE TABLE games (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL,
        begun REAL NOT NULL, changed REAL NOT NULL, content BLOB NOT NULL, checksum INTEGER NOT NULL
    )
"""
_WRITTEN = "CAST(content AS TEXT)"
_ABOUT = f"CASE WHEN json_valid({_WRITTEN}) THEN json_extract({_WRITTEN}, '$.about') END"  # a damaged game is still listed
_INDEX = "CREATE INDEX games_by_change ON games (changed)"

T = TypeVar("T")


@dataclass(frozen=True)
class Kept:
    """A game that was begun: what a list shows of it, and all that is needed to go on with it."""

    id: str
    game: str  # its name in damier
    title: str
    summary: str  # as "12 moves, White wins"
    begun: float  # seconds since 1970
    changed: float
    content: dict[str, Any] = field(default_factory=dict)  # JSON; empty in a list
    about: dict[str, Any] = field(default_factory=dict)  # of its content what a list shows besides: who played, and the result


class Library:
    """The kept games. Any thread may call it; nothing is opened before it is first used."""

    def __init__(self, path: Path | str | None = None) -> None:
        """The library of a file; without one, that of the data directory."""
        self._given = None if path is None else str(path)
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None  # which file it was, whatever is at its path now

    # ----------------------------------------------------------------------------------------------------------------
    # Games

    def keep(self, game: Kept) -> None:
        """Keep a game, in place of what was kept of it. Raises BadInput if that cannot be; what was there then stays."""
        content = json.dumps(game.content, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > MOST_BYTES:
            raise BadInput(f"the game is too long to be kept: {len(content):,} bytes; at most {MOST_BYTES:,}")
        shown = [_clean(each) for each in (game.id, game.game, game.title, game.summary)]
        row = (*shown, game.begun, game.changed, content, zlib.crc32(content))

        def write(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
                surplus = connection.execute("SELECT count(*) FROM games").fetchone()[0] - MOST_GAMES
                if surplus > 0:
                    oldest = "SELECT id FROM games WHERE id != ? ORDER BY changed LIMIT ?"
                    connection.execute(f"DELETE FROM games WHERE id IN ({oldest})", (row[0], surplus))

        self._do("kept", write)

    def find(self, id: str) -> Kept | None:
        """A game with its content; None if it is not kept (any more)."""

        def look(connection: sqlite3.Connection) -> Any:
            wanted = "SELECT id, game, title, summary, begun, changed, content, checksum FROM games WHERE id = ?"
            return connection.execute(wanted, (_clean(id),)).fetchone()

        row = self._do("read", look)
        if row is None:
            return None
        content, checksum = row[6:]
        if zlib.crc32(content) != checksum:
            raise BadInput(f"the game {quoted(row[2])} is damaged in {self._where()}; the others are not touched")
        shown = Kept(*row[:6])
        return replace(shown, content=json.loads(content))

    def recent(self, limit: int = 50) -> list[Kept]:
        """The games that were changed last, the last one first, without their content."""

        def look(connection: sqlite3.Connection) -> list[Any]:
            wanted = f"SELECT id, game, title, summary, begun, changed, {_ABOUT} FROM games ORDER BY changed DESC LIMIT ?"
            return connection.execute(wanted, (max(0, limit),)).fetchall()

        return [replace(Kept(*row[:6]), about=_told(row[6])) for row in self._do("read", look)]

    def remove(self, id: str) -> None:
        """Forget a game."""

        def forget(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                connection.execute("DELETE FROM games WHERE id = ?", (_clean(id),))

        self._do("forgotten", forget)

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            self._let_go()

    # ----------------------------------------------------------------------------------------------------------------
    # The file

    def _where(self) -> str:
        return self._given or str(data_directory() / FILE)

    def _do(self, done: str, action: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the file; if it is found to be damaged, with a new one. Errors are said in a line."""
        with self._lock:
            try:
                try:
                    return action(self._ready())
                except sqlite3.DatabaseError as error:
                    if not is_damage(error):
                        raise
                    self._set_aside()
                    return action(self._ready())
            except (sqlite3.Error, OSError) as error:
                self._let_go()
                reason = error.strerror if isinstance(error, OSError) else str(error)
                raise BadInput(f"games cannot be {done} in {self._where()}: {reason}") from None

    def _ready(self) -> sqlite3.Connection:
        """The connection to the file that is now at the path."""
        if self._connection is not None and self._opened != _file_at(self._where()):
            self._let_go()  # it was moved aside by another server, or removed
        if self._connection is None:
            path = self._where()
            if path != IN_MEMORY:
                _make_private(Path(path))
            self._connection = _open(path)
            self._opened = _file_at(path)
        return self._connection

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _set_aside(self) -> None:
        """Move the file to a name that says that it is damaged, unless another server has done so."""
        self._let_go()
        path = Path(self._where())
        if not _is_damaged(path):
            return
        stem = f"{path.stem}-damaged-{time.strftime('%Y-%m-%d')}"
        names = (f"{stem}{f'-{number}' if number > 1 else ''}{path.suffix}" for number in range(1, 1_000))
        aside = next((path.with_name(name) for name in names if not path.with_name(name).exists()), None)
        if aside is None:
            raise BadInput(f"{path} is damaged, and there are too many damaged files beside it")
        for ending in ("-wal", "-shm", ""):  # what belongs to it goes with it: a new file must not meet it
            with suppress(FileNotFoundError):
                os.rename(f"{path}{ending}", f"{aside}{ending}")


def _make_private(path: Path) -> None:
    """An empty file that only the user reads, if there is none; the files SQLite puts beside it become like it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _open(path: str) -> sqlite3.Connection:
    """A connection to the file of a library, which is made if there is none."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")
    if _check_format(connection, path) == FORMAT:
        return
    switch_to_log(connection, PATIENCE)
    with transaction(connection):
        if _check_format(connection, path) == 0:  # still, now that no other server can make it
            connection.execute(_TABLE)
            connection.execute(_INDEX)
            connection.execute(f"PRAGMA user_version = {FORMAT}")


def _check_format(connection: sqlite3.Connection, path: str) -> int:
    """The format of a file, 0 for a new one. Raises BadInput if it is another program's, or of a later damier."""
    with at_one_moment(connection):  # another server may be making it
        found = int(connection.execute("PRAGMA user_version").fetchone()[0])
        tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if found > FORMAT:
        raise BadInput(f"{path} was written by a later version of damier (format {found}; this one knows {FORMAT})")
    if found < FORMAT and tables:
        raise BadInput(f"{path} is the database of another program; move it, or choose another place with DAMIER_DATA")
    return found


def _is_damaged(path: Path) -> bool:
    """Whether a file is no database, or a damaged one."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return True
        raise


def _file_at(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _told(written: Any) -> dict[str, Any]:
    """What a game tells of itself for a list; games that were kept before tell nothing."""
    with suppress(TypeError, ValueError):
        found = json.loads(written)
        return found if isinstance(found, dict) else {}
    return {}


def _clean(text: str) -> str:
    """A text without the halves of letters that UTF-8 cannot write."""
    return text.encode("utf-8", "replace").decode()
