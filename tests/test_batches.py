"""Journals: what is done is known again, whatever happened to whoever wrote it."""

import json
import os
import random
import time
from pathlib import Path

import pytest

from damier.batches import HEAD, Journal
from damier.errors import BadInput
from lengths import times
from programs import running

WHAT = {"squares": "numbers", "to": [1, 9], "options": {"fast": True, "deep": 1}}


def done(path: Path, what: dict | None = None, **more) -> dict:
    with Journal(path, what or WHAT, **more) as journal:
        return dict(journal.done)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "squares.txt"
    with Journal(path, WHAT) as journal:
        for number in range(3):
            assert journal.keep(str(number), number * number)
    return path


def test_what_is_done_is_known_again(path: Path) -> None:
    with Journal(path, WHAT) as journal:
        assert journal.done == {"0": 0, "1": 1, "2": 4}
        assert list(journal.left(range(5), str)) == [3, 4]
    assert json.loads(path.read_text().splitlines()[0].removeprefix(HEAD)) == WHAT


def test_a_unit_counts_once(path: Path) -> None:
    with Journal(path, WHAT) as journal:
        assert not journal.keep("2", 5)
        assert journal.keep("7", 49)
        assert not journal.keep("7", 0)
    assert done(path) == {"0": 0, "1": 1, "2": 4, "7": 49}
    with path.open("a") as file:  # somebody has written it twice
        file.write('{"unit": "7", "result": 50}\n')
    assert done(path)["7"] == 49


def test_whatever_is_left_of_a_file_that_was_torn(path: Path) -> None:
    """Cut off at any byte: whole lines count, and the next ones are written after them."""
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        complete = sum(length >= len(b"".join(lines[:count])) for count in range(2, 5))
        with Journal(path, WHAT) as journal:
            assert list(journal.done) == ["0", "1", "2"][:complete]
            for number in range(3):
                journal.keep(str(number), number * number)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"squares": "letters"}, "squares is 'numbers' there, and 'letters' here"),
        ({"to": [1, 8]}, "to is 9 there, and 8 here"),
        ({"options": {"fast": True, "deep": 2}}, "options is {'deep': 1} there, and {'deep': 2} here"),
        ({"seed": 1}, "it says nothing of seed"),
    ],
)
def test_a_journal_of_something_else_is_refused(path: Path, change: dict, difference: str) -> None:
    before = path.read_bytes()
    with pytest.raises(BadInput, match=f"squares.txt is of something else: {difference}"):
        done(path, WHAT | change)
    assert path.read_bytes() == before


def test_a_batch_may_begin_after_another(path: Path) -> None:
    assert done(path, WHAT | {"seed": 1}, goes_on=False) == {}
    with Journal(path, WHAT | {"seed": 1}) as journal:
        journal.keep("0", "other")
    assert done(path, WHAT | {"seed": 1}) == {"0": "other"}
    with pytest.raises(BadInput, match="of something else"):
        done(path, WHAT | {"seed": 2})


@pytest.mark.parametrize("text", ["hello\nworld\n", '{"unit": "1", "result": 1}\n'])
def test_files_that_are_no_journals(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.txt"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"file.txt cannot be gone on with: it does not say of what it is"):
        done(file)
    assert file.read_text() == text


@pytest.mark.parametrize("line", ["\0\0\0", '{"unit": 1, "result": 2}', "[]", "{"])
def test_damage_in_the_middle_is_said(path: Path, line: str) -> None:
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadInput, match=r"squares.txt is damaged in line 5"):
        done(path)


def test_what_stands_beside_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "beside.txt"
    with Journal(path, WHAT, beside={"begins": 5}, title="# hello"):
        pass
    with Journal(path, WHAT, beside={"begins": 9}, title="# hello") as journal:
        assert journal.beside == {"begins": 5}
    assert path.read_text().splitlines()[0] == "# hello"
    assert len(path.read_text().splitlines()) == 2


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="no regular file"):
        done(tmp_path / "pipe")
    with pytest.raises(BadInput, match="Is a directory"):
        done(tmp_path)
    with pytest.raises(OSError, match="No such file"):
        done(tmp_path / "no" / "folder.txt")


def test_two_at_once_are_refused(path: Path) -> None:
    with Journal(path, WHAT), pytest.raises(BadInput, match="is being written already, by another damier"):
        done(path)
    assert len(done(path)) == 3


def test_without_a_file_it_is_in_memory() -> None:
    with Journal(None, WHAT) as journal:
        assert journal.keep("1", 1)
        assert not journal.keep("1", 1)


SQUARES = """
import sys
from pathlib import Path
from damier.batches import Journal
with Journal(Path(sys.argv[1]), {"squares": "all"}) as journal:
    for number in journal.left(range(int(sys.argv[2])), str):
        journal.keep(str(number), number * number)
"""


def test_whoever_is_killed_goes_on(tmp_path: Path) -> None:
    """At random instants, in the middle of a line among them; each unit has one line in the end."""
    path, kills, units = tmp_path / "killed.txt", times(3, 50), times(300, 5000)
    chance = random.Random(1)
    for _ in range(kills):
        with running(SQUARES, str(path), str(units)) as process:
            before = path.stat().st_size if path.exists() else 0
            while process.poll() is None and (not path.exists() or path.stat().st_size == before):
                time.sleep(0.001)
            time.sleep(chance.random() * 0.02)
            process.kill()
    with running(SQUARES, str(path), str(units)) as process:
        assert process.wait(60) == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert lines == [{"unit": str(number), "result": number * number} for number in range(units)]
