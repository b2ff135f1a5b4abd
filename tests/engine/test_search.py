"""The player's search: the textbook's values with any technique switched off, sooner wins, lines, and what the table keeps."""

import functools
import os
import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from damier.engine import deepening
from damier.engine.deepening import Found, deepen
from damier.engine.kernel.search import look_ahead
from damier.engine.kernel.techniques import TO_THE_DEPTH, Techniques
from damier.engine.kernel.workspace import Workspace
from damier.engine.levels import LEVELS
from damier.engine.player import Player
from damier.games import load, names
from damier.games.game import Game
from damier.games.own_file import load_file
from damier.games.tree import from_lists
from damier.rules import LOSS, WIN, is_max
from damier.search.driver import Options, search
from damier.search.table import Table

EACH_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()]
SWITCHES = [field.name for field in fields(Techniques) if getattr(TO_THE_DEPTH, field.name)]
DEEPEST = {"chess": 4}  # where the textbook looks at too much
POSITIONS = 12
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
BOAST = """
from typing import NamedTuple
from damier.kernel import rule
from damier.rules import LOSS, ONGOING

class Stones(NamedTuple):
    left: int

START = Stones(40)

@rule
def moves(p: Stones, out):
    for taken in range(min(2, p.left)):
        out[taken] = taken + 1
    return min(2, p.left)

@rule
def play(p: Stones, move):
    return Stones(p.left - move)

@rule
def outcome(p: Stones):
    return LOSS if p.left == 0 else ONGOING

@rule
def evaluate(p: Stones, weights):
    return 600_000 if p.left < 36 else 0
"""


def look(game: Game, position: Any, depth: int, techniques: Techniques, table: Table | None = None) -> tuple[Found, int]:
    """What the search finds, and the nodes it visits."""
    memory = Workspace(position, game.weights(), table or Table(1), techniques, unit=game.unit)
    return deepen(position, depth, memory, techniques), int(memory.record.nodes)


def random_positions(game: Game, count: int, plies: int = 25) -> list[Any]:
    """Positions, with the game going on, met in random play."""
    rng = random.Random(game.name)
    found: list[Any] = []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(plies)):
            if not game.moves(position):
                break
            position = game.play(position, rng.choice(game.moves(position)))
        if game.moves(position):
            found.append(position)
    return found


@pytest.mark.parametrize("name", EACH_GAME)
def test_values_are_those_of_the_textbook(name: str) -> None:
    """At the same depth, with every technique and with any one switched off; if the search stops earlier it has proved it."""
    game = load(name)
    for depth, position in enumerate(random_positions(game, POSITIONS)):
        depth = 1 + depth % DEEPEST.get(name, 6)
        expected = search(position, "alphabeta", depth, Options(weights=game.weights()))
        value = expected.value if is_max(position) else -expected.value
        for switch in SWITCHES:
            found, _ = look(game, position, depth, replace(TO_THE_DEPTH, **{switch: False}))
            assert found.value == value or (found.exact and found.depth < depth), (switch, depth, game.text(position))


@pytest.mark.parametrize("name", EACH_GAME)
def test_lines_lead_to_the_value(name: str) -> None:
    """The line is legal, also where positions are turned over for symmetry; played to its end it gives the value."""
    game = load(name)
    for position in random_positions(game, POSITIONS):
        found, _ = look(game, position, DEEPEST.get(name, 5), TO_THE_DEPTH)
        sign = 1
        for move in found.line:
            assert move in game.moves(position)
            child = game.play(position, move)
            sign = sign if game.same_player(position, child) else -sign
            position = child
        score = game.outcome(position)
        if score is None:
            assert len(found.line) == found.depth
            score = search(position, "alphabeta", 0, Options(weights=game.weights())).value
            score = score if is_max(position) else -score
        assert sign * score == found.value


def result_and_plies(game: Game, position: Any) -> tuple[int, int]:
    """The value under best play and how long it takes: the winner hurries, the loser does not."""
    score = game.outcome(position)
    if score is not None:
        return score, 0
    sons = [result_and_plies(game, game.play(position, move)) for move in game.moves(position)]
    value, plies = max(((-value, plies) for value, plies in sons), key=lambda son: (son[0], -son[1] * (son[0] or 1)))
    return value, plies + 1


@functools.cache
def ends_of_tictactoe() -> list[tuple[Any, int, int]]:
    """Positions with the result and how long it takes."""
    game = load("tictactoe")
    positions = [position for position in random_positions(game, 120, plies=8) if len(game.moves(position)) <= 6]
    return [(position, *result_and_plies(game, position)) for position in positions]


