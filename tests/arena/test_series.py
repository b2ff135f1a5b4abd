"""Whole matches, in real processes: every game, the count of points, games that are kept, sides that fail."""

import threading
from pathlib import Path

import pytest

from damier.arena import Match, Opening, Report, Sprt, match
from damier.arena.record import MatchGame, read_games, read_line
from damier.arena.report import report_on
from damier.books.learnt.book import LearntBook
from damier.books.learnt.store import BookGame as Taught
from damier.games import load, names
from damier.games.game import BadInput

# A user's game whose author has prepared it to misbehave, for a side with the option `manner`.
RACE = '''
"""Race: add 1, 2 or 3 in turn; who reaches the goal wins."""

import os
import time
from typing import NamedTuple

from damier import LOSS, ONGOING, rule

OPTIONS = {"manner": 0}


class Race(NamedTuple):
    count: int
    manner: int


def start(manner=0):
    return Race(0, manner)


def text(p):
    return str(p.count)


@rule
def moves(p: Race, out):
    most = min(3, 10 - p.count)
    for i in range(most):
        out[i] = i + 1
    if p.manner == 4:  # it does not know the rules
        out[most], out[0] = out[0], 7
        most += 1
    return most


@rule
def play(p: Race, step):
    return Race(p.count + step, p.manner)


@rule
def outcome(p: Race):
    return LOSS if p.count >= 10 else ONGOING


def move_name(p, move):
    if p.count > 1 and p.manner == 1:
        os._exit(9)
    if p.count > 1 and p.manner == 2:
        time.sleep(3600)
    if p.count > 1 and p.manner == 3:
        raise ZeroDivisionError("no idea")
    return str(move)
'''


