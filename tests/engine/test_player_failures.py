"""What a player asks may fail, and so may its own search: it is said, and the move is one that was searched all the same."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from damier.books.rote import Rote
from damier.engine import player as player_module
from damier.engine import rescue as rescue_module
from damier.engine.judge import Judge
from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.games import load
from damier.games.game import Game
from damier.kernel import native
from damier.rules import canonical, key
from damier.search.table import BUCKET
from damier.solvers.connect4.solver import Solver

pytestmark = pytest.mark.xdist_group("connect4")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect4", width=5, height=4)


def listening(game: Game, **more: Any) -> tuple[Player, list[str]]:
    """A player, and what it complains of."""
    player, said = Player(game, **{"seconds": None, "depth": 4, "hash_mb": 1, **more}), list[str]()
    player.complain = said.append
    return player, said


class Broken(Solver):
    """A solver that fails at one of its questions."""

    def __init__(self, question: str) -> None:
        super().__init__(1)
        setattr(self, question, self._fail)

    def _fail(self, *arguments: Any) -> Any:
        raise RuntimeError("the disk\nis on fire")


@pytest.mark.parametrize("question", ["best", "in_reach", "warm"])
def test_a_solver_that_fails_is_put_aside(game: Game, question: str) -> None:
    player, said = listening(game, solver=Broken(question), level=level_of("perfect"))
    for _ in range(2):
        thought = player.think(game.start())
        assert thought.depth == 4
    assert said == ["the exact solver of Connect 4 has failed and is put aside: RuntimeError: the disk is on fire"]


def test_a_solver_that_names_what_is_not_legal(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "best", lambda *_: (3, [77]))
    player, said = listening(game, solver=Solver(1), level=level_of("perfect"))
    assert player.think(game.start()).move in game.moves(game.start())
    assert said == ["the exact solver of Connect 4 has failed and is put aside: it names 77, which is no legal move"]


def test_a_solver_that_fails_while_it_judges(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(Solver, "scores", fail)
    judge, said = Judge(game, 1), list[str]()
    judge.complain = said.append
    position = game.parse("3")
    found = judge.judge(position, 5.0, 0.05)
    assert set(found.scores) == set(game.moves(position))
    assert found.depth > 0
    assert len(judge.best(position, 2, 0.05)) == 2
    assert said == ["the exact solver of Connect 4 has failed and is put aside: there is not enough memory"]


@pytest.mark.parametrize("method", ["seed", "refresh", "remember"])
def test_a_memory_that_fails_is_put_aside(game: Game, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    def fail(*_: Any) -> None:
        raise IndexError("row 7")

    with Rote(tmp_path / "a.rote", game, least_depth=1) as rote:
        player, said = listening(game, rote=rote)
        player.think(game.start())
        monkeypatch.setattr(Rote, method, fail)
        for _ in range(2):
            assert player.think(game.start()).depth == 4
            player.rote = rote  # as the page does before each move
    assert said == ["the memory of deep searches has failed and is put aside: IndexError: row 7"]


def fails_after(depths: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """A search that fails when it has finished so many depths."""

    def search(position: Any, depth: int, memory: Any, *more: Any) -> Any:
        if depths:
            real(position, depths, memory, *more)
        raise ValueError("rule 'moves' gives no move")

    return search


@pytest.mark.parametrize("depths", [0, 1, 3])
def test_a_search_that_fails(game: Game, monkeypatch: pytest.MonkeyPatch, depths: int) -> None:
    """The last depth that was finished counts, or else a plain search."""
    player, said = listening(game)
    usual = player.think(game.start())
    monkeypatch.setattr(player_module, "deepen", fails_after(depths, player_module.deepen))
    thought = player.think(game.start())
    assert thought.depth == (depths or 3)
    assert thought.move == usual.move
    assert said == [f"the search has failed, and what was found at depth {depths or 3} counts: rule 'moves' gives no move"]


@pytest.mark.parametrize("level", [1, 4])
def test_the_search_of_a_weak_level_fails(game: Game, monkeypatch: pytest.MonkeyPatch, level: int) -> None:
    def fail(*_: Any) -> Any:
        raise ValueError("no")

    player, said = listening(game, level=level_of(str(level)))
    monkeypatch.setattr(player_module, "score_moves", fail)
    assert player.think(game.start()).depth > 0
    assert len(said) == 1


def test_a_win_is_seen_after_a_search_has_failed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    player, _ = listening(game)
    monkeypatch.setattr(player_module, "deepen", fails_after(0, player_module.deepen))
    position = game.parse("121212"[:6])
    assert game.move_name(position, player.think(position).move) == "1"
    assert game.move_name(position, player.think(game.parse("12121")).move) == "1"  # to prevent it


def test_moves_to_choose_from_when_the_search_fails(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise ValueError("no")

    player, said = listening(game)
    monkeypatch.setattr(player_module, "best_moves", fail)
    assert player.think(game.start(), moves=[0, 4]).move in (0, 4)
    assert [each.move in (0, 4) and each.depth == 3 for each in player.analyse(game.start(), 2, moves=[0, 4])] == [True, True]
    assert len(said) == 2


def test_an_error_of_who_listens_is_no_failure_of_the_search(game: Game) -> None:
    def go_away(_: Any) -> None:
        raise BrokenPipeError

    player, said = listening(game)
    with pytest.raises(BrokenPipeError):
        player.think(game.start(), on_depth=go_away)
    with pytest.raises(BrokenPipeError):
        player.analyse(game.start(), 2, on_depth=lambda _: go_away(_))
    assert said == []


def test_where_nothing_can_be_searched_the_error_is_raised(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    player, said = listening(game)
    monkeypatch.setattr(player_module, "deepen", fails_after(0, player_module.deepen))
    monkeypatch.setattr(rescue_module, "search", lambda *_: 1 // 0)
    with pytest.raises(ValueError, match="gives no move"):
        player.think(game.start())
    assert said == []


def damaged(player: Player, game: Game, chance: np.random.Generator) -> None:
    """Fill the table with nonsense, which for all positions near the start has their keys."""
    entries = player.table.entries
    entries[:] = chance.integers(0, 1 << 64, len(entries), np.uint64)
    positions = [game.start()]
    for _ in range(3):
        positions += [game.play(each, move) for each in positions for move in game.moves(each)]
    for position in positions:
        for each in (position, native(canonical(native(position)))):
            start = (int(key(native(each))) * player.table.buckets >> 64) * 2 * BUCKET
            for slot in range(start, start + 2 * BUCKET, 2):
                entries[slot] = np.uint64(key(native(each))) ^ entries[slot + 1]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("techniques", [{}, {"null_window": False}])
def test_a_damaged_table_gives_no_illegal_move(game: Game, seed: int, techniques: dict[str, bool]) -> None:
    from damier.engine.kernel.techniques import Techniques

    player, _ = listening(game, techniques=Techniques(**techniques))
    player.warm()
    damaged(player, game, np.random.default_rng(seed))
    thought = player.think(game.start())
    position = game.start()
    assert thought.depth > 0
    for move in thought.line:
        assert move in game.moves(position)
        position = game.play(position, move)


def test_weights_that_cannot_be_had(tmp_path: Any) -> None:
    """The usual evaluation takes their place."""
    game = load("othello")
    game.options["evaluation"] = str(tmp_path / "gone.weights")
    player, said = listening(game)
    assert player.think(game.start()).move in game.moves(game.start())
    assert len(said) == 1
    assert "the evaluation has failed, and the usual one takes its place: " in said[0]
    assert "gone.weights" in said[0]
