"""Tables that are built behind when a game comes near their endings."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damier.endgames.folders import folder_of
from damier.endgames.making import LOCK
from damier.endgames.store import SUFFIX
from damier.engine.player import Player
from damier.engine.table_building import TableBuilding, families_near, quick_endings
from damier.files import alone
from damier.games import load
from damier.games.game import Game

CORNER = Path(__file__).parents[1] / "endgames" / "corner.py"
PATIENCE = 60  # seconds


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's files of his own."""
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))


@pytest.fixture
def corner() -> Game:
    return load(str(CORNER))


def names_near(game: Game, text: str) -> list[str]:
    families = families_near(game, game.parse(text))
    return sorted({ending.name for family in families for ending in quick_endings(game, family)})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("8/8/8/3k4/8/8/4K2R/8 w - - 0 1", ["KRK"]),
        ("8/8/8/8/8/1k6/1p5R/K7 w - - 0 1", ["KBK", "KNK", "KPK", "KQK", "KQKR", "KRK", "KRKB", "KRKN", "KRKP", "KRKR"]),
        ("8/8/1k6/8/3n4/4R3/3K1B2/8 b - - 0 1", ["KBK", "KBKN", "KNK", "KRBK", "KRK", "KRKN"]),  # of five men none
        ("8/8/1k6/8/3nR3/8/p2K1B2/8 w - - 0 1", "KBK KBKP KRBK KQKR"),
    ],
)
def test_what_is_near(text: str, names: Any) -> None:
    found = names_near(load("chess"), text)
    if isinstance(names, str):  # six men, of which a move takes one: much may come of that, but nothing of five men
        assert set(names.split()) <= set(found)
        assert max(map(len, found)) == 4
    else:
        assert found == names


def test_the_game_says_what_is_quick(corner: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    family = min(families_near(corner, corner.start()))
    assert [ending.name for ending in quick_endings(corner, family)] == ["KRK"]
    monkeypatch.setattr(corner.module, "ENDINGS", replace(corner.endings, quick=4000))
    assert quick_endings(corner, family) == []
    assert TableBuilding(corner).come_to(corner.start()) == []


def test_it_is_built_behind_and_used_from_then_on(corner: Game) -> None:
    building, player, over = TableBuilding(corner), Player(corner, depth=1, seconds=None), threading.Event()
    assert not player.think(corner.start()).exact
    building.listen(player.look_for_endings)
    building.listen(lambda: over.set() if building.progress is None else None)
    assert building.come_to(corner.start()) == ["KRK"]
    assert building.progress == ("KRK", 0, 1)
    assert building.come_to(corner.start()) == []  # only once
    assert over.wait(PATIENCE)
    assert (folder_of(corner) / f"KRK{SUFFIX}").is_file()
    assert player.think(corner.start()).exact
    building.close()


def test_nobody_waits_for_it_at_the_end(corner: Game) -> None:
    building = TableBuilding(corner)
    building.come_to(corner.start())
    program: Any = building._program
    building.close()
    assert program._process.poll() is not None
    assert building.progress is None
    assert building.come_to(corner.start()) == []


def test_where_another_one_builds_it_is_left_to_him(corner: Game) -> None:
    folder_of(corner).mkdir(parents=True)
    building, over = TableBuilding(corner), threading.Event()
    building.listen(over.set)
    with alone(folder_of(corner) / LOCK, "somebody else"):
        building.come_to(corner.start())
        assert over.wait(PATIENCE)
    assert building.progress is None
    assert not list(folder_of(corner).glob(f"*{SUFFIX}"))
