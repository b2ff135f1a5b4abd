"""Tables of endings and solved games in play: at the root, inside the search, and switched off."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damier.endgames.folders import folder_of
from damier.endgames.making import build_into
from damier.endgames.solved import solve_game
from damier.endgames.store import TableStore
from damier.engine.endings import endings_for
from damier.engine.judge import Judge
from damier.engine.kernel.techniques import Techniques
from damier.engine.levels import level_of, levels_of
from damier.engine.player import Player
from damier.engine.question import Thought
from damier.games import load
from damier.games.game import Game
from damier.rules import WIN
from damier.search.driver import search
from damier.solvers.protocol import ExactSolver
from damier.solvers.registry import has_ending_solver, has_solver, solver_of

CORNER = Path(__file__).parents[1] / "endgames" / "corner.py"
WITHOUT = replace(Techniques(), endings=False)


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's files of his own."""
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))


@pytest.fixture
def corner() -> Game:
    """A game with the table of its only ending."""
    game = load(str(CORNER))
    assert solver_of(game) is None
    build_into(TableStore(game, folder_of(game)), ["KRK"])
    return game


def play_out(game: Game, player: Player, position: Any) -> int:
    plies = 0
    while game.outcome(position) is None:
        position = game.play(position, player.think(position).move)
        plies += 1
    return plies


def test_the_soonest_win_is_played(corner: Game) -> None:
    assert has_ending_solver(corner)
    assert not has_solver(corner)
    player = Player(corner, seconds=0.05)
    thought = player.think(corner.start())
    assert (thought.value, thought.exact) == (WIN, True)
    assert thought.plies == play_out(corner, player, corner.start())
    assert [each.exact for each in player.analyse(corner.start(), 3)] == [True] * 3


class Never:
    """What is never compiled."""

    is_done = False


