"""A user's own file, loaded again: what has not changed is the same, an edit counts, and what was loaded before goes on."""

import os
import subprocess
import sys

import numpy as np
import pytest

from damier.games import load
from damier.kernel import compiled, entry
from damier.rules import MOST_MOVES, ONGOING, moves, outcome
from damier.search.driver import search
from damier.search.solve import solve
from damier.search.work import Work
from own_games import nim

NIM = nim(stones=10, most="MOST", head="MOST = 3")
OF_FOUR = NIM.replace("MOST = 3", "MOST = 4")
WON, LOST = (100_000, 2), (-100_000, 1)  # from ten stones, when three and when four may be taken


def found(game):
    """Value and move of the start by plain rules and by a compiled search, which agree."""
    start = game.start()
    result = search(start, "alphabeta", 20)
    assert plain_value(game, start) == result.value
    return result.value, result.move


def plain_value(game, position):
    """Minimax with the rules as plain Python."""
    if game.outcome(position) is not None:
        return game.outcome(position)
    return max(-plain_value(game, game.play(position, move)) for move in game.moves(position))


def test_a_file_that_has_not_changed_is_the_same_module(tmp_path):
    file = tmp_path / "mynim.py"
    file.write_text(NIM)
    one, two = load(str(file)), load(str(file))
    assert one.module is two.module
    assert type(one.start()) is type(two.start())
    assert found(one) == found(two) == WON


def test_an_edit_counts_and_games_loaded_before_go_on(tmp_path):
    """The edits leave size and second of the file as they are, by which Python's own cache would go."""
    file = tmp_path / "mynim.py"
    file.write_text(NIM)
    before = load(str(file))
    assert found(before) == WON
    file.write_text(OF_FOUR)
    after = load(str(file))
    assert found(after) == LOST
    assert found(before) == WON
    file.write_text(NIM)
    assert load(str(file)).module is before.module
    assert found(after) == LOST


def test_both_are_loaded_before_one_is_compiled(tmp_path):
    file = tmp_path / "mynim.py"
    file.write_text(NIM)
    before = load(str(file))
    file.write_text(OF_FOUR)
    after = load(str(file))
    assert (found(before), found(after)) == (WON, LOST)


@pytest.mark.parametrize("copy", ["copy.py", "elsewhere/mynim.py"])
def test_a_copy_is_a_game_of_its_own(tmp_path, copy):
    files = [tmp_path / "mynim.py", tmp_path / copy]
    files[1].parent.mkdir(exist_ok=True)
    games = []
    for file in files:
        file.write_text(NIM)
        games.append(load(str(file)))
    assert games[0].module is not games[1].module
    assert [game.module.__file__ for game in games] == [str(file) for file in files]
    assert [found(game) for game in games] == [WON, WON]
    files[1].write_text(OF_FOUR)
    assert [found(game) for game in (load(str(files[1])), *games)] == [LOST, WON, WON]


@compiled
def moves_there(position, out):
    return moves(position, out) if outcome(position) == ONGOING else 0


def test_machine_code_is_found_by_the_types_of_games_that_are_loaded_again(tmp_path):
    """As the player and the solvers look it up: for a second type of the same name it was not found."""
    games = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "looked_up.py"
        file.write_text(NIM)
        games.append(load(str(file)))
    file.write_text(OF_FOUR)
    games.append(load(str(file)))
    out = np.zeros(MOST_MOVES, np.int64)
    assert [entry(moves_there, game.start(), out)(game.start(), out) for game in games] == [3, 3, 4]


def test_a_game_that_is_loaded_again_is_solved(tmp_path):
    file = tmp_path / "solved_nim.py"
    for text, value in ((NIM, 100_000), (NIM, 100_000), (OF_FOUR, -100_000)):
        file.write_text(text)
        game = load(str(file))
        assert solve(game.start(), Work(weights=game.weights()), 16).low == value


POSITION_BESIDE = {
    "mynim.py": NIM.replace("MOST = 3", "from beside_it import MOST, Nim").replace(
        "class Nim(NamedTuple):\n    stones: np.int64\n", ""
    ),
    "beside_it.py": "from typing import NamedTuple\nMOST = 3\nclass Nim(NamedTuple):\n    stones: int\n",
}
RULE_BESIDE = {
    "mynim.py": NIM.replace("MOST = 3", "from beside_it import most").replace("min(MOST,", "min(most(),"),
    "beside_it.py": "from damier import helper\n@helper\ndef most():\n    return 3\n",
}
PACKAGE_BESIDE = {
    "mynim.py": NIM.replace("MOST = 3", "from parts import numbers\nMOST = numbers.MOST"),
    "parts/__init__.py": "from parts.other import NOTHING",
    "parts/other.py": "from . import numbers\nNOTHING = 0",
    "parts/numbers.py": "MOST = 3",
}


@pytest.mark.parametrize("files", [POSITION_BESIDE, RULE_BESIDE, PACKAGE_BESIDE], ids=["position", "helper", "package"])
def test_an_edit_of_a_file_beside_it_counts(tmp_path, files):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    before = load(str(tmp_path / "mynim.py"))
    assert found(before) == WON
    assert load(str(tmp_path / "mynim.py")).module is before.module
    edited = tmp_path / list(files)[-1]
    edited.write_text(edited.read_text().replace("3", "4"))
    after = load(str(tmp_path / "mynim.py"))
    assert found(after) == LOST
    assert found(before) == WON


def test_games_in_two_folders_do_not_import_each_others_files(tmp_path):
    games = []
    for most in (3, 4):
        folder = tmp_path / str(most)
        folder.mkdir()
        (folder / "mynim.py").write_text(NIM.replace("MOST = 3", "from beside_it import MOST"))
        (folder / "beside_it.py").write_text(f"MOST = {most}\n")
        games.append(load(str(folder / "mynim.py")))
    assert [found(game) for game in games] == [WON, LOST]
    assert "beside_it" not in sys.modules


def test_a_file_that_was_mended_is_read_again(tmp_path):
    file, beside = tmp_path / "mynim.py", tmp_path / "beside_it.py"
    file.write_text(NIM.replace("MOST = 3", "from beside_it import MOST"))
    beside.write_text("MOST = 1 +\n")
    with pytest.raises(ValueError, match=r"beside_it.py line 1: invalid syntax"):
        load(str(file))
    beside.write_text("MOST = 3\n")
    assert found(load(str(file))) == WON


SCRIPT = """
import sys
from damier.games import load
from damier.search.alphabeta import alphabeta
from damier.search.driver import search
found = search(load(sys.argv[1]).start(), "alphabeta", 20)
print(found.value, sum(alphabeta._cache_hits.values()), sum(alphabeta._cache_misses.values()))
"""


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize("files", [POSITION_BESIDE, RULE_BESIDE], ids=["position", "helper"])
def test_machine_code_is_kept_for_the_next_process_until_a_file_changes(tmp_path, files):
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def run():
        command = [sys.executable, "-W", "error", "-c", SCRIPT, "./mynim.py"]
        environment = dict(os.environ, DAMIER_CACHE=str(tmp_path / "cache"))
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=True)
        value, hits, misses = map(int, done.stdout.split())
        return value, hits > 0 and misses == 0

    assert [run(), run()] == [(100_000, False), (100_000, True)]
    (tmp_path / "beside_it.py").write_text(files["beside_it.py"].replace("3", "4"))
    assert run() == (-100_000, False)
