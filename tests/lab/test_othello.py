"""The experiments on Othello, with few games and endings."""

from pathlib import Path

import pytest
from test_lab import check, column

from damier.games.othello.obf import read
from damier.lab import can_halt, effort, ideas, run
from damier.lab.halt import Halt
from damier.lab.othello import endings as othello_endings
from damier.lab.othello import times as othello_times
from damier.lab.othello.leaves import BOOK, DEPTHS
from damier.solvers.othello import IDEAS

pytestmark = pytest.mark.xdist_group("othello lab")

ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;"


def test_minimax_visits_exactly_the_leaves_of_the_book(tmp_path: Path) -> None:
    report = run("othello-leaves", 2)
    check(report, tmp_path)
    rows = {(row[1], row[0]): row for row in report.rows}
    assert [rows["minimax", depth][2] for depth in DEPTHS] == [3, 14, 61, 349, 2050, 13773] == list(BOOK["minimax"])
    assert all(rows["minimax", depth][2:8] == [rows["minimax", depth][8]] * 6 for depth in DEPTHS)
    for depth in DEPTHS:
        for place in (2, 5):  # the means of both evaluations
            assert rows["SSS*", depth][place] <= rows["alpha-beta", depth][place] <= rows["minimax", depth][place]
    assert "Minimax visits exactly the book's leaves." in report.notes
    with pytest.raises(ValueError, match="has 4 first moves"):
        run("othello-leaves", 5)


def test_endings_from_random_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(othello_endings, "EMPTY", 10)
    monkeypatch.setattr(effort, "REPEATS", 1)
    report = run("othello-endings", 3)
    check(report, tmp_path)
    assert column(report, "ending") == ["random 1", "random 2", "random 3", "all"]
    nodes = column(report, "NegaC*: nodes")
    assert nodes[3] == sum(nodes[:3])
    assert "All scores agree." in report.notes


def test_endings_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "REPEATS", 1)
    (tmp_path / "some.obf").write_text(ENDING + "\n")
    report = run("othello-endings", 5, ffo=str(tmp_path))
    assert column(report, "ending") == ["some 1", "all"]
    assert column(report, "empty") == [14, None]
    assert column(report, "score") == [18, None]
    assert read(tmp_path / "some.obf")[0].best == 18
    with pytest.raises(ValueError, match="has no endings"):
        run("othello-endings", ffo=str(tmp_path / "none"))


def test_a_score_that_is_not_the_file_s_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "REPEATS", 1)
    (tmp_path / "wrong.obf").write_text(ENDING.replace("+18", "+20") + "\n")
    assert "Scores that do not agree: wrong 1." in run("othello-endings", ffo=str(tmp_path)).notes


def test_endings_can_be_stopped() -> None:
    halt = Halt()
    halt()
    assert can_halt("othello-endings")
    with pytest.raises(ValueError, match="before anything was measured"):
        run("othello-endings", 1, halt=halt)


def test_random_endings_have_as_many_empty_squares_as_asked_for() -> None:
    """Of 200 random games with 55 moves some have a pass among them."""
    endings = othello_endings.random_endings(200, 1, 5)
    assert {ending.empty for ending in endings} == {5}
    assert len({ending.position for ending in endings}) == 200


def test_the_ideas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "REPEATS", 1)
    seen: list[tuple[int, int]] = []
    report = run("othello-ideas", 2, progress=lambda done, total: seen.append((done, total)), empty="10,12")
    check(report, tmp_path)
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert column(report, "empty squares") == [10] * 9 + [12] * 9
    assert column(report, "without") == ["", *IDEAS] * 2
    assert column(report, "nodes, all = 1")[0] == column(report, "time, all = 1")[0] == 1
    assert column(report, "nodes, all = 1")[1 + list(IDEAS).index("stability")] > 1
    assert set(column(report, "not solved")) == {0}
    assert "All scores found are the same with and without each idea." in report.notes
    assert not any("of the files" in note for note in report.notes)


