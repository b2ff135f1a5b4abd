"""Games of a match as PGN, read again by python-chess."""

import io
import shlex
import sys
from pathlib import Path

import pytest

from damier.arena import Opening, match
from damier.arena.pgn import termination, write
from damier.arena.record import MatchGame
from damier.arena.setting import read_setting
from damier.games import load
from damier.games.game import BadInput
from damier.records.collections import open_file

chess_pgn = pytest.importorskip("chess.pgn")

ENGINE = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent / 'uci_engine.py'))}"
SETTINGS = (read_setting("clock=5+0.05,name=one"), read_setting("clock=5+0.05,name=two"))


def read(text: str) -> list:
    file = io.StringIO(text)
    games = []
    while game := chess_pgn.read_game(file):
        assert not game.errors
        games.append(game)
    return games


def played(**changes) -> MatchGame:
    usual = {
        "number": 0,
        "first": 0,
        "names": ("one", "two"),
        "result": 0.0,
        "reason": "end of the game: checkmate",
        "opening": "moves f3",
        "moves": ("e5", "g4", "Qh4#"),
        "seconds": (0.5, 0.25),
        "notes": ("+0.1/3 0.200s", "-0.5/4 0.1s", "win/5 0.050s"),
    }
    return MatchGame(**{**usual, **changes})


def test_a_match_is_written_game_by_game(tmp_path: Path) -> None:
    out = tmp_path / "games.pgn"
    mate = f"{ENGINE} script f2f3 e7e5 g2g4 d8h4"
    openings = [Opening(), Opening("8/8/8/8/8/4k3/4p3/4K3 b - - 3 60"), Opening(moves=("e4", "e5"))]
    terms = {"games": 6, "jobs": 2, "openings": openings, "pgn": out, "clock": "9+0.5", "draw_after": 4}
    report = match("chess", f"name=one,{mate}", f"name=two,{mate}", **terms)
    games = read(out.read_text())
    assert len(games) == 6
    by_round = {int(game.headers["Round"]): game for game in games}
    for kept in report.games:
        game = by_round[kept.number + 1]
        white_first = kept.opening != str(openings[1]) and " b " not in kept.opening
        white = kept.names[0] if kept.opening == "start" else kept.names[not white_first]
        if kept.opening != "moves e4 e5":
            assert game.headers["White"] == white
        assert game.headers["TimeControl"] == "9+0.5"
        assert game.end().board().ply() - game.board().ply() == len(kept.moves) + 2 * kept.opening.startswith("moves")
    first = by_round[1]
    assert (first.headers["White"], first.headers["Black"], first.headers["Result"]) == ("one", "two", "0-1")
    assert first.headers["Termination"] == "normal"
    assert first.end().board().is_checkmate()
    assert by_round[3].headers["FEN"] == "8/8/8/8/8/4k3/4p3/4K3 b - - 3 60"
    assert by_round[3].headers["SetUp"] == "1"
    assert by_round[5].headers["Termination"] == "adjudication"
    assert by_round[5].headers["PlyCount"] == "6"


def test_who_moves_first_after_the_opening_may_be_black() -> None:
    (game,) = read(write(load("chess"), played(), SETTINGS))
    assert (game.headers["White"], game.headers["Black"]) == ("two", "one")
    assert game.headers["Result"] == "1-0"  # as it was told: who moved first, Black, has lost


def test_what_was_told_of_moves_is_in_comments() -> None:
    (game,) = read(write(load("chess"), played(result=1.0), SETTINGS))
    assert game.headers["Result"] == "0-1"
    comments = [node.comment for node in game.mainline()]
    assert comments == ["", "+0.1/3 0.200s", "-0.5/4 0.1s", "win/5 0.050s checkmate"]
    assert game.headers["PlyCount"] == "4"


@pytest.mark.parametrize(
    ("reason", "word"),
    [
        ("end of the game: stalemate", "normal"),
        ("no end after 500 moves", "adjudication"),
        ("given up by one", "adjudication"),
        ("one: out of time: 0.020 s too late", "time forfeit"),
        ("one: no move within 3 s", "time forfeit"),
        ("one: illegal move 'e2e5'", "rules infraction"),
        ("one: crashed: it has ended with status 1 (a } in its words)", "abandoned"),
    ],
)
def test_how_games_have_ended(reason: str, word: str) -> None:
    game = played(reason=reason)
    assert termination(game) == word
    (again,) = read(write(load("chess"), game, SETTINGS))
    assert again.headers["Termination"] == word


def test_sides_with_different_times() -> None:
    settings = (read_setting("seconds=0.1,name=one"), read_setting("clock=5+0.05,name=two"))
    (game,) = read(write(load("chess"), played(), settings))
    assert "TimeControl" not in game.headers
    assert (game.headers["WhiteTimeControl"], game.headers["BlackTimeControl"]) == ("5+0.05", "0.1 s a move")


def test_games_that_have_no_tags_have_no_pgn(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="games of connect4 cannot be written as PGN: as columns they have no tags; --out keeps"):
        match("connect4", "depth=1", "depth=2", pgn=tmp_path / "games.pgn")


def test_other_games_are_written_by_the_names_of_their_moves(tmp_path: Path) -> None:
    game = load("nim")
    text = write(game, played(opening="9", moves=("2", "3"), notes=("", "good"), reason="given up by one"), SETTINGS)
    assert '[First "one"]\n[Second "two"]\n' in text
    assert text.endswith("\n\n2 3 {good} {given up by one}\n\n")
    file = tmp_path / "games.txt"
    file.write_text(text * 2)
    for written in open_file(game, file).read(0):
        assert (list(written.moves), written.result, written.start) == ([2, 3], -1, "9")
        assert (written.first, written.second, written.event, written.fault) == ("one", "two", "damier match", "")