def quick(game: str, one: str = "depth=1,hash=1,name=one", two: str = "depth=2,hash=1,name=two", **terms) -> Report:
    return match(game, one, two, **{"games": 4, "jobs": 1, "seed": 3, **terms})


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_played(name: str, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    report = quick(name, games=2, openings=[Opening()], out=out)
    assert report.wins + report.draws + report.losses == 2
    assert report.forfeits == (0, 0)
    assert sum(report.pairs) == 1
    assert [game.first for game in report.games] == [0, 1]
    assert [game.names for game in report.games] == [("one", "two"), ("two", "one")]
    for game in report.games:
        session = Opening(moves=game.moves[:-1]).session(load(name))
        session.play(session.game.parse_move(session.position, game.moves[-1]))
        assert session.score is not None
        assert game.result == (0.5 if session.score == 0 else float(session.score > 0))


def test_games_are_kept_and_do_not_depend_on_the_processes(tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    alone = quick("connect4", games=6, out=out)
    together = quick("connect4", games=6, jobs=3, out=out)
    assert [game.moves for game in alone.games] == [game.moves for game in together.games]
    kept = read_games(out.read_text().splitlines())
    assert len(kept) == 12
    assert sorted((game.number, game.moves, game.result) for game in kept[6:]) == [
        (game.number, game.moves, game.result) for game in together.games
    ]
    assert len({game.opening for game in kept}) == 3
    assert all(read_line(game.line()).moves == game.moves for game in alone.games)


def test_levels_with_chance_repeat_with_the_seed() -> None:
    weak = ("level=1,hash=1,seconds=5,name=a", "level=1,hash=1,seconds=5,name=b")
    games = [[game.moves for game in quick("tictactoe", *weak, seed=seed).games] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_side_may_have_options_of_its_own() -> None:
    """Positions of the two sides may differ; only moves go to and fro."""
    report = quick("connect4", "depth=3,table=off,killers=off,hash=1", "level=casual,seconds=5", openings=[Opening("44")])
    assert report.forfeits == (0, 0)
    assert report.names == ("depth=3,table=off,killers=off,hash=1", "level=casual,seconds=5")


def test_a_side_may_play_by_a_book(tmp_path: Path) -> None:
    """Whatever it answers to the middle, one answer is said to have won."""
    game, path = load("tictactoe"), tmp_path / "mine.book"
    middle = game.parse_move(game.start(), "b2")
    edge = game.parse_move(game.play(game.start(), middle), "b1")
    with LearntBook.open(path, game, is_writable=True, is_made=True) as book:
        book.add([Taught([middle, edge], -1)])
    report = quick("tictactoe", two=f"depth=9,hash=1,name=two,book={path}", games=2, openings=[Opening("", ("b2",))])
    answers = {played.moves[0] for played in report.games if played.first == 1}
    assert answers <= {"a2", "b1", "b3", "c2"}
    assert answers


def test_the_same_setting_twice_has_two_names() -> None:
    report = quick("nim", "depth=3", "depth=3")
    assert report.names == ("depth=3", "depth=3 (2)")
    assert report.pairs[2] == 2


def test_a_clock_for_the_whole_game() -> None:
    report = quick("kalah", "clock=5+0.05,hash=1", "depth=2,hash=1", games=2)
    assert report.forfeits == (0, 0)
    assert all(sum(game.seconds) < 20 for game in report.games)
    late = quick("kalah", "clock=0.001,depth=12,hash=1,name=late", games=2)
    assert late.losses == late.forfeits[0] == 2
    assert "late: out of time" in late.games[0].reason


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        (1, "bad: crashed, and damier's process with it"),
        (2, "bad: no answer within 3 s"),
        (3, "bad: crashed: race.py"),
        (4, "bad: illegal move '7'"),
    ],
)
def test_whoever_fails_loses_and_the_match_goes_on(manner: int, reason: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("damier.arena.playing.GRACE", 0.5)
    file = tmp_path / "race.py"
    file.write_text(RACE)
    report = quick(str(file), f"manner={manner},depth=1,hash=1,name=bad", games=2, patience=3.0, openings=[Opening()])
    assert (report.losses, report.forfeits) == (2, (2, 0))
    assert all(game.reason.startswith(reason) for game in report.games)
    assert report.games[1].moves  # what was played before is known
    assert report.elo == float("-inf")


def test_a_decided_test_ends_the_match() -> None:
    report = quick("connect4", "depth=5,hash=1", "level=1,hash=1", games=400, jobs=2, sprt=Sprt(0, 300))
    assert report.verdict == "H1"
    assert report.llr is not None
    assert report.llr >= Sprt(0, 300).bounds[1]
    assert len(report.games) < 400
    assert not report.is_interrupted


def test_a_match_can_be_stopped() -> None:
    seen: list[Report] = []
    contest = Match("connect4", "depth=1,hash=1", "depth=2,hash=1", games=10_000, jobs=1, on_game=seen.append)
    thread = threading.Thread(target=lambda: seen.append(contest.run()))
    thread.start()
    while thread.is_alive() and len(seen) < 3:
        thread.join(0.01)
    contest.stop()
    thread.join(60)
    assert seen[-1].is_interrupted
    assert 3 <= len(seen[-1].games) < 10_000


def test_what_cannot_be_a_match() -> None:
    with pytest.raises(BadInput, match="0 games"):
        quick("nim", games=0)
    with pytest.raises(BadInput, match="unknown game 'chequers'"):
        quick("chequers")


def played(number: int, points: float, reason: str = "end of the game") -> MatchGame:
    first = number % 2
    return MatchGame(number, first, ("a", "b"), points if first == 0 else 1 - points, reason, "start", (), (0.0, 0.0))


def test_points_and_pairs_are_counted() -> None:
    games = [played(0, 1.0), played(1, 0.5), played(3, 0.0, "a: crashed"), played(2, 0.0), played(4, 1.0)]
    report = report_on(games, ("a", "b"))
    assert (report.wins, report.draws, report.losses, report.score) == (2, 1, 2, 0.5)
    assert report.pairs == (1, 0, 0, 1, 0)  # the last opening was played from one side only
    assert report.forfeits == (1, 0)
    assert [game.number for game in report.games] == [0, 1, 2, 3, 4]
    assert (report.llr, report.verdict) == (None, None)
    assert report_on([], ("a", "b"), Sprt(0, 10)).to_json()["error"] is None


def test_lines_that_are_no_games() -> None:
    with pytest.raises(BadInput, match=r"'1 \| 2' is no game"):
        read_line("1 | 2\n")
    game = played(5, 1.0, "x | y\nz")
    assert read_line(game.line()).reason == "x / y z"
