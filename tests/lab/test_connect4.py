"""The experiments on Connect 4, on small boards and few positions."""

from pathlib import Path
from typing import Any

import pytest
from test_lab import check, column

from damier.games import load
from damier.lab import can_halt, run
from damier.lab.connect4 import ideas as connect4_ideas
from damier.lab.connect4 import ladder as connect4_ladder
from damier.lab.connect4.ladder import KNOWN, STEPS, Attempt, BoardSize
from damier.lab.halt import Halt
from damier.solvers.connect4 import IDEAS

pytestmark = pytest.mark.xdist_group("connect4")

MINIMAX, WITH_MEMORY, WITH_ORDERING, SOLVER = STEPS[0], STEPS[3], STEPS[5], STEPS[6]


def test_the_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Minimax runs out of time on 4x4 and is not tried on 4x5; the others find the known values."""
    monkeypatch.setattr(connect4_ladder, "STEPS", (MINIMAX, WITH_MEMORY, WITH_ORDERING, SOLVER))
    assert connect4_ladder.read_steps("with ordering, minimax") == [MINIMAX, WITH_ORDERING]
    with pytest.raises(ValueError, match="there is no step 'faster'; there are minimax, with memory"):
        run("connect4-ladder", steps="faster")
    with pytest.raises(ValueError, match="hash is '0'"):
        run("connect4-ladder", hash="0")
    seen: list[tuple[int, int]] = []
    report = run("connect4-ladder", progress=lambda done, total: seen.append((done, total)), seconds=0.5, boards="4x4, 4x5")
    data = check(report, tmp_path)
    assert seen[-1] == (8, 8)
    assert column(report, "board") == ["4x4"] * 4 + ["4x5"] * 3
    assert column(report, "value") == ["over 0.5 s"] + ["draw"] * 6
    assert column(report, "known") == ["draw"] * 7
    assert column(report, "seconds")[0] is None
    nodes = column(report, "nodes")
    assert nodes[0] > nodes[1] > nodes[2]
    assert nodes[4] > nodes[5]
    assert column(report, "nodes, step before = 1")[:3] == [None, None, pytest.approx(nodes[2] / nodes[1])]
    assert "All 6 values found are the known ones." in report.notes
    assert "Minimax: solves none; not 4x4." in report.notes
    assert data["published"]["values"]["7x6"] == "win"


def test_the_ladder_keeps_what_was_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect4_ladder, "STEPS", (WITH_MEMORY, MINIMAX))
    halt = Halt()

    def progress(done: int, total: int) -> None:
        halt()

    report = run("connect4-ladder", progress=progress, halt=halt, boards="4x4")
    assert column(report, "search") == ["with memory"]
    with pytest.raises(ValueError, match="before anything was measured"):
        run("connect4-ladder", halt=halt, boards="4x4")


def test_a_halt_stops_what_is_under_way_or_comes_next() -> None:
    stopped: list[str] = []
    halt = Halt()
    halt.reaches(lambda: stopped.append("first"))
    halt()
    halt.reaches(lambda: stopped.append("next"))
    assert stopped == ["first", "next"]


def test_known_values() -> None:
    assert len(KNOWN) == 29
    assert (KNOWN[7, 6], KNOWN[6, 4], KNOWN[4, 4], KNOWN[6, 7], KNOWN[9, 7]) == (1, -1, 0, 1, 1)
    assert all(KNOWN[width, height] == 0 for width in (4, 5) for height in range(4, 9))


def test_a_wrong_value_is_told() -> None:
    attempts = [Attempt(BoardSize(4, 4), WITH_MEMORY, 1, 10, 0.1), Attempt(BoardSize(3, 3), WITH_MEMORY, 1, 10, 0.1)]
    assert [attempt.is_wrong for attempt in attempts] == [True, False]
    assert "Not the known values: with memory on 4x4." in connect4_ladder._notes(attempts, 10, 64)


@pytest.mark.parametrize(
    ("name", "settings", "telling"),
    [
        ("connect4-ladder", {"boards": "4by4"}, "board '4by4' is not written width x height, as 7x6"),
        ("connect4-ladder", {"boards": "9x9"}, "does not fit"),
        ("connect4-ladder", {"stones": "4"}, "has no setting 'stones'; it has seconds, boards"),
        ("connect4-ideas", {"stones": "many"}, "stones 'many' are not numbers"),
        ("connect4-ideas", {"stones": "40"}, "up to 36"),
        ("scout", {"seconds": 1.0}, "has no setting 'seconds'; it has none"),
    ],
)
def test_settings_that_cannot_be_are_refused(name: str, settings: dict[str, Any], telling: str) -> None:
    with pytest.raises(ValueError, match=telling):
        run(name, **settings)


def test_the_ideas(tmp_path: Path) -> None:
    report = run("connect4-ideas", 2, stones="26,30")
    check(report, tmp_path)
    assert column(report, "without") == ["", *IDEAS] * 2
    assert column(report, "nodes, all = 1")[0] == column(report, "time, all = 1")[0] == 1
    assert set(column(report, "not solved")) == {0}
    assert "All scores found are the same with and without each idea." in report.notes


def test_random_positions_are_repeatable_and_undecided() -> None:
    game = load("connect4")
    one, two, other = (connect4_ideas.random_positions(14, 5, seed) for seed in (1, 1, 2))
    assert list(map(game.text, one)) == list(map(game.text, two)) != list(map(game.text, other))
    for position in one:
        assert int(position.both).bit_count() == 14
        assert all(game.outcome(game.play(position, move)) is None for move in game.moves(position))


def test_which_experiments_can_be_ended_early() -> None:
    assert can_halt("connect4-ladder")
    assert can_halt("connect4-ideas")
    assert not can_halt("scout")


def test_positions_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="hardly 2 different positions with 0 stones"):
        connect4_ideas.random_positions(0, 2, 1)
