"""Test suites as people have written them, and what solves a problem.

The positions are from the Win at Chess, Bratko-Kopec, Kaufman and Strategic Test suites, as they go round.
"""

from pathlib import Path

import pytest

from damier.games.chess.epd import read_line
from damier.games.game import BadInput
from damier.suites import read_suite
from damier.suites.answer import ProblemAnswer
from damier.suites.problem import read_problem
from damier.suites.report import report_on

WAC = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";'
BRATKO_KOPEC = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 "
TWO_BEST = "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - ; bm Nd5 a4; id BK.05"
KAUFMAN = "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10 ; bm Nh6; am Ne5 \0"
RUN_TOGETHER = "r1bqrnk1/pp2bp1p/2p2np1/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - -1 12 ; bm b4 "
SLIP = "rnbq1rk1/pppp1ppp/4pn2/8/1bPP4/P1N5/1PQ1PPPP/R1B1KBNR b KQ - 1 5 ; bm Bcx3 +  "
STS = (
    '1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id "STS(v1.0) Undermine.001"; '
    'c0 "f5=10, Be5+=2, Bf2=3, Bg4=2"; c7 "f5 Be5+ Bf2 Bg4"; c8 "10 2 3 2"; c9 "f4f5 d4e5 d4f2 f3g4";'
)
GRADED = STS.partition(" c7")[0].replace("bm f5; ", "")
MATE = "8/6p1/5pk1/7R/B7/8/8/7K w - - 0 1"  # Be8


@pytest.mark.parametrize(
    ("line", "fen", "operations"),
    [
        (WAC, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", {"bm": ("Qg6",), "id": ("WAC.001",)}),
        (BRATKO_KOPEC, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", {"bm": ("Qd1",), "id": ("BK.01",)}),
        (KAUFMAN, KAUFMAN.partition(" ;")[0], {"bm": ("Nh6",), "am": ("Ne5",)}),
        (RUN_TOGETHER, "r1bqrnk1/pp2bp1p/2p2np1/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 1 12", {"bm": ("b4",)}),
        (f"{MATE}; dm 1;", MATE, {"dm": ("1",)}),
        (MATE, MATE, {}),
        (MATE.removesuffix(" 0 1") + ' c0 "a; b"; noop', MATE, {"c0": ("a; b",), "noop": ()}),
    ],
)
def test_lines_of_an_epd(line: str, fen: str, operations: dict) -> None:
    assert (read_line(line).fen, read_line(line).operations) == (fen, operations)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("nonsense", "'nonsense' is no line of an EPD"),
        ("8/8/8/8/8/8/8/K7 w - - bm Kb1;", "is no chess position: Black has no king"),
        (MATE + " ; 17;", "'17' is no operation of an EPD"),
    ],
)
def test_lines_that_are_none(line: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_line(line)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("line", "best", "avoid", "wanted"),
    [
        (WAC, ("g3g6",), (), "Qg6"),
        (BRATKO_KOPEC, ("d6d1",), (), "Qd1+"),
        (TWO_BEST, ("c3d5", "a2a4"), (), "Nd5 a4"),
        (KAUFMAN, ("g4h6",), ("c6e5", "g4e5"), "Nh6, not Ncxe5 Ngxe5"),  # which knight is not said: neither
        (SLIP, ("b4c3",), (), "Bxc3+"),
        (STS, ("f4f5",), (), "f5"),
    ],
)
def test_moves_to_find_and_to_avoid(line: str, best: tuple, avoid: tuple, wanted: str) -> None:
    problem = read_problem(line)
    assert (set(problem.best), set(problem.avoid), problem.wanted) == (set(best), set(avoid), wanted)


@pytest.mark.parametrize(
    ("line", "right", "wrong"),
    [
        (WAC, "g3g6", "g3g5"),
        (TWO_BEST, "a2a4", "a2a3"),
        (KAUFMAN, "g4h6", "g4e5"),
        (KAUFMAN.replace("bm Nh6; ", ""), "e8g8", "c6e5"),
        (STS, "f4f5", "d4e5"),
        (GRADED, "f4f5", "d4f2"),
    ],
)
def test_what_solves_a_problem(line: str, right: str, wrong: str) -> None:
    problem = read_problem(line)
    assert problem.is_solved(ProblemAnswer(right))
    assert not problem.is_solved(ProblemAnswer(wrong))
    assert not problem.is_solved(ProblemAnswer(failure="crashed"))


