"""A solution in a folder: killed at any instant it goes on, and ends the same to the last bit; what is damaged is mended."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from damier.cancel import Cancel
from damier.endgames.keeping import LIST
from damier.endgames.solved import Ended, open_solved, solve_game
from damier.errors import BadInput
from damier.games import load
from lengths import times
from programs import running

SOLVE = """
import sys
from damier.endgames.solved import solve_game
from damier.games import load

print("ready", flush=True)
solve_game(load("kalah", pits=4, seeds=2), threads=2, folder=sys.argv[1], every=0,
           on_progress=lambda told: print(*told, flush=True))
print("solved", flush=True)
"""


def contents(folder: Path) -> bytes:
    """All that is known of positions, one after the other: the files differ by where it was killed."""
    kept = json.loads((folder / LIST).read_text())
    files = [each["file"] for each in [*kept["levels"], *kept["values"].values()]]
    return b"".join((folder / file).read_bytes() for file in files)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What the folder of a solution has in it that nobody has disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    solve_game(load("kalah", pits=4, seeds=2), threads=1, folder=folder)
    return contents(folder)


def test_killed_and_taken_up_again(tmp_path: Path, whole: bytes) -> None:
    chance = random.Random(1)
    for _ in range(times(2, 30)):
        with running(SOLVE, str(tmp_path)) as process:
            lines = chance.randint(3, 60)
            while lines and process.stdout.readline().strip() != "solved":
                lines -= 1
            process.kill()
    reached = json.loads((tmp_path / LIST).read_text())
    assert reached["levels"]
    solved = solve_game(load("kalah", pits=4, seeds=2), threads=2, folder=tmp_path)
    assert contents(tmp_path) == whole
    assert solved.check() is None


def test_ended_and_taken_up_again(tmp_path: Path, whole: bytes) -> None:
    """Level by level, each by a call of its own; the last one has only to read."""
    game, ends = load("kalah", pits=4, seeds=2), 0
    while True:
        cancel, begun = Cancel(), set[tuple[str, int]]()

        def hear(told, cancel=cancel, begun=begun) -> None:
            begun.add((told.phase, told.step))
            if len(begun) == 8:
                cancel.cancel()

        try:
            solve_game(game, threads=1, folder=tmp_path, cancel=cancel, on_progress=hear)
            break
        except Ended:
            ends += 1
            assert ends < 20
            if ends == 4:  # the values cannot be got in 8 steps, so the rest is done at once
                solve_game(game, threads=2, folder=tmp_path)
    assert ends == 4
    assert contents(tmp_path) == whole


def test_what_was_damaged_is_made_anew(tmp_path: Path, whole: bytes) -> None:
    game = load("kalah", pits=4, seeds=2)
    solve_game(game, folder=tmp_path, every=0)
    kept = json.loads((tmp_path / LIST).read_text())
    assert len(kept["levels"]) > 10
    for name in (kept["levels"][7]["file"], kept["values"]["scores"]["file"]):
        data = bytearray((tmp_path / name).read_bytes())
        data[len(data) // 2] ^= 1
        (tmp_path / name).write_bytes(data)
        solve_game(game, folder=tmp_path, every=0)
        assert contents(tmp_path) == whole
    (tmp_path / kept["levels"][0]["file"]).unlink()
    solve_game(game, folder=tmp_path)
    assert contents(tmp_path) == whole


def test_folders_of_others_are_refused(tmp_path: Path) -> None:
    solve_game(load("kalah", pits=4, seeds=1), folder=tmp_path)
    with pytest.raises(BadInput, match="another game"):
        solve_game(load("kalah", pits=4, seeds=2), folder=tmp_path)
    (tmp_path / LIST).write_text("{")
    with pytest.raises(BadInput, match="cannot be read"):
        solve_game(load("kalah", pits=4, seeds=1), folder=tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be made"):
        solve_game(load("kalah", pits=4, seeds=1), folder=tmp_path / "file")


def test_whoever_asks_need_not_know_where_it_began(tmp_path: Path) -> None:
    game = load("kalah", pits=4, seeds=1)
    position = game.play(game.start(), 2)
    found, read = solve_game([position], folder=tmp_path), open_solved(game.start(), tmp_path)
    assert read is not None
    assert np.array_equal(found.census.rows, read.census.rows)
    assert np.array_equal(found.values.plies, read.values.plies)
    assert (read.value(position), game.start() in read) == (found.value(position), False)
    with pytest.raises(BadInput, match="another game, or by other rules"):
        open_solved(load("nim").start(), tmp_path)
    (tmp_path / "scores.bin").write_bytes(b"")
    assert open_solved(game.start(), tmp_path) is None
    assert open_solved(game.start(), tmp_path / "nothing") is None


def test_it_is_read_as_it_was_found(tmp_path: Path) -> None:
    game = load("kalah", pits=4, seeds=1)
    found, read = solve_game(game, folder=tmp_path), solve_game(game, folder=tmp_path)
    assert np.array_equal(found.census.rows, read.census.rows)
    assert np.array_equal(found.values.scores, read.values.scores)
    assert found.statistics() == read.statistics()
    assert read.line(game.start()) == found.line(game.start())
