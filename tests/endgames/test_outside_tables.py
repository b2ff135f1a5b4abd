"""Tables that others have built: who wins as the count of moves stands, the moves that begin it anew, and what is refused."""

import os
from pathlib import Path
from typing import Any

import pytest

from damier.endgames.asked import OutsideOracle, open_oracle
from damier.endgames.outside import look_in, reader_for, split
from damier.engine.judge import Judge
from damier.engine.player import Player
from damier.games import load
from damier.games.chess.syzygy import Syzygy
from damier.games.game import BadInput, Game
from damier.games.outside import OutsideTables, Told
from damier.rules import WIN
from damier.solvers.registry import has_ending_solver, solver_for, value_of
from own_games import NIM

SYZYGY = os.environ.get("DAMIER_SYZYGY", "")  # before the tests are left without
real = pytest.mark.skipif(not SYZYGY, reason="DAMIER_SYZYGY names no folder with Syzygy tables")


class Remainders:
    """Knows Nim by heart, and counts: whoever has to make more than ten plies wins too late."""

    def __init__(self, folders: Any) -> None:
        assert folders

    def told(self, position: Any) -> Told | None:
        stones = int(position.stones)
        if stones > 30:
            return None
        leaning = 1 if stones % 4 else -1
        return Told(leaning if stones <= 10 else 0, leaning, stones, stones == 8)

    def result(self, position: Any) -> int | None:
        told = self.told(position)
        return None if told is None else told.leaning


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    (tmp_path / "othernim.py").write_text(NIM)
    game = load(str(tmp_path / "othernim.py"))
    monkeypatch.setattr(game.module, "OUTSIDE_TABLES", OutsideTables("Remainders", "NIM_TABLES", Remainders), raising=False)
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))
    assert solver_for(game) is None
    monkeypatch.setenv("NIM_TABLES", str(tmp_path))
    return game


def test_moves_by_who_wins_then_by_how_soon(nim: Game) -> None:
    assert has_ending_solver(nim)
    verdict = open_oracle(nim).verdict(nim.parse("7"))
    assert verdict is not None
    assert [(move, worth.wdl, worth.to_zero) for move, worth in verdict.moves] == [(3, 1, 5), (1, -1, 7), (2, -1, 6)]
    assert verdict.worth.distance is None
    thought = Player(nim).think(nim.parse("7"))
    assert (thought.move, thought.value, thought.exact, thought.plies) == (3, WIN, True, None)


def test_what_is_won_too_late_is_a_draw_and_better_than_others(nim: Game) -> None:
    verdict = open_oracle(nim).verdict(nim.parse("14"))
    assert verdict is not None
    assert [(move, worth.wdl, worth.leaning) for move, worth in verdict.moves] == [(2, 0, 1), (1, 0, -1), (3, 0, -1)]
    solver = solver_for(nim)
    assert solver is not None
    score, moves = solver.best(nim.parse("14")) or (0, [])
    assert (moves, value_of(nim, score)) == ([2], 0)


def test_a_move_that_begins_the_count_anew_is_the_soonest(nim: Game) -> None:
    verdict = open_oracle(nim).verdict(nim.parse("10"))
    assert verdict is not None
    assert verdict.moves[0].worth.to_zero == 1  # to 8 stones, from where the count begins anew


def test_who_shows_scores_hears_what_they_count(nim: Game) -> None:
    found = Judge(nim).judge(nim.parse("7"), 1, 0.1)
    assert (found.by_table, found.counts_moves, found.plies) == (True, True, {})
    assert [(move, found.text(move)) for move in found.best_first()] == [(3, "win"), (1, "loss"), (2, "loss")]


def test_what_is_not_known_is_left_to_the_search(nim: Game) -> None:
    assert open_oracle(nim).verdict(nim.parse("33")) is None
    assert not Player(nim, depth=2, seconds=None).can_look_up(nim.parse("33"))


def test_folders_that_are_none(nim: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert split(f"{tmp_path}{os.pathsep}{tmp_path}") == [tmp_path, tmp_path]
    monkeypatch.setenv("NIM_TABLES", "nowhere")
    with pytest.raises(BadInput, match=r"^NIM_TABLES: 'nowhere' is no folder$"):
        open_oracle(nim)
    look_in([tmp_path])
    try:
        assert reader_for(nim) is not None
    finally:
        look_in(None)


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"Syzygy tables need \.rtbw and \.rtbz files"):
        Syzygy([tmp_path])
    for suffix in ("rtbw", "rtbz"):
        (tmp_path / f"KQvK.{suffix}").write_bytes(bytes(range(64)))
    chess = load("chess")
    reader = Syzygy([tmp_path])
    with pytest.raises(BadInput, match="a Syzygy table is damaged"):
        reader.told(chess.parse("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"))
    assert reader.told(chess.start()) is None  # too many men
    assert reader.told(chess.parse("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")) is None  # no such file


@real
def test_fifty_moves_are_respected() -> None:
    chess = load("chess")
    oracle = OutsideOracle(chess, Syzygy(split(SYZYGY)))

    def asked(text: str) -> Any:
        verdict = oracle.verdict(chess.parse(text))
        assert verdict is not None
        return verdict.worth

    assert asked("8/8/8/8/8/2k5/8/1K5R w - - 0 1").wdl == 1
    assert asked("8/8/8/8/8/2k5/8/1K5R w - - 95 80")[:2] == (0, None)
    assert asked("8/8/8/8/8/2k5/8/1K5R w - - 95 80").leaning == 1
    assert asked("7k/8/5K2/8/8/8/8/6Q1 w - - 98 99")[:2] == (1, 1)
    assert asked("8/8/8/6k1/8/8/1P4K1/8 b - - 0 1").wdl == 0
    assert asked("8/8/8/8/8/8/k1K4p/8 b - - 99 99").wdl == 1  # a pawn begins it anew


@real
def test_moves_by_the_tables_win() -> None:
    """Two players who go by them: it is mate before fifty moves have gone by."""
    chess = load("chess")
    oracle, position, plies = OutsideOracle(chess, Syzygy(split(SYZYGY))), chess.parse("8/8/8/3k4/8/8/4K2R/8 w - - 0 1"), 0
    while chess.outcome(position) is None:
        verdict = oracle.verdict(position)
        assert verdict is not None
        assert verdict.worth.wdl == (-1 if plies % 2 else 1)
        position = chess.play(position, verdict.moves[0].move)
        plies += 1
    assert chess.module.ending(position) == "checkmate"
    assert plies < 50
