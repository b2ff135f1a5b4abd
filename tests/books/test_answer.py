"""Books first, then the player: what `answer` says, and what it passes on."""

from dataclasses import replace

import pytest

from damier.books.answer import answer
from damier.books.counsel import Counsel
from damier.cancel import Cancel
from damier.engine.clock import GameClock
from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.engine.question import Question
from damier.games import load
from damier.records.session import Session

GAME = load("tictactoe")
pytestmark = pytest.mark.xdist_group("tictactoe")


class Said:
    """Books that always say the same, and remember what they were asked about."""

    def __init__(self, counsel: Counsel) -> None:
        self.counsel = counsel
        self.asked: list[Session] = []

    def ask(self, session: Session) -> Counsel:
        self.asked.append(session)
        return self.counsel


@pytest.fixture(scope="module")
def player() -> Player:
    return Player(GAME, seconds=None, depth=3, hash_mb=1)


@pytest.fixture
def question(player: Player) -> Question:
    session = Session(GAME)
    session.play(4)
    return player.question(session.position, session.past)


def test_a_move_of_the_book_is_not_thought_about(player: Player, question: Question) -> None:
    books = Said(Counsel(2))
    begun = list[Question]()
    found = answer(books, player, question, lambda each: begun.append(each) or each)
    assert (found.move, found.thought, found.counsel.words) == (2, None, "book")
    assert (books.asked[0].position, len(books.asked[0].past)) == (question.position, 1)
    assert not begun


def test_without_books_or_advice_the_player_thinks(player: Player, question: Question) -> None:
    for books in (None, Said(Counsel())):
        found = answer(books, player, question)
        assert found.thought is not None
        assert (found.move, found.thought.depth) == (found.thought.move, 3)
        assert not found.counsel.avoid


@pytest.mark.parametrize("level", ["strong", "beginner"])
def test_moves_to_avoid_are_not_thought_of(player: Player, question: Question, level: str) -> None:
    legal = GAME.moves(question.position)
    question = replace(question, level=level_of(level))
    for left in legal:
        books = Said(Counsel(avoid=tuple(move for move in legal if move != left)))
        assert answer(books, player, question).move == left
    assert answer(Said(Counsel(avoid=tuple(legal))), player, question).move in legal


def test_only_the_moves_that_are_asked_for(player: Player, question: Question) -> None:
    """Whatever the book likes, and whatever it wants to avoid."""
    some = replace(question, moves=[0, 1])
    assert answer(Said(Counsel(2)), player, some).move in (0, 1)
    assert answer(Said(Counsel(avoid=(1,))), player, some).move == 0
    assert answer(Said(Counsel(avoid=(0, 1))), player, some).move in (0, 1)


def test_a_clock_starts_when_thinking_begins(player: Player, question: Question) -> None:
    heard = list[int]()

    def begin(each: Question) -> Question:
        return replace(each, clock=GameClock(10.0), on_depth=lambda found: heard.append(found[0].depth))

    assert answer(Said(Counsel()), player, question, begin).thought
    assert heard == [1, 2, 3]


def test_who_is_cancelled_answers_at_once(player: Player, question: Question) -> None:
    cancel = Cancel()
    cancel.cancel()
    found = answer(Said(Counsel()), player, replace(question, cancel=cancel, depth=None))
    assert found.move in GAME.moves(question.position)
