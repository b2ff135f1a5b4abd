"""`damier solve othello`: exact endings, of one position and of a file."""

import re
import signal
import time

import pytest
from commands import answer, damier, refusal

from programs import DAMIER, running

pytestmark = pytest.mark.xdist_group("cli")

ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
SCORES = {"g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24}
FILE = f"""% endings
{ENDING}; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;

-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0;
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "endings.obf"
    path.write_text(FILE)
    return path


def test_the_answer_has_what_is_promised():
    found = answer("solve", "othello", ENDING)
    promised = "game position empty solved score wdl move best line scores nodes seconds nodes_per_second"
    assert list(found) == promised.split()
    assert (found["position"], found["empty"], found["solved"]) == (ENDING, 14, True)
    assert (found["score"], found["wdl"], found["move"], found["best"], found["scores"]) == (18, 1, "g8", ["g8"], None)
    assert len(found["line"]) >= 14
    assert found["nodes"] > 0


@pytest.mark.parametrize("method", ["mtd", "pvs", "alphabeta"])
def test_every_method_finds_the_same(method):
    assert answer("solve", "othello", ENDING, "--method", method)["score"] == 18


def test_every_move_and_who_wins():
    found = answer("solve", "othello", ENDING, "--scores")
    assert found["scores"] == SCORES
    assert found["score"] == 18
    weak = answer("solve", "othello", ENDING, "--wdl")
    assert (weak["score"], weak["wdl"], weak["line"]) == (None, 1, [])


def test_words():
    """Scores on the board; colours are true, also where white is to move."""
    said = damier("solve", "othello", ENDING, "--scores").stdout
    assert "\n8  ·   ○   ○   ○   ○   ○  +18  ·" in said
    assert "\nscore     +18: black wins, 41 to 23\nbest      g8\nline      g8 " in said
    other = ENDING.replace("X", "x").replace("O", "X").replace("x", "O")
    assert "+18: white wins, 41 to 23" in damier("solve", "othello", other).stdout
    assert "score     won: black wins" in damier("solve", "othello", ENDING, "--wdl").stdout


def test_a_small_board():
    assert answer("solve", "othello", "--size", "4")["score"] == -10  # white wins 11 to 3, and two squares stay empty


def test_time_that_is_not_enough():
    found = answer("solve", "othello", "f5d6c3d3c4", "--time", "0.2")
    assert (found["solved"], found["score"], found["line"]) == (False, None, [])
    assert "not solved" in damier("solve", "othello", "f5d6c3d3c4", "--seconds", "0.2").stdout


def test_a_file(file):
    done = damier("solve", "othello", "--obf", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    head, *rows, total, last = done.stdout.splitlines()
    assert head.split()[:5] == ["line", "empty", "score", "file", "best"]
    assert [row.split()[:5] for row in rows[:2]] == [["1", "14", "+18", "+18", "g8"], ["2", "14", "+10", "+10", "a4"]]
    assert rows[2].split()[:4] == ["3", "14", "+2", "d1"]
    assert total.split()[0] == "all"
    assert last == "3 of 3 solved, 2 of 2 as the file says"


def test_some_lines_of_a_file(file):
    found = answer("solve", "othello", "--obf", str(file), "--lines", "2-3")
    assert [(each["number"], each["score"], each["expected"], each["right"]) for each in found["endings"]] == [
        (2, 10, 10, True),
        (3, 2, None, None),
    ]
    assert (found["solved"], found["right"], found["wrong"]) == (2, 1, 0)
    assert found["nodes"] == sum(each["nodes"] for each in found["endings"])
    weak = answer("solve", "othello", "--obf", str(file), "--lines", "1", "--wdl")["endings"]
    assert [(each["wdl"], each["expected"], each["right"]) for each in weak] == [(1, 1, True)]


def test_a_score_that_is_another(file):
    file.write_text(FILE.replace("G8:+18", "G8:+20"))
    done = damier("solve", "othello", "--obf", str(file), "--lines", "1")
    assert done.returncode == 1
    assert "not what the file says" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["othello", "--obf", "missing.obf"], "missing.obf cannot be read: No such file"),
        (["othello", "a1"], "not legal"),
        (["othello", ENDING, "--lines", "3"], "--lines goes with --obf"),
        (["othello", ENDING, "--method", "magic"], "there is no method 'magic'"),
        (["othello", ENDING, "--threads", "-1"], "threads is -1; it can be 0 (one for each core but one) to 512"),
        (["othello", "--stdin"], "--stdin is for the built-in connect4"),
        (["othello", "--no-book"], "--no-book is for the built-in connect4"),
        (["connect4", "--obf", "x"], "--obf is for the built-in othello"),
        (["nim", "--wdl"], "--weak is for the built-in connect4 and othello"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments, telling):
    assert telling in refusal("solve", *arguments)


def test_more_threads_than_cores():
    """They are allowed, and it is said."""
    done = damier("solve", "othello", ENDING, "--threads", "500", "--json")
    assert done.returncode == 0
    assert re.fullmatch(r"damier: 500 threads have \d+ cores, and more of them do not make it faster\n", done.stderr)


@pytest.mark.parametrize(
    ("lines", "telling"),
    [("x", "first-last"), ("2-", "first-last"), ("3-2", "1 to 3"), ("0", "1 to 3"), ("1-9", "1 to 3")],
)
def test_lines_that_are_not_there(file, lines, telling):
    assert telling in refusal("solve", "othello", "--obf", str(file), "--lines", lines)


def test_a_file_that_is_none(tmp_path):
    (tmp_path / "bad.obf").write_text(f"{ENDING}\nrubbish\n")
    assert re.search(r"bad\.obf, line 2: ", refusal("solve", "othello", "--obf", str(tmp_path / "bad.obf")))


def test_ctrl_c_ends_with_what_is_known():
    with running(DAMIER, "solve", "othello", "f5d6c3d3c4", "--json") as process:
        assert "55 empty squares are out of reach" in process.stderr.readline()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert '"solved": false' in output
