"""Networks in files: written whole, known by the rules they were learnt for, refused when anything is wrong with them."""

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from networks import random_network

from cli.commands import refusal
from damier.errors import BadInput
from damier.games import load
from damier.network.file import FIRST_LINE, KNOWN, NetworkFile, fingerprint, is_network_file, read_network, write_network
from damier.network.layout import (
    BIASES,
    EACH,
    HEADER,
    HIDDEN,
    OUTPUTS,
    ROWS,
    SCALE,
    SYMMETRIC,
    VIEWS,
    WORDS,
    is_sound,
)

NIM = """
from typing import NamedTuple
from damier import LOSS, ONGOING, rule
class Nim(NamedTuple):
    stones: int
@rule
def moves(p: Nim, out):
    n = min({most}, p.stones)
    for i in range(n):
        out[i] = i + 1
    return n
@rule
def play(p: Nim, move):
    return Nim(p.stones - move)
@rule
def outcome(p: Nim):
    return LOSS if p.stones == 0 else ONGOING
def start():
    return Nim(12)
"""


def written(folder: Path, name: str = "connect4") -> Path:
    game = load(name)
    path = folder / f"{name}.network"
    weights = random_network(game)
    write_network(path, NetworkFile(weights, name, {}, fingerprint(game.start()), {"generation": 3}))
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = written(tmp_path)
    found = read_network(path)
    assert is_network_file(path)
    assert found.game == "connect4"
    assert found.learnt == {"generation": 3}
    assert (found.weights == random_network(load("connect4"))).all()
    assert (load("connect4", evaluation=str(path)).weights() == found.weights).all()


def test_other_games_and_sizes_are_refused(tmp_path: Path) -> None:
    path = str(written(tmp_path))
    for name, options in (("tictactoe", {}), ("connect4", {"width": 6, "height": 5}), ("kalah", {})):
        with pytest.raises(BadInput, match="was learnt for 'connect4', not for"):
            load(name, evaluation=path, **options).weights()


def test_rules_that_have_changed_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM.format(most=3))
    game = load(str(file))
    path = tmp_path / "nim.network"
    write_network(path, NetworkFile(random_network(game), "nim", {}, fingerprint(game.start()), {}))
    file.write_text("# a remark\n" + NIM.format(most=3))
    assert len(load(str(file), evaluation=str(path)).weights()) > 0
    file.write_text(NIM.format(most=4))
    with pytest.raises(BadInput, match="as its rules are now"):
        load(str(file), evaluation=str(path)).weights()


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    """A bit that is another, wherever it stands; an end that is missing; something behind the end."""
    path = written(tmp_path)
    whole = path.read_bytes()
    rng = np.random.default_rng(1)
    for place in (*range(400), *rng.integers(len(whole), size=200)):
        broken = bytearray(whole)
        broken[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(broken)
        with pytest.raises(BadInput):
            read_network(path)
    for length in (0, 5, 17, 60, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            load("connect4", evaluation=str(path)).weights()
    path.write_bytes(whole + b"x")
    with pytest.raises(BadInput, match="damaged"):
        read_network(path)


def told(head: Any, numbers: bytes = b"") -> bytes:
    return FIRST_LINE + json.dumps(head).encode() + b"\n" + zlib.compress(numbers)


@pytest.mark.parametrize(
    ("content", "telling"),
    [
        (b"", "is no network of damier's"),
        (b"damier network 2\n{}\n", "x.network is a network of version '2'; this damier reads version 1"),
        (b"damier network \x1b[31m" + b"9" * 1000, "is a network of version"),
        (FIRST_LINE, "x.network is damaged: it cannot be read to its end"),
        (FIRST_LINE + b"[" * 60_000 + b"\n", "is damaged"),
        (told([]), "is damaged"),
        (told({"numbers": 5}), "is damaged"),
        (told({name: {} for name in sorted(KNOWN)} | {"numbers": 10**30}), "is damaged"),
        (told({name: {} for name in sorted(KNOWN)} | {"numbers": 100}, bytes(400)), "is damaged"),
    ],
    ids=["empty", "version", "escape", "end", "nested", "list", "numbers", "many", "few"],
)
def test_what_is_no_network(content: bytes, telling: str, tmp_path: Path) -> None:
    path = tmp_path / "x.network"
    path.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        read_network(path)
    assert telling in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("place", "number"),
    [(WORDS, 0), (WORDS, 999), (VIEWS, 3), (HIDDEN, 33), (OUTPUTS, 0), (EACH, 0), (SCALE, -1), (ROWS, 1 << 30), (BIASES, -4),
     (SYMMETRIC, 7), (HEADER, 5)],
)  # fmt: skip
def test_numbers_that_no_search_may_be_led_by(place: int, number: int, tmp_path: Path) -> None:
    """Written whole and signed by whoever made them: they would have it read and write where it must not."""
    weights = random_network(load("connect4")).copy()
    assert is_sound(weights)
    weights[place] = number
    path = tmp_path / "made.network"
    write_network(path, NetworkFile(weights, "connect4", {}, fingerprint(load("connect4").start()), {}))
    with pytest.raises(BadInput, match="its numbers are not those that were written"):
        read_network(path)


@pytest.mark.parametrize("command", [("show",), ("search",), ("play", "--side", "none", "--seconds", "0.01")])
def test_a_person_who_names_one_is_told_in_a_line(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "folder.network").mkdir()
    (tmp_path / "empty.network").touch()
    path = written(tmp_path)
    other = tmp_path / "other.network"
    other.write_bytes(path.read_bytes().replace(FIRST_LINE, b"damier network 2\n"))
    for game, file, telling in (
        ("tictactoe", "connect4.network", "connect4.network was learnt for 'connect4', not for"),
        ("connect4", "folder.network", "folder.network cannot be read: Is a directory"),
        ("connect4", "missing.network", "missing.network cannot be read: No such file or directory"),
        ("connect4", "other.network", "other.network is a network of version '2'; this damier reads version 1"),
        ("connect4", "empty.network", "empty.network is no network of damier's"),
    ):
        said = refusal(command[0], game, *command[1:], "--set", f"evaluation={file}", cwd=tmp_path)
        assert telling in said


def test_the_disk_is_full(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
        write_network(tmp_path / "nowhere" / "x.network", read_network(written(tmp_path)))
