"""The experiments on chess, with few positions, plies and games."""

import math
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_lab import check, column

from damier.arena.rating_list import RatingList, RatingReport
from damier.engine.acting import acting, is_playable
from damier.engine.kernel.techniques import Techniques
from damier.engine.player import Player
from damier.games import load
from damier.games.chess.weights import PLACES, TERMS, by_hand
from damier.games.game import Game
from damier.lab import can_halt, run
from damier.lab.chess import horizon, pawn_race
from damier.lab.chess.horizon import FEN, LINE, SEARCHES, believe, sees_from
from damier.lab.chess.techniques import POSITIONS
from damier.lab.effort import SolveEffort
from damier.lab.halt import Halt
from damier.lab.report import AtLeast, Column, Panel, Report, Series
from damier.lab.techniques import Variant, look, ratio
from damier.search.table import Table

pytestmark = pytest.mark.xdist_group("chess lab")


@pytest.fixture(scope="module")
def chess() -> Game:
    game: Game = load("chess", evaluation="hand")  # whose weights do not change with what is learnt
    return game


def test_the_positions_are_different_and_go_on(chess: Game) -> None:
    assert len({chess.parse(each.text) for each in POSITIONS}) == len(POSITIONS) == 12
    assert all(chess.text(chess.parse(each.text)) == each.text for each in POSITIONS)
    assert all(len(chess.moves(chess.parse(each.text))) > 1 and each.source for each in POSITIONS)


