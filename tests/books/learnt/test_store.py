"""The file of a book that learns: what it keeps, what it refuses, and who may read and write it at once."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_book import GAME, answers, copied, deep_check, fill, make, random_games

from damier.books.learnt import store as store_module
from damier.books.learnt.book import LearntBook
from damier.books.learnt.nodes import Excerpt
from damier.books.learnt.seal import _handles, seal_of
from damier.books.learnt.store import FORMAT, BookGame, Source, Store
from damier.games import load
from damier.games.game import BadInput

HERE = Path(__file__).parent
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "a.book"
    make(path)
    return path


def folder(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()}


def refused(path: Path, **options: bool) -> str:
    """How a book is refused, in a line; nothing is changed by it."""
    before = folder(path)
    with pytest.raises(BadInput) as error:
        LearntBook.open(path, GAME, **options)
    assert folder(path) == before
    assert "\n" not in str(error.value)
    return str(error.value)


def test_games_are_kept(tmp_path: Path) -> None:
    """With what is said of them, as far as it can be written at all; and closing twice is closing."""
    path = tmp_path / "deep" / "below" / "a?b#c%20.book"
    games = random_games(1, 3)
    odd = games[2]._replace(first="\ud800é\0\n", second="", event="'\"")
    book = LearntBook.open(path, GAME, is_writable=True, is_made=True)
    book.add(games[:2], Source("1", "caf\udce9.pgn", 2, 2))
    book.add([odd], Source("1", "café.pgn", 3, 3, True))
    book.add([], Source("2", "empty.pgn", 0, 0, True))
    book.close()
    book.close()
    assert path.is_file()
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name, path.name + ".seal"]
    with LearntBook.open(path, GAME) as book:
        kept = [game for _, game in book.store.games()]
        assert kept == [*games[:2], odd._replace(first="?é\0\n")]
        assert [number for number, _ in book.store.games(after=1)] == [2, 3]
        assert book.store.source("1") == Source("1", "café.pgn", 3, 3, True)
        assert book.store.source("3") is None
        assert [source.digest for source in book.store.sources()] == ["1", "2"]
        totals = book.store.check()
        assert (totals.games, totals.files) == (3, 2)
        with pytest.raises(BadInput, match="read only"):
            book.add(games)
    assert not _handles


def test_all_or_nothing(whole: Path, tmp_path: Path) -> None:
    """A batch with a game that cannot be leaves nothing behind, also where the trouble comes after it was written."""
    path = copied(whole, tmp_path / "b")
    good, bad = random_games(5, 1)[0], BookGame([4, 4], 0)
    with LearntBook.open(path, GAME, is_writable=True) as book:
        before, said = book.store.totals, answers(book)
        with pytest.raises(BadInput, match="not legal"):
            book.add([good, bad], Source("x", "x.pgn", 2, 2))
        with pytest.raises(KeyboardInterrupt):
            add_and_stop(book.store, good)
        assert (book.store.totals, answers(book), book.store.source("x")) == (before, said, None)
        book.add([good])
        assert book.store.totals.games == before.games + 1


def add_and_stop(store: Store, game: BookGame) -> None:
    with store.writing() as totals:
        store.add_games([game], totals)
        store.note_source(Source("x", "x.pgn", 2, 2))
        raise KeyboardInterrupt


# --------------------------------------------------------------------------------------------------------------------
# Files that are not for us


OTHERS = {
    "text": b"no database, but somebody's text\n" * 100,
    "short": b"x",
    "polyglot": bytes(range(16)) * 500,
    "zeros": bytes(8192),
    "header": b"SQLite format 3\0" + b"\xff" * 5000,
}


@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS)
def test_files_that_are_no_database(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(content)
    for options in ({}, {"is_writable": True}, {"is_writable": True, "is_made": True}, {"is_made": True}):
        assert "no book" in refused(path, **options)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_another_programs_database(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
        connection.commit()
    for options in ({}, {"is_writable": True}, {"is_writable": True, "is_made": True}):
        assert "no book that damier learns in" in refused(path, **options)


def test_no_file_an_empty_one_and_folders(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    assert "there is no book" in refused(path)
    assert "there is no book" in refused(path, is_writable=True)
    assert not path.exists()
    path.touch()
    assert "empty" in refused(path)
    assert "empty" in refused(path, is_writable=True)
    with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:  # as who was killed may leave it
        book.add(random_games(1, 1))
    (tmp_path / "folder").mkdir()
    for made in (False, True):
        refused(tmp_path / "folder", is_writable=True, is_made=made)
        with pytest.raises(BadInput):
            LearntBook.open(path / "below" / "b.book", GAME, is_writable=True, is_made=made)
        with pytest.raises(BadInput):
            LearntBook.open(tmp_path / ("x" * 300), GAME, is_writable=True, is_made=made)


def test_a_later_format_and_other_games(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path / "b")
    small, other = load("connect4", width=4, height=4), load("connect4", width=5, height=4)
    for game, words in ((small, "a book of tictactoe, not of connect4"), (other, "a book of tictactoe, not of connect4")):
        before = folder(path)
        with pytest.raises(BadInput, match=words):
            LearntBook.open(path, game, is_writable=True)
        assert folder(path) == before
    of_small = tmp_path / "small.book"
    LearntBook.open(of_small, small, is_writable=True, is_made=True).close()
    with pytest.raises(BadInput, match=r"a book of connect4 \(height 4, width 4\), not of connect4 \(height 4, width 5\)"):
        LearntBook.open(of_small, other, is_writable=True, is_made=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    assert "later version of damier" in refused(path)
    assert "later version of damier" in refused(path, is_writable=True, is_made=True)
    assert not _handles


def test_copies_that_sqlite_makes(whole: Path, tmp_path: Path) -> None:
    """They have no log and no seal; they are read, and can be written."""
    path = tmp_path / "a.book"
    with closing(sqlite3.connect(whole)) as connection:
        connection.execute("VACUUM INTO ?", (str(path),))
    with LearntBook.open(path, GAME) as copy, LearntBook.open(whole, GAME) as book:
        assert answers(copy) == answers(book)
    with LearntBook.open(path, GAME, is_writable=True) as copy:
        copy.add(random_games(5, 1))
    assert seal_of(path).exists()
    with LearntBook.open(path, GAME) as copy:
        assert copy.store.check().games == 121


# --------------------------------------------------------------------------------------------------------------------
# Disks that are full or read only


def test_a_disk_that_is_full(whole: Path, tmp_path: Path) -> None:
    """What was there stays, and when there is room again it goes on."""
    path = copied(whole, tmp_path / "b")
    with LearntBook.open(path, GAME, is_writable=True) as book:
        before = answers(book)
        pages = book.store._connection.execute("PRAGMA page_count").fetchone()[0]
        book.store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(BadInput, match="cannot be written: database or disk is full"):
            book.add(random_games(7, 500), Source("x", "x.pgn", 500, 500))
        assert answers(book) == before
        assert book.store.source("x") is None
        book.store.check()
        book.store._connection.execute("PRAGMA max_page_count = 1000000")
        book.add(random_games(7, 500))
    with LearntBook.open(path, GAME) as book:
        assert book.store.check().games == 620


def run(program: str, *arguments: object) -> None:
    """A program of its own, beside this file; it prints good."""
    text = f"import sys; sys.path.insert(0, {str(HERE)!r})\n{program}"
    done = subprocess.run([sys.executable, "-c", text, *map(str, arguments)], capture_output=True, text=True, timeout=200)
    assert (done.stdout, done.returncode) == ("good\n", 0), done.stderr[-3000:]


FILE_SIZE = """
import resource, signal
from pathlib import Path
from small_book import *
from damier.games.game import BadInput

