"""Books over UCI: the engine plays by what it has learnt, avoids what has lost, and learns from games that are over."""

import contextlib
import os
import time

import chess
import chess.engine
import pytest
from program import Program

from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.store import BookGame
from damier.games import load
from damier.protocols.chess.uci_learning import Learning
from damier.protocols.chess.uci_position import Line
from damier.records.session import Session
from programs import COMMAND

pytestmark = pytest.mark.xdist_group("uci")

LATE = 5.0  # seconds: far more than any answer here takes; machines are noisy
COMPILING = 900
FOOLS_MATE = ("f3 e5 g4 Qh4#", -1)
SAID_TO_LOSE = ("e4 e5 Qh5 g6 Qxe5+", -1)  # White wins a rook, and has lost all the same
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
LADDER = "7k/8/8/8/8/1r6/r7/7K w - - 0 1"  # White has one move, and is mated then


def teach(path, *games):
    """A book with these games."""
    played = []
    for names, result in games:
        session = Session(load("chess"))
        for name in names.split():
            session.play(session.game.parse_move(session.position, name))
        played.append(BookGame(session.moves, result))
    with LearntBook.open(path, load("chess"), is_writable=True, is_made=True) as book:
        book.add(played)


def kept(path):
    """The games in a book."""
    with LearntBook.open(path, load("chess")) as book:
        return [game for _, game in book.store.games()]


def board_after(names):
    board = chess.Board()
    for name in names.split():
        board.push_san(name)
    return board


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A user's data, with a book of his own that knows two games."""
    folder = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(folder))
        teach(default_path(load("chess")), FOOLS_MATE, SAID_TO_LOSE)
    return folder


@pytest.fixture(scope="module")
def engine(data):
    """An engine that plays by the user's own book, with python-chess as the interface."""
    environment = dict(os.environ, DAMIER_DATA=str(data))
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "uci"], timeout=COMPILING, env=environment) as engine:
        engine.configure({"OwnBook": True})
        engine.ping()
        yield engine


@pytest.fixture(scope="module")
def raw():
    with Program("uci", "--hash", "8") as interface:
        interface.send("isready")
        interface.until("readyok")
        yield interface


@pytest.fixture
def interface(raw):
    """An engine that is talked to line by line, without a book."""
    raw.send("setoption name Book Learning value false", "setoption name OwnBook value false")
    raw.send("setoption name Book File value <empty>", "ucinewgame", "position startpos", "isready")
    raw.until("readyok")
    return raw


def go(interface, position, words="depth 1"):
    interface.send(f"position {position}", f"go {words}")
    return interface.until("bestmove")


# --------------------------------------------------------------------------------------------------------------------
# Playing by a book


def test_moves_that_won_are_played(engine):
    """At once, from the user's own book."""
    for before, move in [("f3", "e7e5"), ("f3 e5 g4", "d8h4")]:
        played = engine.play(board_after(before), chess.engine.Limit(depth=4), info=chess.engine.INFO_ALL)
        assert played.move.uci() == move
        assert played.info["string"] == "book: won 1"
        assert "depth" not in played.info


def test_moves_that_lost_are_avoided(engine):
    """Unless they are all that is asked about, or a position is studied."""
    board, taken, limit = board_after("e4 e5 Qh5 g6"), chess.Move.from_uci("h5e5"), chess.engine.Limit(depth=3)
    assert engine.play(board, limit).move != taken
    assert engine.play(board, limit, root_moves=[taken]).move == taken
    assert engine.analyse(board, limit)["pv"][0] == taken
    engine.configure({"OwnBook": False})
    assert engine.play(board, limit).move == taken
    engine.configure({"OwnBook": True})


def test_openings_come_after_what_was_learnt(engine):
    """f3 has lost; damier's openings go on."""
    played = engine.play(chess.Board(), chess.engine.Limit(depth=1), info=chess.engine.INFO_ALL)
    assert played.info["string"] == "book"
    assert played.move.uci() != "f2f3"


