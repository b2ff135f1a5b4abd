"""Learning from games played: what is kept, what is searched, and that no game is lost twice."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Learner, Lessons
from damier.books.learnt.pace import Pace
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.games import load
from damier.games.game import BadInput, Game
from damier.records.session import Session

DEPTH = 2


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect4", width=5, height=4)


@pytest.fixture
def learner(game: Game, tmp_path: Path) -> Iterator[Learner]:
    player = Player(game, seconds=None, depth=DEPTH, hash_mb=1, seed=1)
    with LearntBook.open(tmp_path / "a.book", game, is_writable=True, is_made=True) as book:
        yield Learner(book, player, Lessons(depth=DEPTH))


def session_of(game: Game, columns: str) -> Session:
    session = Session(game)
    for move in game.replay(" ".join(columns)):
        session.play(move)
    return session


def series(learner: Learner, games: int, answer: Callable[[Session], int]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Games against an opponent, sides changing: result for the learner, its side, the moves."""
    found = []
    for number in range(games):
        side = number % 2
        session = Session(learner.book.game)
        learner.player.forget()
        while not session.is_over:
            session.play(learner.choose(session) if session.turn == side else answer(session))
        score = session.score or 0
        found.append(((score > 0) - (score < 0) if side == 0 else (score < 0) - (score > 0), side, tuple(session.moves)))
        learner.player.forget()
        learner.learn(session, side)
    return found


def lost_again(found: list[tuple[int, int, tuple[int, ...]]]) -> int:
    lost = [each for each in found if each[0] < 0]
    return len(lost) - len(set(lost))


def test_a_stronger_opponent_that_does_not_learn_is_beaten(tmp_path: Path) -> None:
    """Two plies deeper, and always the same: it has lost its advantage after some games, and no game is lost twice."""
    game = load("connect4")
    player, opponent = (Player(game, seconds=None, depth=depth, hash_mb=1, seed=1) for depth in (DEPTH, DEPTH + 2))

    def answer(session: Session) -> int:
        opponent.forget()
        return opponent.think(session.position).move

    with LearntBook.open(tmp_path / "a.book", game, is_writable=True, is_made=True) as book:
        found = series(Learner(book, player, Lessons(depth=DEPTH)), 40, answer)
    assert lost_again(found) == 0
    assert found[0][0] < 0 or found[1][0] < 0  # it was the stronger one at first
    last = [result for result, _, _ in found[-10:]]
    assert sum(last) > 0, last


def test_no_game_is_lost_twice_to_one_who_plays_at_random(game: Game, learner: Learner) -> None:
    chance = random.Random(5)
    found = series(learner, 40, lambda session: chance.choice(session.legal_moves()))
    assert lost_again(found) == 0


def test_what_is_kept(game: Game, learner: Learner) -> None:
    """Lost games are; won ones only if the opponent has missed something, or if all are wanted."""
    lost = session_of(game, "3132313")  # four in the third column
    assert lost.score is not None
    lesson = learner.learn(lost, mine=1)
    assert lesson.is_kept
    assert lesson.searched > 0
    blunder = session_of(game, "1313131")
    clear = Learner(learner.book, learner.player, Lessons(depth=DEPTH, promising=1.1))  # nothing is ever promising enough
    assert not clear.learn(blunder, mine=0).is_kept
    assert learner.book.store.totals.games == 1
    assert learner.learn(blunder, mine=0).is_kept  # the opponent could have prevented it
    everything = Learner(learner.book, learner.player, Lessons(depth=DEPTH, promising=1.1, keeps_wins=True))
    assert everything.learn(session_of(game, "2323232"), mine=0).is_kept
    assert learner.book.store.totals.games == 3


def test_a_game_that_is_not_over_needs_a_result(game: Game, learner: Learner) -> None:
    with pytest.raises(BadInput, match="not over"):
        learner.learn(session_of(game, "31"), mine=0)
    assert learner.learn(session_of(game, "31"), mine=0, result=-1).is_kept
    page = learner.book.look(session_of(game, "31").position)
    assert page is not None
    assert page.value == -1


def test_self_play_goes_on_where_it_was(game: Game, learner: Learner) -> None:
    """Every game is another one, since one side has lost the one before."""
    seen: list[tuple[int, ...]] = []
    assert learner.self_play(6, lambda session, lesson: seen.append(tuple(session.moves))) == 6
    again = Learner(learner.book, learner.player, learner.lessons)
    again.self_play(6, lambda session, lesson: seen.append(tuple(session.moves)))
    decided = [moves for moves in seen if session_of(game, "".join(str(move + 1) for move in moves)).score]
    assert len(set(decided)) == len(decided)
    assert learner.book.store.totals.games == 12


