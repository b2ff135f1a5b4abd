"""The experiment on Michie's model: small, but the real thing."""

from pathlib import Path

import pytest

from damier.lab import can_halt, run
from damier.lab.halt import Halt

SMALL = {"game": "tictactoe", "opponents": "people:0,equal", "depth": "9", "jobs": "1"}


@pytest.mark.xdist_group("tictactoe")
def test_discernment(tmp_path: Path) -> None:
    """Minimax draws against itself; a run that was kept is taken over; the plot can be drawn."""
    seen: list[tuple[int, int]] = []
    report = run("discernment", 2, progress=lambda done, total: seen.append((done, total)), out=str(tmp_path), **SMALL)
    assert seen == [(done, 8) for done in range(1, 9)]
    assert [row[:3] for row in report.rows] == [["tictactoe", opponent, 2] for opponent in ("people:0", "equal")]
    assert (report.rows[1][3], report.rows[1][5], report.rows[1][7]) == (50.0, 50.0, 0.0)
    report.plot(tmp_path / "plot.svg")
    again = run("discernment", 2, progress=lambda done, total: seen.append((done, total)), out=str(tmp_path), **SMALL)
    assert (len(seen), again.rows) == (8, report.rows)


@pytest.mark.xdist_group("tictactoe")
def test_it_can_be_stopped() -> None:
    halt = Halt()
    halt()
    assert can_halt("discernment")
    with pytest.raises(ValueError, match="before anything was measured"):
        run("discernment", 2, halt=halt, **SMALL)


@pytest.mark.parametrize(
    ("size", "settings", "telling"),
    [
        (3, {}, "it must be even"),
        (2, {"game": "ludo"}, "ludo"),
        (2, {"game": ""}, "a game and an opponent"),
        (2, {"opponents": "grandmaster"}, "there is no level 'grandmaster'"),
        (2, {"opponents": "people:x"}, "a rating is 'x'"),
        (2, {"depth": "0"}, "depth is '0'"),
        (2, {"loss": "-1"}, "a loss is '-1'"),
        (2, {"jobs": "many"}, "jobs is 'many'"),
    ],
)
def test_bad_settings(size: int, settings: dict[str, str], telling: str) -> None:
    with pytest.raises(ValueError, match=telling):
        run("discernment", size, **{**SMALL, **settings})
