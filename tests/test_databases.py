"""Files of SQLite's that several processes make, read and write."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from damier.books.learnt import store
from damier.books.learnt.store import Store
from damier.databases import at_one_moment, switch_to_log, transaction
from damier.web.play import library


class Rows(list[Any]):
    def fetchone(self) -> Any:
        return self[0]


class Interrupted:
    """A connection beside which somebody else does something, after so many questions that were answered."""

    def __init__(self, connection: sqlite3.Connection, answers: int, deed: Callable[[], None]) -> None:
        self._connection = connection
        self._answers = answers
        self._deed = deed

    def execute(self, statement: str) -> Any:
        found = Rows(self._connection.execute(statement).fetchall())
        if found:
            self._answers -= 1
            if self._answers == 0:
                self._deed()
        return found


def connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    switch_to_log(connection, 5)
    return connection


def test_what_is_read_at_one_moment(tmp_path: Path) -> None:
    """Alone, and inside a transaction; an error lets go of it."""
    path = tmp_path / "a"
    with closing(connected(path)) as one, closing(connected(path)) as other:
        one.execute("CREATE TABLE t (x)")
        with at_one_moment(one):
            assert one.execute("SELECT count(*) FROM t").fetchone() == (0,)
            other.execute("INSERT INTO t VALUES (1)")
            assert one.execute("SELECT count(*) FROM t").fetchone() == (0,)
        assert one.execute("SELECT count(*) FROM t").fetchone() == (1,)
        with transaction(one), at_one_moment(one):
            one.execute("INSERT INTO t VALUES (2)")
        assert other.execute("SELECT count(*) FROM t").fetchone() == (2,)
        with pytest.raises(sqlite3.OperationalError), at_one_moment(one):
            one.execute("SELECT nothing")
        assert not one.in_transaction


@pytest.mark.parametrize("answers", [1, 2, 3])
@pytest.mark.parametrize("kind", ["book", "library"])
def test_a_file_that_another_process_is_making(kind: str, answers: int, tmp_path: Path) -> None:
    """Between two questions about an empty file it becomes a book, or a library: it is not taken for a stranger's."""
    path: Any = tmp_path / "file"

    def make() -> None:
        (Store.create(path, {}) if kind == "book" else library._open(str(path))).close()

    format_of: Callable[[Any, Any], int] = store._format_of if kind == "book" else library._check_format
    with closing(connected(path)) as connection:
        watched = Interrupted(connection, answers, make)
        assert {format_of(watched, path), format_of(watched, path)} == {0, 1} or answers == 3
        assert format_of(watched, path) == 1