def test_the_sweep_plays_out_what_is_promising(game: Game, learner: Learner) -> None:
    learner.self_play(4)
    sweeping = Learner(learner.book, learner.player, Lessons(depth=DEPTH, promising=-0.5))
    before = sweeping.suspicious()
    assert before
    assert before == sorted(before, key=lambda each: -each[1])
    games: list[Session] = []
    done = sweeping.sweep(3, lambda session, lesson: games.append(session))
    assert 1 <= done <= 3
    assert all(session.is_over for session in games)
    assert learner.book.store.totals.games == 4 + done
    gone = {number for number, _ in before} - {number for number, _ in sweeping.suspicious()}
    best = before[0][0]
    assert gone or dict(sweeping.suspicious())[best] != dict(before)[best]


def test_stopped(game: Game, learner: Learner) -> None:
    learner.stop()
    assert learner.self_play(3) == 0
    assert learner.book.store.totals.games == 0


# --------------------------------------------------------------------------------------------------------------------
# As deep, and as long, as the game was


class Watched(Player):
    """Writes down what it is asked."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, seconds=None, depth=DEPTH, hash_mb=1, seed=1)
        self.asked: list[Question] = []

    def rank(self, question: Question, count: int) -> list[Thought]:
        self.asked.append(question)
        return super().rank(question, count)


def a_thought(seconds: float, depth: int, exact: bool = False) -> Thought:
    return Thought(0, 0, [0], depth, 0, seconds, exact)


def test_the_pace_of_a_game() -> None:
    """That of the nearest move which damier has thought of; what it knew exactly was not searched to a depth."""
    pace = Pace(seconds=0.5)
    assert pace.at(7) == (0.5, 0)
    pace.note(2, a_thought(1.0, 9), is_timed=True)
    pace.note(8, a_thought(3.0, 12), is_timed=False)
    pace.note(10, a_thought(0.2, 30, exact=True), is_timed=True)
    assert [pace.at(ply) for ply in (0, 3, 5, 6, 8, 40)] == [(1.0, 9), (1.0, 9), (1.0, 9), (0.0, 12), (0.0, 12), (0.2, 0)]
    assert pace.total(4) == 4.0
    before = pace.copy()
    pace.clear()
    assert (pace.at(2), before.at(2)) == ((0.5, 0), (1.0, 9))


def test_alternatives_are_searched_as_deep_and_as_long_as_the_game_was(game: Game, tmp_path: Path) -> None:
    lost = session_of(game, "3132313")
    player = Watched(game)
    with LearntBook.open(tmp_path / "a.book", game, is_writable=True, is_made=True) as book:
        deep = Learner(book, player, Lessons(depth=DEPTH)).learn(lost, 1, pace=Pace(depth=DEPTH + 2))
        assert {question.depth for question in player.asked} == {DEPTH + 2}
        assert {question.seconds for question in player.asked} == {None}
        assert len(player.asked) == deep.searched == len(deep.checks)
    player.asked.clear()
    with LearntBook.open(tmp_path / "b.book", game, is_writable=True, is_made=True) as book:
        long = Learner(book, player, Lessons(depth=1)).learn(lost, 1, pace=Pace(seconds=0.05))
        assert {question.depth for question in player.asked} <= {1, None}
        assert any(question.seconds for question in player.asked)
        assert all(check.seconds >= 0.04 or not check.depth for check in long.checks)
    assert "plies deep" in deep.why


def test_why(game: Game, learner: Learner) -> None:
    """What was checked, how deep, what it was worth, and why a game is in the book, or not."""
    lost = learner.learn(session_of(game, "3132313"), mine=1)
    assert lost.ground == "lost"
    assert lost.why.startswith("lost, so it is taken in; the best move that nobody has made: ")
    assert f"other moves searched in {lost.searched} positions" in lost.why
    missed = learner.learn(session_of(game, "1313131"), mine=0)
    assert missed.ground == "missed"
    assert missed.missed is not None
    assert missed.missed.expected >= learner.lessons.promising
    assert f"{missed.missed.move} as move {missed.missed.ply + 1}, {missed.missed.expected:+.2f} expected" in missed.why
    strict = Learner(learner.book, learner.player, Lessons(depth=DEPTH, promising=1.1))
    clear = strict.learn(session_of(game, "2323232"), mine=0)
    assert (clear.ground, clear.is_kept) == ("clear", False)
    assert clear.why.startswith("won, and the opponent missed nothing, so it is left out; +1.10 would be promising, the best ")
    assert learner.learn(session_of(game, "31"), mine=0, result=0).why.startswith("drawn, so it is taken in")
    strict.stop()
    ended = strict.learn(session_of(game, "2424242"), mine=0)
    assert (ended.ground, ended.is_kept, ended.checks) == ("unchecked", False, ())


def test_who_gives_up_a_good_position_has_missed_something(game: Game, learner: Learner) -> None:
    """The last position counts as well, in which the opponent made no move at all."""
    session = session_of(game, "131313")  # the first player wins with 1
    lesson = learner.learn(session, mine=1, result=-1)
    assert lesson.ground == "missed"
    assert lesson.missed is not None
