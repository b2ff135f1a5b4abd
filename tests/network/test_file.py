"""Networks in files: written whole, known by the rules they were learnt for, refused when anything is wrong with them."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
from networks import random_network

from damier.errors import BadInput
from damier.games import load
from damier.network.file import NetworkFile, fingerprint, is_network_file, read_network, write_network

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
    path = written(tmp_path)
    whole, weights = path.read_bytes(), random_network(load("connect4"))
    rng = np.random.default_rng(1)
    for _ in range(100):
        place = int(rng.integers(len(whole)))
        broken = bytearray(whole)
        broken[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(broken)
        with contextlib.suppress(BadInput):
            found = read_network(path)  # a bit of what is told beside the numbers may be another
            assert (found.weights == weights).all()
    for length in (0, 5, 17, 60, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            load("connect4", evaluation=str(path)).weights()
