"""The commands, each in a process of its own."""

import contextlib
import re
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from commands import answer, damier, refusal

from own_games import NIM, RARE, WAYS
from programs import COMMAND, DAMIER, running, until_worked

pytestmark = pytest.mark.xdist_group("cli")

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_search_gives_what_is_promised():
    found = answer("search", "tree", TREE, "--algorithm", "sss", "--depth", "2")
    assert {"value", "move", "line", "leaves", "nodes", "seconds"} <= set(found)
    assert (found["value"], found["move"], found["line"], found["leaves"]) == (3, "1", ["1", "1"], 7)


def test_search_lists_the_algorithms():
    from damier.search.catalogue import ALGORITHMS

    listed = damier("search", "--list").stdout
    assert [line.split()[0] for line in listed.splitlines()] == list(ALGORITHMS)


def test_games_are_listed():
    from damier.games import names

    assert [game["name"] for game in answer("games")["games"]] == names()
    assert "connect4" in damier("games").stdout


def test_solve_and_perft():
    assert answer("solve", "tictactoe")["value"] == 0
    assert answer("perft", "connect4", "--depth", "6")["count"] == 117649
    assert answer("perft", "connect4", "--size", "4x4", "--reachable")["count"] == 161_029
    divided = answer("perft", "tictactoe", "--depth", "3", "--divide")
    assert sum(divided["divide"].values()) == divided["count"] == 504


WHITE_TO_MOVE = "------------------X--------XX------OXX-----O-------------------- O"  # f5d6c3


def test_show_tells_whose_turn_it_is():
    """A board that begins with empty squares is no option; its last letter tells whose turn it is."""
    shown = damier("show", "othello", WHITE_TO_MOVE)
    assert shown.returncode == 0, shown.stderr
    assert "black 5, white 2" in shown.stdout
    assert "white" in shown.stdout.partition("turn")[2].splitlines()[0]
    assert WHITE_TO_MOVE in shown.stdout
    assert " e f g h" in shown.stdout
    found = answer("show", "othello", "f5d6c3")
    assert (found["position"], found["turn"], found["unit"]) == (WHITE_TO_MOVE, 1, 100)
    assert set(found["moves"]) == {"d3", "f3", "f4", "g5"}
    over = damier("show", "othello", "e6f4e3f6g5d6e7f5c5")
    assert "over      -64 for the player to move" in over.stdout


def test_scores_are_in_what_people_count():
    """Discs for Othello, of which one counts 100; and square boards have one number for their size."""
    searched = damier("search", "othello", "--size", "4", "--depth", "16")
    assert searched.stdout.startswith("value     -10 (exact)"), searched.stdout + searched.stderr
    found = answer("search", "othello", "--size", "4x4", "--depth", "16")
    assert (found["value"], found["unit"]) == (-1000, 100)
    counted = [answer("perft", "othello", "--size", "4x4", "--depth", "8", *more)["count"] for more in ([], ["--finished"])]
    assert counted == [9112, 9116]


def test_solve_gives_bounds_when_time_is_up():
    found = answer("solve", "kalah", "--seconds", "0.3")
    assert not found["solved"]
    assert found["low"] < found["high"]


def test_tree_is_drawn(tmp_path):
    file = tmp_path / "tree.svg"
    done = damier("tree", "tree", TREE, "-a", "alphabeta", "-o", str(file))
    assert done.returncode == 0, done.stderr
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    drawn = answer("tree", "tree", TREE, "-a", "alphabeta")
    assert drawn