def test_the_ideas_on_endings_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "REPEATS", 1)
    (tmp_path / "some.obf").write_text(ENDING + "\n")
    report = run("othello-ideas", ffo=str(tmp_path), empty="14")
    assert set(column(report, "positions")) == {1}
    assert "With all ideas they are those of the files." in report.notes
    (tmp_path / "some.obf").write_text(ENDING.replace("+18", "+20") + "\n")
    assert "Not the scores of the files: some 1." in run("othello-ideas", ffo=str(tmp_path), empty="14").notes
    with pytest.raises(ValueError, match="no ending with 16 empty squares; there are some with 14"):
        run("othello-ideas", ffo=str(tmp_path), empty="14,16")


def test_ideas_that_do_not_agree_or_were_stopped_are_told() -> None:
    trial = ideas.Trial("t", "T", "S", "stones", "Few positions.", {"one": "a line", "two": "a line"})
    given = {
        None: effort.SolveEffort(10, 0.1, 4),
        "one": effort.SolveEffort(20, 0.3, 5),
        "two": effort.SolveEffort(30, 0.1, None),
    }
    cases = ideas.compare(trial, {8: ["a position"]}, lambda position, without: given[without], lambda *_: None, Halt())
    report = ideas.report(trial, cases, 1.0, {})
    assert [row[3:] for row in report.rows] == [[10, 0.1, 1, 1, 0], [20, 0.3, 2, pytest.approx(3), 0], [30, 0.1, 3, 1, 1]]
    assert "Not the same scores: 8 stones without one." in report.notes


def test_the_ideas_keep_what_was_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "REPEATS", 1)
    halt = Halt()

    def progress(done: int, total: int) -> None:
        halt()

    assert can_halt("othello-ideas")
    report = run("othello-ideas", 2, progress=progress, halt=halt, empty="8,9")
    assert set(column(report, "positions")) == {1}
    assert set(column(report, "empty squares")) == {8}
    with pytest.raises(ValueError, match="before anything was measured"):
        run("othello-ideas", 1, halt=halt, empty="8")


@pytest.mark.parametrize("empty", ["many", "5", "27", "16,", ""])
def test_numbers_of_empty_squares_that_cannot_be(empty: str) -> None:
    with pytest.raises(ValueError, match=f"empty squares '{empty}' are not numbers from 6 up to 26"):
        run("othello-ideas", empty=empty)


def test_learning_curves(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    few = {"games": "20", "copies_played": "10", "runs": "2"}
    report = run("othello-learning", 4, progress=lambda done, total: seen.append((done, total)), **few)
    check(report, tmp_path)
    assert column(report, "method") == ["Samuel's correction"] * 11 + ["a changed copy"] * 11
    assert column(report, "games") == [*range(0, 21, 2), *range(0, 2001, 200)]
    assert all(0 <= score <= 100 for score in column(report, "% against table"))
    assert max(column(report, "± against squares")) > 0  # runs differ
    assert report.settings["seeds"] == [1, 2]
    assert seen[-1] == (4, 4)
    with pytest.raises(ValueError, match="games is '3'"):
        run("othello-learning", games="3")


def test_evaluations_against_each_other(tmp_path: Path) -> None:
    report = run("othello-evaluations", 5, depth="1", evaluations="squares,table,samuel")
    check(report, tmp_path)
    assert column(report, "evaluation") == ["squares", "table", "samuel"]
    assert column(report, "against table")[0] == pytest.approx(100 - column(report, "against squares")[1])
    assert column(report, "against squares")[0] is None
    for bad, message in (({"depth": "9"}, "from 1 to 8"), ({"evaluations": "table"}, "two or more different ones")):
        with pytest.raises(ValueError, match=message):
            run("othello-evaluations", **bad)


def test_times_beside_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Minimax at the last depth takes what it takes in the book; the leaves are those of the other experiment."""
    monkeypatch.setattr(othello_times, "ROUND", 1e-5)
    monkeypatch.setattr(othello_times, "ROUNDS", 1)
    report = run("othello-times", 1)
    check(report, tmp_path)
    rows = {(row[1], row[0]): row for row in report.rows}
    assert [rows["minimax", depth][2] for depth in DEPTHS] == list(BOOK["minimax"])
    assert rows["minimax", 6][4] == pytest.approx(rows["minimax", 6][5]) == pytest.approx(1213.5)
    assert rows["minimax", 6][6] == rows["minimax", 6][7] == 1
    with pytest.raises(ValueError, match="has 4 first moves"):
        run("othello-times", 5)