@pytest.mark.xdist_group("tictactoe")
@pytest.mark.parametrize("switch", ["", "table", "deeper", "symmetry", "null_window", "deepening", "aspiration"])
def test_sooner_wins_and_later_losses(switch: str) -> None:
    """Who wins hurries, who loses does not, and both know how long it takes."""
    game = load("tictactoe")
    techniques = replace(Techniques(), **({switch: False} if switch else {}))
    table = Table(1)  # kept: its entries are met at other plies
    decided = 0
    for position, value, plies in ends_of_tictactoe():
        found, _ = look(game, position, 9, techniques, table)
        assert (found.value, found.exact) == (value, True), game.text(position)
        assert found.plies == (plies if value else None), game.text(position)
        decided += value != 0
    assert decided > 20


@pytest.mark.xdist_group("connect4")
def test_a_win_at_once_is_preferred() -> None:
    """Three in two places: with a win now and wins later, now."""
    game = load("connect4")
    thought = Player(game, seconds=None, depth=8, hash_mb=1).think(game.parse("414142"))
    assert (thought.move, thought.value, thought.plies, thought.exact) == (3, WIN, 1, True)


@pytest.mark.xdist_group("tree")
@pytest.mark.parametrize(
    ("leaves", "max_moves", "value"),
    [
        ([[3, 12], [2, 4]], True, 3),
        ([[3, 12], [2, 4]], False, -4),  # for Min, who is to move
        ([[WIN, 5], [WIN - 3, WIN - 2]], True, WIN - 3),
        ([[WIN + 20, WIN + 7], [WIN, 1]], True, WIN + 7),
        ([LOSS - 5, [LOSS, LOSS - 2]], True, LOSS - 2),
    ],
)
def test_trees_keep_their_values(leaves: Any, max_moves: bool, value: int) -> None:
    """Leaves are what they are, also around WIN: a tree knows no sooner and later."""
    found, _ = look(load("tree"), from_lists(leaves, max_moves), 4, Techniques())
    assert (found.value, found.exact, found.plies) == (value, True, None)


@pytest.mark.xdist_group("connect4")
def test_exact_is_said_only_of_what_is_proved() -> None:
    """With all techniques, whatever is called exact is the value of the game."""
    game = load("connect4", width=5, height=4)
    table, exact = Table(1), 0
    for position in random_positions(game, 40, plies=18):
        found, _ = look(game, position, 6, Techniques(), table)
        if found.exact:
            assert found.value == search(position, "mtd", 20).value, game.text(position)
            exact += 1
    assert 10 < exact < 40


@pytest.mark.xdist_group("connect4")
def test_the_table_is_kept_between_moves() -> None:
    """Two moves later, as far ahead as was seen before: most is known already."""
    game = load("connect4")
    player, fresh = (Player(game, seconds=None, depth=depth, hash_mb=4) for depth in (12, 10))
    position = game.parse("4")
    for move in player.think(position).line[:2]:
        position = game.play(position, move)
    player.depth = 10
    assert player.think(position).nodes < 0.5 * fresh.think(position).nodes


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize("switch", ["table", "hint", "symmetry"])
def test_techniques_save_nodes(switch: str) -> None:
    """The large ones do, at a depth at which it shows."""
    game = load("connect4")
    _, nodes = look(game, game.start(), 10, Techniques(), Table(8))
    _, without = look(game, game.start(), 10, replace(Techniques(), **{switch: False}), Table(8))
    assert nodes < without


@pytest.mark.sanitize
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("tictactoe", "connect4", "othello")]
)
def test_secondary_search_goes_to_the_end_of_the_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By legal moves, also where the line is one of representatives."""
    game, play = load(name), deepening.play

    def checked(position: Any, move: int) -> Any:
        assert move in game.moves(position)
        return play(position, move)

    monkeypatch.setattr(deepening, "play", checked)
    found, _ = look(game, game.start(), 3 if PLAIN else 5, Techniques(secondary=True))
    assert found.line


def test_scores_that_cannot_be_are_refused(tmp_path: Path) -> None:
    """However deep they come up: no window is wide enough for them."""
    (tmp_path / "boast.py").write_text(BOAST)
    game = Game("boast", load_file(tmp_path / "boast.py"), {})  # which nobody has looked at
    player, said = Player(game, seconds=None, depth=8, hash_mb=1), list[str]()
    player.complain = said.append
    thought = player.think(game.start())
    assert len(said) == 1
    assert "scores lie between -500000 and 500000" in said[0]
    assert thought.depth < 8  # what was found before they came up counts


def test_the_kernel_keeps_one_signature_for_a_position_type() -> None:
    """A recursive kernel with two versions for one game crashes the process that loads it from the cache."""
    game = load("nim")
    look(game, game.start(), 2, Techniques())
    Player(game, seconds=None, depth=3, hash_mb=1, level=LEVELS[0]).think(game.start())
    positions = [str(signature.args[0]) for signature in getattr(look_ahead, "nopython_signatures", [])]
    assert len(set(positions)) == len(positions)
