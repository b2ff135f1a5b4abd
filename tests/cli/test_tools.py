"""Commands that take any game: new, bench, lab compare, tree, and solve with its bound."""

import re
import signal
from pathlib import Path

import pytest
from commands import answer, damier, refusal

from damier.cli import solve
from damier.cli.new import _skeleton
from damier.games import load
from damier.lab.compare import compare
from damier.lab.halt import Halt
from damier.search.catalogue import ALGORITHMS
from own_games import RARE, WAYS, nim
from programs import DAMIER, running, until_worked

pytestmark = pytest.mark.xdist_group("cli")

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


# ---------------------------------------------------------------------------------------------------------------------------
# damier new


def test_a_new_game_runs_at_once(tmp_path: Path) -> None:
    """Under a name with an accent, too; a second time it is left as it is."""
    made = damier("new", "jeu_été.py", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "wrote jeu_été.py" in made.stdout
    file = tmp_path / "jeu_été.py"
    assert '"""Jeu été: get three in a row.' in file.read_text()
    assert answer("solve", "./jeu_été.py", cwd=tmp_path, NUMBA_DISABLE_JIT="1")["value"] == 0
    file.write_text("mine")
    assert "jeu_été.py is there already, and is not overwritten" in refusal("new", "jeu_été", cwd=tmp_path)
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("3d", "'3d' is no name for a game"),
        ("my game", "'my game' is no name for a game"),
        ("class", "'class' is no name for a game"),
        ("a/b", "'a/b' is no name for a game"),
        ("", "'' is no name for a game"),
        ("random", "'random' is a module of Python's"),
        ("__main__", "'__main__' is a module of Python's"),
        ("chess", "'chess' is a game already"),
        ("x" * 61, "too long for a name: 61 letters"),
    ],
)
def test_names_that_are_none(tmp_path: Path, name: str, why: str) -> None:
    assert why in refusal("new", name, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_skeleton_is_the_game_it_says(tmp_path: Path) -> None:
    """Whatever the name: Python reads it, and a line of three wins."""
    for name in ("mygame", "two_words", "_", "_1"):
        file = tmp_path / f"{name}.py"
        file.write_text(_skeleton(name))
        assert not re.search(r"\{(title|kind|name)\}", file.read_text())
        compile(file.read_text(), file, "exec")
    game = load(str(tmp_path / "two_words.py"))
    assert (game.title, type(game.start()).__qualname__) == ("Two words", "TwoWords")
    position = game.start()
    for name in ("a1", "b1", "a2", "b2", "a3"):
        position = game.play(position, game.parse_move(position, name))
    assert game.outcome(position) == -100_000


# ---------------------------------------------------------------------------------------------------------------------------
# damier bench GAME


def test_the_benchmark_of_ones_own_game(tmp_path: Path) -> None:
    """Not compiled, which takes no time: the signature, and three speeds."""
    (tmp_path / "mygame.py").write_text(nim(8))
    plain = {"cwd": tmp_path, "NUMBA_DISABLE_JIT": "1"}
    found = answer("bench", "./mygame.py", **plain)
    assert [each["name"].partition(":")[0] for each in found["speed"]] == ["rules", "search", "player"]
    assert all(each["nodes"] > 0 and each["nodes_per_second"] > 0 for each in found["speed"])
    again = damier("bench", "./mygame.py", "--no-speed", **plain)
    assert again.stdout.split()[:2] == ["mygame", f"{found['signature']['mygame']:,}"]


def test_what_does_not_go_with_a_game() -> None:
    assert "--empty does not go with a game, 'connect4'" in refusal("bench", "connect4", "--empty")
    assert "unknown game 'nothing'" in refusal("bench", "nothing")


# ---------------------------------------------------------------------------------------------------------------------------
# damier lab compare


def test_all_algorithms_in_one_table() -> None:
    found = answer("lab", "compare", "tree", TREE)
    rows = {row[0]: dict(zip(found["columns"], row, strict=True)) for row in found["rows"]}
    assert list(rows) == list(ALGORITHMS)
    assert {row["value"] for row in rows.values()} == {"+3"}
    assert {row["move"] for row in rows.values()} == {"1"}
    assert (rows["minimax"]["leaves"], rows["alphabeta"]["leaves"], rows["sss"]["leaves"]) == (9, 7, 7)
    assert rows["sss"]["memory"] > 0
    assert any("all values agree;" in note and "quiescence looks beyond the horizon" in note for note in found["notes"])
    told = damier("lab", "compare", "tree", TREE, "-d", "1").stdout
    assert "All algorithms on" in told
    assert len(told.splitlines()) > len(ALGORITHMS)


def test_a_comparison_ends_by_time_or_by_halt() -> None:
    game = load("tree")
    position = game.parse(TREE)
    timed = compare(game, position, seconds=0.05)
    assert [row[1] for row in timed.rows] == [2] * len(ALGORITHMS)  # the whole tree
    halt = Halt()
    halted = compare(game, position, progress=lambda done, total: halt() if done == 3 else None, halt=halt)
    assert 3 <= len(halted.rows) <= 4
    assert "-" not in [row[2] for row in halted.rows[:3]]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "which game?"),
        (("tree", TREE, "-d", "-1"), "depth is -1; it can be 0 to 250"),
        (("tree", TREE, "--size", "3"), "--size is for experiments"),
        (("tree", TREE, "--seconds", "0"), "seconds is 0"),
        (("tree", TREE, "--plot", "x.gif"), "x.gif: a plot is written as .svg or .png"),
        (("tree", "[["), "tree"),
    ],
)
def test_comparisons_that_cannot_be(arguments: tuple[str, ...], why: str) -> None:
    assert why in refusal("lab", "compare", *arguments)


