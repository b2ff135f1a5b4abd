"""Wherever a person names a file: what is none, never ends, is not there or is nonsense is refused in one line, soon."""

import os
import signal
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import damier, refusal

from damier.cli import main

LATE = 240  # seconds after which a command is taken to hang
NO_FILES = ("pipe", "/dev/zero", "/dev/full", "folder", "missing", "unreadable")
NONSENSE = ("empty", "junk")

# What a command is given; FILE is the file, and has the ending that makes the command take it for one of its own
COMMANDS = {
    "show": ("show chess FILE", ".pgn"),
    "show a game of a file": ("show chess FILE:2", ".pgn"),
    "a game": ("show FILE", ".py"),
    "analyse": ("analyse chess FILE", ".pgn"),
    "analyse a game": ("analyse chess --game FILE", ".pgn"),
    "suite": ("suite chess FILE", ".epd"),
    "openings": ("match chess depth=1 depth=2 --openings FILE", ".pgn"),
    "openings of Othello": ("match othello depth=1 depth=2 --openings FILE", ".txt"),
    "openings in an archive": ("match chess depth=1 depth=2 --openings FILE", ".zip"),
    "a book in a match": ("match chess depth=1,book=FILE depth=2 --games 2", ".bin"),
    "endings": ("solve othello --obf FILE", ".obf"),
    "import PGN": ("book import chess FILE", ".pgn"),
    "import WTHOR": ("book import othello FILE", ".wtb"),
    "import GGF": ("book import othello FILE", ".ggf"),
    "import columns": ("book import connect4 FILE", ".txt"),
    "import moves to avoid": ("book import connect4 FILE --avoid", ".txt"),
    "learn a game": ("book learn connect4 FILE", ".txt"),
    "a book": ("book show connect4 --book FILE", ".book"),
    "export a book": ("book export connect4 OUT --book FILE", ".book"),
    "import into a book": ("book import connect4 GAMES --book FILE", ".book"),
    "check": ("book check FILE", ".book"),
    "weights of chess": ("show chess --set evaluation=FILE", ".weights"),
    "weights of Othello": ("show othello --set evaluation=FILE", ".weights"),
    "a network": ("show connect4 --set evaluation=FILE", ".network"),
    "a network of chess": ("show chess --set evaluation=FILE", ".network"),
    "weights over UCI": ("uci --set evaluation=FILE", ".weights"),
    "weights over NBoard": ("nboard --set evaluation=FILE", ".weights"),
    "learn chess": ("learn chess --games FILE --out OUT.weights", ".pgn"),
    "learn chess from lines": ("learn chess --games FILE --out OUT.weights", ".txt"),
    "learn Othello": ("learn othello patterns --games FILE --out OUT.weights", ".wtb"),
    "learn an expectation": ("learn expectation connect4 --games FILE", ".txt"),
    "learn a discernment": ("learn discernment connect4 FILE", ".txt"),
}


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    """Who waits for a pipe that nobody writes to, or reads a device without end, fails instead."""

    def late(number: int, frame: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LATE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))


def made(folder: Path, kind: str, ending: str) -> Path:
    """A file of a kind, or where there is none, under a name with this ending."""
    path = folder / f"given{ending}"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind.startswith("/dev/"):
        path.symlink_to(kind)
    elif kind == "folder":
        path.mkdir()
    elif kind == "unreadable":
        path.touch(0)
        if os.access(path, os.R_OK):
            pytest.skip("this user may read everything")
    elif kind == "empty":
        path.touch()
    elif kind == "junk":
        path.write_bytes(bytes(range(256)) * 40)
    return path


def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit status of a command, and what it says on standard error."""
    monkeypatch.setattr(sys, "argv", ["damier", *words])
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0), capfd.readouterr().err.replace("\r", "\n")


def words_of(command: str, file: Path, folder: Path) -> list[str]:
    games = folder / "games.txt"
    games.write_text("4455667\n")
    places = {"FILE": str(file), "OUT": str(folder / "out"), "GAMES": str(games)}
    words = command.split()
    for name, place in places.items():
        words = [word.replace(name, place) for word in words]
    return words


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_file_is_refused(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    written, ending = COMMANDS[command]
    file = made(tmp_path, kind, ending)
    if command == "import into a book" and kind == "missing":
        pytest.skip("it is made")
    if command == "learn a game" and kind == "missing":
        pytest.skip("it is taken for a game")
    status, said = run(monkeypatch, capfd, *words_of(written, file, tmp_path))
    assert status == 2, said
    assert len(said.strip().splitlines()) == 1, said
    assert said.startswith("damier: ")
    if kind in ("pipe", "/dev/zero", "/dev/full") and command != "learn Othello":
        assert f"{file} is no regular file" in said


@pytest.mark.parametrize("kind", NONSENSE)
@pytest.mark.parametrize("command", COMMANDS)
def test_nonsense_is_refused(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Or, of many games, passed over, which is said."""
    written, ending = COMMANDS[command]
    if command == "import into a book" and kind == "empty":
        pytest.skip("who was killed while making a book may have left such a one")
    status, said = run(monkeypatch, capfd, *words_of(written, made(tmp_path, kind, ending), tmp_path))
    lines = [line for line in said.splitlines() if line.startswith("damier: ")]
    assert 1 <= len(lines) <= (1 if kind == "empty" else 7), said  # of junk some lines are named, and how many they are
    if command.startswith("import ") and "avoid" not in command and command != "import into a book":
        assert status == 1 or (kind == "junk" and status == 0), said  # what can be is kept
    else:
        assert status == 2 or ("avoid" in command and kind == "junk" and status == 0), said


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full"])
def test_a_device_by_its_own_name(device: str) -> None:
    assert refusal("book", "check", device) == f"damier: {device} is no regular file"
    assert refusal("show", device) == f"damier: {device} is no regular file"


def test_a_pipe_that_nobody_writes_to(tmp_path: Path) -> None:
    """In a process of its own, as a person does."""
    pipe = made(tmp_path, "pipe", ".epd")
    assert refusal("suite", "chess", str(pipe), timeout=LATE) == f"damier: {pipe} is no regular file"


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "folder", "junk", "empty"])
def test_a_book_in_a_game_that_is_none(kind: str, tmp_path: Path) -> None:
    """Is said, and the game goes on without it."""
    file = made(tmp_path, kind, ".bin")
    done = damier("play", "tictactoe", "--side", "none", "--seconds", "0.05", "--book", str(file), timeout=LATE)
    assert done.returncode == 0, done.stderr
    assert str(file) in done.stdout
    assert "A draw" in done.stdout
    assert done.stderr == ""


def test_a_file_too_large_to_be_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "huge.epd"
    with file.open("wb") as made_file:
        made_file.truncate(300_000_000)  # of which the disk has nothing
    assert refusal("suite", "chess", str(file)) == f"damier: {file} is too large: it has more than 256 MB"
