"""The commands about the book that learns: most in this process, since there are many of them."""

import contextlib
import io
import json
import os
import shutil
import signal
import sys
import time
from types import SimpleNamespace
from unittest import mock

import commands
import pytest

from damier.cli import main
from programs import DAMIER, running

pytestmark = pytest.mark.xdist_group("cli")

COLUMNS = "4455667\n443562 1-0\n4152 0-1\n99\n"


def damier(*arguments, **environment):
    """Run a command here; its exit status and output, as of a process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["damier", *arguments]),
        mock.patch.dict(os.environ, environment),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    return SimpleNamespace(returncode=ended.value.code or 0, stdout=out.getvalue(), stderr=err.getvalue())


def answer(*arguments, **environment):
    """The JSON object a command prints on its last line."""
    done = damier(*arguments, "--json", **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def refusal(*arguments, **environment):
    """The one line with which a command refuses bad input."""
    done = damier(*arguments, **environment)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    return done.stderr


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A file of games, and the book that it makes."""
    folder = tmp_path_factory.mktemp("books")
    (folder / "games.txt").write_text(COLUMNS)
    done = commands.damier("book", "import", "connect4", str(folder / "games.txt"), "--book", str(folder / "a.book"), "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "damier: passed over: games.txt, line 4: move 1, 9, is not legal\n"
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["games"], found["files"][0]["kept"], found["files"][0]["passed_over"]) == (3, 3, 1)
    return folder


@pytest.fixture
def book(made, tmp_path):
    """A copy of the book, to be written to."""
    for each in made.glob("a.book*"):
        shutil.copy(each, tmp_path / each.name)
    return tmp_path / "a.book"


def test_a_file_twice(made):
    done = damier("book", "import", "connect4", str(made / "games.txt"), "--book", str(made / "a.book"))
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "games.txt: was read already")


def test_show_and_probe(made):
    found = answer("book", "show", "connect4", "--book", str(made / "a.book"))
    assert (found["games"], [each["name"] for each in found["files"]]) == (3, ["games.txt"])
    first = found["lines"][0]
    assert (first["ply"], first["move"], first["won"], first["drawn"], first["lost"]) == (1, "4", 2, 0, 1)
    assert [each["move"] for each in found["lines"] if each["ply"] == 3].count("3") <= 1  # mirror images are one
    shown = damier("book", "show", "connect4", "--book", str(made / "a.book"), "--plies", "2").stdout
    assert "3 games" in shown
    assert "read: games.txt, 3 of 4 games" in shown
    found = answer("book", "probe", "connect4", "4", "--book", str(made / "a.book"), "--aim", "win")
    assert (found["known"], found["value"], found["move"]) == (True, 1, "1")
    assert {"move": "4", "won": 0, "drawn": 0, "lost": 2, "value": -1, "worth": -1.0, "avoid": False} in found["moves"]
    assert "the book  plays 1" in damier("book", "probe", "connect4", "4", "--book", str(made / "a.book")).stdout
    assert "no game of the book" in damier("book", "probe", "connect4", "77", "--book", str(made / "a.book")).stdout


def test_export_and_import_again(made, tmp_path):
    out = tmp_path / "out.txt"
    assert answer("book", "export", "connect4", str(out), "--book", str(made / "a.book"))["games"] == 3
    assert out.read_text() == "".join(COLUMNS.splitlines(keepends=True)[:3])
    through = answer("book", "export", "connect4", str(out), "--book", str(made / "a.book"), "--through", "44")
    assert (through["games"], out.read_text()) == (2, "4455667\n443562 1-0\n")


def test_moves_to_avoid(book):
    out = book.with_name("avoid.txt")
    assert answer("book", "export", "connect4", str(out), "--avoid", "--losing", "2", "--book", str(book))["positions"] == 1
    assert out.read_text().splitlines()[1:] == ["4 avoid 4"]
    assert answer("book", "import", "connect4", str(out), "--avoid", "--book", str(book))["files"][0]["positions"] == 1
    found = answer("book", "probe", "connect4", "4", "--book", str(book))
    assert found["avoid"] == ["4"]
    assert answer("book", "check", str(book))["wrong"] == ""


