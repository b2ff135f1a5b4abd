"""`damier play` with a book: it plays by it, avoids what has lost, and learns when the game is over."""

import pytest
from commands import damier, refusal

from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.store import BookGame
from damier.games import load
from damier.records.session import Session

pytestmark = pytest.mark.xdist_group("tictactoe")

CORNERS = {"a1", "a3", "c1", "c3"}


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Where the user's own book of tic-tac-toe is to be; there is none yet."""
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    return default_path(load("tictactoe"))


def play(wishes, *options, game="tictactoe"):
    """What is said in a game; the person is the first player."""
    done = damier("play", game, "--seconds", "0.05", "--no-ponder", *options, stdin="\n".join(wishes) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def moves(said):
    """The moves that damier has made."""
    return [line.split("damier plays ")[1].split()[0] for line in said.splitlines() if "damier plays " in line]


def teach(path, *games, game="tictactoe"):
    """A book with these games: their moves and results."""
    played = []
    for names, result in games:
        session = Session(load(game))
        for name in names.split():
            session.play(session.game.parse_move(session.position, name))
        played.append(BookGame(session.moves, result))
    with LearntBook.open(path, load(game), is_writable=True, is_made=True) as book:
        book.add(played)


def kept(path):
    """The games in a book."""
    with LearntBook.open(path, load("tictactoe")) as book:
        return [game for _, game in book.store.games()]


WINS_OR_LOSES = "a1 b2 a2 b1"  # the first player wins with a3, and has to prevent b3


def test_what_is_learnt_is_played(own):
    """What has won is made again, whoever made it."""
    teach(own, ("b2 a1", -1))
    again = play(["b2", "quit"])
    assert "(book: won 1)" in again
    assert moves(again)[0] in CORNERS  # any: the book knows that they are the same
    assert "(book" not in play(["b2", "quit"], "--no-book")


def test_a_lost_game_is_taken_in(own):
    said = play(["a3"], WINS_OR_LOSES, "--learn")
    assert f"book: the game is in {own}: lost, so it is taken in" in said
    (game,) = kept(own)
    assert (game.result, game.first, game.second, game.event) == (1, "person", "damier", "terminal")


def test_a_won_game_is_taken_in_if_the_opponent_missed_something(own):
    said = play(["c3", "resign"], WINS_OR_LOSES, "--learn")
    why = "won, but the opponent missed something, so it is taken in; a3 as move 1, +1.00 expected, and +0.20 is promising"
    assert f"book: the game is in {own}: {why}" in said
    assert [game.result for game in kept(own)] == [-1]


def test_a_clear_win_is_left_out(own):
    """Who gives up an even game had nothing promising; no book is made for that."""
    said = play(["b2", "resign"], "--learn")
    assert "Second player wins: the other side has resigned." in said
    assert f"book: the game is not in {own}: won, and the opponent missed nothing, so it is left out; +0.20 would be" in said
    assert " as move " in said
    assert "other moves searched in 2 positions" in said
    assert not own.exists()


def test_draws_count_as_one_likes(own):
    """b2 a1 was drawn, b2 a2 lost: who plays to win does not repeat the draw, who is content does."""
    drawn = "b2 a1 c3 a3 a2 c2 b1 b3 c1"
    teach(own, (drawn, 0), ("b2 a2", 1))
    assert moves(play(["b2", "quit"], "--aim", "draw"))[0] in CORNERS
    assert "(book: drawn 1)" in play(["b2", "quit"], "--aim", "draw")
    assert "(book: drawn 1)" in play(["b2", "quit"])
    assert "(book: drawn 1)" not in play(["b2", "quit"], "--aim", "win")
    assert "aim is 'lose'; it can be any, win, draw" in refusal("play", "tictactoe", "--aim", "lose")


def test_what_has_lost_is_avoided(own):
    """A corner is the only good answer to the middle, but it is said to have lost."""
    assert moves(play(["b2", "quit"]))[0] in CORNERS
    teach(own, ("b2 a1", 1))
    assert moves(play(["b2", "quit"]))[0] in {"a2", "b1", "b3", "c2"}


def test_who_leaves_has_not_given_up(own):
    play(["b2", "quit"], "--learn")
    play(["resign"], "--learn")  # nothing was played
    assert not own.exists()


def test_a_finished_game_in_another_book(own, tmp_path):
    """The program plays both sides to the end, and learns in a file that is made for it."""
    mine = tmp_path / "mine.book"
    said = play([], "--side", "none", "--learn", "--book", str(mine))
    assert str(mine) in said
    (game,) = kept(mine)
    assert (game.result, game.first, game.second) == (0, "damier", "damier")
    assert not own.exists()


def damaged(path):
    teach(path, ("b2 a1", 1))
    path.write_bytes(path.read_bytes().replace(b'"tictactoe"', b'"tictactoX"'))


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (damaged, "is damaged"),
        (lambda path: teach(path, ("4 4", 1), game="connect4"), "is a book of connect4, not of tictactoe"),
        (lambda path: path.write_bytes(b"nonsense"), "those are for chess, not for tictactoe"),
        (lambda path: None, "there is no book"),
    ],
)
def test_a_book_that_cannot_be_used(own, tmp_path, spoil, complaint):
    """One line, and the game goes on without it."""
    file = tmp_path / "bad.book"
    spoil(file)
    said = play(["b2", "quit"], "--book", str(file))
    assert [complaint in line for line in said.splitlines() if line.startswith("book: ")] == [True]
    assert moves(said)


def test_a_damaged_book_learns_nothing(own):
    own.parent.mkdir()
    damaged(own)
    before = own.read_bytes()
    said = play(["b2", "resign"], "--learn")
    assert said.count("is damaged") == 1
    assert own.read_bytes() == before


def test_openings_and_choices(own):
    """Chess has openings of its own; weaker levels play without."""
    assert "(book)" in play(["e4", "quit"], game="chess")
    assert "(book)" not in play(["e4", "quit"], "--level", "club", game="chess")
    assert "cannot be together" in refusal("play", "tictactoe", "--no-book", "--learn")
