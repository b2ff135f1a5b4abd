"""damier as a library: one object that can do everything, types and words for all of it, nothing heavy before it is needed."""

import dataclasses
import inspect
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import damier
from damier import LOSS, WIN, BadInput, Duel, Game, Options
from damier.games import load as load_known
from damier.games.game import Game as KnownGame
from damier.records.session import Session
from damier.search import search
from damier.weights import own_weights
from own_games import nim
from programs import running, seconds_worked, until_worked

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def noughts() -> Game:
    return damier.load("tictactoe")


# ---------------------------------------------------------------------------------------------------------------------------
# Names and words


def public(kind: type) -> list[tuple[str, Any]]:
    """What a class of damier's has for others, of its own or from its bases here."""
    found = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("damier."):
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    return [*found.items()]


@pytest.mark.parametrize("name", damier.__all__)
def test_every_name_is_documented(name: str) -> None:
    """In the page, and where it stands; so is every method that does something."""
    thing = getattr(damier, name)
    assert f"`{name}" in (ROOT / "docs" / "api.md").read_text()
    if isinstance(thing, int):
        return
    assert (inspect.getdoc(thing) or "").strip(), name
    if inspect.isclass(thing) and name in ("Game", "Duel", "Player", "Solution", "Report", "Result"):
        methods = [(each, value) for each, value in public(thing) if inspect.isfunction(value) or isinstance(value, property)]
        own = [each for each, value in methods if not (value.fget if isinstance(value, property) else value).__doc__]
        assert not {*own} & {*vars(thing)} or name in ("Player", "Solution"), own


def test_the_page_names_every_method_of_a_game() -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    for name, value in vars(Game).items():
        if inspect.isfunction(value) and not name.startswith("_"):
            assert f"`game.{name}(" in page, name
    for name, value in vars(Duel).items():
        if (inspect.isfunction(value) or isinstance(value, property)) and not name.startswith("_"):
            assert f"`duel.{name}" in page, name


def test_everything_is_typed() -> None:
    for kind in (Game, Duel):
        for name, value in vars(kind).items():
            if inspect.isfunction(value) and not name.startswith("_") and value.__module__.startswith("damier"):
                hints = inspect.signature(value)
                assert hints.return_annotation is not inspect.Signature.empty, name
                assert all(each.annotation is not each.empty for each in hints.parameters.values() if each.name != "self"), name
    assert "Game" in str(inspect.signature(damier.load).return_annotation)


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    code = "import sys, damier; assert 'numba' not in sys.modules; damier.load('tictactoe'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = done.stdout.split()
    for heavy in (
        "damier.engine.player",
        "damier.arena",
        "damier.trace",
        "damier.cli",
        "rich",
        "typer",
        "matplotlib",
        "fastapi",
    ):
        assert heavy not in imported


# ---------------------------------------------------------------------------------------------------------------------------
# Weights


def test_a_search_goes_by_the_weights_of_the_game() -> None:
    """Given nothing but a position; other weights can still be given."""
    usual, other = load_known("othello"), load_known("othello", evaluation="table")
    position = other.parse("f5d6c3")
    assert np.array_equal(own_weights(position), usual.weights())  # however the game was loaded that has made the position
    values = {
        name: search(position, depth=2, options=Options(weights=game.weights())).value
        for name, game in (("usual", usual), ("other", other))
    }
    assert search(position, depth=2).value == values["usual"] != values["other"]


def test_weights_of_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "weighed.py"
    file.write_text(
        nim(40) + "\nWEIGHTS = [7]\n@rule\ndef evaluate(p: Nim, weights):\n    return weights[0] if len(weights) else 1\n"
    )
    game = damier.load(file)
    with_weights = game.search(depth=2).value, search(game.start(), depth=2).value
    assert with_weights == (7, 7)
    assert search(game.start(), depth=2, options=Options(weights=())).value == 1
    assert search(game.start(), depth=2, options=Options(weights=[5])).value == 5


def test_a_position_that_no_game_has_made_has_no_weights() -> None:
    assert len(own_weights((1, 2))) == 0


# ---------------------------------------------------------------------------------------------------------------------------
# What a game can do