def test_experiments_take_no_game() -> None:
    assert "'tree' is for `damier lab compare`, not an experiment" in refusal("lab", "scout", "tree")
    assert "--depth is for `damier lab compare`" in refusal("lab", "scout", "-d", "3")
    assert "compare GAME" in damier("lab").stdout


# ---------------------------------------------------------------------------------------------------------------------------
# damier tree


def test_a_tree_as_a_picture_and_whole(tmp_path: Path) -> None:
    wide = str([[[i * j + k for k in range(9)] for j in range(9)] for i in range(9)])
    for name, more in (("folded.svg", []), ("whole.svg", ["--whole"]), ("folded.PNG", [])):
        done = damier("tree", "tree", wide, "-o", name, *more, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    widths = [int(re.findall(r'width="(\d+)"', (tmp_path / f"{name}.svg").read_text())[0]) for name in ("folded", "whole")]
    assert widths[0] < 1700 < 5000 < widths[1]
    assert (tmp_path / "folded.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("-o", "tree.jpg"), "tree.jpg: a tree is drawn as .svg or .png, or written with --json"),
        (("-o", "tree.png", "--json"), "tree.png: --json writes the tree as data"),
        (("-o", "nowhere/tree.png"), "nowhere/tree.png cannot be written"),
        (("-d", "-1"), "depth is -1; it can be 0 to 250"),
    ],
)
def test_trees_that_cannot_be_drawn(arguments: tuple[str, ...], why: str) -> None:
    assert why in refusal("tree", "tree", TREE, *arguments)


# ---------------------------------------------------------------------------------------------------------------------------
# damier solve and search


def test_a_game_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """And what can be done instead is said, unless somebody has chosen the time himself."""
    monkeypatch.setattr(solve, "PATIENCE", 0.2)
    solve._solve_any(load("kalah"), "", None, 16, False)
    told = capsys.readouterr().out
    assert "not solved yet: between" in told
    assert "stopped after 0.2 s: --seconds gives it longer, but Kalah may be too large" in told
    assert "`damier analyse`" in told
    solve._solve_any(load("kalah"), "", 0.1, 16, False)
    assert "damier analyse" not in capsys.readouterr().out


def test_depths_and_files_that_are_none(tmp_path: Path) -> None:
    assert "depth is -1; it can be 0 to 250" in refusal("search", "nim", "-d", "-1")
    assert answer("search", "nim", "-d", "0")["move"] is None
    (tmp_path / "notes.txt").write_text("Dear Sir,\nthis is no game.\n")
    assert "notes.txt line 1: invalid syntax" in refusal("search", "./notes.txt", cwd=tmp_path)
    many = f"    if {RARE}:\n        for i in range(300):\n            out[i] = i\n        return 300\n    out[0]"
    (tmp_path / "many.py").write_text(WAYS.replace("    out[0]", many))
    for command in (("solve",), ("perft", "-d", "12"), ("perft", "-d", "12", "--divide")):
        told = refusal(command[0], "./many.py", *command[1:], cwd=tmp_path)
        assert "rule 'moves' writes more than 256 moves in some position" in told


def test_ctrl_c_ends_a_solve_with_its_bounds() -> None:
    damier("solve", "kalah", "--seconds", "0.1")  # compiled
    with running(DAMIER, "solve", "kalah", "--seconds", "60") as process:
        until_worked(process, 2)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert told.startswith("not solved yet: between")
