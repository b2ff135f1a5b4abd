"""The experiment with weights found by playing: a small game, few games, but the real thing."""

from pathlib import Path

import pytest
from test_lab import check, column

from damier.lab import can_halt, run
from damier.lab.halt import Halt
from own_games import HEAPS

pytestmark = pytest.mark.xdist_group("weight search")


@pytest.fixture
def heaps(tmp_path: Path) -> str:
    path = tmp_path / "heaps.py"
    path.write_text(HEAPS)
    return str(path)


def test_weights(heaps: str, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    few = {"file": heaps, "games": "1500", "runs": "2", "depth": "1", "plies": "10"}
    report = run("weights", 40, progress=lambda done, total: seen.append((done, total)), **few)
    data = check(report, tmp_path)
    assert seen[-1][0] == seen[-1][1] == len(seen)
    assert set(column(report, "weights")) == {"genetic search", "SPSA"}
    by_way = [[row for row in report.rows if row[0] == way] for way in ("genetic search", "SPSA")]
    for rows in by_way:
        assert rows[0][1:] == [0, 50.0, 0.0]
        assert 1400 < rows[-1][1] < 1600
        assert rows[-1][2] > 55
    assert data["settings"]["numbers"] == 2
    again = run("weights", 40, **few, kept=str(tmp_path / "kept"))
    assert again.rows == report.rows
    lines = (tmp_path / "kept").read_text().splitlines()
    assert len(lines) == 1 + len(seen)
    assert run("weights", 40, **few, kept=str(tmp_path / "kept")).rows == report.rows
    assert (tmp_path / "kept").read_text().splitlines() == lines


def test_it_can_be_stopped(heaps: str) -> None:
    halt = Halt()
    assert can_halt("weights")
    with pytest.raises(ValueError, match="ended before all was measured"):
        run("weights", 1, progress=lambda done, total: halt(), halt=halt, file=heaps, games="1000")


@pytest.mark.parametrize(
    ("settings", "telling"),
    [
        ({"game": "nim"}, "Nim has no weights to search for"),
        ({"game": "./mygame.py"}, "there is no file ./mygame.py"),
        ({"game": "chequers"}, "it must be one of"),
        ({"game": "othello:size=7"}, "7"),
        ({"games": "0"}, "from 1"),
        ({"start": "rich"}, "no weights 'rich' to begin with; there are poor, own, zero"),
    ],
)
def test_bad_settings(settings: dict[str, str], telling: str) -> None:
    with pytest.raises(ValueError, match=telling):
        run("weights", 1, **settings)
