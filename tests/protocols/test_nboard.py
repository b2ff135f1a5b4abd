"""damier as an engine for NBoard: a real program, spoken to as a board speaks."""

import random
import re

import pytest
from board import Board, in_ggf, name, played

from damier.engine.clock import GameClock
from damier.protocols.othello.nboard import read_clock

pytestmark = pytest.mark.xdist_group("nboard")

SEARCH = re.compile(r"search ((?:[A-H][1-8]|PA)+) (-?\d+\.\d\d) 0 (\d+%?)")
MOVE = re.compile(r"=== ([A-H][1-8])/(-?\d+\.\d\d)/(\d+\.\d\d)")
OPENING = ["f5", "d6", "c3", "d3", "c4", "b5"]  # goes where no opening does that has a name: damier has to think


@pytest.fixture
def board():
    with Board() as board:
        board.send("nboard 2")
        assert board.line() == "set myname damier"
        yield board


def legal(session):
    return {name(session, move).upper() for move in session.legal_moves()}


def random_game(seed):
    """A game played at random to its end."""
    dice, session = random.Random(seed), played()
    while not session.is_over:
        session.play(dice.choice(session.legal_moves()))
    return session


def until_pass(seed):
    """A random game up to where one must pass."""
    dice, session = random.Random(seed), played()
    while not session.is_over and legal(session) != {"PA"}:
        session.play(dice.choice(session.legal_moves()))
    return session


# --------------------------------------------------------------------------------------------------------------------
# Playing


def test_pings_are_answered_at_once(board):
    """Before anything is compiled, in order, and with the board's own number."""
    assert board.ping() == []
    board.send("ping 41", "ping 7")
    assert [board.line(), board.line()] == ["pong 41", "pong 7"]
    board.send("learn")
    assert board.line() == "learned"
    board.send("go")  # is being compiled, or thinks
    assert board.until("status")
    board.ping()


def test_go(board):
    session = played(*OPENING)
    board.send("set depth 4", f"set game {in_ggf(session)}", "go")
    lines = board.until("===")
    move = MOVE.fullmatch(lines[-1])
    assert move, lines
    assert move[1] in legal(session)
    thoughts = [SEARCH.fullmatch(line) for line in lines if line.startswith("search")]
    assert thoughts
    assert all(thoughts)
    assert (thoughts[-1][1][:2], thoughts[-1][2], thoughts[-1][3]) == (move[1], move[2], "4")
    assert any(re.fullmatch(r"nodestats \d+ \d+\.\d\d", line) for line in lines)
    assert board.line() == "status"
    assert board.go() == move[1]  # the board has not been changed by the answer


def test_a_whole_game():
    """Two engines, which hear of each other's moves; passes are moves."""
    session = played()
    with Board() as black, Board("--level", "2") as white:
        for board in (black, white):
            board.send("nboard 2", "set depth 2", f"set game {in_ggf(session)}")
            board.ping()
        while not session.is_over:
            move = (black, white)[session.turn].go()
            assert move in legal(session)
            session.play(session.game.parse_move(session.position, "pass" if move == "PA" else move))
            for board in (black, white):
                board.send(f"move {move}/0.5/0.01")
        black.send("go")
        assert "status the game is over" in black.until("status") + black.ping()
        assert [board.end() for board in (black, white)] == [(0, ""), (0, "")]


def test_a_pass(board):
    session = until_pass(0)
    assert not session.is_over
    board.send(f"set game {in_ggf(session)}")
    assert board.go() == "PA"
    board.send("move PA")
    session.play(session.legal_moves()[0])
    board.send("set depth 3")
    assert board.go() in legal(session)


def test_a_small_board(board):
    session = played(size=6)
    board.send("set depth 3", f"set game {in_ggf(session)}")
    assert board.go() in legal(session)


def test_the_clock_of_the_game(board):
    """A depth that is out of reach does not keep it from moving in time."""
    session = played(*OPENING)
    board.send("set depth 60", f"set game {in_ggf(session, clock='00:03')}")
    assert board.go() in legal(session)


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        ("15:00", GameClock(900)),
        ("15:00//02:00", GameClock(900)),
        ("1:00:00/00:12/02:00", GameClock(3600, 12)),
        ("90", GameClock(90)),
        ("", None),
        ("00:00", None),
        ("soon", None),
        ("1e99", None),
    ],
)
def test_clocks(written, clock):
    assert read_clock(written) == clock


# --------------------------------------------------------------------------------------------------------------------
# Hints and analysis


