"""Forward pruning: it saves nodes where errors are small, changes nothing where they are large, and is never called exact."""

import random
from typing import Any

import pytest

from damier.engine.deepening import Found, deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games import load
from damier.games.game import Cut, Game
from damier.kernel import native
from damier.search.driver import Options, search
from damier.search.table import Table

TO_THE_DEPTH = Techniques(deeper=False)
PAIRS = [(3, 1), (4, 2), (5, 3), (6, 2), (7, 3), (8, 4)]


def cuts(error: float) -> list[Cut]:
    return [Cut(depth, shallow, 1.0, 0.0, error) for depth, shallow in PAIRS]


def look(game: Game, position: Any, depth: int, error: float, techniques: Techniques = TO_THE_DEPTH) -> tuple[Found, int]:
    memory = Workspace(position, game.weights(), Table(4), techniques, cuts(error), game.plies_left(position), unit=game.unit)
    return deepen(native(position), depth, memory, techniques), int(memory.record.nodes)


def middle_games(game: Game, count: int, plies: int) -> list[Any]:
    chance = random.Random(3)
    found = list[Any]()
    while len(found) < count:
        position = game.start()
        for _ in range(plies):
            if not game.moves(position):
                break
            position = game.play(position, chance.choice(game.moves(position)))
        if game.moves(position):
            found.append(position)
    return found


@pytest.mark.xdist_group("othello")
def test_pruning_saves_nodes() -> None:
    game = load("othello")
    pruned, whole = (
        sum(look(game, position, 7, error)[1] for position in middle_games(game, 4, 20)) for error in (100.0, 100_000.0)
    )
    assert pruned < 0.6 * whole


@pytest.mark.xdist_group("othello")
def test_nothing_changes_where_errors_are_large() -> None:
    game = load("othello")
    for position in middle_games(game, 4, 24):
        value = search(position, "alphabeta", 5, Options(weights=game.weights())).value
        assert look(game, position, 5, 100_000.0)[0].value == value


@pytest.mark.xdist_group("othello")
def test_pruning_is_a_switch() -> None:
    game = load("othello")
    off = Techniques(deeper=False, probcut=False)
    for position in middle_games(game, 3, 24):
        assert look(game, position, 5, 1.0, off)[0] == look(game, position, 5, 1e5, off)[0]


@pytest.mark.xdist_group("othello")
def test_the_end_of_the_game_is_known_for_certain() -> None:
    """Whatever was pruned on the way: a search that reaches the end does not, and what it calls exact is."""
    game = load("othello")
    for position in middle_games(game, 6, 50):
        found, _ = look(game, position, 20, 1.0, Techniques())
        assert found.exact
        assert found.value == search(position, "mtd", 20, Options(weights=game.weights())).value
        less, _ = look(game, position, (game.plies_left(position) or 0) - 1, 1.0, Techniques())
        assert not less.exact or less.value == found.value


@pytest.mark.xdist_group("othello")
def test_othello_knows_its_errors_and_others_have_none() -> None:
    """For the patterns on the large board only; every phase has pairs of depths of the same parity."""
    game = load("othello")
    for position in middle_games(game, 3, 10) + middle_games(game, 3, 40):
        found = game.cuts(position)
        assert found
        assert all(0 < cut.shallow < cut.depth and (cut.depth - cut.shallow) % 2 == 0 for cut in found)
        assert all(0.3 < cut.slope < 1.5 and 0 < cut.error < 2000 for cut in found)
    for other in (load("othello", size=6), load("othello", evaluation="table"), load("connect4")):
        assert other.cuts(other.start()) == []