def test_play_in_the_terminal():
    done = damier("play", "nim", "5", "--seconds", "0.1", stdin="hint\nmoves\n9\n1\nundo\n1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "hint 1" in done.stdout
    assert "no legal move" in done.stdout
    assert "damier plays" in done.stdout
    for how in (["--style", "traps", "--against", "900", "--loss", "1"], ["--level", "people:700"]):
        assert "wins" in damier("play", "nim", "5", "--side", "none", "--seconds", "0.1", *how).stdout
    ended = damier("play", "nim", "5", "--side", "none", "--seconds", "0.1")
    assert "First player wins" in ended.stdout


def test_a_depth_for_each_player():
    ended = damier("play", "tictactoe", "--side", "none", "--depth", "1,9")
    told = re.findall(r"damier plays \S+ \(value \w+, (depth \d|exact)", ended.stdout)
    assert told[:4:2] == ["depth 1"] * 2  # the first player; to the end nine moves are enough
    assert told[1::2] == ["exact"] * len(told[1::2])
    for wrong in ("0", "x", "1,2,3", "1,"):
        said = f"damier: depth is '{wrong}'; it must be a whole number from 1 to 250, or two, as 4,2"
        assert refusal("play", "nim", "--depth", wrong) == said


def test_a_users_own_game(tmp_path):
    (tmp_path / "mygame.py").write_text(NIM)
    assert answer("search", "./mygame.py", "--depth", "25", cwd=tmp_path)["value"] == 100_000
    assert "wins" in damier("play", "./mygame.py", "--side", "none", "--seconds", "0.1", cwd=tmp_path).stdout


def test_lab_and_bench_run(tmp_path):
    listed = damier("lab").stdout
    assert all(name in listed for name in ("uniform-trees", "scout", "equivalence"))
    report = answer("lab", "equivalence", "--size", "2", cwd=tmp_path)
    assert (tmp_path / report["plot"]).stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["search", "chequers"], "unknown game 'chequers'"),
        (["search", "connect4", "-a", "magic"], "unknown algorithm 'magic'"),
        (["search", "connect4", "449"], "'9' is no column"),
        (["search", "connect4", "4444444"], "column 4 is full"),
        (["search", "connect4", "11223344"], "the game was over before it"),
        (["search", "connect4", "1122334"], "the game is over in this position"),
        (["search", "connect4", "--size", "9x9"], "does not fit"),
        (["search", "connect4", "--size", "big"], "is not written width x height"),
        (["search", "othello", "--size", "6x5"], "the board of this game is square"),
        (["search", "othello", "--size", "7"], "4, 6 or 8 squares"),
        (["search", "othello", "f5d7"], "move 2 of the transcript, d7: not legal"),
        (["show", "othello", WHITE_TO_MOVE[1:]], "it has 63 squares"),
        (["perft", "othello", "--finished", "--reachable"], "--finished does not go with --reachable"),
        (["search", "connect4", "--depth", "-3"], "depth is -3"),
        (["search", "connect4", "--depth", "100000"], "depth is 100000"),
        (["search", "connect4", "--depth", "three"], "--depth"),
        (["search", "connect4", "-a", "memory", "--hash", "999999999"], "does not fit"),
        (["search", "connect4", "--set", "colour=red"], "has no option 'colour'"),
        (["search", "tree", "[]"], "the tree is empty"),
        (["search", "tree", "[[1,2],[]]"], "has no sons"),
        (["search", "tree", "[[1,2],[3"], "is no tree"),
        (["search", "tree", "[[1,NaN]]"], "nan"),
        (["search", "tree", '[[1,"x"]]'], "'x'"),
        (["search", "tree", "[[1,2.5]]"], "2.5"),
        (["search", "tree", "7"], "is no tree"),
        (["search", "tree", "-a", "null-move", "--reduction", "4"], "reduction is 4; it can be 1 to 3"),
        (["tree", "tree", "tipe-4", "-a", "tolerant", "--tolerance", "-1"], "tolerance is -1"),
        (["search", "nim", "ten"], "is no position of nim"),
        (["search", "./missing.py"], "there is no file"),
        (["search"], "which game"),
        (["play", "connect4", "--side", "third"], "side is 'third'"),
        (["play", "connect4", "--style", "wild"], "there is no style 'wild'"),
        (["play", "connect4", "--style", "traps", "--level", "club"], "level 'club' errs itself"),
        (["play", "connect4", "--style", "traps", "--loss", "-1"], "a loss is '-1'"),
        (["play", "connect4", "--against", "1500"], "are for the style traps"),
        (["play", "connect4", "--level", "people:x"], "a rating is 'x'"),
        (["lab", "alchemy"], "unknown experiment"),
        (["bench", "--empty"], "go with --connect4"),
        (["bench", "--connect4", "--sets", "missing"], "missing/Test_L3_R1.txt"),
        (["frobnicate"], "frobnicate"),
        (["tree", "connect4", "--depth", "9"], "too many"),
        (["web", "--port", "99999"], "port is 99999"),
        (["web", "./missing.py", "--no-browser"], "there is no file"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments, telling):
    assert telling in refusal(*arguments)


