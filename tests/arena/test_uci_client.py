"""Chess programs that speak UCI, started as real processes: they play, and what else they do costs them the game only."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from damier.arena import Match, Opening, Report, match
from damier.arena import uci_program as uci
from damier.arena.opponent import Forfeit, Limits
from damier.arena.referee import Resigning
from damier.arena.setting import read_setting
from damier.arena.uci_program import ProgramOption, Said, UciProgram
from damier.engine.clock import GameClock
from damier.games.game import BadInput

pytest.importorskip("chess")

COMMAND = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent / 'uci_engine.py'))}"
ENGINE = f"uci:{COMMAND}"
PATIENCE = {"hang": 1.0, "flood": 1.0, "deaf": 0.1, "busy": 0.1}
SHORT = {"games": 2, "jobs": 1, "openings": [Opening()]}

FOOLS_MATE = "f2f3 e7e5 g2g4 d8h4"
TO_AND_FRO = "g1f3 g8f6 f3g1 f6g8 " * 2
INSTALLED = ("stockfish", "glaurung", "gnuchess --uci", "toga2")


def between(one: str, two: str, **terms) -> Report:
    """A match of two programs of such manners."""
    return match("chess", f"name=one,{ENGINE} {one}", f"name=two,{ENGINE} {two}", **{**SHORT, **terms})


def test_programs_play_until_mate() -> None:
    report = between(f"script {FOOLS_MATE}", f"script {FOOLS_MATE}")
    assert [game.reason for game in report.games] == ["end of the game: checkmate"] * 2
    assert [game.result for game in report.games] == [0.0, 0.0]  # who has White is mated
    assert (report.wins, report.losses, report.forfeits) == (1, 1, (0, 0))
    assert report.games[0].moves == ("f3", "e5", "g4", "Qh4#")


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    report = between(f"script {TO_AND_FRO}", f"script {TO_AND_FRO}")
    assert {(game.reason, len(game.moves)) for game in report.games} == {("end of the game: threefold repetition", 8)}
    assert report.draws == 2


def test_games_go_on_from_any_opening() -> None:
    openings = [Opening("8/8/8/8/8/4k3/4p3/4K3 b - - 3 60"), Opening(moves=("e4", "e5"))]
    report = between("honest", "honest", openings=openings, games=4, draw_after=6)
    assert report.forfeits == (0, 0)
    assert [(game.opening, game.names[0]) for game in report.games] == [
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 3 60", "one"),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 3 60", "two"),
        ("moves e4 e5", "one"),
        ("moves e4 e5", "two"),
    ]


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("illegal", "illegal move 'e2e5'"),
        ("null", "illegal move '0000'"),
        ("nonsense", "illegal move 'what'"),
        ("crash", "crashed: it has ended with status 1 (out of ideas)"),
        ("hang", "no move within 1.01 s"),
        ("flood", "no move within 1.01 s"),
    ],
)
def test_a_program_that_fails_loses_and_the_match_goes_on(manner: str, reason: str) -> None:
    two = f"name=two,seconds=0.01,{ENGINE} {manner}"
    report = match("chess", f"name=one,{ENGINE} honest", two, patience=PATIENCE.get(manner, 60.0), **SHORT)
    assert (report.wins, report.forfeits) == (2, (0, 2))
    assert [game.reason for game in report.games] == [f"two: {reason}"] * 2


def test_a_promotion_must_say_to_what() -> None:
    opening = [Opening("7k/P7/8/8/8/8/8/K7 w - - 0 1")]
    script = "a7a8"  # and not a7a8q
    engine = f"name=two,{ENGINE} script {script}"
    report = match("chess", f"name=one,{ENGINE} honest", engine, games=2, jobs=1, openings=opening, draw_after=4)
    assert "two: illegal move 'a7a8'" in [game.reason for game in report.games]


def test_the_clock_is_the_referees() -> None:
    report = match("chess", f"name=one,{ENGINE} honest", f"name=two,clock=0.3,{ENGINE} slow", **SHORT)
    assert report.forfeits == (0, 2)
    assert all(game.reason.startswith("two: out of time: 0.") for game in report.games)


def test_a_clock_for_both() -> None:
    report = between("honest", "honest", clock="5+0.1", draw_after=10)
    assert report.forfeits == (0, 0)
    for game in report.games:
        assert all(0 < seconds < 5 for seconds in game.seconds)
        assert all(note.endswith("s") for note in game.notes)


@pytest.mark.parametrize(
    ("manner", "complaint"),
    [
        ("deaf", "setting 'uci:.* deaf': did not start: no uciok within 0.5 s"),
        ("absent", r"did not start: it has ended with status 1 \(I am not here\)"),
        ("honest,Skill=3", "Small has no option 'Skill'; it has Threads, OwnBook, Skill Level, King Safety, Clear Hash"),
        ("honest,skill level=30", "option Skill Level is '30'; it is a whole number from 0 to 20"),
        ("honest,OwnBook=maybe", "option OwnBook is 'maybe'; it is true or false"),
        ("honest,King Safety=Round", "option King Safety is 'Round'; it is one of Some Curve, Line"),
        ("honest,Threads", "'Threads' in setting .* is not written name=value"),
    ],
)
def test_programs_and_options_are_tried_before_a_match(manner: str, complaint: str, monkeypatch) -> None:
    monkeypatch.setattr(uci, "LEAST_START", 0.5 if manner == "deaf" else 20.0)
    with pytest.raises(BadInput, match=complaint):
        Match("chess", "depth=1", f"{ENGINE} {manner}")


def test_who_cannot_meet() -> None:
    with pytest.raises(BadInput, match="UCI programs play chess, not connect4"):
        Match("connect4", "depth=1", f"{ENGINE} honest")
    with pytest.raises(BadInput, match="there is no program 'no-such-program'"):
        Match("chess", "depth=1", "uci:no-such-program -x")


def test_a_program_that_is_never_ready_loses(monkeypatch) -> None:
    monkeypatch.setattr(uci, "LEAST_READY", 1.0)
    program = UciProgram(shlex.split(COMMAND) + ["busy"])
    with pytest.raises(Forfeit, match="no readyok within 1 s"):
        program.start(patience=0.1)
    program.close()


def test_what_a_program_is_told(tmp_path: Path, monkeypatch) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("UCI_LOG", str(log))
    options = "Skill Level=7,King Safety=Some Curve"
    one, two = f"clock=9+0.25,{ENGINE} script {FOOLS_MATE},{options}", f"clock=0.5,name=two,{ENGINE} hang"
    match("chess", one, two, games=1, jobs=1, openings=[Opening(moves=("f3",))], patience=1.0)
    lines = [line for line in log.read_text().splitlines() if line not in ("uci", "isready", "quit")]
    told = lines[:4]
    assert told == [
        "setoption name Threads value 1",
        "setoption name OwnBook value false",
        "setoption name Skill Level value 7",
        "setoption name King Safety value Some Curve",
    ]
    assert "ucinewgame" in lines
    assert "position startpos moves f2f3" in lines
    assert "go wtime 500 btime 9000 winc 0 binc 250" in lines  # Black is to move, and has nine seconds
    assert "position startpos moves f2f3 e7e5" in lines


def test_limits_in_words() -> None:
    clock, other = GameClock(1.5, 0.05), GameClock(0.0001)
    assert uci.go(Limits(clock=clock, other_clock=other), 0) == "wtime 1500 btime 1 winc 50 binc 0"
    assert uci.go(Limits(clock=clock, other_clock=other), 1) == "wtime 1 btime 1500 winc 0 binc 50"
    assert uci.go(Limits(clock=clock, depth=4), 1) == "wtime 1500 btime 1500 winc 50 binc 50 depth 4"
    assert uci.go(Limits(0.1, nodes=5000), 0) == "movetime 100 nodes 5000"


def test_a_program_that_knows_no_limit_is_told_to_stop() -> None:
    """GNU Chess and Toga ignore a limit of nodes."""
    report = match("chess", f"name=one,nodes=5000,{ENGINE} endless", f"name=two,{ENGINE} honest", **SHORT, draw_after=4)
    assert report.forfeits == (0, 0)
    late = match("chess", f"name=one,seconds=0.2,{ENGINE} endless", f"name=two,{ENGINE} honest", **SHORT, draw_after=2)
    assert late.forfeits == (0, 0)


def test_what_a_program_tells_is_kept() -> None:
    program = UciProgram(shlex.split(COMMAND) + ["honest"])
    program.start(patience=20.0)
    said = program.search("startpos", Limits(seconds=5.0), 0, 20.0)
    again = program.search("startpos moves e2e4", Limits(seconds=5.0), 1, 20.0)
    program.close()
    assert program.name == "Small"
    assert (said.centipawns, said.mate, said.depth, said.nodes) == (10, None, 1, 100)
    assert (again.centipawns, again.depth, again.nodes) == (20, 2, 200)
    assert [move for _, move in said.found] == [said.move]
    assert 0 < said.found[0][0] <= said.seconds < 5


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("depth 5 score cp 31 nodes 77 pv e2e4", Said(centipawns=31, depth=5, nodes=77, found=((1.0, "e2e4"),))),
        ("depth 9 score mate -3 time 5", Said(mate=-3, depth=9)),
        ("depth 9 score cp 40 lowerbound nodes 8", Said(centipawns=40, depth=9, nodes=8)),
        ("depth 9 multipv 2 score cp 40 pv e2e4", Said()),
        ("string depth 9 score cp 40", Said()),
        ("currmove e2e4 currmovenumber 1", Said()),
        ("depth nine score cp", Said()),
        ("", Said()),
    ],
)
def test_lines_of_information(line: str, told: Said) -> None:
    assert uci._heard(Said(), line.split(), 1.0) == told


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("Hash type spin default 16 min 1 max 1024", ProgramOption("Hash", "spin", 1, 1024)),
        ("Debug Log File type string default ", ProgramOption("Debug Log File", "string")),
        ("Extension (max) type check default false", ProgramOption("Extension (max)", "check")),
        (
            "Style type combo default Very Solid var Very Solid var Normal",
            ProgramOption("Style", "combo", choices=("Very Solid", "Normal")),
        ),
        ("nothing more", ProgramOption("nothing more")),
    ],
)
def test_lines_of_options(line: str, option: ProgramOption) -> None:
    assert uci._option(line.split()) == option


def test_programs_are_found_where_games_are(tmp_path: Path, monkeypatch) -> None:
    program = tmp_path / "some-engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert uci.which("some-engine") is None
    monkeypatch.setattr(uci, "GAMES_FOLDERS", (str(tmp_path),))
    assert uci.which("some-engine") == str(program)


def test_settings_of_a_program() -> None:
    setting = read_setting("clock=5+0.05,name=weak,uci:'my engine' --uci,UCI_Elo=1500,Skill Level=3,File='a,b'", "9")
    assert (setting.protocol, setting.command) == ("uci", ("my engine", "--uci"))
    assert setting.told == {"UCI_Elo": "1500", "Skill Level": "3", "File": "a,b"}
    assert (setting.name, setting.clock, setting.time_control) == ("weak", GameClock(5.0, 0.05), "5+0.05")
    assert read_setting("uci:x", "9+1").clock == GameClock(9.0, 1.0)
    assert read_setting("depth=3,nodes=20,uci:x", "9+1").time_control == "depth 3, 20 nodes"
    assert read_setting("uci:x").seconds == read_setting("").seconds == 1.0
    with pytest.raises(BadInput, match="after which its options can follow, as in uci:stockfish,Hash=64"):
        read_setting("hash=64,uci:stockfish")


def test_who_gives_up() -> None:
    lost = Resigning(points=900, moves=3)
    assert lost.is_lost([0, -900, -1000, -901], [50, 900, 950, 900])
    assert lost.is_lost([-900, -1000, -901], [None, None, None])
    assert not lost.is_lost([-900, -1000], [900, 950])
    assert not lost.is_lost([-900, -100, -901], [900, 950, 990])
    assert not lost.is_lost([-900, -1000, -901], [900, 950, 100])  # the other one does not believe it
    assert not lost.is_lost([None, None, None], [900, 950, 990])


def test_decided_games_can_be_ended() -> None:
    report = between("lost", "won", resign=(900, 3))
    assert [game.reason for game in report.games] == ["given up by one"] * 2
    assert (report.losses, report.forfeits) == (2, (0, 0))
    assert {len(game.moves) for game in report.games} == {5, 6}
    assert not [game for game in between("lost", "lost", resign=(900, 3), draw_after=8).games if game.result != 0.5]


@pytest.mark.parametrize("command", INSTALLED)
def test_programs_that_people_have(command: str) -> None:
    if uci.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not installed")
    engine = f"seconds=0.01,name=other,uci:{command}"
    report = match("chess", engine, f"name=small,{ENGINE} honest", games=2, jobs=1, draw_after=20)
    assert report.forfeits == (0, 0)
    assert all(len(game.moves) == 20 or "checkmate" in game.reason for game in report.games)


def test_strength_can_be_limited() -> None:
    if uci.which("stockfish") is None:
        pytest.skip("stockfish is not installed")
    weak = "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=1500"
    report = match("chess", f"name=sf,{weak}", f"name=small,{ENGINE} honest", games=2, jobs=2, clock="1+0.01", draw_after=30)
    assert report.forfeits == (0, 0)
    with pytest.raises(BadInput, match="option UCI_Elo is '500'; it is a whole number from"):
        Match("chess", "depth=1", "uci:stockfish,UCI_Elo=500")


@pytest.mark.xdist_group("chess")
def test_damier_plays_damier_by_the_protocol() -> None:
    damier = shutil.which("damier", path=str(Path(sys.executable).parent))
    command = shlex.quote(damier) if damier else f"{shlex.quote(sys.executable)} -c 'from damier.cli import main; main()'"
    other = f"name=other,depth=3,uci:{command} uci,Hash=1"
    report = match("chess", "depth=2,hash=1,name=own", other, games=2, jobs=1, clock="60+1", draw_after=16, patience=120.0)
    assert report.forfeits == (0, 0)
    assert all(len(game.moves) == 16 for game in report.games)
