"""Games that outlive the server: what is kept, what is refused, and what becomes of damaged files and killed servers."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from damier.games.game import BadInput
from damier.web.play import library as library_module
from damier.web.play.library import FILE, FORMAT, MOST_BYTES, Kept, Library


def game(id: str = "one", changed: float = 2.0, **content: Any) -> Kept:
    return Kept(id, "chess", "Chess", "12 moves, White wins", 1.5, changed, content)


def fill(path: Path, count: int = 50) -> None:
    """A library of a few pages."""
    with closing(Library(path)) as library:
        for number in range(count):
            library.keep(game(f"g{number}", float(number), moves=["e4"] * 200))


def damaged(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.stem}-damaged-*.db"))


def test_what_is_kept_is_found(tmp_path: Path) -> None:
    """Also by the next server; a game that is kept again takes the place of what was kept."""
    path = tmp_path / "deep" / "below" / FILE
    first = Library(path)
    assert not path.parent.exists()  # nothing is opened before it is used
    assert first.find("one") is None
    first.keep(game(moves=["e4", "é", "\ud800"], number=1.25, nothing=None))
    first.keep(game("two", 3.0))
    first.close()
    second = Library(path)
    assert second.find("one") == game(moves=["e4", "é", "\ud800"], number=1.25, nothing=None)
    second.keep(game(changed=4.0, moves=[]))
    assert second.find("one") == game(changed=4.0, moves=[])
    assert second.recent() == [game(changed=4.0), game("two", 3.0)]
    assert second.recent(1) == [game(changed=4.0)]
    assert first.find("two") == game("two", 3.0)  # one that was closed opens again
    second.remove("one")
    second.remove("one")
    assert second.find("one") is None
    first.close()
    second.close()
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "mine"))
    with closing(Library()) as library:
        library.keep(game())
    assert (tmp_path / "mine" / FILE).is_file()


def test_in_memory() -> None:
    library = Library(":memory:")
    library.keep(game())
    assert library.find("one") == game()
    assert not Path(":memory:").exists()
    library.close()


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_module, "MOST_GAMES", 5)
    library = Library(":memory:")
    for number in range(8):
        library.keep(game(str(number), float(number)))
    library.keep(game("old", 0.0))  # what was just kept stays, whatever it says of its age
    assert [each.id for each in library.recent()] == ["7", "6", "5", "4", "old"]
    library.close()


def test_games_that_are_too_long(tmp_path: Path) -> None:
    with closing(Library(tmp_path / FILE)) as library:
        library.keep(game(text="x" * (MOST_BYTES - 100)))
        with pytest.raises(BadInput, match="too long to be kept") as refused:
            library.keep(game(text="x" * MOST_BYTES))
        assert "\n" not in str(refused.value)
        found = library.find("one")
        assert found is not None
        assert len(found.content["text"]) == MOST_BYTES - 100
        with pytest.raises(ValueError, match="JSON"):
            library.keep(game(number=float("nan")))


def test_many_threads(tmp_path: Path) -> None:
    library = Library(tmp_path / FILE)
    troubles: list[Exception] = []

    def work(name: int) -> None:
        try:
            for number in range(20):
                library.keep(game(f"{name}-{number}", number=number))
                assert library.find(f"{name}-{number}") == game(f"{name}-{number}", number=number)
                library.recent(5)
        except Exception as error:
            troubles.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles
    assert len(library.recent(1000)) == 120
    library.close()


# --------------------------------------------------------------------------------------------------------------------
# Files that cannot be used


@pytest.mark.parametrize(
    "content", [b"no database, but somebody's text\n" * 100, b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096]
)
def test_files_that_are_no_database(tmp_path: Path, content: bytes) -> None:
    """They are moved aside as they are, and a new file begun."""
    path = tmp_path / FILE
    path.write_bytes(content)
    with closing(Library(path)) as library:
        library.keep(game())
        assert library.find("one") == game()
    assert [each.read_bytes() for each in damaged(path)] == [content]


def test_a_second_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / FILE
    for number in range(3):
        path.write_text(f"damaged {number} " * 100)
        with closing(Library(path)) as library:
            assert library.recent() == []
    assert {each.read_text()[:9] for each in damaged(path)} == {"damaged 0", "damaged 1", "damaged 2"}


@pytest.mark.parametrize("place", [0, 16, 28, 44, 100, 4096, 9000, 20000, -3000])
@pytest.mark.parametrize("length", [1, 60, 5000])
def test_damaged_bytes(tmp_path: Path, place: int, length: int) -> None:
    """Whatever is damaged: games are found as they were, or not at all, and new ones can be kept."""
    path = tmp_path / FILE
    fill(path)
    content = bytearray(path.read_bytes())
    place %= len(content)
    hurt = bytes(each ^ 0xA5 for each in content[place : place + length])
    content[place : place + length] = hurt
    path.write_bytes(content)
    with closing(Library(path)) as library:
        found = 0
        for number in range(50):
            with suppress(BadInput):
                kept = library.find(f"g{number}")
                assert kept is None or kept.content == {"moves": ["e4"] * 200}
                found += kept is not None
        library.keep(game("new", 100.0))
        assert library.find("new") == game("new", 100.0)
    assert found or damaged(path)
    assert all(each.read_bytes()[place : place + length] == hurt for each in damaged(path))


@pytest.mark.parametrize("length", [20, 100, 1000, 4096, 6000, 12000])
def test_files_that_are_cut_off(tmp_path: Path, length: int) -> None:
    path = tmp_path / FILE
    fill(path)
    path.write_bytes(path.read_bytes()[:length])
    with closing(Library(path)) as library:
        for number in range(50):
            assert library.find(f"g{number}") in (None, game(f"g{number}", float(number), moves=["e4"] * 200))
        library.keep(game())
        assert library.find("one") == game()
    assert len(damaged(path)) == 1


def test_damage_while_it_is_used(tmp_path: Path) -> None:
    """What is aside stays there, also when a second server comes upon it, and the log of the old file is not the new one's."""
    path = tmp_path / FILE
    fill(path, 5)
    first, second = Library(path), Library(path)
    first.keep(game("first"))
    assert second.find("first") == game("first")
    path.write_bytes(b"spoilt" * 1000)
    third = Library(path)
    third.keep(game("third"))
    first.keep(game("again"))
    for library in (first, second, third):
        assert {each.id for each in library.recent()} >= {"third", "again"}
    for library in (first, second, third):
        library.close()
    assert len(damaged(path)) == 1
    with closing(Library(path)) as last:
        assert {each.id for each in last.recent()} >= {"third", "again"}