path = Path(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
made = refused = 0
with LearntBook.open(path, GAME, is_writable=True) as book:
    games = random_games(9, 400)
    for size in (60_000, 100_000, 150_000, 250_000, resource.RLIM_INFINITY):  # of any file, the log above all
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        for _ in range(10):
            before = book.store.totals.games
            try:
                book.add(games[made : made + 10])
                made += 10
                assert book.store.totals.games == before + 10
            except BadInput as error:
                assert "cannot be written" in str(error) and "\\n" not in str(error), error
                assert book.store.totals.games == before
                refused += 1
with LearntBook.open(path, GAME) as book:
    assert book.store.check().games == 120 + made
    assert [game for _, game in book.store.games(120)] == games[:made]
assert refused and made, (refused, made)
print("good")
"""

TMPFS = """
from pathlib import Path
from small_book import *
from damier.games.game import BadInput

path = Path(sys.argv[1])
games, made, refused = random_games(9, 3000), 0, 0
with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:
    while not refused:
        try:
            book.add(games[made : made + 50])
            made += 50
        except BadInput as error:
            assert "\\n" not in str(error), error
            refused += 1
with LearntBook.open(path, GAME) as book:
    assert book.store.check().games == made > 0
    assert [game for _, game in book.store.games()] == games[:made]
print("good")
"""

READ_ONLY = """
import os
from pathlib import Path
from small_book import *
from damier.games.game import BadInput

path, kind = Path(sys.argv[1]), sys.argv[2]
with LearntBook.open(path, GAME) as book:
    expected = answers(book)
writer = None
if kind == "busy":
    writer = LearntBook.open(path, GAME, is_writable=True)
    writer.add(random_games(3, 5))
    expected = answers(writer)
path.parent.chmod(0o555 if kind != "file" else 0o777)
for each in path.parent.iterdir():
    each.chmod(0o444 if kind != "folder" else 0o666)
child = os.fork()
if child == 0:
    os.setuid(65534)
    with LearntBook.open(path, GAME) as book:
        assert answers(book) == expected
        book.store.check()
    for made in (False, True):
        try:
            LearntBook.open(path, GAME, is_writable=True, is_made=made)
            os._exit(3)
        except BadInput as error:
            assert "cannot be written: its permissions" in str(error), error
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
if writer:
    writer.close()
print("good")
"""


@needs_fork
def test_files_that_may_not_grow(whole: Path, tmp_path: Path) -> None:
    run(FILE_SIZE, copied(whole, tmp_path / "b"))


@contextmanager
def small_disk(path: Path) -> Any:
    path.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(path)], capture_output=True)
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="nothing can be mounted here")
def test_a_small_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk"):
        run(TMPFS, tmp_path / "disk" / "a.book")


@needs_fork
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("kind", ["file", "folder", "both", "busy"])
def test_read_only(kind: str, whole: Path) -> None:
    """The book can be read, also while somebody else writes; who wants to write is told so."""
    with tempfile.TemporaryDirectory() as place:  # pytest's own folders are closed to others
        Path(place).chmod(0o755)
        run(READ_ONLY, copied(whole, Path(place) / "b"), kind)


# --------------------------------------------------------------------------------------------------------------------
# Several at once


TWO = """
import os
from pathlib import Path
from small_book import *
from damier.books.learnt import store
from damier.books.learnt.learner import Learner, Lessons
from damier.engine.player import Player

store.LOG_BYTES = 50_000
path = Path(sys.argv[1])
with LearntBook.open(path.with_name("warm.book"), GAME, is_writable=True, is_made=True) as book:
    Learner(book, Player(GAME, None, 2, 1, seed=1), Lessons(depth=2)).self_play(2)
    fill(book, 10, 1)
    answers(book)

def learn(name):
    with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:
        Learner(book, Player(GAME, None, 2, 1, seed=name), Lessons(depth=2)).self_play(40)

def add(name):
    for part in range(4):  # which comes and goes
        with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:
            for game in random_games(name, 100)[25 * part : 25 * part + 25]:
                book.add([game])

def read(name):
    while not path.exists() or path.stat().st_size < 10_000:
        pass
    last = 0
    for _ in range(6):
        with LearntBook.open(path, GAME) as book:
            for _ in range(3):
                page = book.look(GAME.start(), 0)
                games = sum(page.games) if page else 0
                assert games >= last, (games, last)
                last = games
                answers(book)
            totals = book.store.check()
            assert totals.games >= last

children = []
for work, name in ((learn, 1), (learn, 2), (add, 3), (add, 4), (read, 5)):
    child = os.fork()
    if child == 0:
        try:
            work(name)
        except BaseException as error:
            import traceback
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    children.append(child)
assert [os.waitpid(child, 0)[1] for child in children] == [0] * 5
with LearntBook.open(path, GAME) as book:
    games = [game for _, game in book.store.games()]
    assert sum(game.event == "self-play" for game in games) == 80
    for name in (3, 4):
        mine = [game for game in games if game.first == str(name)]
        assert mine == random_games(name, 100)
    assert len(games) == 280 == sum(book.look(GAME.start(), 0).games)
    book.store.check()
    deep_check(book)
print("good")
"""

LOCKS = """
import os
from pathlib import Path
from small_book import *

path = Path(sys.argv[1])
book = LearntBook.open(path, GAME, is_writable=True)
book.add(random_games(2, 5))
book.store._keep()  # which reads the file for its seal
with LearntBook.open(path, GAME) as reader:
    answers(reader)
child = os.fork()
if child == 0:  # another process, which would be the last one to close
    os.execv(sys.executable, [sys.executable, "-c", f'''
import sqlite3
connection = sqlite3.connect({str(path)!r})
connection.execute("SELECT count(*) FROM games").fetchall()
connection.close()
'''])
assert os.waitpid(child, 0)[1] == 0
assert path.with_name(path.name + "-wal").exists()
book.add(random_games(3, 5))
with LearntBook.open(path, GAME) as reader:
    assert reader.store.totals.games == 130
print("good")
"""


@needs_fork
def test_many_processes(tmp_path: Path) -> None:
    """Two who learn, two who import, one who reads, on one book that is sealed all the time."""
    run(TWO, tmp_path / "a.book")


@needs_fork
def test_locks_outlive_seals(whole: Path, tmp_path: Path) -> None:
    """A process that reads its file for the seal, or opens it a second time, is still known to others to be there."""
    run(LOCKS, copied(whole, tmp_path / "b"))


def test_patience(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one writes for long: readers go on, who wants to write waits, and then says so; nothing is lost."""
    monkeypatch.setattr(store_module, "PATIENCE", 0.5)
    path = copied(whole, tmp_path / "b")
    with LearntBook.open(path, GAME, is_writable=True) as one, LearntBook.open(path, GAME, is_writable=True) as other:
        before = answers(other)
        with one.store.writing() as totals:
            one.store.add_games(random_games(2, 1), totals)
            started = time.monotonic()
            with pytest.raises(BadInput, match="another process is writing to it; nothing was lost, try again"):
                other.add(random_games(3, 1))
            assert 0.4 < time.monotonic() - started < 5
            assert answers(other) == before
        other.add(random_games(3, 1))
        assert other.store.totals.games == 122


def test_a_long_reader_holds_nobody_up(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log grows meanwhile, and is brought into the file when the reader has gone."""
    monkeypatch.setattr(store_module, "LOG_BYTES", 10_000)
    path = copied(whole, tmp_path / "b")
    with LearntBook.open(path, GAME, is_writable=True) as book:
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM games").fetchone() == (120,)
            started = time.monotonic()
            for game in random_games(2, 3):
                book.add([game])
            assert time.monotonic() - started < 5
            assert reader.execute("SELECT count(*) FROM games").fetchone() == (120,)
        book.add(random_games(3, 1))
        assert book.store._log_bytes() == 0
        assert book.store.totals.games == 124


def test_threads(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers with books of their own, and one that shares the writer's, while that one writes."""
    monkeypatch.setattr(store_module, "LOG_BYTES", 40_000)
    path = copied(whole, tmp_path / "b")
    troubles: list[BaseException] = []
    is_done = threading.Event()

    def read(shared: LearntBook | None) -> None:
        try:
            last = 0
            while not is_done.is_set():
                with nullcontext(shared) if shared else LearntBook.open(path, GAME) as book:
                    page = book.look(GAME.start(), 0)
                    assert page is not None
                    assert sum(page.games) >= max(last, 120)
                    assert sum(sum(each.games) for each in page.choices) >= sum(page.games)
                    last = sum(page.games)
                    answers(book)
        except BaseException as error:
            troubles.append(error)

    with LearntBook.open(path, GAME, is_writable=True) as writer:
        threads = [threading.Thread(target=read, args=(shared,)) for shared in (None, None, writer)]
        for thread in threads:
            thread.start()
        for game in random_games(2, 80):
            writer.add([game])
        fill(writer, 10, 3)
        is_done.set()
        for thread in threads:
            thread.join()
        assert not troubles
        assert writer.store.check().games == 210
        deep_check(writer)
    assert not _handles


# --------------------------------------------------------------------------------------------------------------------
# Large books


def test_memory_is_bounded(tmp_path: Path) -> None:
    """A book of 200,000 positions is checked some thousands at a time."""
    store = Store.create(tmp_path / "a.book", {"game": "none"})
    numbers = np.unique(np.random.default_rng(1).integers(0, 1 << 64, 200_000, np.uint64))
    with store.writing() as totals:
        excerpt = Excerpt.empty(numbers)
        excerpt.nodes["value"], excerpt.nodes["games"], excerpt.nodes["touched"] = 1, 7, 1
        store.save(excerpt, totals)
    store.close()
    del excerpt
    seal_of(tmp_path / "a.book").unlink()
    seen = []
    tracemalloc.start()
    try:
        store = Store.open(tmp_path / "a.book")
        store.check(lambda some: seen.append(len(some.nodes)))
        store.load(numbers[:1000])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        store.close()
    assert sum(seen) == len(numbers)
    assert max(seen) <= 20_000
    assert most < 25_000_000