def test_a_mate_must_be_known_and_soon_enough() -> None:
    for problem in (read_problem(MATE, mate=2), read_problem(f"{MATE}; dm 2;")):
        assert (problem.mate, problem.wanted) == (2, "mate in 2")
        assert problem.is_solved(ProblemAnswer("a4e8", mate=1))
        assert problem.is_solved(ProblemAnswer("a4e8", mate=2))
        assert not problem.is_solved(ProblemAnswer("a4e8", mate=3))
        assert not problem.is_solved(ProblemAnswer("a4e8", mate=-1))
        assert not problem.is_solved(ProblemAnswer("a4e8"))


def test_points_of_moves() -> None:
    for line in (STS, STS.replace("c9", "c1"), GRADED):
        problem = read_problem(line)
        assert problem.points == {"f4f5": 10, "d4e5": 2, "d4f2": 3, "f3g4": 2}
        assert problem.most_points == 10
    assert read_problem(WAC + ' c0 "a remark = 3";').points == {}


def test_since_when_a_problem_was_solved() -> None:
    problem = read_problem(WAC)
    found = ((0.1, "g3g6"), (0.2, "g3g5"), (0.5, "g3g6"))
    assert problem.solved_since(ProblemAnswer("g3g6", 1.0, found=found)) == 0.5  # not 0.1: it was given up again
    assert problem.solved_since(ProblemAnswer("g3g5", 1.0, found=found)) is None
    assert problem.solved_since(ProblemAnswer("g3g6", 1.0)) == 1.0


def test_bad_lines_are_named_and_the_others_count(tmp_path: Path) -> None:
    file = tmp_path / "suite.epd"
    file.write_text(f"# a remark\n{WAC}\nnonsense\n\n{MATE}\n{WAC.replace('Qg6', 'Qz9')}\n{TWO_BEST}\n")
    suite = read_suite(file)
    assert [(problem.line, problem.name) for problem in suite.problems] == [(2, "WAC.001"), (7, "BK.05")]
    assert [refusal.partition(": ")[0] for refusal in suite.refused] == [f"{file} line {line}" for line in (3, 5, 6)]
    assert "nothing is to be found there" in suite.refused[1]
    assert "bm Qz9 is no legal move there" in suite.refused[2]
    assert [problem.line for problem in read_suite(file, mate=1).problems] == [2, 5, 7]
    assert [problem.line for problem in read_suite(file, lines="1-3").problems] == [2]
    assert [problem.line for problem in read_suite(file, lines="2,6-").problems] == [2, 7]


@pytest.mark.parametrize(("lines", "complaint"), [("8-", "there is no position in it, lines 8-"), ("x", "lines are 'x'")])
def test_lines_that_cannot_be(tmp_path: Path, lines: str, complaint: str) -> None:
    (tmp_path / "suite.epd").write_text(WAC)
    with pytest.raises(BadInput, match=complaint):
        read_suite(tmp_path / "suite.epd", lines=lines)


def test_a_report_adds_up_points_by_theme() -> None:
    other = STS.replace("Undermine.001", "Undermining.002")  # one theme, spelt in two ways
    third = STS.replace("STS(v1.0) Undermine.001", "STS(v2.2) Open Files.007")
    problems = [read_problem(line, number) for number, line in enumerate((STS, other, third), 1)]
    answers = {
        2: ProblemAnswer("f3g4", 1.0, 9, 500),
        0: ProblemAnswer("f4f5", 1.0, 11, 700),
        1: ProblemAnswer("a1a2", 1.0, 10, 300),
    }
    report = report_on(problems, answers)
    assert [(theme.name, theme.problems, theme.points, theme.most) for theme in report.themes] == [
        ("STS(v1.0) Undermine", 2, 10, 20),
        ("STS(v2.2) Open Files", 1, 2, 10),
    ]
    assert (report.solved, report.points, report.most_points) == (1, 12, 30)
    assert (report.depth, report.nodes, report.seconds) == (10, 1500, 3.0)
    told = report_on(problems, {0: answers[0]}, is_interrupted=True).to_json()
    assert (told["problems"], told["tried"], told["solved"], told["interrupted"]) == (3, 1, 1, True)
    assert told["results"][0]["points"] == 10