def test_a_table_answers_while_the_search_is_compiled(corner: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.engine.player.plain_search", lambda *_: pytest.fail("a table knows"))
    player = Player(corner)
    player.compiling = Never()  # type: ignore[assignment]
    assert player.is_compiling
    assert player.can_look_up(corner.start())
    thought = player.think(corner.start())
    assert (thought.value, thought.exact, thought.looked_up) == (WIN, True, 1)
    assert len(player.analyse(corner.start(), 3)) == 3
    assert not player.can_look_up(corner.start(), level_of("1"))  # who is to err


def test_every_move_with_its_distance(corner: Game) -> None:
    judgement = Judge(corner).judge(corner.start(), 1, 0.1)
    assert judgement.exact
    assert judgement.by_table
    order = judgement.best_first()
    wins = [move for move in order if judgement.scores[move] == WIN]
    assert wins
    assert wins == order[: len(wins)]
    lengths = [judgement.plies[move] for move in wins]
    assert lengths == sorted(lengths)
    assert judgement.text(order[0]) == f"+#{(lengths[0] + 1) // 2}"
    assert all(move not in judgement.plies for move in order if judgement.scores[move] == 0)
    [best] = Judge(corner).best(corner.start(), 1)
    assert (best.move, best.plies, len(best.line)) == (order[0], lengths[0], lengths[0])


def test_the_search_looks_positions_up(corner: Game) -> None:
    """Beside what the root is told: with its table in memory a position is worth what the table says."""
    tables = endings_for(corner)
    assert tables is not None
    player = Player(corner, depth=4, seconds=None)
    player.__dict__["_endings"] = tables
    player._knows_endings = lambda _: False  # type: ignore[method-assign]
    player.think(corner.start())
    tables.bring()
    assert tables.directory.any()  # since the search has wanted them
    second = player.think(corner.start())
    assert second.looked_up > 0
    assert (second.value, second.plies) == (WIN, Player(corner).think(corner.start()).plies)


def test_tables_are_brought_whoever_listens(corner: Game) -> None:
    """After each depth, by a thread beside the search, also if nobody wants to hear of depths."""
    player = Player(corner, depth=4, seconds=None)
    player._knows_endings = lambda _: False  # type: ignore[method-assign]
    player.think(corner.start())
    tables = player._endings
    assert tables is not None
    until = time.monotonic() + 10
    while not tables.directory.any() and time.monotonic() < until:
        time.sleep(0.01)
    assert tables.directory.any()
    assert player.think(corner.start()).looked_up > 0


def test_switched_off_nothing_is_looked_up(corner: Game) -> None:
    thought = Player(corner, depth=3, seconds=None, techniques=WITHOUT).think(corner.start())
    assert (thought.looked_up, thought.exact) == (0, False)


def test_a_damaged_table_is_as_if_it_were_not_there(corner: Game) -> None:
    path = TableStore(corner, folder_of(corner)).path("KRK")
    path.write_bytes(path.read_bytes()[:-1])
    complaints: list[str] = []
    player = Player(corner, depth=2, seconds=None)
    player.complain = complaints.append
    assert player.think(corner.start()).move in corner.moves(corner.start())
    assert len(complaints) == 1
    assert "is damaged; take it away, and build it again" in complaints[0]


def test_a_game_that_is_solved_is_played_perfectly() -> None:
    game = load("tictactoe")
    assert level_of("perfect") not in levels_of(game)
    solve_game(game, folder=folder_of(game))
    assert level_of("perfect") in levels_of(game)
    thought = Player(game, level=level_of("perfect")).think(game.parse("a1 b2 a2"))
    assert (game.move_name(game.parse("a1 b2 a2"), thought.move), thought.value, thought.exact) == ("a3", 0, True)


# --------------------------------------------------------------------------------------------------------------------
# Won, drawn or lost before the score


class Outcomes(ExactSolver):
    """A solver of tic-tac-toe's endings: knows at once who wins; the score if it `knows_score`, or is asked for it in vain."""

    is_complete = False

    def __init__(self, knows_score: bool = False, is_asked_score: bool = False) -> None:
        self.game = load("tictactoe")
        self.knows_score, self.is_asked_score = knows_score, is_asked_score
        self.asked: list[str] = []

    def _values(self, position: Any) -> dict[int, int]:
        game = self.game
        values = {move: -search(game.play(position, move), "alphabeta", 9).value for move in game.moves(position)}
        return {move: (value > 0) - (value < 0) for move, value in values.items()}

    def scores(self, position: Any, seconds: Any = None, on_score: Any = None, cancel: Any = None) -> dict[int, int] | None:
        self.asked.append("scores")
        return self._values(position) if self.knows_score else None

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        return self.knows_score or self.is_asked_score

    def outcome(self, position: Any, seconds: Any = None, cancel: Any = None) -> tuple[int, list[int]] | None:
        self.asked.append("outcome")
        values = self._values(position)
        best = max(values.values())
        return best, [move for move, value in values.items() if value == best]

    def outcome_in_reach(self, position: Any, seconds: float | None) -> bool:
        return True


@pytest.fixture
def endings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solvers that are given know endings, as those that games declare, and a glance does not see the end of the game."""
    monkeypatch.setattr("damier.engine.player.has_ending_solver", lambda game: True)
    monkeypatch.setattr("damier.games.game.Game.plies_left", lambda game, position: 9)
    monkeypatch.setattr("damier.engine.player.GLANCE", 1)


def thought_of(solver: Outcomes, text: str, **others: Any) -> Thought:
    player = Player(solver.game, None, hash_mb=1, solver=solver, **others)
    return player.think(solver.game.parse(text))


@pytest.mark.xdist_group("tictactoe")
@pytest.mark.usefixtures("endings_only")
def test_a_win_that_is_known_is_kept() -> None:
    """And what it is worth is estimated, on the right side; a draw is its score; in a lost position all moves are searched."""
    solver = Outcomes()
    won = thought_of(solver, "b2a2")
    assert (won.result, won.value > 0, solver.asked) == (1, True, ["outcome"])
    assert solver._values(solver.game.parse("b2a2"))[won.move] == 1
    drawn = thought_of(solver, "b2a1")
    assert (drawn.result, drawn.value, drawn.exact) == (None, 0, True)
    lost = thought_of(solver, "b2a2a1")
    assert (lost.value < 0, lost.depth > 1, solver.asked) == (True, True, ["outcome"] * 3)


@pytest.mark.xdist_group("tictactoe")
@pytest.mark.usefixtures("endings_only")
@pytest.mark.parametrize(
    ("knows_score", "is_asked_score", "asked"),
    [(True, False, ["scores"]), (False, True, ["scores", "outcome"]), (False, False, ["outcome"])],
)
def test_the_score_goes_before_the_outcome(knows_score: bool, is_asked_score: bool, asked: list[str]) -> None:
    """Where it is in reach; and where it was not known in time, the outcome is better than nothing."""
    solver = Outcomes(knows_score, is_asked_score)
    thought = thought_of(solver, "b2a2")
    assert solver.asked == asked
    assert (thought.exact, thought.result) == ((True, None) if knows_score else (False, 1))
    assert thought.value > 0


@pytest.mark.xdist_group("tictactoe")
@pytest.mark.usefixtures("endings_only")
def test_switched_off_no_outcome_is_asked() -> None:
    solver = Outcomes()
    assert thought_of(solver, "b2a2", techniques=replace(Techniques(), outcome_first=False)).value > 0
    assert solver.asked == []


@pytest.mark.xdist_group("tictactoe")
@pytest.mark.usefixtures("endings_only")
def test_all_moves_are_ranked_by_their_scores_only() -> None:
    solver = Outcomes()
    Player(solver.game, None, hash_mb=1, solver=solver).analyse(solver.game.parse("b2a2"), 3)
    assert solver.asked == []
