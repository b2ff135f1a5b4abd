"""Tables built on a GPU, which here is numba's simulator: kernels as plain Python, a thread each, for a game of 96 places."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from damier.endgames.making import build_into
from damier.endgames.numbered import build_needed, wrong_place
from damier.endgames.store import TableStore
from damier.endgames.table import UNUSED, Tables
from damier.games import load

LIVES = Path(__file__).with_name("lives.py")
NAMES = ["last", "two", "three"]

SIMULATED = """
import sys
from pathlib import Path
from damier.endgames import on_gpu
from damier.endgames.making import build_into
from damier.endgames.store import TableStore
from damier.games import load

_, file, folder, has_unmoves, memory, places = sys.argv
game = load(file)
store = TableStore(game, Path(folder))
on_gpu.LIST = int(places)
builder = on_gpu.OnGpu(store)
builder._has_unmoves = bool(int(has_unmoves))
builder.memory = int(memory)
told = []
build_into(store, ["three"], builder=builder, checks=True, on_round=lambda *each: told.append(each))
print(told[-1][1], *builder._tables)
"""


def simulated(folder: Path, *settings: int) -> str:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    arguments = [sys.executable, "-c", SIMULATED, str(LIVES), str(folder), *map(str, settings)]
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("has_unmoves", "memory", "places", "is_begun", "kept"),
    [
        (1, 1 << 20, 8, False, "last two three"),  # what becomes known is looked for in several parts
        (0, 1 << 20, 1 << 10, False, "last two three"),
        (1, 300, 1 << 10, False, "two three"),  # no room for all, so that the first one goes
        (1, 1 << 20, 1 << 10, True, "two three"),  # what was built by another one comes from the store
    ],
)
def test_the_files_are_those_that_the_processor_writes(
    tmp_path: Path, has_unmoves: int, memory: int, places: int, is_begun: bool, kept: str
) -> None:
    game = load(str(LIVES))
    build_into(TableStore(game, tmp_path / "cores"), NAMES, checks=True)
    if is_begun:
        build_into(TableStore(game, tmp_path / "gpu"), ["two"])
    known, *in_memory = simulated(tmp_path / "gpu", has_unmoves, memory, places).split()
    assert sorted(in_memory) == sorted(kept.split())
    for name in NAMES:
        assert (tmp_path / "gpu" / f"{name}.table").read_bytes() == (tmp_path / "cores" / f"{name}.table").read_bytes()
    tables = Tables(game.endings)
    table = build_needed(game, "three", tables)
    assert int(known) == sum(value not in (0, UNUSED) for value in table.values) > 10
    assert wrong_place(game, table, tables) is None


def test_without_a_gpu_one_line_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "damier", "endgames", "build", str(LIVES), "--gpu", "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode == 0:
        pytest.skip("there is a GPU")
    assert done.returncode == 2
    assert "there is no GPU here that numba can use" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.glob("*.table")) == []