def test_techniques(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = run("chess-techniques", 3, progress=lambda done, total: seen.append((done, total)), depth="5")
    data = check(report, tmp_path)
    assert seen == [(1, 3), (2, 3), (3, 3)]
    turned = [name if getattr(Techniques(), name) else f"+{name}" for name in acting(load("chess"))]
    assert column(report, "without") == ["", *turned]
    assert "+secondary" in turned
    assert "killers" in turned
    assert column(report, "nodes, all = 1")[0] == column(report, "time, all = 1")[0] == 1
    nodes = dict(zip(column(report, "without"), column(report, "nodes"), strict=True))
    assert nodes["quiescence"] != nodes[""] != nodes["late_pruning"]
    assert nodes["mate_distance"] > 0
    assert set(column(report, "stopped")) == {0}
    assert [each["name"] for each in data["published"]["positions"]] == [each.name for each in POSITIONS[:3]]


def test_node_counts_can_be_repeated() -> None:
    one, two = (run("chess-techniques", 2, depth="4", only="table,killers") for _ in range(2))
    assert column(one, "nodes") == column(two, "nodes")
    assert column(one, "without") == ["", "table", "killers"]


def test_a_search_that_is_stopped_is_told(tmp_path: Path) -> None:
    report = run("chess-techniques", 2, depth="9", nodes="5000", only="reductions")
    check(report, tmp_path)
    without = report.rows[1]
    assert without[5] == 2
    assert isinstance(without[1], AtLeast)
    assert ">" in report.table()
    assert any(series.look == "stopped" for series in report.panels[0].series)


def test_numbers_that_are_larger_than_what_was_counted() -> None:
    assert Column("nodes").write(AtLeast(12345)) == ">12,345"
    assert Column("ratio", 2).write(AtLeast(3.14159)) == ">3.14"


def test_ratios_are_geometric_means() -> None:
    base = Variant("", [SolveEffort(100, 1.0, 0), SolveEffort(1000, 2.0, 0)])
    slow = Variant("killers", [SolveEffort(400, 1.0, 0), SolveEffort(1000, 2.0, None)])
    assert ratio(slow, base, "nodes") == pytest.approx(2)
    assert ratio(slow, base, "seconds") == pytest.approx(1)
    assert (slow.name, slow.stopped, slow.techniques) == ("killers", 1, replace(Techniques(), killers=False))
    assert Variant("secondary", []).techniques.secondary
    assert not is_playable("deepening")
    assert is_playable("secondary")


def test_games(tmp_path: Path) -> None:
    report = run("chess-techniques", 1, depth="2", only="deepening,quiescence", games="2", limit="nodes=300")
    check(report, tmp_path)
    ratings = column(report, "Elo, all = 0")
    assert ratings[:2] == [None, None]  # who does not deepen has nothing when the nodes end
    assert ratings[2] is None or math.isfinite(ratings[2])
    assert 0 <= column(report, "% of the points")[2] <= 100
    assert column(report, "games") == [None, None, 2]
    assert "2 from both sides of the same openings, nodes=300 a move" in " ".join(report.notes)
    assert report.panels[1].title == "rating"


def test_who_plays_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: list[tuple[int | None, Techniques]] = []

    def told(self: RatingList) -> RatingReport:
        sides.extend((each.nodes, each.techniques) for each in self.settings)
        assert (self.games, self.meetings) == (10, [(0, 1), (0, 2)])
        return self.report()

    monkeypatch.setattr(RatingList, "run", told)
    report = run("chess-techniques", 1, depth="1", only="killers,secondary", games="10", limit="nodes=500")
    assert sides == [(500, Techniques()), (500, Techniques(killers=False)), (500, Techniques(secondary=True))]
    assert column(report, "±") == [None] * 3  # no game was played


@pytest.mark.parametrize(
    ("name", "settings", "telling"),
    [
        ("chess-techniques", {"depth": "0"}, "depth is '0'; it must be from 1 to 30"),
        ("chess-techniques", {"nodes": "10"}, "nodes is '10'"),
        ("chess-techniques", {"games": "many"}, "games is 'many'"),
        ("chess-techniques", {"only": "killers,luck"}, "'luck' is no technique of chess; there are deepening, "),
        ("chess-techniques", {"limit": "nodes=0"}, "nodes is '0'"),
        ("chess-techniques", {"size": 13}, "size is 13; there are 12 positions"),
        ("horizon", {"depth": "99"}, "depth is '99'; it must be from 1 to 30"),
        ("horizon", {"seconds": 1.0}, "has no setting 'seconds'; it has depth, nodes"),
    ],
)
def test_settings_that_cannot_be_are_refused(name: str, settings: dict[str, object], telling: str) -> None:
    with pytest.raises(ValueError, match=telling):
        run(name, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["chess-techniques", "horizon"])
def test_they_can_be_stopped(name: str) -> None:
    halt = Halt()
    halt()
    assert can_halt(name)
    with pytest.raises(ValueError, match="before anything was measured"):
        run(name, 1, halt=halt)


# --------------------------------------------------------------------------------------------------------------------
# The horizon


def after(chess: Game, moves: tuple[str, ...]) -> Any:
    """The position after the first moves of the book's line."""
    position = chess.parse(FEN)
    for name in moves:
        position = chess.play(position, chess.parse_move(position, name))
    return position


@pytest.mark.parametrize("played", [1, 3])
def test_what_black_has_to_play(chess: Game, played: int) -> None:
    """Without dxe5 the knight falls, and bxa4 loses the bishop on e7: with all of the player's evaluation, too."""
    position = after(chess, LINE[:played])
    best, second = Player(chess, hash_mb=16).analyse(position, 2, depth=10)
    assert chess.move_name(position, best.move) == LINE[played]
    assert best.value > 150
    assert best.value - second.value > 80


@pytest.mark.parametrize("played", [0, 1, 2, 3, 4, 5, 6, 7, 8])
def test_the_bishop_is_lost_all_along_the_line(chess: Game, played: int) -> None:
    thought = Player(chess, seconds=None, depth=12, hash_mb=16).think(after(chess, LINE[:played]))
    assert thought.value * (-1 if played % 2 == 0 else 1) > 120  # at the root it is some 150 at any depth


def test_the_horizon(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = run("horizon", progress=lambda done, total: seen.append((done, total)), depth="6", nodes="300000")
    data = check(report, tmp_path)
    assert seen[-1] == (9, 9)
    assert set(column(report, "search")) == set(SEARCHES)
    rows = {(row[0], row[1]): row for row in report.rows}
    for depth in (3, 4, 5, 6):  # as the book tells: e5, and the bishop seems to be saved
        _, _, pawns, move, line, _ = rows["quiescence", depth]
        assert (move, line.split()[:5]) == ("e5", list(LINE[:5]))
        assert -1.5 < pawns < -0.5
    assert rows["with secondary search", 5][2] < -1.5  # as the book tells, too
    assert rows["plain", 3][2] > 0.5  # captures that are not played out: the bishop takes a pawn
    assert data["settings"]["position"] == FEN
    assert "Quiescence: does not see it for good up to depth 6; plays e5 at depth 3, 4, 5, 6." in report.notes


def test_depth_seven_is_enough_as_the_book_says(chess: Game) -> None:
    beliefs = believe(chess, "quiescence", SEARCHES["quiescence"], 7, 5_000_000, Halt())
    assert sees_from(beliefs) == 7
    assert beliefs[-1].line[0] != "e5"


def test_seen_is_what_is_seen_for_good() -> None:
    scores = [-200, 0, -200, -150, -210]
    beliefs = [horizon.Belief("", depth, score, ["e5"], 1) for depth, score in enumerate(scores, 1)]
    assert sees_from(beliefs) == 3
    assert sees_from(beliefs[:2]) is None


def test_only_material_and_squares_are_evaluated() -> None:
    weights, hand = horizon.material_and_squares(), by_hand()
    counted = [place for name in TERMS if name == "material" or name.endswith(" square") for place in _places(name)]
    assert len(counted) == 5 + 6 * 64
    assert (weights[counted] == hand[counted]).all()
    assert not weights[[place for place in range(len(weights)) if place not in counted]].any()


def _places(name: str) -> range:
    return range(PLACES[name], PLACES[name] + TERMS[name])


def test_techniques_that_chess_has_no_use_for_change_nothing(chess: Game) -> None:
    position, table = chess.start(), Table(1)
    needless = [each.name for each in fields(Techniques) if each.name not in (*acting(chess), "endings")]
    assert {"symmetry", "preview", "probcut"} <= set(needless)
    efforts = [
        look(chess, position, replace(Techniques(), **turned), 4, 10**6, table, Halt())
        for turned in ({}, dict.fromkeys(needless, False))
    ]
    assert efforts[0].nodes == efforts[1].nodes


def test_wide_panels_stand_one_below_the_other(tmp_path: Path) -> None:
    names = [f"technique {number}" for number in range(25)]
    panel = Panel("p", "x", "y", [Series("a", list(range(25)), [1.0] * 25)], places=names)
    heights = []
    for panels in ([panel], [panel, panel]):
        Report("r", "Title", [], [], [], panels, {}).plot(tmp_path / "plot.svg")
        wide, high = re.findall(r'(?:width|height)="([\d.]+)pt"', (tmp_path / "plot.svg").read_text())[:2]
        assert float(wide) == pytest.approx(72 * 9.9)
        heights.append(float(high))
    assert heights == [pytest.approx(72 * 4.4), pytest.approx(72 * 8.8)]


@pytest.mark.soak
def test_two_regressions(tmp_path: Path) -> None:
    """Linear and logistic, on the same positions of games held out; a file without scores is learnt from by results alone."""
    report = run("chess-regression", 14, nodes="100")
    check(report, tmp_path)
    assert column(report, "regression") == ["logistic", "linear"] * 2 * 5
    assert {row[3] for row in report.rows if row[0] == "all"} == {report.rows[-1][3]}
    lines = tmp_path / "games.epd"
    start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    lines.write_text("".join(f"{start};{result}\n\n" for result in ("1-0", "0-1") * 20))
    assert set(column(run("chess-regression", file=str(lines)), "learnt from")) == {"results"}


# --------------------------------------------------------------------------------------------------------------------
# A pawn that has to run


def test_the_pawn_race(tmp_path: Path) -> None:
    """Counting pieces, the queen is seen at the ninth ply: the book's sentence says ten. Kxh2 takes a pawn until then."""
    report = run("pawn-race", 10)
    data = check(report, tmp_path)
    assert column(report, "material plays") == ["Kxh2"] * 8 + ["a4"] * 2
    assert column(report, "a4") == [0.0] * 8 + [8.0] * 2  # a queen less the pawn on h2
    assert column(report, "Kxh2") == [1.0] * 10
    assert column(report, "learnt evaluation plays") == ["a4"] * 10  # it knows that the pawn is not caught
    assert data["published"]["plies"] == 10
    assert "Counting pieces: a4 at depth 9, 10; Kxh2 at depth 1, 2, 3, 4, 5, 6, 7, 8." in report.notes


def test_plain_minimax_finds_the_same(chess: Game) -> None:
    def value(position: Any, depth: int) -> int:
        if depth == 0 or not chess.moves(position):
            return pawn_race.material(position)
        return max(-value(chess.play(position, move), depth - 1) for move in chess.moves(position))

    position = chess.parse("7k/P7/8/8/8/8/4r3/K7 w - - 0 1")
    scores = pawn_race.choose(chess, position, 3, np.zeros(0, np.int32)).scores
    assert scores == {chess.move_name(position, move): -value(chess.play(position, move), 2) for move in chess.moves(position)}