def test_the_aim_of_the_book(interface, tmp_path):
    """A draw is repeated, unless one plays to win."""
    file = tmp_path / "drawn.book"
    teach(file, ("f3 e5", 0))
    interface.send(f"setoption name Book File value {file}", "setoption name OwnBook value true")
    for aim, is_repeated in [("any", True), ("win", False), ("draw", True)]:
        interface.send(f"setoption name Book Aim value {aim}")
        assert (go(interface, "startpos moves f2f3")[0] == "info string book: drawn 1") == is_repeated
    interface.send("setoption name Book Aim value lose", "setoption name Book Aim value any", "isready")
    assert "Book Aim is 'lose'; it can be any, win, draw" in " ".join(interface.until("readyok"))


def test_a_book_file(interface, tmp_path):
    """A book that learns, by its contents: the name does not matter."""
    file = tmp_path / "fool.bin"
    teach(file, FOOLS_MATE)
    interface.send(f"setoption name Book File value {file}", "setoption name OwnBook value true")
    assert go(interface, "startpos moves f2f3 e7e5 g2g4") == ["info string book: won 1", "bestmove d8h4"]


def damaged(path):
    teach(path, FOOLS_MATE)
    path.write_bytes(path.read_bytes().replace(b'"chess"', b'"chesX"'))


def foreign(path):
    LearntBook.open(path, load("tictactoe"), is_writable=True, is_made=True).close()


@pytest.mark.parametrize("spoil", [damaged, foreign, lambda path: path.write_bytes(b"nonsense"), lambda path: None])
def test_a_book_that_cannot_be_used(interface, tmp_path, spoil):
    """Is said in one line, and the game goes on."""
    file = tmp_path / "bad book"
    spoil(file)
    interface.send(f"setoption name Book File value {file}", "setoption name OwnBook value true")
    said = [*go(interface, "startpos moves f2f3 f7f6 g2g4"), *go(interface, "startpos moves f2f3 f7f6")]
    assert len([line for line in said if str(file) in line]) == 1
    assert len([line for line in said if line.startswith("bestmove")]) == 2


# --------------------------------------------------------------------------------------------------------------------
# Learning


def learn_in(interface, file):
    interface.send(f"setoption name Book File value {file}", "setoption name Book Learning value true", "isready")
    interface.until("readyok")


def wait_for(file, games):
    """Until so many games are in a book."""
    until = time.monotonic() + COMPILING
    while time.monotonic() < until:
        with contextlib.suppress(ValueError):  # it is not there yet, or being made
            if len(kept(file)) >= games:
                return
        time.sleep(0.1)
    raise AssertionError("no game was learnt")


def test_a_game_is_learnt_once(tmp_path):
    """Mate by its own move, which is a clear win; then a new game, in which it is mated; then the end."""
    file = tmp_path / "mine.book"
    with Program("uci") as interface:
        learn_in(interface, file)
        assert go(interface, f"fen {MATE_IN_1}", "depth 2")[-1] == "bestmove a1a8"
        assert "the opponent missed nothing, so it is left out" in interface.until("info")[-1]
        interface.send(f"position fen {MATE_IN_1} moves a1a8", "ucinewgame", "isready")
        interface.until("readyok")
        assert go(interface, f"fen {LADDER}")[-1].split()[1] == "h1g1"
        interface.send(f"position fen {LADDER} moves h1g1 b3b1", "ucinewgame", "quit")
        assert interface.end() == (0, "")
    (second,) = kept(file)  # of the other the opponent had no move, and missed nothing
    assert (second.result, second.start, len(second.moves), second.first, second.event) == (-1, LADDER, 2, "damier", "UCI")


def test_nobody_waits_for_learning(interface, tmp_path):
    """Ready at once, and the next search too, while better moves of a game are looked for."""
    file = tmp_path / "mine.book"
    learn_in(interface, file)
    assert go(interface, f"fen {LADDER}")[-1].split()[1] == "h1g1"
    interface.send(f"position fen {LADDER} moves h1g1 b3b8 g1f1 b8b1")
    wait_for(file, 1)
    for _ in range(5):
        began = time.monotonic()
        interface.send("isready")
        interface.until("readyok")
        go(interface, "startpos", "nodes 100")
        assert time.monotonic() - began < LATE
    until = time.monotonic() + COMPILING
    while not searched(file) and time.monotonic() < until:
        time.sleep(0.2)
    assert searched(file)
    assert len(kept(file)) == 1


