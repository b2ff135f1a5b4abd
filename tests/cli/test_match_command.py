"""`damier match`, in a process of its own."""

import json
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest
from commands import answer, damier, refusal

from programs import DAMIER, running

pytestmark = pytest.mark.xdist_group("cli")

QUICK = ("depth=1,hash=1", "depth=2,hash=1")
ENGINE = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent.parent / 'arena/uci_engine.py'))}"


def test_a_match_and_its_report(tmp_path):
    out = tmp_path / "games.txt"
    (tmp_path / "openings.txt").write_text("44 # the middle\nmoves 1 7\n")
    terms = ("--games", "4", "--jobs", "2", "--openings", "openings.txt", "--out", str(out), "--sprt", "0,50")
    found = answer("match", "connect4", *QUICK, *terms, cwd=tmp_path)
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 4
    assert sum(found["pairs"]) == 2
    assert found["sprt"]["verdict"] == "open"
    assert found["names"] == list(QUICK)
    lines = out.read_text().splitlines()
    assert lines[0].startswith("# game | moves first")
    assert lines[1].startswith('# batch {"match": "connect4"')
    assert sorted(line.split(" | ")[5] for line in lines[2:]) == ["44", "44", "moves 1 7", "moves 1 7"]


def test_a_match_in_words():
    done = damier("match", "tictactoe", *QUICK, "--games", "6", "--random-openings", "2", "--plies", "1")
    assert done.returncode == 0, done.stderr
    assert "depth=1,hash=1  against  depth=2,hash=1" in done.stdout
    assert "rating    Elo" in done.stdout
    assert done.stderr == "damier: 2 openings for 3 pairs of games: they are repeated\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nim", "level=99", "level=1"), "there is no level '99'"),
        (("nim", "level=1", "level=1", "--sprt", "5"), "sprt is '5'; it must be two differences in Elo, as 0,10"),
        (("nim", "level=1", "level=1", "--sprt", "5,1"), "the second must be larger"),
        (("nim", "level=1", "level=1", "--openings", "none.txt"), "none.txt cannot be read: No such file"),
        (("nim", "level=1", "level=1", "--out", "no/folder.txt"), "no/folder.txt: No such file"),
        (("nim", "level=1", "level=1", "--plies", "-1"), "random openings of -1 moves"),
        (("nim", "level=1", "level=1", "--games", "0"), "games is 0"),
        (("nim", "level=1", "level=1", "--clock", "soon"), "clock is 'soon'; it must be a number"),
        (
            ("nim", "level=1", "level=1", "--resign", "9"),
            "resign is '9'; it must be a difference and a number of moves, as 9,4",
        ),
        (("nim", "level=1", "level=1", "--draw-after", "0"), "draws after 0 moves"),
        (("connect4", "level=1", "level=1", "--pgn", "games.pgn"), "games of connect4 cannot be written as PGN: as columns"),
        (("chess", "level=1", "uci:no-such-program"), "there is no program 'no-such-program'"),
        (("othello", "depth=1", "depth=1,evaluation=nope"), "setting 'depth=1,evaluation=nope': there is no evaluation 'nope'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments, complaint, tmp_path):
    assert complaint in refusal("match", *arguments, cwd=tmp_path)


def test_chess_programs_play_openings_of_a_pgn(tmp_path):
    pgn = pytest.importorskip("chess.pgn")
    (tmp_path / "openings.pgn").write_text('[Event "?"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "?"]\n\n1. d4 d5 2. c4 *\n')
    engines = (f"name=one,{ENGINE} lost", f"name=two,{ENGINE} won,Threads=2")
    terms = ("--clock", "5+0.05", "--games", "4", "--jobs", "2", "--openings", "openings.pgn", "--plies", "2")
    found = answer("match", "chess", *engines, *terms, "--pgn", "games.pgn", "--resign", "9,3", cwd=tmp_path)
    assert (found["games"], found["losses"], found["forfeits"]) == (4, 4, [0, 0])
    with (tmp_path / "games.pgn").open() as file:
        games = [pgn.read_game(file) for _ in range(4)]
        assert pgn.read_game(file) is None
    assert sorted(game.headers["White"] for game in games) == ["one", "one", "two", "two"]
    assert sorted(" ".join(move.uci() for move in list(game.mainline_moves())[:2]) for game in games) == [
        *["d2d4 d7d5"] * 2,
        *["e2e4 e7e5"] * 2,
    ]
    assert {game.headers["Termination"] for game in games} == {"adjudication"}


def test_ctrl_c_ends_a_match_with_what_it_has(tmp_path):
    out = tmp_path / "games.txt"
    terms = ["--games", "100000", "--random-openings", "1", "--jobs", "1", "--out", str(out), "--json"]
    with running(DAMIER, "match", "connect4", *QUICK, *terms) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and (not out.exists() or len(out.read_text().splitlines()) < 4):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=180)
    assert process.returncode == 0, complained
    found = json.loads(said.splitlines()[-1])
    assert found["interrupted"]
    assert found["games"] == len(out.read_text().splitlines()) - 2 >= 2