BROKEN = {
    "missing": (
        NIM.replace("@rule\ndef play(p: Nim, take):\n    return Nim(p.stones - take)\n", ""),
        ["rule 'play' is missing"],
    ),
    "float": (NIM.replace("return n\n", "return n / 1\n"), ["line 12", "rule 'moves'", "a whole number"]),
    "nothing": (
        NIM.replace("return LOSS if p.stones == 0 else ONGOING", "if p.stones == 0:\n        return LOSS"),
        ["rule 'outcome'"],
    ),
    "unknown name": (NIM.replace("min(3, p.stones)", "minimum(3, p.stones)"), ["line 14", "minimum"]),
    "no annotation": (NIM.replace("def moves(p: Nim, out)", "def moves(p, out)"), ["line 12", "annotate its first argument"]),
    "arguments": (NIM.replace("def play(p: Nim, take)", "def play(p: Nim)"), ["rule 'play' is written play(position, move)"]),
    "no rule": (NIM.replace("def outcome(", "def result("), ["'result' is no rule of the contract"]),
    "field": (NIM.replace("stones: np.int64", "stones: str"), ["Nim.stones is declared str"]),
    "no start": (NIM.replace("START = Nim(21)", ""), ["there is no starting position"]),
    "syntax": (NIM.replace("n = min(3", "n = = min(3"), ["line 14"]),
    "other type": (NIM.replace("return Nim(p.stones - take)", "return p.stones - take"), ["rule 'play' must return a Nim"]),
    "not compilable": (
        NIM.replace("n = min(3, p.stones)", "n = min(3, p.stones) if sorted([[1]]) else eval('1')"),
        ["line 14", "moves"],
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_users_faulty_rule_is_named_with_its_line(tmp_path, fault):
    source, telling = BROKEN[fault]
    assert source != NIM
    (tmp_path / "mygame.py").write_text(source)
    line = refusal("search", "./mygame.py", cwd=tmp_path)
    assert "mygame.py" in line
    for part in telling:
        assert part in line


@pytest.mark.parametrize(
    ("source", "telling"),
    [("START = \n", "line 1"), ("import nothing_here\n", "nothing_here"), ("raise SystemExit(0)\n", "SystemExit")],
)
def test_no_page_is_served_with_a_file_that_is_no_game(tmp_path, source, telling):
    """Not even if a good one comes first."""
    (tmp_path / "good.py").write_text(NIM)
    (tmp_path / "my bad gâme.py").write_text(source)
    line = refusal("web", "./good.py", "./my bad gâme.py", "--no-browser", "--port", "0", cwd=tmp_path)
    assert "my bad gâme.py" in line
    assert telling in line


def test_help_answers_at_once_and_every_command_has_an_example():
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    listed = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True).stdout  # no library is loaded yet
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5
    commands = [line.split()[0] for line in listed.split("Commands:")[1].splitlines() if line.startswith("  ") and line.strip()]
    for command in ("games", "play", "search", "solve", "perft", "tree", "lab", "bench", "warm", "nboard", "analyse", "web"):
        assert command in commands
        assert "Example: damier" in damier(command, "--help").stdout


def test_version():
    from damier import __version__

    assert damier("--version").stdout == f"damier {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "soon"), [(["solve", "kalah"], ["--seconds", "0.1"]), (["search", "connect4", "--deepen"], ["-d", "2"])]
)
def test_ctrl_c_prints_what_was_found(arguments, soon):
    assert damier(*arguments, *soon).returncode == 0  # compiled
    with running(DAMIER, *arguments, *([] if "solve" in arguments else ["-d", "40"]), "--json") as process:
        until_worked(process, 1.5)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert errors == ""
    assert '"nodes"' in output.splitlines()[-1]


def test_ctrl_c_ends_a_count():
    """Of positions, which would take long; nobody would know what a part of them is."""
    with running(DAMIER, "perft", "awale", "--reachable", flags=()) as process:
        until_worked(process, 3)  # to compile, and to count a little
        for _ in range(60):  # one that comes while something is imported may go unseen: people press again
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
                break
        output, errors = process.communicate()
    assert (process.returncode, output, errors.strip()) == (130, "", "damier: interrupted")


@pytest.mark.parametrize(
    ("body", "telling"),
    [
        (f"return 0 if {RARE} else 2", "gives no move"),
        (f"return 300 if {RARE} else 2", "more than 256"),
        (f"return -1 if {RARE} else 2", "gives no move"),
    ],
)
def test_a_fault_that_shows_late_is_still_said(tmp_path, body, telling):
    (tmp_path / "mygame.py").write_text(WAYS.replace("    return 2\n", f"    {body}\n", 1))
    assert telling in refusal("search", "./mygame.py", "-d", "12", cwd=tmp_path)


def test_a_forgotten_helper_is_named(tmp_path):
    source = NIM.replace("@rule\ndef moves", "def three():\n    return 3\n\n@rule\ndef moves", 1).replace(
        "min(3, p", "min(three(), p"
    )
    (tmp_path / "mygame.py").write_text(source)
    assert "'three' is a plain function; mark it with @helper" in refusal("search", "./mygame.py", cwd=tmp_path)
