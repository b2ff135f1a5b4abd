"""Exact solvers that games declare, a person's own file among them: what is asked of one, and by whom."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from damier import ExactSolver, Player, load
from damier.cli.solving import Asked, solve_exactly
from damier.engine.judge import Judge, can_judge
from damier.engine.levels import level_of, levels_of
from damier.games.game import BadInput, Game
from damier.rules import LOSS, WIN
from damier.solvers.registry import has_ending_solver, has_solver, solver_for, value_of
from test_docs import blocks

ENDINGS_ONLY = """
class Endings(Solver):
    is_complete = False
    unit = 50

SOLVER = Endings
"""
IN_ANOTHER_PLACE = """
SOLVER = "own_solver:Elsewhere"
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of the tutorial, in a file that nobody writes to: it is compiled once."""
    pages = [(name, code) for purpose, name, _, code in blocks("docs/your-own-game.md") if purpose in ("file", "append")]
    file = tmp_path_factory.mktemp("tutorial") / "race.py"
    file.write_text("".join(code for name, code in pages if name == "race.py"))
    return file


def with_more(race: Path, more: str, folder: Path) -> Game:
    """The game with some more lines, in a file of another folder."""
    (folder / "race.py").write_text(race.read_text() + more)
    return load(str(folder / "race.py"))


def ran(*arguments: str) -> str:
    return subprocess.run([sys.executable, "-m", "damier", *arguments], capture_output=True, text=True, check=True).stdout


def test_the_tutorials_game_has_a_solver(race: Path) -> None:
    game = load(str(race))
    solver = solver_for(game)
    assert solver.best(game.start()) == (1, [2])
    assert (value_of(game, 1), value_of(game, -1)) == (WIN, LOSS)
    assert has_solver(game)
    assert not has_ending_solver(game)


def test_the_perfect_level_plays_by_it(race: Path) -> None:
    game = load(str(race), goal=200)
    assert [level.name for level in levels_of(game)][-1] == "perfect"
    thought = Player(game, seconds=1, level=level_of("perfect")).think(game.parse("3,200"))
    assert (thought.move, thought.value, thought.exact) == (1, WIN, True)


def test_scores_of_moves_are_exact(race: Path) -> None:
    game = load(str(race), goal=200)
    assert can_judge(game)
    found = Judge(game, hash_mb=1).judge(game.parse("2,200"), 1.0, 0.1)
    assert (found.scores, found.exact) == ({1: -1, 2: 1, 3: -1}, True)
    best = Judge(game, hash_mb=1).best(game.parse("2,200"), 1, 1.0)
    assert (best[0].move, best[0].exact) == (2, True)


def test_damier_solve_asks_it(race: Path) -> None:
    told = ran("solve", str(race), "--all").splitlines()
    assert told == ["+1        loss", "+2        win", "+3        loss", "value     win for the player to move", *told[4:]]
    assert told[4:] == ["best      +2", "line      +2"]
    answer = json.loads(ran("solve", str(race), "199,300", "--set", "goal=300", "--weak", "--json"))
    assert (answer["solved"], answer["value"], answer["best"]) == (True, 1, ["+1"])
    assert ran("solve", str(race), "2,10", "--wdl").splitlines()[0] == "value     lost"


def test_a_solver_of_endings_counts_as_the_game_does(race: Path, tmp_path: Path) -> None:
    game = with_more(race, ENDINGS_ONLY, tmp_path)
    assert not has_solver(game)
    assert has_ending_solver(game)
    assert value_of(game, -2) == -100
    assert "perfect" not in [level.name for level in levels_of(game)]


def test_a_solver_may_stand_in_another_module(race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_solver.py").write_text(
        "class Elsewhere:\n    def __init__(self, hash_mb):\n        self.hash_mb = hash_mb\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert solver_for(with_more(race, IN_ANOTHER_PLACE, tmp_path), 7).hash_mb == 7


def test_one_that_fails_is_put_aside(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no idea")

    game = load(str(race))
    monkeypatch.setattr(game.module.SOLVER, "scores", fail)
    player = Player(game, seconds=1, level=level_of("perfect"))
    said: list[str] = []
    player.complain = said.append
    assert player.think(game.start()).move == 2
    assert said == ["the exact solver of Race has failed and is put aside: RuntimeError: no idea"]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("5", r"race.py: SOLVER is 5; it must be a class, a function"),
        ("'no module'", r"race.py: SOLVER is 'no module'; it must be"),
    ],
)
def test_what_is_no_solver_is_refused(race: Path, tmp_path: Path, declared: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        with_more(race, f"SOLVER = {declared}\n", tmp_path)


def test_one_that_is_nowhere_is_told_in_a_line(race: Path, tmp_path: Path) -> None:
    game = with_more(race, 'SOLVER = "no_such_module:Solver"\n', tmp_path)
    with pytest.raises(BadInput, match="SOLVER names 'no_such_module:Solver', which cannot be had: No module named"):
        solver_for(game)


def test_the_time_is_for_all_questions_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Scores, best move and line of one `damier solve --seconds`."""
    heard: list[float] = []

    class Slow(ExactSolver):
        def scores(self, position: Any, seconds: Any = None, on_score: Any = None, cancel: Any = None) -> dict[int, int]:
            heard.append(seconds)
            time.sleep(0.02)
            return dict.fromkeys(load("nim").moves(position), 1)

        def line(self, position: Any, seconds: Any = None, cancel: Any = None) -> list[int]:
            heard.append(seconds)
            return []

    solve_exactly(Asked(load("nim"), "", True, False, 100.0, None, 1, False), Slow())
    assert 100 >= heard[0] >= heard[1] + 0.02 >= heard[2] + 0.04 > 50
    assert "value" in capsys.readouterr().out
