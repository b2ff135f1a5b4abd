"""Tables built by several workers: the same files, byte for byte, whoever dies on the way, and wherever the workers sit."""

import base64
import os
import random
import signal
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

import pytest

from damier.cancel import Cancel
from damier.endgames.making import build_into
from damier.endgames.numbered import Stopped
from damier.endgames.sharing import build_by
from damier.endgames.store import TableStore
from damier.endgames.worker import Worker
from damier.errors import BadInput
from damier.files import alone
from damier.games import load
from damier.games.game import Game
from damier.processes import program
from damier.processes.carried import as_text, from_text
from damier.processes.pool import Pool, TaskEnd
from lengths import times

NAMES = ["2K-1K", "1K1M-1K"]  # which lead to three smaller ones


@pytest.fixture(scope="module")
def game() -> Game:
    return load("draughts")


@pytest.fixture(scope="module")
def files(game: Game, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What one process builds."""
    store = TableStore(game, tmp_path_factory.mktemp("alone"))
    build_into(store, NAMES, threads=1)
    return read(store)


def read(store: TableStore) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in store.folder.iterdir() if path.name != "building.lock"}


class _Elsewhere:
    """Workers, in this process, that do not see the folder; and that are asked for one thing after the other."""

    asked: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, folder: Path, worker: str, terms: Any, write: Any, jobs: int = 0, grace: float = 5.0) -> None:
        self.workers = [Worker(dict(terms) | {"folder": str(folder)}) for _ in range(2)]
        self.write = write
        self.jobs = 2

    def run(self, tasks: Any, on_end: Any) -> None:
        for number, task in enumerate(tasks):
            assert task is not None
            self.asked.append(self.write(task))
            on_end(TaskEnd(task, self.workers[number % 2].build(self.asked[-1])))

    def stop(self) -> None:
        pass


@pytest.mark.xdist_group("draughts")
def test_workers_on_other_machines_are_sent_what_they_lack(game: Game, files: dict[str, bytes], tmp_path: Path) -> None:
    store = TableStore(game, tmp_path / "store")
    (tmp_path / "elsewhere").mkdir()
    told: list[str] = []
    build_by(
        partial(_Elsewhere, tmp_path / "elsewhere"), store, NAMES, "draughts", on_file=lambda f: told.append(f.ending.name)
    )
    assert read(store) == files
    assert sorted(f"{name}.table" for name in told) == sorted(files)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    carried = [asked for asked in _Elsewhere.asked if asked["files"]]
    assert carried
    assert all(set(asked["files"]) == set(asked["needs"]) for asked in carried)
    build_by(partial(_Elsewhere, tmp_path), store, NAMES, "draughts", on_file=lambda file: pytest.fail("built twice"))


@pytest.mark.xdist_group("draughts")
def test_processes_that_are_killed_leave_nothing_half(game: Game, files: dict[str, bytes], tmp_path: Path) -> None:
    chance, killed = random.Random(4), 0
    for number in range(times(1, 10)):
        store = TableStore(game, tmp_path / str(number))
        with ThreadPoolExecutor(1) as pool:
            building = pool.submit(build_by, Pool, store, NAMES, "draughts", jobs=2)
            for _ in range(5):
                time.sleep(chance.uniform(0.1, 0.5))
                for each in list(program._running)[:1]:
                    os.kill(each._process.pid, signal.SIGKILL)
                    killed += 1
            building.result(timeout=600)
        assert read(store) == files
    assert killed > times(0, 20)


@pytest.mark.xdist_group("draughts")
def test_what_is_stopped_goes_on(game: Game, files: dict[str, bytes], tmp_path: Path) -> None:
    store, cancel = TableStore(game, tmp_path / "store"), Cancel()
    (tmp_path / "elsewhere").mkdir()
    makes = partial(_Elsewhere, tmp_path / "elsewhere")

    class Two(_Elsewhere):
        """Is stopped after the second file."""

        def run(self, tasks: Any, on_end: Any) -> None:
            super().run(takewhile(lambda task: not cancel.is_cancelled, tasks), on_end)

    def note(file: Any) -> None:
        if len(read(store)) == 2:
            cancel.cancel()

    with pytest.raises(Stopped):
        build_by(partial(Two, tmp_path / "elsewhere"), store, NAMES, "draughts", on_file=note, cancel=cancel)
    assert len(read(store)) == 2
    build_by(makes, store, NAMES, "draughts")
    assert read(store) == files


def test_what_cannot_be_shared(game: Game, tmp_path: Path) -> None:
    store = TableStore(game, tmp_path)
    with pytest.raises(BadInput, match=r"the table of .* needs .* GB of memory; 1e-06 GB may be taken"):
        build_by(Pool, store, NAMES, "draughts", memory=1000)
    with (
        alone(tmp_path / "building.lock", ""),
        pytest.raises(BadInput, match="tables of draughts are being built already, by another damier"),
    ):
        build_by(Pool, store, NAMES, "draughts")


def test_bytes_that_have_changed_on_the_way_are_found_out() -> None:
    data = os.urandom(1000)
    assert from_text(as_text(data)) == data
    other = bytearray(data)
    other[500] ^= 4
    with pytest.raises(BadInput, match="have not arrived as they were sent"):
        from_text({"bytes": base64.b85encode(bytes(other)).decode(), "checksum": zlib.crc32(data)})
