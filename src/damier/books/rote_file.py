"""The file of a rote memory: one table of an SQLite file, which may hold others.

A row is one position; all its numbers are integers, and one of them is a checksum of the others, so that a row that was
damaged is known and left out. What is written goes in one transaction: a process that is killed, or a disk that is full,
leaves what was there before. Many may read at a time, one writes, the others wait for it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from damier.databases import switch_to_log
from damier.files import check_regular
from damier.games.game import BadInput

PATIENCE = 5.0  # seconds to wait for another process that is writing

COLUMNS = ("key", "game", "twin", "word", "twin_word", "depth", "born")  # see `rote.py`; then the checksum
KEY, GAME, TWIN, WORD, TWIN_WORD, DEPTH, BORN = range(len(COLUMNS))

_TABLE = f"""
    CREATE TABLE IF NOT EXISTS rote (
        key INTEGER PRIMARY KEY, {", ".join(f"{name} INTEGER NOT NULL" for name in COLUMNS[1:])}, checksum INTEGER NOT NULL
    )
"""
_WRITE = f"INSERT OR REPLACE INTO rote VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
_READ = f"SELECT {', '.join(COLUMNS)}, checksum FROM rote"


def create(connection: sqlite3.Connection) -> None:
    """Make the table where there is none."""
    connection.execute(_TABLE)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file, with a write-ahead log, which is made if there is none."""
    check_regular(path)
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        switch_to_log(connection, PATIENCE)
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def said_in_a_line(done: str, where: str) -> Iterator[None]:
    """What SQLite complains of, as one line for people."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise BadInput(f"positions cannot be {done} in {where}: {error}") from None


def version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has written."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def read(connection: sqlite3.Connection, game: int) -> tuple[Any, list[int]]:
    """The sound rows of a game, one a row of COLUMNS, and the keys of those that are damaged."""
    found = connection.execute(f"{_READ} WHERE game = ?", (game,)).fetchall()
    odd: list[int] = []
    try:
        rows = np.array(found, np.int64).reshape(-1, len(COLUMNS) + 1)
    except (TypeError, ValueError, OverflowError):  # SQLite lets anything stand in a column
        odd = [row[0] for row in found if not all(isinstance(each, int) for each in row)]
        rows = np.array([row for row in found if row[0] not in set(odd)], np.int64).reshape(-1, len(COLUMNS) + 1)
    rows, sums = rows[:, :-1], rows[:, -1]
    is_sound = (checksums(rows) == sums) & (rows[:, DEPTH] > 0)
    return rows[is_sound], odd + rows[~is_sound][:, 0].tolist()


def write(connection: sqlite3.Connection, rows: Any) -> None:
    """Write rows, in place of what was there of the same positions."""
    connection.executemany(_WRITE, np.column_stack([rows, checksums(rows)]).tolist())


def delete(connection: sqlite3.Connection, keys: list[int]) -> None:
    connection.executemany("DELETE FROM rote WHERE key = ?", [(key,) for key in keys])


def checksums(rows: Any) -> Any:
    """A number of 32 bits for each row that changes with any of its numbers (the steps of splitmix64, as in `mix`)."""
    total = np.zeros(len(rows), np.uint64)
    for column in rows.astype(np.int64).view(np.uint64).T:
        total = (total ^ column) + np.uint64(0x9E3779B97F4A7C15)
        total = (total ^ (total >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        total = (total ^ (total >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        total ^= total >> np.uint64(31)
    return (total & np.uint64(0xFFFF_FFFF)).astype(np.int64)