def test_learn(book):
    found = answer("book", "learn", "connect4", "4444 ", "--result", "1/2-1/2", "--depth", "2", "--book", str(book))
    assert (found["lessons"], found["kept"], found["games"]) == (1, 1, 4)
    assert found["searched"] > 0
    swept = answer("book", "learn", "connect4", "--sweep", "1", "--depth", "2", "--book", str(book))
    assert swept["lessons"] <= 1
    played = answer("learn", "book", "connect4", "--games", "2", "--depth", "2", "--book", str(book))
    assert (played["lessons"], played["games"]) == (2, swept["games"] + 2)
    assert answer("book", "check", str(book))["games"] == played["games"]


def test_check_tells_damage_in_a_line(book):
    content = bytearray(book.read_bytes())
    content[-200] ^= 1
    book.write_bytes(content)
    done = damier("book", "check", str(book))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "is damaged" in done.stderr
    assert "is damaged" in refusal("book", "probe", "connect4", "--book", str(book))


def test_the_users_own_book(made, tmp_path):
    own = {"DAMIER_DATA": str(tmp_path)}
    assert "there is no book" in refusal("book", "check", "connect4", **own)
    assert "there is no book" in refusal("book", "show", "connect4", **own)
    done = damier("book", "import", "connect4", str(made / "games.txt"), **own)
    assert done.returncode == 0
    assert (tmp_path / "books" / "connect4.book").is_file()
    assert answer("book", "check", "connect4", **own)["games"] == 3
    assert "is a book of connect4, not of" in refusal(
        "book", "show", "tictactoe", "--book", str(tmp_path / "books" / "connect4.book")
    )


def test_a_broken_file_has_exit_status_1(tmp_path):
    path = tmp_path / "a.wtb"
    path.write_bytes(b"nothing")
    done = damier("book", "import", "othello", str(path), "--book", str(tmp_path / "a.book"))
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "is no WTHOR file" in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["a.wtb"]  # and no book


def test_an_import_of_nothing_leaves_nothing(tmp_path, made):
    """Neither a book where there was none, nor less of one that was there."""
    bad = tmp_path / "bad.txt"
    bad.write_text("this is no game\n")
    assert damier("book", "import", "connect4", str(bad), "--book", str(tmp_path / "new.book")).returncode in (0, 1)
    assert "there is no file" in refusal("book", "import", "connect4", "none.txt", "--book", str(tmp_path / "new.book"))
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("new")] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["import", "connect4", "none.txt"], "there is no file"),
        (["export", "connect4", "no/where.txt"], "there is no folder"),
        (["export", "connect4", "a.txt", "--format", "pgn"], "are not written as pgn"),
        (["export", "connect4", "a.txt", "--losing", "3"], "with --avoid"),
        (["learn", "connect4"], "nothing to learn from"),
        (["learn", "connect4", "44"], "not over"),
        (["learn", "connect4", "44", "--result", "2-0"], "result is '2-0'"),
        (["learn", "connect4", "44", "--as", "third"], "it can be first, second, both"),
        (["probe", "connect4", "--aim", "lose"], "it can be any, win, draw"),
        (["show", "connect4", "--plies", "-1"], "plies is from 0"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in refusal("book", *arguments, DAMIER_DATA=str(tmp_path))


def test_ctrl_c_keeps_what_was_learnt(tmp_path):
    terms = ["--games", "100000", "--depth", "9", "--book", str(tmp_path / "a.book"), "--json"]
    with running(DAMIER, "learn", "book", "tictactoe", *terms) as process:
        for _ in range(600):
            time.sleep(0.1)
            log = tmp_path / "a.book-wal"
            if log.exists() and log.stat().st_size > 50_000:
                break
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    found = json.loads(output.splitlines()[-1])
    assert found["stopped"]
    assert found["games"] == found["lessons"] > 0
    assert answer("book", "check", str(tmp_path / "a.book"))["games"] == found["games"]
