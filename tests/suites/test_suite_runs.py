"""Whole runs through a suite, in real processes."""

import shlex
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from damier.games.game import BadInput
from damier.suites import SuiteRun, run_suite
from damier.suites.problem import Problem, read_problem
from damier.suites.report import SuiteReport

ENGINE = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent.parent / 'arena/uci_engine.py'))}"

# fool's mate, a back rank, two ladders; then one that has no mate in two
MATES = [
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
    "7k/8/8/8/8/8/R7/1R5K w - - 0 1",
]
OVERLOOKED = ["4R3/1k6/bp6/1p1P4/1K6/8/1B6/3Q4 w - - 0 1", "8/3K2p1/p7/2pkpB1p/2pbNp2/2p4r/2n1P3/3Qq1n1 w - - 0 1"]
NO_MATE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.xdist_group("chess")
def test_damier_solves_mates() -> None:
    problems = [read_problem(fen, number, mate=2) for number, fen in enumerate([*MATES, NO_MATE], 1)]
    seen: list[SuiteReport] = []
    report = run_suite(problems, "hash=1", depth=5, jobs=1, on_answer=seen.append)
    assert [result.is_solved for result in report.results] == [True, True, True, False]
    assert [result.answer.mate for result in report.results[:3]] == [1, 1, 2]
    assert report.results[1].answer.move == "d1d8"
    assert all(result.answer.nodes > 0 for result in report.results)
    assert [len(each.results) for each in seen] == [1, 2, 3, 4]


@pytest.mark.xdist_group("chess")
def test_all_moves_are_tried_for_a_mate() -> None:
    """The usual search is content with a longer mate here, or overlooks it."""
    problems = [read_problem(fen, mate=3) for fen in OVERLOOKED]
    report = run_suite(problems, "hash=1", depth=7, jobs=1)
    assert [result.answer.mate for result in report.results] == [3] * len(OVERLOOKED)


@pytest.mark.xdist_group("chess")
def test_the_move_counts_that_stands_when_time_is_over() -> None:
    """Either rook's move wins; what was told last is what is played."""
    problem = read_problem("6k1/5ppp/8/3q4/8/8/5PPP/3RR1K1 w - - bm Rxd5 Re8#;")
    report = run_suite([problem], "hash=1", seconds=0.3, jobs=1)
    answer = report.results[0].answer
    assert report.solved == 1
    assert answer.found[-1][1] == answer.move
    assert answer.seconds < 5


def test_another_program_answers() -> None:
    pytest.importorskip("chess")
    problems = [read_problem(f"{NO_MATE}; bm e4;"), read_problem(f"{NO_MATE}; am e4;")]
    report = run_suite(problems, f"{ENGINE} script e2e4", seconds=0.1, jobs=1)
    assert [result.is_solved for result in report.results] == [True, False]
    assert [result.answer.depth for result in report.results] == [1, 2]


def test_a_program_that_fails_costs_the_problem_only() -> None:
    pytest.importorskip("chess")
    problems = [read_problem(f"{NO_MATE}; am e4;")] * 3
    report = run_suite(problems, f"{ENGINE} crash", seconds=0.1, jobs=1)
    assert [result.answer.failure for result in report.results] == [
        "",
        "crashed: it has ended with status 1 (out of ideas)",
        "",
    ]
    silent = run_suite(problems[:1], f"{ENGINE} hang", seconds=0.1, jobs=1, patience=1.0)
    assert silent.results[0].answer.failure == "no move within 1.1 s"


def test_a_run_can_be_stopped() -> None:
    pytest.importorskip("chess")
    problems = [read_problem(f"{NO_MATE}; bm e4;")] * 5000
    seen: list[SuiteReport] = []
    run = SuiteRun(problems, f"{ENGINE} honest", seconds=0.1, jobs=1, on_answer=seen.append)
    thread = threading.Thread(target=lambda: seen.append(run.run()))
    thread.start()
    while thread.is_alive() and len(seen) < 3:
        thread.join(0.01)
    run.stop()
    thread.join(60)
    assert seen[-1].is_interrupted
    assert 3 <= len(seen[-1].results) < 5000


def test_a_run_goes_on(tmp_path: Path) -> None:
    """Answered is what was not answered yet, also when the run becomes longer; each problem has one answer."""
    pytest.importorskip("chess")
    out = tmp_path / "answers.txt"
    problems = [read_problem(f"{NO_MATE}; bm {move};", number) for number, move in enumerate(("e4", "d4", "e4"), 1)]
    problems.append(problems[0])  # twice in one run

    def run(problems: list[Problem], seen: list[int], **terms: Any) -> SuiteReport:
        def note(report: SuiteReport) -> None:
            seen.append(len(report.results))

        return run_suite(
            problems, f"{ENGINE} script e2e4", **{"seconds": 0.1, "jobs": 1, "out": out, "on_answer": note, **terms}
        )

    first: list[int] = []
    run(problems[1:3], first)
    with out.open("a") as file:
        file.write('{"unit": "1: rnbq')  # somebody was killed here
    second: list[int] = []
    report = run(problems, second)
    assert (first, second) == ([1, 2], [3, 4])
    assert [result.is_solved for result in report.results] == [True, False, True, True]
    assert [result.problem.line for result in report.results] == [1, 2, 3, 1]
    none: list[int] = []
    assert run(problems, none).to_json() == report.to_json()
    assert none == []
    with pytest.raises(BadInput, match=r"answers.txt is of something else: seconds is 0.1 there, and 0.2 here"):
        run(problems, none, seconds=0.2)


@pytest.mark.parametrize(
    ("setting", "terms", "complaint"),
    [
        ("clock=5+0.05", {}, "a clock for a game does not say how long a problem takes"),
        ("nboard:python", {}, "problems are answered by damier or a UCI program"),
        ("uci:no-such-program", {}, "there is no program 'no-such-program'"),
        ("kings=off", {}, "chess has no option 'kings'"),
        ("", {"jobs": -1}, "-1 jobs"),
        ("", {"depth": 0}, "depth 0"),
    ],
)
def test_what_cannot_be_run(setting: str, terms: dict, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        run_suite([read_problem(f"{NO_MATE}; bm e4;")], setting, **terms)
