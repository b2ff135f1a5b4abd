"""Books for NBoard: what is learnt is played, what has lost is avoided, and `learn` learns."""

import random
import threading
import time

import pytest
from board import Board, in_ggf, name, played

from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.lesson import GROUNDS
from damier.books.learnt.store import BookGame
from damier.engine.question import Thought
from damier.games import load
from damier.protocols.own_games import OwnGames
from damier.records.session import Session

pytestmark = pytest.mark.xdist_group("nboard")

PATIENCE = 120.0  # seconds


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Where the user's own book is to be; there is none yet."""
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    return default_path(load("othello"))


def teach(path, *games):
    """A book with games that were broken off: their moves, and how black fared."""
    with LearntBook.open(path, load("othello"), is_writable=True, is_made=True) as book:
        book.add([BookGame(played(*moves.split()).moves, result) for moves, result in games])


def kept(path, size=8):
    with LearntBook.open(path, load("othello", size=size)) as book:
        return [game for _, game in book.store.games()]


def random_game(seed):
    dice, session = random.Random(seed), played()
    while not session.is_over:
        session.play(dice.choice(session.legal_moves()))
    return session


def test_a_move_of_the_book(own):
    teach(own, ("f5 d6 c3", 1), ("f5 d6 c4", -1))
    with Board() as board:
        board.send("nboard 2", "set depth 2", f"set game {in_ggf(played('f5', 'd6'))}", "go")
        said = board.until("===")
        assert said[-2:] == ["status book: won 1", "=== C3"]
        assert board.end() == (0, "")


def test_moves_that_lost_are_avoided(own, tmp_path):
    """Two of the three answers to the first move; the third is worse than they are."""
    mine = tmp_path / "mine.book"
    teach(mine, ("f5 d6", 1), ("f5 f6", 1))
    for options, is_avoided in [(("--book", str(mine)), True), ((), False)]:
        with Board(*options) as board:
            board.send("nboard 2", "set depth 4", f"set game {in_ggf(played('f5'))}")
            assert (board.go() == "F4") == is_avoided


def test_learn(own):
    """The answer comes when the game is in the book; there it is once."""
    session = random_game(3)
    with Board() as board:
        board.send("nboard 2", f"set game {in_ggf(session)}", "learn")
        assert board.until("learned")
        assert len(kept(own)) == 1
        board.send("learn")
        board.until("learned")
        assert board.line() == "status this game is in the book"
        board.send("quit")
        assert board.end() == (0, "")
    (game,) = kept(own)
    assert game.moves == session.moves
    assert game.result == (session.score > 0) - (session.score < 0)
    assert game.event == "NBoard"


def test_games_that_ended_otherwise(own):
    """One that was given up tells so; one that is not over is nothing to learn from."""
    written = in_ggf(played("f5", "d6", "c3"))
    with Board() as board:
        board.send("nboard 2", f"set game {written}", "learn")
        board.until("learned")
        assert board.line() == "status the game is not over: there is nothing to learn"
        board.send(f"set game {written.replace('PB[?]', 'RE[-12.00:r]PB[me]')}", "learn")
        board.until("learned")
    (game,) = kept(own)
    assert (game.result, len(game.moves), game.first) == (-1, 3, "me")


def test_it_learns_by_itself(own):
    """A whole game on a small board, both sides; nothing is learnt if nobody wants it."""
    for options in ([], ["--learn"]):
        session = played(size=4)
        with Board(*options) as board:
            board.send("nboard 2", "set depth 1", f"set game {in_ggf(session)}")
            while not session.is_over:
                move = board.go()
                session.play(next(each for each in session.legal_moves() if name(session, each).upper() == move))
                board.send(f"move {move}")
            board.send("quit")
            assert board.end() == (0, "")
    (path,) = own.parent.glob("*.book")
    (game,) = kept(path, size=4)
    assert game.moves == session.moves
    assert (game.first, game.second) == ("damier", "damier")


@pytest.mark.xdist_group("tictactoe")
def test_a_clear_win_of_its_own_is_left_out(tmp_path):
    """Any conversation learns so: of damier's own games those that it lost, drew, or won although somebody missed something."""
    game, said, told = load("tictactoe"), [], []
    lines = {"b2 a1": ("clear", 0), "a1 b2 a2 b1 c3 b3": ("missed", 1)}
    for number, (names, (ground, games)) in enumerate(lines.items()):
        path, decided, session = tmp_path / f"{number}.book", threading.Event(), Session(game)
        for each in names.split():
            session.play(game.parse_move(session.position, each))
        own = OwnGames("test", said.append, told.append)
        own.answered(1, session.moves[1])
        own.thought(1, Thought(session.moves[1], 0, [], 3, 0, 0.01, exact=False), is_timed=True)
        assert own.learn(session, path, -1, decided.set)
        assert decided.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while len(told) <= number and time.monotonic() < until:
            time.sleep(0.02)
        own.close()
        assert told[number].startswith(f"book: {GROUNDS[ground]}; ")
        assert path.exists() == bool(games)
    assert said == []


def test_trouble_is_said_and_play_goes_on(own, tmp_path):
    file = tmp_path / "bad.book"
    file.write_bytes(b"SQLite format 3\0 and nonsense" * 50)
    with Board("--book", str(file), "--learn") as board:
        board.send("nboard 2", "set depth 1", f"set game {in_ggf(played('f5'))}")
        assert board.go()
        status, errors = board.end()
        assert status == 0
        assert errors.count(str(file)) == 1


def test_no_book(own):
    teach(own, ("f5 d6", 1), ("f5 f6", 1))
    with Board("--no-book") as board:
        board.send("nboard 2", "set depth 4", f"set game {in_ggf(played('f5'))}")
        assert board.go() != "F4"
        board.send(f"set game {in_ggf(random_game(1))}", "learn")
        board.until("learned")
        assert board.line() == "status there is no book to learn in"
    assert len(kept(own)) == 2