def test_a_file_that_was_removed(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with closing(Library(path)) as library:
        library.keep(game())
        for each in tmp_path.iterdir():
            each.unlink()
        assert library.find("one") is None
        library.keep(game())
    assert path.is_file()


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ((f"PRAGMA user_version = {FORMAT + 1}",), "later version of damier"),
        (("CREATE TABLE bookmarks (address TEXT)", "INSERT INTO bookmarks VALUES ('x')"), "another program"),
    ],
)
def test_files_that_are_not_ours(tmp_path: Path, statements: tuple[str, ...], words: str) -> None:
    """A later damier's, or another program's: they are refused in a line and stay as they are."""
    path = tmp_path / FILE
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    before = path.read_bytes()
    library = Library(path)
    for action in (lambda: library.keep(game()), lambda: library.find("one"), library.recent, lambda: library.remove("one")):
        with pytest.raises(BadInput, match=words) as refused:
            action()
        assert "\n" not in str(refused.value)
    library.close()
    assert path.read_bytes() == before
    assert not damaged(path)


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / FILE, Path("/proc/damier") / FILE, tmp_path):
        library = Library(path)
        with pytest.raises(BadInput, match="games cannot be kept in") as refused:
            library.keep(game())
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("limit", ["PRAGMA max_page_count = 1", "PRAGMA query_only = 1"])
def test_a_full_or_read_only_disk(tmp_path: Path, limit: str) -> None:
    """What was there stays, and can be read; when there is room again games are kept again."""
    with closing(Library(tmp_path / FILE)) as library:
        library.keep(game(number=1))
        assert library._connection is not None
        library._connection.execute(limit)
        with pytest.raises(BadInput, match=r"games cannot be kept in .*(full|readonly)"):
            library.keep(game(text="x" * 1_000_000))
        assert library.find("one") == game(number=1)
        library.keep(game(number=2))
        assert library.find("one") == game(number=2)
    assert not damaged(tmp_path / FILE)


# --------------------------------------------------------------------------------------------------------------------
# Several processes: a program imports damier once and forks

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")

KILLED = """
import os, signal, sys, time
from pathlib import Path
from damier.web.play.library import Kept, Library

path = Path(sys.argv[1])
told = whole = 0  # the last number that is there, and the last of which all is
for turn in range(20):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        library, number = Library(path), told
        while True:
            number += 1
            content = {"number": number, "all": [number] * 5000}
            library.keep(Kept("one", "chess", "Chess", str(number), 0.0, number + 0.5, content))
            library.keep(Kept(f"g{number}", "chess", "Chess", str(number), 0.0, float(number), {"number": number}))
            os.write(writing, b"%d\\n" % number)
    time.sleep(0.02 + 0.013 * turn % 0.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        whole = max([whole, *map(int, pipe.read().split())])
        told = max(told, whole)
    library = Library(path)
    found = library.find("one")
    assert found is None or found.content["all"] == [found.content["number"]] * 5000
    number = found.content["number"] if found else 0
    assert number in (told, told + 1), (number, told)
    if whole:
        assert library.find(f"g{whole}").content == {"number": whole}
    told = number
    library.close()
assert told > 0
assert not list(path.parent.glob("*damaged*"))
print("good")
"""

TWO = """
import os, sys
from pathlib import Path
from damier.web.play.library import Kept, Library

path = Path(sys.argv[1])
children = []
for name in ("a", "b", "c"):
    child = os.fork()
    if child == 0:
        library = Library(path)
        for number in range(100):
            library.keep(Kept(f"{name}{number}", "chess", "Chess", "", 0.0, float(number), {"number": number}))
            library.keep(Kept("shared", "chess", "Chess", name, 0.0, 1000.0, {"all": [name] * 1000}))
            shared = library.find("shared").content["all"]
            assert shared == shared[:1] * 1000
        library.close()
        os._exit(0)
    children.append(child)
assert all(os.waitpid(child, 0)[1] == 0 for child in children)
library = Library(path)
assert len(library.recent(1000)) == 301
library.close()
assert not list(path.parent.glob("*damaged*"))
print("good")
"""


@needs_fork
@pytest.mark.parametrize("program", [KILLED, TWO], ids=["killed", "at once"])
def test_processes(program: str, tmp_path: Path) -> None:
    """Servers that are killed while they write, and servers that write at once: all that was kept is there, whole."""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / FILE)], capture_output=True, text=True, timeout=200)
    assert (done.stdout, done.stderr) == ("good\n", "")
