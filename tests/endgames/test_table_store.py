"""Tables of endings on disk: as they were written, or refused; and whoever is killed while building goes on."""

import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.endgames.asked import TableOracle
from damier.endgames.making import build_into, needed, room
from damier.endgames.store import BLOCK, Damaged, TableFile, TableStore, written
from damier.endgames.table import UNUSED, Table
from damier.endgames.unused import mark_unused
from damier.files import alone
from damier.games import load
from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.rules import placed
from lengths import SOAK

CORNER = Path(__file__).with_name("corner.py")
FLIPS = 10_000 if SOAK else 500
KILLS = 200 if SOAK else 20


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(CORNER))


@pytest.fixture(scope="module")
def built(game: Game, tmp_path_factory: pytest.TempPathFactory) -> tuple[TableStore, Table]:
    """A store with the one table of the game, and the table."""
    tables: list[Table] = []
    store = TableStore(game, tmp_path_factory.mktemp("tables"))
    build_into(store, ["krk"], on_table=lambda table, counted: tables.append(table))
    return store, tables[0]


def test_what_was_built_is_read(built: tuple[TableStore, Table]) -> None:
    store, table = built
    assert store.names() == ["KRK"]
    file = store.file("KRK")
    assert file is not None
    read = file.table(store.game)
    mark_unused(store.game, read)
    np.testing.assert_array_equal(read.values, table.values)
    for number in np.flatnonzero(table.values != UNUSED)[::7]:
        position = native(placed(store.game.start(), *table.place(int(number))))
        assert store.value(position) == store.value(type(position)(*map(int, position))) == table.values[number]
    won, lost = file.head["counted"]
    assert won["won"] > 0 == won["lost"] == lost["won"]
    assert won["longest_win"]["plies"] == len(won["longest_win"]["line"].split())


def test_nothing_is_built_twice(built: tuple[TableStore, Table]) -> None:
    store, _ = built
    before = store.path("KRK").stat()
    assert needed(store, ["KRK"]) == []
    build_into(store, ["KRK"])
    assert store.path("KRK").stat().st_mtime_ns == before.st_mtime_ns


def test_flipped_bits_are_found_out(built: tuple[TableStore, Table], tmp_path: Path) -> None:
    """Wherever a bit is another one, the file is refused, or the block is, or every answer is as before."""
    store, _ = built
    good, chance = store.path("KRK").read_bytes(), random.Random(3)
    ending = store.game.endings.find("KRK")
    answers = _all_codes(TableFile(store.path("KRK"), store.game, ending))
    path, refused = tmp_path / "KRK.table", 0
    for _ in range(FLIPS):
        bit = chance.randrange(8 * len(good))
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << bit % 8
        path.write_bytes(bad)
        try:
            assert _all_codes(TableFile(path, store.game, ending)) == answers
        except BadInput:
            refused += 1
    assert refused == FLIPS


def _all_codes(file: TableFile) -> list[bytes]:
    return [bytes(file.codes(number)) for number in range(file.blocks)]


@pytest.mark.parametrize("length", [0, 1, 15, 40, 200, -1])
def test_files_that_were_cut_off(built: tuple[TableStore, Table], tmp_path: Path, length: int) -> None:
    store, _ = built
    path = tmp_path / "KRK.table"
    path.write_bytes(store.path("KRK").read_bytes()[:length])
    with pytest.raises(Damaged, match=r"KRK\.table is (damaged|no table of an ending)"):
        TableFile(path, store.game, store.game.endings.find("KRK"))


def test_a_table_of_other_rules(built: tuple[TableStore, Table], tmp_path: Path) -> None:
    store, _ = built
    other = tmp_path / "corner.py"
    other.write_text(CORNER.read_text().replace("is_near(p.other, to):", "is_near(p.other, to) and to >= 0:"))
    theirs = TableStore(load(str(other)), store.folder)
    with pytest.raises(BadInput, match=r"is of another version of the game; take it away"):
        theirs.file("KRK")


def test_a_table_of_another_layout(built: tuple[TableStore, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, table = built
    with monkeypatch.context() as patch:
        patch.setattr("damier.endgames.store.LAYOUT", 1)
        (tmp_path / "KRK.table").write_bytes(written(store.game, table, []))
    with pytest.raises(BadInput, match=r"KRK\.table has layout 1, and layout 2 is what is read; take it away"):
        TableStore(store.game, tmp_path).value(store.game.start())


def test_few_blocks_stay_open(built: tuple[TableStore, Table], monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for one, what is asked from several threads in any order is answered as ever, and one stays open."""
    store, table = built
    monkeypatch.setattr("damier.endgames.store.OPEN_BYTES", BLOCK)
    asked, numbers = TableStore(store.game, store.folder), np.flatnonzero(table.values != UNUSED)
    random.Random(4).shuffle(numbers)
    positions = [native(placed(store.game.start(), *table.place(int(number)))) for number in numbers[:400]]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(asked.value, positions)) == table.values[numbers[:400]].tolist()
    assert len(asked._open) == 1
    assert asked._open_bytes == BLOCK


def test_two_builders_at_once(game: Game, tmp_path: Path) -> None:
    with alone(tmp_path / "building.lock", "somebody"), pytest.raises(BadInput, match="are being built already, by another"):
        build_into(TableStore(game, tmp_path), ["KRK"])


def test_too_little_room_is_said_before_anything_is_done(game: Game, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"the table of KRK needs 2.5e-05 GB of memory; 1e-06 GB may be taken"):
        build_into(TableStore(game, tmp_path / "none"), ["KRK"], memory=1000)
    assert not (tmp_path / "none").exists()
    assert room(game.endings, game.endings.find("KRK")) == 3 * 2 * 16**3


def test_what_moves_are_worth(built: tuple[TableStore, Table]) -> None:
    store, _ = built
    oracle = TableOracle(store.game, store)
    position = store.game.start()
    plies = []
    while (verdict := oracle.verdict(position)) and verdict.moves:
        assert verdict.worth == verdict.moves[0].worth
        assert [worth.wdl for _, worth in verdict.moves] == sorted((worth.wdl for _, worth in verdict.moves), reverse=True)
        plies.append(verdict.worth.distance)
        position = store.game.play(position, verdict.moves[0].move)
    assert plies == list(range(len(plies), 0, -1))
    assert verdict is not None
    assert (verdict.worth.wdl, verdict.worth.distance) == (-1, 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are made in another way here")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_whoever_is_killed_leaves_whole_files(built: tuple[TableStore, Table], tmp_path: Path) -> None:
    """At whatever instant: the same command goes on, and the file is the same to the last byte."""
    store, _ = built
    good, chance, found = store.path("KRK").read_bytes(), random.Random(5), 0
    for number in range(KILLS):
        folder = tmp_path / str(number)
        child = os.fork()
        if child == 0:
            _build_and_end(store.game, folder)
        time.sleep(chance.uniform(0.0, 0.1))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        theirs = TableStore(store.game, folder)
        found += theirs.path("KRK").exists()
        build_into(theirs, ["KRK"])
        assert theirs.path("KRK").read_bytes() == good
    assert 0 < found < KILLS or KILLS < 50  # some in the middle of it


def _build_and_end(game: Game, folder: Path) -> Any:
    try:
        build_into(TableStore(game, folder), ["KRK"])
    finally:
        os._exit(0)


def test_blocks_are_counted(built: tuple[TableStore, Table]) -> None:
    store, table = built
    file = store.file("KRK")
    assert file is not None
    assert file.blocks == -(-len(table.values) // BLOCK)
