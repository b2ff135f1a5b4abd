"""`damier solve connect4`: exact scores, of one position and of many."""

import signal
import subprocess
import time

import pytest
from commands import answer, damier, refusal

from programs import DAMIER, running, until_worked

pytestmark = pytest.mark.xdist_group("cli")

MIDDLE = "44444422777"  # columns 1 to 7 score -14 -14 0 (full) -1 -14 -14


def test_the_answer_has_what_is_promised():
    found = answer("solve", "connect4", MIDDLE)
    promised = "game position solved score low high best columns nodes seconds"
    assert list(found) == promised.split()
    assert (found["solved"], found["score"], found["low"], found["high"]) == (True, 0, 0, 0)
    assert found["best"] == ["3"]
    assert found["columns"] == [-14, -14, 0, None, -1, -14, -14]
    weak = answer("solve", "connect4", MIDDLE, "--weak")
    assert (weak["score"], weak["best"], weak["columns"]) == (0, ["3"], [-1, -1, 0, None, -1, -1, -1])


@pytest.mark.parametrize("without", [[], ["--without", "safe", "--without", "table"]])
def test_a_small_board(without):
    found = answer("solve", "connect4", "--size", "5x4", "--all", *without)
    assert (found["score"], found["best"], found["columns"]) == (0, ["2", "3", "4"], [-1, 0, 0, 0, -1])


def test_scores_in_words():
    """Who wins, with which stone, and the scores below the board."""
    said = damier("solve", "connect4", "44455554221", "--all").stdout.splitlines()
    assert [line.split() for line in said[6:8]] == [list("1234567"), ["-15"] * 7]
    assert said[9] == "score     -15: the first player wins with stone 13"
    assert said[10] == "best      1 2 3 4 5 6 7"


@pytest.mark.parametrize(
    ("moves", "score", "words"),
    [
        ("", 1, "+1: the first player wins with stone 41"),
        ("1", -1, "-1: the first player wins with stone 41"),
        ("1", 1, "+1: the second player wins with stone 42"),
        ("11", -1, "-1: the second player wins with stone 42"),
        ("454545", 18, "+18: the first player wins with stone 7"),
        ("44", 0, "0: a draw"),
    ],
)
def test_the_stone_that_wins(moves, score, words):
    from damier.cli.connect4.solve import score_in_words
    from damier.games.connect4 import parse

    assert score_in_words(parse(moves), score) == words
    assert words.startswith(score_in_words(parse(moves), score, weak=True))


def test_scores_while_playing():
    done = damier("play", "connect4", MIDDLE, "--side", "both", stdin="scores\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert ["-14", "-14", "0", "-1", "-14", "-14"] in [line.split() for line in done.stdout.splitlines()]
    assert "There is no exact solver for Nim" in damier("play", "nim", "--side", "both", stdin="scores\nquit\n").stdout


def test_bounds_when_time_is_up():
    found = answer("solve", "connect4", "--no-book", "--seconds", "0.2")
    assert (found["solved"], found["score"], found["best"], found["columns"]) == (False, None, [], None)
    assert found["low"] < found["high"]


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["connect4", "4444444"], "column 4 is full"),
        (["connect4", "4545454"], "the game is over in this position"),
        (["connect4", "--without", "magic"], "unknown idea 'magic'; there are safe, forced"),
        (["connect4", "--stdin", "--json"], "--json does not go with --stdin"),
        (["tictactoe", "--weak"], "--weak is for the built-in connect4"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments, telling):
    assert telling in refusal("solve", *arguments)


# --------------------------------------------------------------------------------------------------------------------
# Positions in, scores out


def test_a_file_of_positions():
    """Moves, score, nodes and microseconds on a line each; empty lines are skipped."""
    done = damier("solve", "connect4", "--stdin", stdin=f"454545 18\n\n{MIDDLE}\r\n  44455554221   -15  ")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[:2] for line in lines] == [["454545", "18"], [MIDDLE, "0"], ["44455554221", "-15"]]
    assert all(len(line) == 4 and int(line[2]) >= 0 and int(line[3]) >= 0 for line in lines)
    assert (done.returncode, done.stderr) == (0, "")
    small = damier("solve", "connect4", "--stdin", "--size", "5x4", "--weak", stdin="12 -1\n1 5\n2\n")
    assert [line.split()[1] for line in small.stdout.splitlines()] == ["-1", "1", "0"]
    assert small.returncode == 0
    assert damier("solve", "connect4", "--stdin").stdout == ""


def test_unexpected_scores_are_counted():
    done = damier("solve", "connect4", "--stdin", stdin="454545 18\n454545 17\n454545 -18\n")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr.splitlines() == [
        "damier: line 2: 454545 has the score 18, not 17",
        "damier: line 3: 454545 has the score 18, not -18",
        "damier: 2 of 3 scores are not as expected",
    ]


def test_bad_lines_do_not_stop_the_others():
    lines = ["449", "454545", "4545454", "45 4 5", "45 many", "é", "....../....../....../....../....../......", "454545 18"]
    done = damier("solve", "connect4", "--stdin", stdin="\n".join(lines))
    assert done.returncode == 2
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [["454545", "18"]] * 2
    said = done.stderr.splitlines()
    for line, (number, telling) in zip(
        said,
        [
            (1, "'9' is no column"),
            (3, "the game is over"),
            (4, "not written MOVES or MOVES SCORE"),
            (5, "'many' is no score"),
            (6, "is no column"),
            (7, "another size"),
        ],
        strict=False,
    ):
        assert line.startswith(f"damier: line {number}: ")
        assert telling in line
    assert said[6:] == ["damier: 6 lines could not be read"]


def solving(*arguments):
    return running(DAMIER, "solve", "connect4", "--no-book", *arguments, stdin=subprocess.PIPE)


def test_each_line_is_answered_at_once_and_ctrl_c_ends():
    with solving("--stdin") as filter_:
        filter_.stdin.write("454545\n")
        filter_.stdin.flush()
        assert filter_.stdout.readline().split()[:2] == ["454545", "18"]
        filter_.stdin.write("1\n")  # takes long
        filter_.stdin.flush()
        time.sleep(0.5)
        filter_.send_signal(signal.SIGINT)
        assert filter_.wait(60) == 130
        assert filter_.stderr.read().strip() == "damier: interrupted"


def test_a_reader_that_leaves():
    with solving("--stdin") as filter_:
        filter_.stdin.write("454545\n")
        filter_.stdin.flush()
        assert filter_.stdout.readline()
        filter_.stdout.close()
        filter_.stdin.write("454545\n")
        filter_.stdin.close()
        assert filter_.wait(60) == 0
        assert filter_.stderr.read() == ""


def test_ctrl_c_gives_the_bounds_proved_so_far():
    with solving("--json") as process:
        until_worked(process, 3)  # to begin, and to solve a little
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert '"solved": false' in output
