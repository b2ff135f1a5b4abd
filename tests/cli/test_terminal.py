"""`damier play` at a terminal: editing and history, commands, files, and that nothing is lost whatever ends it."""

import re
import shlex
import signal
import time
from types import SimpleNamespace

import pytest
from commands import damier, refusal
from terminals import CTRL_C, CTRL_D, TAB, UP, Terminal

from damier.cli.kept_games import MOST_KEPT, Kept, read_game
from damier.cli.line_input import completions
from damier.cli.terminal_game import TerminalGame
from damier.cli.wishes import COMMANDS, meant
from damier.engine.player import Player
from damier.games import load
from damier.games.game import Game
from damier.records.session import Session

pytestmark = pytest.mark.xdist_group("connect4")

GAME = ("play", "connect4", "--seconds", "0.05", "--no-ponder", "--no-book")


@pytest.fixture
def state(tmp_path, monkeypatch):
    """Where what was written at the prompt, and games that were left, are kept."""
    monkeypatch.setenv("DAMIER_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def kept(state):
    """The games that were left."""
    return [read_game(load("connect4"), path) for path in sorted((state / "games").glob("*"))]


def test_a_sitting(state, tmp_path):
    """A game with everything that can be said, left with Ctrl-C, and gone on with as damier says."""
    file, other = tmp_path / "my game.txt", tmp_path / "other.txt"
    other.write_text("my diary")
    with Terminal(*GAME) as terminal:
        terminal.until("player> ")
        assert "nothing to undo" in terminal.say("undo")
        assert "No move was made yet" in terminal.say(f"save {file}")
        terminal.type(f"GA{TAB}\r")
        assert "No move was made yet." in terminal.until("To move: first player.")
        terminal.until("> ")
        terminal.type(UP)
        terminal.until("game")
        terminal.type("\r")
        terminal.until("player> ")
        assert "did you mean 4?" in terminal.say("'")  # on a French keyboard
        assert "did you mean scores?" in terminal.say("scors")
        assert "damier plays" in terminal.say("4")
        listed = terminal.say("Game")
        assert re.match(r"1\. 4 \d\nTo move: first player\.\n", listed)
        told = terminal.say("help")
        assert all(f"\n  {name} " in told for name in COMMANDS if name != "flip")  # discs fall
        assert f"The game is in {file}." in terminal.say(f"SAVE {file}")
        assert "is no such game" in terminal.say(f"save {other}")
        terminal.say("5")
        assert f"The game is in {file}." in terminal.say(f'save "{file}"')  # the same game, further on
        assert "cannot be read" in terminal.say("load nothing.txt")
        assert "exact" in terminal.say("hint")
        terminal.say("undo")
        terminal.type(f"3{CTRL_C}")
        assert "Ctrl-C again to leave" in terminal.until("player> ")
        terminal.type(CTRL_C)
        left = terminal.rest()
    assert terminal.process.returncode == 130
    assert other.read_text() == "my diary"
    assert len(read_game(load("connect4"), file).moves) == 4
    again = shlex.split(re.search(r"To go on: damier (.*)", left)[1])
    assert again[:2] == ["play", "connect4"]
    (game,) = kept(state)
    assert len(game.moves) == 2
    with Terminal(*again, "--seconds", "0.05") as terminal:
        terminal.until("player> ")
        assert listed.splitlines()[0] in terminal.say("game")
        terminal.type(UP + UP)  # what was written in the sitting before
        terminal.until("undo")
        terminal.type("\r")
        terminal.until("player> ")
        terminal.say("3")
        other.write_text("44")
        assert "holds another game" in terminal.say(f"save {other}")
        terminal.say(f"load {file}")
        terminal.type(CTRL_D)
        terminal.rest()
    assert terminal.process.returncode == 0


def test_a_game_that_is_over(state, tmp_path):
    """One may look at it, save it, and take the last move back; it is not kept unasked."""
    assert "the game is over" in refusal("play", "connect4", "4343434")
    with Terminal("play", "connect4", "434343", "--side", "both", "--no-book") as terminal:
        terminal.until("player> ")
        assert "First player wins." in terminal.say("4", "game over> ")
        assert "First player wins." in terminal.say("game", "game over> ")
        assert "The game is over" in terminal.say("hint", "game over> ")
        terminal.say(f"save {tmp_path / 'won.txt'}", "game over> ")
        terminal.say("undo")
        assert "Second player wins: the other side has resigned." in terminal.say("resign", "game over> ")
        assert "not resigned" in terminal.say("undo")
        terminal.say("4", "game over> ")
        terminal.type("quit\r")
        terminal.rest()
    assert terminal.process.returncode == 0
    assert kept(state) == []
    with Terminal(*GAME, "--load", str(tmp_path / "won.txt")) as terminal:
        assert "First player wins." in terminal.until("game over> ")


def test_ctrl_c_while_damier_thinks(state):
    """It moves at once, and the game goes on."""
    with Terminal("play", "connect4", "--seconds", "600", "--no-book", "--no-ponder") as terminal:
        terminal.until("player> ")
        terminal.type("4\r")
        terminal.until("thinking")
        time.sleep(1)
        terminal.type(CTRL_C)
        assert "damier plays" in terminal.until("player> ", 60)
        terminal.type("4\r")
        terminal.until("thinking")
        time.sleep(0.2)
        terminal.process.send_signal(signal.SIGKILL)
    (game,) = kept(state)
    assert len(game.moves) == 3


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, None])
def test_what_ends_damier_ends_no_game(state, number):
    """A signal, or the window that is closed."""
    with Terminal("play", "connect4", "--side", "both", "--no-book") as terminal:
        terminal.until("player> ")
        terminal.say("4")
        if number is None:
            terminal.close()
        while number and terminal.process.poll() is None:  # one that comes just before the line is waited for is not heard
            terminal.process.send_signal(number)
            time.sleep(0.5)
        assert terminal.process.wait(60) != 0
    assert [game.moves for game in kept(state)] == [[3]]