def test_hints(board):
    """The best moves, each depth anew, the best of the last depth first."""
    session = played(*OPENING)
    board.send("set depth 5", f"set game {in_ggf(session)}", "hint 3")
    assert board.line().startswith("status damier is")
    lines = [line for line in board.until("status") if line.startswith("search")]
    found = [SEARCH.fullmatch(line) for line in lines]
    assert all(found)
    last = found[-3:]
    assert [hint[3] for hint in last] == ["5"] * 3
    assert len({hint[1][:2] for hint in last}) == 3
    assert {hint[1][:2] for hint in last} <= legal(session)
    evaluations = [float(hint[2]) for hint in last]
    assert evaluations == sorted(evaluations, reverse=True)


def test_a_ping_ends_a_hint(board):
    """After the pong nothing more is said about the old position."""
    board.send(f"set game {in_ggf(played(*OPENING))}", "hint 60")
    board.until("search")
    board.ping()
    assert board.ping() == []
    new = played("f5")
    board.send("set depth 3", f"set game {in_ggf(new)}", "hint 1")
    first = SEARCH.fullmatch(board.until("search")[-1])
    assert first
    assert first[1][:2] in legal(new)


def test_a_ping_ends_go_with_a_move():
    session = played(*OPENING)
    with Board("--seconds", "300") as board:
        board.send("nboard 2", f"set game {in_ggf(session)}", "go")
        board.until("search")
        said = board.ping()
        assert [line for line in said if MOVE.fullmatch(line)]
        assert board.ping() == []
        board.send("go")
        board.until("search")
        board.send(f"move {min(legal(session))}")  # another position: the answer to the last question is not wanted any more
        assert not [line for line in board.ping() if line.startswith("===")]


def test_the_end_is_exact(board):
    """With few squares left the depth is 100%, and the evaluation a whole number of discs."""
    session = random_game(5)
    session.undo(7)
    while len(session.legal_moves()) == 1:
        session.undo()
    board.send("set depth 12", f"set game {in_ggf(session)}", "hint 1")
    board.line()
    last = [SEARCH.fullmatch(line) for line in board.until("status") if line.startswith("search")][-1]
    assert last
    assert last[3] == "100%"
    assert float(last[2]) % 2 == 0


def test_analysis_of_a_game(board):
    """Every position, from the last one to the first; the last is the result for who would be to move."""
    session = random_game(1)
    board.send("set depth 1", f"set game {in_ggf(session)}", "analyze")
    board.line()
    lines = [line.split() for line in board.until("status") if line.startswith("analysis")]
    assert [int(number) for _, number, _ in lines] == list(range(len(session.moves), -1, -1))
    assert float(lines[0][2]) == session.game.outcome(session.position) / 100


# --------------------------------------------------------------------------------------------------------------------
# What is not understood, and the end


RUBBISH = [
    "",
    "   ",
    "frobnicate 3",
    "set",
    "set colour red",
    "set depth",
    "set depth -3",
    "set depth many",
    "set game",
    "set game rubbish",
    "set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)",
    "set game (;GM[Othello]BO[9 * *];)",
    "set game (;GM[Chess];)",
    "set game (;GM[Othello]BO[8 ------",
    "move",
    "move Z9",
    "move A1/1/2",
    "move PA",
    "hint none",
    "hint 0",
    "=== F5",
    "\x00\x01 é 漢",
    "x" * 100_000,
]


def test_rubbish(board):
    """What cannot be is passed over, said in one line, and changes nothing."""
    session = played(*OPENING)
    board.send("set depth 2", f"set game {in_ggf(session)}", "set contempt 100", "set time 3 5")
    assert board.ping() == []
    board.send(*RUBBISH)
    said = board.ping()
    assert all(line.startswith("status ") for line in said)
    assert len(said) == sum(line.startswith(("set game", "set depth", "move", "hint")) for line in RUBBISH)
    assert board.go() in legal(session)
    board.process.stdin.buffer.write(b"\xff\xfe go\n")
    status, errors = board.end()
    assert status == 0
    assert all(line.startswith("damier: ") for line in errors.splitlines())
    assert "damier: unknown command 'frobnicate'" in errors
    assert len(errors) < 10_000


@pytest.mark.parametrize("question", ["", "go", "hint 10", "analyze"])
@pytest.mark.parametrize("last", ["quit", None])
def test_the_end(question, last):
    """`quit`, and the end of input, end the program, whatever it thinks about."""
    with Board("--seconds", "300") as board:
        board.send("nboard 2", f"set game {in_ggf(played(*OPENING))}")
        if question:
            board.send(question)
            board.until("status")
        if last:
            board.send(last)
        assert board.end() == (0, "")
