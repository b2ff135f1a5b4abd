"""Learning behind a conversation: games are kept at once, searches wait, and nothing is lost but searches."""

import random
import threading
import time
from pathlib import Path

import pytest

from damier.books.learnt.background import BackgroundLearner
from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Learner, Lessons
from damier.books.learnt.lesson import Lesson
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.games import load
from damier.games.game import Game
from damier.records.session import Session

pytestmark = pytest.mark.xdist_group("connect4")

PATIENCE = 120.0


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect4", width=5, height=4)


def finished(game: Game, seed: int) -> tuple[Session, int]:
    chance, session = random.Random(seed), Session(game)
    while not session.is_over:
        session.play(chance.choice(session.legal_moves()))
    score = session.score or 0
    return session, (score > 0) - (score < 0)


def searched(game: Game, path: Path, session: Session) -> list[bool]:
    """Of each position before a move: whether its alternatives were searched, or need not be."""
    with LearntBook.open(path, game) as book:
        pages = [book.look(position, ply) for ply, position in enumerate(session.positions[:-1])]
    assert None not in pages
    return [not page.wants_search for page in pages if page]


def test_a_pause_keeps_the_game_and_puts_off_the_searches(game: Game, tmp_path: Path) -> None:
    path, said, kept = tmp_path / "a.book", list[str](), threading.Event()
    session, result = finished(game, 1)
    learner = BackgroundLearner(game, path, said.append)
    learner.pause()
    learner.learn(session, result, kept.set)
    assert kept.wait(PATIENCE)
    assert not all(searched(game, path, session))
    learner.resume()
    until = time.monotonic() + PATIENCE
    while not all(searched(game, path, session)) and time.monotonic() < until:
        time.sleep(0.05)
    assert all(searched(game, path, session))
    learner.close()
    assert said == []


def test_who_leaves_loses_no_game(game: Game, tmp_path: Path) -> None:
    """Many games at once, in whatever state the searches are; the file is whole and sealed after it."""
    path, said = tmp_path / "a.book", list[str]()
    learner = BackgroundLearner(game, path, said.append)
    for seed in range(10):
        learner.learn(*finished(game, seed), event=str(seed))
        if seed % 3 == 0:
            learner.pause()
            learner.resume()
    learner.close()
    with LearntBook.open(path, game) as book:
        assert [each.event for _, each in book.store.games()] == [str(seed) for seed in range(10)]
        book.store.check()
    assert said == []


def test_a_book_that_cannot_be_written_is_said_once(game: Game, tmp_path: Path) -> None:
    path, said = tmp_path / "a.book", list[str]()
    path.write_bytes(b"SQLite format 3\0 and nonsense" * 100)
    learner = BackgroundLearner(game, path, said.append)
    for seed in range(3):
        learner.learn(*finished(game, seed))
    learner.close()
    assert len(said) == 1
    assert str(path) in said[0]


def test_a_search_that_was_cut_short_is_not_believed(game: Game, tmp_path: Path) -> None:
    """Who stops in the middle of one finds the position as it was."""
    session, result = finished(game, 2)
    with LearntBook.open(tmp_path / "a.book", game, is_writable=True, is_made=True) as book:
        player = Player(game, seconds=None, hash_mb=1)
        learner = Learner(book, player)
        rank = player.rank

        def interrupted(question: Question, count: int) -> list[Thought]:
            learner.stop()
            return rank(question, count)

        player.rank = interrupted  # type: ignore[method-assign]
        lesson = learner.learn(session, 0 if result < 0 else 1)
        assert (lesson.is_kept, lesson.searched) == (True, 0)
    assert not all(searched(game, tmp_path / "a.book", session))


def test_a_won_game_waits_until_it_is_checked(game: Game, tmp_path: Path) -> None:
    """Taken in where the opponent missed something, left out where not, or where nobody had the time to look."""
    path, said, lessons = tmp_path / "a.book", list[str](), list[Lesson]()
    session = Session(game)
    for move in game.replay("1 3 1 3 1 3 1"):
        session.play(move)
    told = threading.Event()

    def hear(lesson: Lesson) -> None:
        lessons.append(lesson)
        told.set()

    learner = BackgroundLearner(game, path, said.append)
    learner.pause()
    learner.learn(session, 1, on_lesson=hear, mine=0)
    assert not told.wait(0.2)
    learner.resume()
    assert told.wait(PATIENCE)
    learner.close()
    assert [lesson.ground for lesson in lessons] == ["missed"]
    with LearntBook.open(path, game) as book:
        assert book.store.totals.games == 1
    other = tmp_path / "b.book"
    hurried = BackgroundLearner(game, other, said.append)
    hurried.pause()
    hurried.learn(session, 1, mine=0)
    hurried.close()
    assert not other.exists()
    clear = BackgroundLearner(game, other, said.append, Lessons(promising=1.1))
    told.clear()
    clear.learn(session, 1, on_lesson=hear, mine=0)
    assert told.wait(PATIENCE)
    clear.close()
    assert lessons[-1].ground == "clear"
    assert not other.exists()
    assert said == []