def searched(file):
    """How deep the alternatives to the second move of a lost game were searched."""
    session = Session.from_text(load("chess"), LADDER)
    for name in ("Kg1", "Rb8"):
        session.play(session.game.parse_move(session.position, name))
    with LearntBook.open(file, load("chess")) as book:
        return book.look(session.position, 2).searched


def test_games_of_others_are_not_learnt(interface, tmp_path):
    """Nor what was only studied."""
    file = tmp_path / "mine.book"
    learn_in(interface, file)
    interface.send("position startpos moves f2f3 e7e5 g2g4 d8h4", "ucinewgame")
    go(interface, f"fen {LADDER}", "depth 1 searchmoves h1g1")
    interface.send(f"position fen {LADDER} moves h1g1 b3b1", "ucinewgame", "isready")
    interface.until("readyok")
    time.sleep(0.3)
    assert not file.exists()


def test_a_book_that_cannot_learn_is_said_once(interface, tmp_path):
    file = tmp_path / "foreign"
    foreign(file)
    learn_in(interface, file)
    interface.send(f"position fen {MATE_IN_1}", "go depth 2")
    assert str(file) in " ".join(interface.until("bestmove") + interface.silence(3.0))
    go(interface, f"fen {LADDER}")
    interface.send(f"position fen {LADDER} moves h1g1 b3b1")
    assert [line for line in interface.silence(1.0) if str(file) in line] == []


# --------------------------------------------------------------------------------------------------------------------
# Which games are known to be over, without a program


def conversation(tmp_path, *lines):
    """What is in the book after these lines, won games too: a position, or `play MOVE` for damier's own."""
    game, said, file = load("chess"), [], tmp_path / "a.book"
    learning, line = Learning(game, said.append), Line()
    learning.path = file
    learning.pause()  # nothing is searched
    for words in lines:
        command, _, rest = words.partition(" ")
        if command == "position":
            line.read(rest)
            learning.told(line)
        elif command == "play":
            learning.answered(line, rest)
        else:
            learning.new_game()
    learning.close()
    assert said == []
    return [(each.result, len(each.moves), each.first, each.second) for each in kept(file)] if file.exists() else []


BACK = "g1f3 g8f6 f3g1 f6g8"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["position startpos moves f2f3 e7e5 g2g4", "play d8h4"], [(-1, 4, "", "damier")]),
        (["position startpos moves f2f3", "play e7e5", "position startpos moves f2f3 e7e5 g2g4"], []),  # goes on
        (["position startpos moves f2f3", "play e7e5", "position startpos moves f2f3 e7e5 g2g4 d8h4"], [(-1, 4, "", "damier")]),
        (["position startpos moves f2f3", "play e7e6", "position startpos moves f2f3 e7e5 g2g4 d8h4"], []),  # not its game
        ([f"position startpos moves {BACK} g1f3 g8f6 f3g1", "play f6g8"], [(0, 8, "", "damier")]),
        ([f"position startpos moves {BACK} g1f3 g8f6 f3g1", "play f6g8", f"position startpos moves {BACK} {BACK} e2e4"], []),
        (
            [f"position startpos moves {BACK} g1f3 g8f6 f3g1", "play f6g8", "position startpos", "play e2e4"],
            [(0, 8, "", "damier")],
        ),
        (["position startpos", "play e2e4", "ucinewgame"], []),
    ],
)
def test_which_games_are_over(tmp_path, monkeypatch, lines, expected):
    monkeypatch.setattr("damier.books.learnt.learner.Learner.is_to_be_checked", lambda learner, game: False)
    assert conversation(tmp_path, *lines) == expected