def test_from_a_pipe(state):
    """The same commands, without a terminal: nothing is asked that was not before, and the end of input keeps the game."""
    done = damier("play", "connect4", "--side", "both", "--no-book", stdin="4\nFLIP\n\nxyz\n\xff\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "not turned round" in done.stdout
    assert "Write a move, or" in done.stdout
    assert done.stdout.count("is no legal move here") == 2
    assert "To go on: damier play connect4 --side both --load " in done.stdout
    assert not (state / "history").exists()


@pytest.mark.parametrize(
    ("columns", "environment", "signs"),
    [
        (12, {"TERM": "xterm"}, "●"),
        (80, {"TERM": "dumb"}, "●"),
        (80, {"NO_COLOR": "1"}, "●"),
        (80, {"LC_ALL": "C", "LANG": "C"}, "●"),  # Python then takes UTF-8
        (80, {"PYTHONIOENCODING": "ascii"}, "X"),
        (80, {"PYTHONIOENCODING": "latin-1"}, "X"),
    ],
)
def test_terminals_of_all_kinds(state, columns, environment, signs):
    with Terminal("play", "connect4", "--side", "both", "--no-book", columns=columns, **environment) as terminal:
        terminal.until("player> ")
        shown = terminal.say("4")
        assert signs in shown
        assert "1 2 3 4 5 6 7" in shown  # no line of the board is broken by us
        assert "is no legal move" in terminal.say("x")
        terminal.type("quit\r")
        terminal.rest()
    assert terminal.process.returncode == 0
    colours = re.search("\x1b\\[[0-9;]*3[0-9]", terminal.seen)
    assert not colours if {"NO_COLOR", "TERM"} & set(environment) and columns == 80 else colours


def test_the_second_player_sits_on_the_other_side():
    said = damier("play", "chess", "--side", "both", "--no-book", stdin="flip\n").stdout
    assert said.index("8  ♜") < said.index("1  ♖")
    after = said.split("white> ")[1]
    assert after.index("1  ♖") < after.index("8  ♜")
    assert "   h  g  f  e  d  c  b  a" in after


def with_names(*names):
    """Tic-tac-toe, whose moves are called so."""
    module = SimpleNamespace(**vars(load("tictactoe").module))
    module.move_name = lambda position, move: names[move]
    return Game("named", module, {})


def test_a_legal_move_comes_before_a_command(state, capsys):
    game = with_names("hint", "Undo", "save me", "q", "h", "g", "u", "x", "X")
    terminal = TerminalGame(Session(game), Player(game, hash_mb=1), (0, 1), ponder=False)
    for line in ("HINT", "undo", "save me", "Q"):
        assert terminal.do(line)
    assert terminal.session.moves == [0, 1, 2, 3]
    terminal.do("UNDO")
    assert terminal.session.moves == [0, 1, 2]
    terminal.do("X")
    terminal.do("moves")
    assert sorted(capsys.readouterr().out.splitlines()[-1].split()) == ["g", "h", "q", "u", "x"]


def test_what_is_completed_and_meant(tmp_path, monkeypatch):
    (tmp_path / "a game.txt").write_text("4")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    assert completions("", ["4", "save "]) == ["4", "save "]
    assert completions("S", ["4", "save "]) == ["save "]
    assert completions("load a", []) == ["load a game.txt"]
    assert completions("Save f", []) == ["Save folder/"]
    assert meant("é", ["1", "2"]) == ["2"]
    assert meant("Cf6", ["f6", "c6", "Nf6", "Qf6"])[:2] in (["Nf6", "Qf6"], ["Qf6", "Nf6"])
    assert meant("undoo", []) == ["undo"]


def test_not_too_many_games_are_kept(state):
    game = load("connect4")
    session = Session(game)
    session.play(3)
    for number in range(MOST_KEPT + 5):
        each = Kept(game)
        each.path = each.path.with_name(f"connect4-20260101-{number:06}-1.txt")
        each.keep(session)
    assert len(kept(state)) == MOST_KEPT
    (state / "games" / "mine").write_text("not ours")
    Kept(game).keep(session)
    assert (state / "games" / "mine").exists()


def test_a_game_that_cannot_be_kept(state):
    state.write_text("no folder")
    done = damier("play", "connect4", "--side", "both", "--no-book", stdin="4\n4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("the game is not kept") == 1


def test_a_file_that_is_no_game(state, tmp_path):
    (tmp_path / "bad.txt").write_text("44x")
    assert "bad.txt" in refusal("play", "connect4", "--load", str(tmp_path / "bad.txt"))
    assert "cannot be together" in refusal("play", "connect4", "44", "--load", str(tmp_path / "bad.txt"))
