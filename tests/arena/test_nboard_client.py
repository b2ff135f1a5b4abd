"""Another program, started as a real process: it plays, and whatever else it does costs it the game and nothing else."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from damier.arena import Opening, Report, match, nboard
from damier.arena.nboard import NBoardEngine, ggf
from damier.arena.opponent import Forfeit, Limits
from damier.arena.setting import read_setting
from damier.engine.clock import GameClock
from damier.games import load

ENGINE = f"nboard:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent / 'nboard_engine.py'))}"

PATIENCE = {"hang": 1.0, "flood": 1.0, "deaf": 0.1}

pytestmark = pytest.mark.xdist_group("othello")


def against(manner: str, **terms) -> Report:
    return match("othello", "depth=1,hash=1,name=damier", f"name=other,{ENGINE} {manner}", games=2, jobs=1, **terms)


@pytest.mark.parametrize("manner", ["honest", "spaced"])
def test_a_program_plays_whole_games(manner: str) -> None:
    report = against(manner)
    assert report.forfeits == (0, 0)
    assert len(report.games) == 2
    assert all(len(game.moves) > 20 for game in report.games)


def test_two_programs_play_each_other() -> None:
    report = match("othello", f"name=a,{ENGINE} honest", f"name=b,clock=60,depth=2,{ENGINE} spaced", games=2, jobs=2)
    assert report.forfeits == (0, 0)
    assert report.names == ("a", "b")


def test_damier_plays_damier_by_the_protocol() -> None:
    command = f"{shlex.quote(sys.executable)} -c 'from damier.cli import main; main()' nboard --hash 1"
    report = match("othello", "depth=2,hash=1,name=own", f"name=other,clock=60+1,depth=3,nboard:{command}", games=2, jobs=1)
    assert report.forfeits == (0, 0)


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("illegal", "illegal move 'a1'"),
        ("nonsense", "illegal move 'what'"),
        ("crash", "crashed: it has ended with status 1 (out of ideas)"),
        ("hang", "no move within 1 s"),
        ("flood", "no move within 1 s"),
        pytest.param("deaf", "did not start: no pong within 10 s", marks=pytest.mark.soak),
        ("absent", "did not start: it has ended with status 1 (I am not here)"),
    ],
)
def test_a_program_that_fails_loses(manner: str, reason: str) -> None:
    report = against(manner, patience=PATIENCE.get(manner, 60.0))
    assert (report.wins, report.forfeits) == (2, (0, 2))
    assert [game.reason for game in report.games] == [f"other: {reason}"] * 2


def test_a_deaf_program_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nboard, "LEAST_START", 0.5)
    program = NBoardEngine(load("othello"), read_setting(f"{ENGINE} deaf"))
    with pytest.raises(Forfeit, match=r"did not start: no pong within 0\.5 s"):
        program.start(patience=0.1)
    program.close()


def test_nothing_is_left_running(tmp_path: Path) -> None:
    """A program that does not want to end, and what it has started, is ended."""
    pids = tmp_path / "pids"
    report = against(f"stubborn {shlex.quote(str(pids))}")
    assert report.forfeits == (0, 0)
    assert len(pids.read_text().split()) == 2
    assert not [pid for pid in pids.read_text().split() if is_running(int(pid))]


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended may still wait to be noticed."""
    status = Path(f"/proc/{pid}/stat")
    if not Path("/proc/self/stat").exists():
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] not in "ZX"


def test_games_are_written_as_ggf() -> None:
    game = load("othello")
    session = Opening(moves=("f5",)).session(game)
    written = ggf(session, ["d6", "c3"], Limits(clock=GameClock(90.5, 1.0)))
    assert written.startswith("(;GM[Othello]")
    assert "TI[01:30.500/00:01]" in written
    assert "---O*--- ---***-- -------- -------- -------- O]W[d6]B[c3];)" in written
