"""Files of SQLite's, as damier uses them: written in whole transactions, with a write-ahead log, by several processes."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DAMAGE_WORDS = ("malformed", "unsupported file format")  # where SQLite has no code for it


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written, or nothing; other processes wait."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


@contextmanager
def at_one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """What is read belongs together, whatever others write meanwhile. May stand inside a transaction."""
    connection.execute("SAVEPOINT one_moment")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):
            connection.execute("RELEASE one_moment")


def switch_to_log(connection: sqlite3.Connection, patience: float) -> None:
    """Use a write-ahead log. SQLite does not wait for others here, so that this has to be tried again."""
    ends = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > ends:
                raise
            time.sleep(0.01)


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether an error tells of a file that is damaged, or none of SQLite's."""
    return code(error) in _DAMAGE or any(words in str(error) for words in _DAMAGE_WORDS)


def code(error: sqlite3.Error) -> int:
    """SQLite's code for an error, without the details; 0 if Python's own part raised it."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