def test_a_position_is_an_object_or_a_text(noughts: Game) -> None:
    position = noughts.position("b2a1")
    assert noughts.position(position) == position
    assert noughts.position() == noughts.position("") == noughts.start()
    assert noughts.search(" b2 a1 ", depth=3).value == noughts.search(position, depth=3).value
    with pytest.raises(BadInput, match="is no position of tictactoe"):
        noughts.position(5)
    with pytest.raises(BadInput, match="is no square"):
        noughts.search("zz")
    with pytest.raises(BadInput, match="is a position of another game, or of one with other options, than tictactoe"):
        noughts.search(damier.load("nim").start())


def test_search_depths_and_times(noughts: Game) -> None:
    assert noughts.search(depth=0).move is None
    assert noughts.search().depth == 6
    deep = noughts.search(seconds=5)
    assert (deep.exact, deep.value) == (True, 0)
    assert damier.load("tree").search("[[3,12,8],[2,4,6],[14,5,2]]", "sss").value == 3  # to the leaves
    short = damier.load("connect4").search(seconds=0.2)
    assert not short.complete
    assert short.depth > 3
    for wrong in ({"depth": -1}, {"depth": 1000}, {"seconds": 0}, {"algorithm": "alpha"}):
        with pytest.raises(ValueError, match=r"it can be|it must be|unknown algorithm"):
            noughts.search(**wrong)


def test_solving(noughts: Game) -> None:
    solved = noughts.solve()
    assert (solved.value, solved.is_solved) == (0, True)
    assert len(solved.line) == 9
    won = noughts.solve("a1 b1 a2 b2")
    assert won.value == WIN
    assert (
        noughts.move_name(noughts.position("a1b1a2b2"), won.line[0])
        == noughts.names_of(noughts.position("a1b1a2b2"), won.line)[0]
    )
    over = noughts.solve("a1b1a2b2a3")
    assert (over.value, over.move, over.line) == (LOSS, None, [])
    exact = damier.load("connect4").solve("44444422777")
    assert (exact.value, exact.move) == (0, 2)
    large = damier.load("kalah").solve(seconds=0.1)
    assert (large.value, large.move) == (None, None)
    assert large.low < large.high


def test_analysing(noughts: Game) -> None:
    best = noughts.analyse("a1b1a2b2", lines=2, seconds=0.5)
    assert [noughts.move_name(noughts.position("a1b1a2b2"), each.move) for each in best] == ["a3", "b3"]
    assert best[0].value == WIN
    for wrong, why in (({"position": "a1b1a2b2a3"}, "the game is over"), ({"lines": 0}, "at least 1")):
        with pytest.raises(ValueError, match=why):
            noughts.analyse(**wrong)


def test_a_duel(noughts: Game) -> None:
    duel = noughts.play(level=4, seconds=0.05)
    answers = duel.move("b2")
    assert duel.played == ["b2", *answers]
    assert len(duel.moves) == 7
    assert duel.hint() in duel.moves
    assert "X" in str(duel)
    assert str(duel).endswith("first player to move")
    with pytest.raises(BadInput, match="'b2' is no legal move here"):
        duel.move("b2")
    assert len(duel.played) == 2
    duel.undo()
    assert duel.played == []
    while not duel.is_over:
        duel.move(duel.session.legal_moves()[0])
    assert duel.result in ("draw", "first player wins", "second player wins")
    with pytest.raises(ValueError, match="the game is over"):
        duel.move(0)


def test_a_duel_as_second_player_and_as_nobody(noughts: Game) -> None:
    duel = noughts.play("b2a1", side="second", level="casual", seconds=0.05)
    assert len(duel.answers) == 1
    assert duel.session.turn == 1
    watched = noughts.play(side="none", seconds=0.05)
    assert watched.go() in noughts.play().moves
    watched.undo()
    assert watched.played == []
    for wrong, why in (
        ({"side": "third"}, "it can be first, second, none"),
        ({"seconds": 0}, "more than 0"),
        ({"level": 12}, "level"),
    ):
        with pytest.raises(ValueError, match=why):
            noughts.play(**wrong)


def test_play_with_a_move_is_the_position_after_it(noughts: Game) -> None:
    start = noughts.start()
    assert (
        noughts.play(start, 4) == noughts.play(start, "b2") == noughts.play("", "b2") == load_known("tictactoe").play(start, 4)
    )


