"""Books that were damaged: they are refused in a line, or answer as before."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from small_book import GAME, POSITIONS, answers, copied, deep_check, fill, make, random_games

from damier.books.learnt.book import Choice, LearntBook, Page
from damier.books.learnt.seal import seal_of
from damier.games.game import BadInput
from lengths import times

PAGE = 4096
Answers = list[Page | None]
Harm = Callable[[bytearray, random.Random], None]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answers]:
    """A book that is in order, and what it says."""
    path = tmp_path_factory.mktemp("whole") / "a.book"
    make(path)
    with LearntBook.open(path, GAME) as book:
        return path, answers(book)


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Answers]]:
    """A book whose writer was killed, so that much of it is in the log; and what it said after every transaction."""
    path = tmp_path_factory.mktemp("logged") / "live" / "a.book"
    make(path, 60)
    with LearntBook.open(path, GAME, is_writable=True) as book:
        said = [answers(book)]

        def told(write: Callable[..., None]) -> Callable[..., None]:
            return lambda *arguments: (write(*arguments), said.append(answers(book)))[0]

        book.add, book.examine = told(book.add), told(book.examine)  # type: ignore[method-assign]
        for seed in range(2, 5):
            fill(book, 8, seed)
        copy = path.parent.with_name("copy")
        shutil.copytree(path.parent, copy)
    assert (copy / "a.book-wal").stat().st_size > 10 * PAGE
    return copy / "a.book", said


def ask(path: Path, is_writable: bool = False) -> Answers | str:
    """What a book says now, or how it is refused."""
    try:
        with LearntBook.open(path, GAME, is_writable) as book:
            return answers(book)
    except BadInput as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert str(path) in refusal
    return refusal


def write(path: Path, content: bytes) -> None:
    """A file in place of the one that was there."""
    for each in path.parent.iterdir():
        if each != seal_of(path):
            each.unlink()
    path.write_bytes(content)


def flip_a_bit(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def flip_a_bit_of_the_first_page(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(100 if chance.random() < 0.5 else PAGE)] ^= 1 << chance.randrange(8)


def flip_where_a_page_begins(content: bytearray, chance: random.Random) -> None:
    """Where a page says what it is and where its rows are."""
    content[PAGE * chance.randrange(len(content) // PAGE) + chance.randrange(40)] ^= 1 << chance.randrange(8)


def change_a_byte(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] = chance.choice([0, 255, chance.randrange(256)])


def cut_off(content: bytearray, chance: random.Random) -> None:
    length = chance.randrange(len(content))
    del content[chance.choice([length, length // PAGE * PAGE]) :]


def zero_a_block(content: bytearray, chance: random.Random) -> None:
    size = chance.choice([16, 512, PAGE])
    start = chance.randrange(len(content)) // size * size
    content[start : start + size] = bytes(len(content[start : start + size]))


def swap_pages(content: bytearray, chance: random.Random) -> None:
    one, other = (PAGE * each for each in chance.sample(range(len(content) // PAGE), 2))
    content[one : one + PAGE], content[other : other + PAGE] = content[other : other + PAGE], content[one : one + PAGE]


def copy_a_page(content: bytearray, chance: random.Random) -> None:
    one, other = (PAGE * each for each in chance.sample(range(len(content) // PAGE), 2))
    content[one : one + PAGE] = content[other : other + PAGE]


def append(content: bytearray, chance: random.Random) -> None:
    content.extend(chance.randbytes(chance.choice([1, PAGE])))


HARMS: list[Harm] = [
    flip_a_bit,
    flip_a_bit_of_the_first_page,
    flip_where_a_page_begins,
    change_a_byte,
    cut_off,
    zero_a_block,
    swap_pages,
    copy_a_page,
    append,
]
TIMES = times(12, 400)


@pytest.mark.parametrize("seal", ["right", "missing", "wrong"])
@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_damaged_files(harm: Harm, seal: str, whole: tuple[Path, Answers], tmp_path: Path) -> None:
    original, expected = whole
    path, chance = tmp_path / "a.book", random.Random(f"{harm.__name__} {seal}")
    text = seal_of(original).read_bytes()
    if seal != "missing":
        seal_of(path).write_bytes(text if seal == "right" else text.replace(b"damier 5", b"damier 4"))
    refused = 0
    for turn in range(TIMES):
        content = bytearray(original.read_bytes())
        harm(content, chance)
        write(path, content)
        found = ask(path, is_writable=turn % 2 == 0)
        refused += found != expected
        assert isinstance(found, str) or found == expected
    assert refused or harm is append


def test_seals_that_are_damaged(whole: tuple[Path, Answers], tmp_path: Path) -> None:
    """The book is read all the same, since it is in order."""
    original, expected = whole
    path, chance = tmp_path / "a.book", random.Random(3)
    for content in [b"", b"\xff\xfe", b"damier\n", b"x" * 100_000, *(seal_of(original).read_bytes() for _ in range(8))]:
        hurt = bytearray(content)
        if content.startswith(b"damier "):
            flip_a_bit(hurt, chance)
        seal_of(path).write_bytes(hurt)
        write(path, original.read_bytes())
        assert ask(path) == expected
    with LearntBook.open(path, GAME, is_writable=True):
        pass  # who may write seals it again
    assert seal_of(path).read_bytes() == seal_of(original).read_bytes()
    seal_of(path).unlink()
    seal_of(path).mkdir()
    assert ask(path, is_writable=True) == expected


# --------------------------------------------------------------------------------------------------------------------
# The log


@pytest.mark.parametrize("harm", [flip_a_bit, change_a_byte, cut_off, zero_a_block, swap_pages], ids=lambda harm: harm.__name__)
def test_damaged_logs(harm: Harm, logged: tuple[Path, list[Answers]], tmp_path: Path) -> None:
    """The book answers as it did after one of the transactions, and is in order."""
    original, said = logged
    chance = random.Random(harm.__name__)
    assert ask(copied(original, tmp_path / "b")) == said[-1]
    older = 0
    for turn in range(TIMES // 2):
        path = copied(original, tmp_path / "b")
        log = path.with_name("a.book-wal")
        content = bytearray(log.read_bytes())
        harm(content, chance)
        log.write_bytes(content)
        if turn % 2:
            path.with_name("a.book-shm").unlink()
        found = ask(path)
        assert not isinstance(found, str), found
        assert found in said
        older += found != said[-1]
        with LearntBook.open(path, GAME) as book:
            book.store.check()
            deep_check(book)
    assert older


def test_a_log_of_another_state(whole: tuple[Path, Answers], tmp_path: Path) -> None:
    """Somebody puts a copy of the book and its seal back, and leaves the log of what came after."""
    live = copied(whole[0], tmp_path / "live")
    with LearntBook.open(live, GAME, is_writable=True) as book:
        fill(book, 200, 2)
    with LearntBook.open(live, GAME, is_writable=True) as book:
        book.add(random_games(3, 1))
        path = copied(live, tmp_path / "b")
    shutil.copy(whole[0], path)
    shutil.copy(seal_of(whole[0]), seal_of(path))
    assert "damaged" in str(ask(path))


def test_a_file_that_was_emptied(logged: tuple[Path, list[Answers]], tmp_path: Path) -> None:
    """It is refused, and its log, in which all may still be, is left alone."""
    path = copied(logged[0], tmp_path / "b")
    log = path.with_name("a.book-wal")
    before = log.read_bytes()
    path.write_bytes(b"")
    assert "empty" in str(ask(path))
    with pytest.raises(BadInput, match="empty"):
        LearntBook.open(path, GAME, is_writable=True, is_made=True)
    assert log.read_bytes() == before


# --------------------------------------------------------------------------------------------------------------------
# While it is open


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_damage_under_a_reader(harm: Harm, whole: tuple[Path, Answers], tmp_path: Path) -> None:
    """Each answer is as before, or refused, or that the position is not known."""
    original, expected = whole
    chance = random.Random(harm.__name__)
    for _ in range(TIMES // 4):
        path = copied(original, tmp_path / "b")
        with LearntBook.open(path, GAME) as book:
            book.store._connection.execute("PRAGMA cache_size = 1")
            content = bytearray(path.read_bytes())
            harm(content, chance)
            path.write_bytes(content)
            for found, before in zip(each_answer(book), expected, strict=True):
                assert is_part(found, before)


def is_part(found: Page | None, before: Page | None) -> bool:
    """Whether an answer is as before, but for positions that are not known any more."""
    if found is None or before is None:
        return found is None
    moves = {each.move: each for each in before.choices}
    same = found._replace(choices=[]) == before._replace(choices=[])
    return same and all(each in (moves[each.move], Choice(each.move, None, None)) for each in found.choices)


def each_answer(book: LearntBook) -> Iterator[Page | None]:
    for position, ply in POSITIONS:
        page = None
        with suppress(BadInput):
            page = book.look(position, ply)
        yield page


SPOILT = [
    "UPDATE positions SET row = NULL",
    "UPDATE positions SET row = 7",
    "UPDATE positions SET row = 'text'",
    "UPDATE positions SET row = CAST(x'ff00fe' AS TEXT)",
    "UPDATE positions SET row = x''",
    "UPDATE positions SET row = zeroblob(100000)",
    "UPDATE positions SET number = number + 1",
    "DELETE FROM positions WHERE number = (SELECT min(number) FROM positions)",
    "UPDATE games SET moves = NULL WHERE id = 5",
    "UPDATE games SET moves = 'text' WHERE id = 5",
    "UPDATE games SET result = 1000 WHERE id = 5",
    "UPDATE games SET result = 'x' WHERE id = 5",
    "UPDATE games SET first = CAST(x'ff0a' AS TEXT) WHERE id = 5",
    "UPDATE games SET checksum = NULL WHERE id = 5",
    "UPDATE games SET id = 1000 WHERE id = 5",
    "DELETE FROM games WHERE id = 5",
    "DELETE FROM games",
    "UPDATE files SET read = read + 1",
    "UPDATE files SET name = NULL",
    "DELETE FROM files",
    "UPDATE about SET value = '{}'",
    "UPDATE about SET value = 5",
    "UPDATE about SET value = CAST(x'fffe' AS TEXT)",
    "UPDATE about SET name = 'x' || name",
    "DELETE FROM about",
    "UPDATE about SET value = (SELECT value FROM about WHERE name = 'book')",
    "DROP TABLE files",
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE INDEX i ON games (first)",
    "PRAGMA user_version = -3",
    "PRAGMA user_version = 0",
    "PRAGMA application_id = 0",
]


@pytest.mark.parametrize("statement", SPOILT)
def test_what_sqlite_would_not_mind(statement: str, whole: tuple[Path, Answers], tmp_path: Path) -> None:
    """A database in perfect order that holds something else than was written: in opening it, and while it is open."""
    path = copied(whole[0], tmp_path / "b")
    with LearntBook.open(path, GAME) as book:
        spoil(path, statement)
        for found, before in zip(each_answer(book), whole[1], strict=True):
            assert is_part(found, before)
        for asked in (lambda: list(book.store.games()), book.store.sources, lambda: book.store.totals, book.store.check):
            with suppress(BadInput):
                asked()  # type: ignore[no-untyped-call]
        if not statement.startswith(("PRAGMA", "CREATE")):
            with pytest.raises(BadInput) as refused:
                book.store.check()
            assert "\n" not in str(refused.value)
    assert isinstance(ask(path), str)
    assert isinstance(ask(path, is_writable=True), str)


def spoil(path: Path, statement: str) -> None:
    """Change a book in ways that its tables forbid, which are then declared as before."""
    declared = {}
    for steps in ("loosen", "change", "tighten"):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            if steps == "change":
                connection.execute(statement)
                continue
            connection.execute("PRAGMA writable_schema = 1")
            if steps == "loosen":
                declared = dict(connection.execute("SELECT name, sql FROM sqlite_master").fetchall())
            for name, sql in declared.items():
                said = sql.replace(" NOT NULL", "") if steps == "loosen" else sql
                connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (said, name))