def test_a_match_has_a_score_with_an_error(noughts: Game) -> None:
    heard = []
    report = noughts.match("depth=6,name=deep", "level=1,depth=1", games=8, jobs=1, on_game=heard.append)
    assert len(report.games) == len(heard) == 8
    assert report.score > 0.5
    assert report.wins + report.draws + report.losses == 8
    assert str(report).splitlines()[0] == "deep  against  level=1,depth=1"
    assert "rating    Elo" in str(report)


def test_a_file_is_found_again_wherever_one_is_by_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by the processes of a match."""
    (tmp_path / "own.py").write_text(nim(9))
    monkeypatch.chdir(tmp_path)
    assert Path(damier.load("own.py").loaded_as) == tmp_path / "own.py"
    assert damier.load("tictactoe").loaded_as == "tictactoe"


def test_a_tree_is_shown_in_a_notebook() -> None:
    found = damier.load("tree").tree("[[3,12,8],[2,4,6],[14,5,2]]")
    assert "<svg" in found._repr_svg_()
    assert found.result.value == 3


def test_the_game_is_the_one_that_the_rest_of_damier_knows(noughts: Game) -> None:
    known = load_known("tictactoe")
    assert isinstance(noughts, type(known))
    assert noughts.module is known.module
    assert dataclasses.replace(noughts, options={}).loaded_as == "tictactoe"


# ---------------------------------------------------------------------------------------------------------------------------
# Whose turn it is


READ = "def read_move(p, text{}): return int(text[1:]) if text[0] == {} else None"


@pytest.mark.parametrize(
    ("name", "read", "names"),
    [
        ("def move_name(p, move): return f'-{move}'", "", "-1 -2 -3"),
        ("def move_name(p, move, turn): return 'AB'[turn] + str(move)", "", "A1 B2 A3"),
        ("def move_name(p, move, *, turn): return 'AB'[turn] + str(move)", "", "A1 B2 A3"),
        ("def move_name(p, move, who): return 'AB'[who] + str(move)", READ.format(", turn=0", "'AB'[turn]"), "A1 B2 A3"),
        ("def move_name(p, move, long=False): return 'long' if long else f'-{move}'", READ.format("", "'-'"), "-1 -2 -3"),
    ],
)
def test_names_of_moves_may_depend_on_the_turn(name: str, read: str, names: str) -> None:
    """Where the author's function takes it; the position of this game does not tell."""
    module = ModuleType("named")
    exec(f"{name}\n{read}", vars(module))
    module.START = load_known("nim").start()  # type: ignore[attr-defined]
    session = Session(KnownGame("named", module, {}))
    for move in (1, 2, 3):
        session.play(session.parse_move(session.move_name(move)))
    assert session.move_names() == names.split()
    assert session.game.names_of(session.positions[0], session.moves) == names.split()
    assert session.game.replay(names) == [1, 2, 3]
    if names.startswith("A"):
        with pytest.raises(BadInput, match="'A1' is no legal move here; legal moves: B1, B2, B3"):
            session.parse_move("A1")


# ---------------------------------------------------------------------------------------------------------------------------
# Ctrl-C


INTERRUPTED = {
    "solve": "found = damier.load('kalah').solve(seconds=None); assert not found.is_solved",
    "search": "found = damier.load('kalah').search(depth=60, options=damier.Options(deepen=True)); assert not found.complete",
}


@pytest.mark.parametrize("what", sorted(INTERRUPTED))
def test_ctrl_c_gives_what_was_found(what: str) -> None:
    """In the main thread, as in a notebook."""
    ready = f"import damier; damier.load('kalah').{what}(seconds=0.01); print('ready', flush=True)"
    code = f"{ready}; {INTERRUPTED[what]}; print('done')"
    with running(code) as process:
        assert process.stdout.readline() == "ready\n"
        until_worked(process, seconds_worked(process.pid) + 0.5)
        process.send_signal(signal.SIGINT)
        told, failure = process.communicate(timeout=60)
    assert (process.returncode, told) == (0, "done\n"), failure


def test_the_readme_shows_ten_lines_or_less() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks[0].strip().splitlines()) <= 10
