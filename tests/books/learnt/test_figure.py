"""Buro's figure, as far as its text determines it.

"The figure shows a game tree T built from three games. [...] At the root v1 the algorithm has to choose between the two
"losing" moves and the heuristic alternative. If both players follow the strategies described above, the best line is v1, ...,
v4. In v4 the program sees hope, since the heuristic evaluation gives -0.1 for the opponent. Therefore it will choose the second
"losing" move in v1, and leave the known lines in v3."

What the text leaves open is chosen here: the first game is lost after one move of the opponent's; the third one differs from
the second by what the opponent plays in v2, and is drawn; the alternative in v1 is worth -0.3.

    v1 -+- first loser -- lost                                             game 1
        +- v2 (second) -+- v3 -+- lost                                     game 2
        |               |      +- v4: -0.1 for the opponent, not played
        |               +- other reply -- drawn                            game 3
        +- alternative: 0.3 for the opponent, not played
"""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from damier.books.learnt.book import MANY_GAMES, LearntBook
from damier.books.learnt.nodes import MAY_DRAW, MUST_WIN
from damier.books.learnt.store import BookGame
from damier.games import load
from damier.games.game import Game

TREE = "[[-1, 5], [[-1, [2, 3]], [0, 7]], [4, 6]]"
FIRST_LOSER, SECOND_LOSER, ALTERNATIVE = 0, 1, 2
TO_V3, OTHER_REPLY = 0, 1
LOSES, TO_V4 = 0, 1
GAMES = [
    BookGame([FIRST_LOSER, 0], -1),
    BookGame([SECOND_LOSER, TO_V3, LOSES], -1),
    BookGame([SECOND_LOSER, OTHER_REPLY, 0], 0),
]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("tree", tree=TREE)


@pytest.fixture
def book(game: Game, tmp_path: Path) -> Iterator[LearntBook]:
    with LearntBook.open(tmp_path / "figure.book", game, is_writable=True, is_made=True) as opened:
        opened.add(GAMES)
        v1 = game.start()
        v3 = game.play(game.play(v1, SECOND_LOSER), TO_V3)
        opened.examine(v1, 0, {ALTERNATIVE: -0.3}, depth=8)
        opened.examine(v3, 2, {TO_V4: 0.1}, depth=8)
        yield opened


def test_values(game: Game, book: LearntBook) -> None:
    """V_T and V_D of every position of the tree."""
    v1 = game.start()
    v2 = game.play(v1, SECOND_LOSER)
    v3 = game.play(v2, TO_V3)
    expected = {
        "v1": (v1, 0, -1, 0.1),
        "after the first loser": (game.play(v1, FIRST_LOSER), 1, 1, math.inf),
        "v2": (v2, 1, 1, -0.1),
        "v3": (v3, 2, -1, 0.1),
        "its end": (game.play(v3, LOSES), 3, 1, math.inf),
        "the other reply": (game.play(v2, OTHER_REPLY), 2, 0, 0.0),
    }
    for name, (position, ply, value, worth) in expected.items():
        page = book.look(position, ply)
        assert page is not None, name
        assert (page.value, page.worth) == (value, worth), name
    assert book.look(game.play(v3, TO_V4), 3) is None  # v4 is not in the tree


def test_the_second_losing_move_is_chosen_and_the_deviation_comes_at_v3(game: Game, book: LearntBook) -> None:
    v1 = game.start()
    advice = book.advise(v1, 0)
    assert advice.move == SECOND_LOSER
    assert not advice.is_deviation
    v2 = game.play(v1, SECOND_LOSER)
    assert book.advise(v2, 1).move == TO_V3  # the opponent, if he learns too, plays what has won
    v3 = game.play(v2, TO_V3)
    advice = book.advise(v3, 2)
    assert advice.move == TO_V4
    assert advice.is_deviation


def test_who_plays_to_win_counts_the_draw_as_lost(game: Game, book: LearntBook) -> None:
    """Then the opponent, who is content with it, has a sure reply in v2, and the second loser is no better than the first."""
    v2 = game.play(game.start(), SECOND_LOSER)
    drawn = game.play(v2, OTHER_REPLY)
    assert book.look(drawn, 2, MUST_WIN).worth == -math.inf
    assert book.advise(v2, 1, MAY_DRAW).move == OTHER_REPLY
    assert book.advise(game.start(), 0, MUST_WIN).move == ALTERNATIVE


def test_a_better_alternative_at_the_root_is_taken_at_once(game: Game, book: LearntBook) -> None:
    book.examine(game.start(), 0, {ALTERNATIVE: 0.2}, depth=8)
    advice = book.advise(game.start(), 0)
    assert advice.move == ALTERNATIVE
    assert advice.is_deviation


def test_when_the_deviation_has_lost_too_the_alternative_is_left(game: Game, book: LearntBook) -> None:
    """The game goes on from v4 and is lost: now v3 is lost for good, and v1 has only its alternative."""
    with pytest.raises(Exception, match="the rules say"):
        book.add([BookGame([SECOND_LOSER, TO_V3, TO_V4, 0], -1)])  # that leaf is worth 2 to who moved first
    book.add([BookGame([SECOND_LOSER, TO_V3, TO_V4], -1)])  # given up in v4
    assert book.look(game.start(), 0).worth == -0.3
    assert book.advise(game.start(), 0).move == ALTERNATIVE


def test_a_promise_that_was_broken_too_often_does_not_count(game: Game, book: LearntBook) -> None:
    """The second loser is lost again and again on the way to v4: at last something else is tried, though it promises less."""
    lost, start = BookGame([SECOND_LOSER, TO_V3, LOSES], -1), game.start()
    book.add([lost] * (MANY_GAMES - 3))  # one game is known already, and a draw
    assert book.advise(start, 0).move == SECOND_LOSER
    book.add([lost])
    assert book.look(start, 0).worth == 0.1  # which is what Buro's line is worth
    advice = book.advise(start, 0)
    assert advice.move == ALTERNATIVE
    assert SECOND_LOSER in advice.avoid
    assert book.look(start, 0).choices[-1].move == SECOND_LOSER
    book.avoid(start, 0, ALTERNATIVE)
    book.add([BookGame([FIRST_LOSER, 0], -1)] * MANY_GAMES)
    assert book.advise(start, 0).move == SECOND_LOSER  # there is nothing better any more


def test_what_is_known_to_win_is_played_however_often_it_was_lost_before(game: Game, book: LearntBook) -> None:
    """That is what has been learnt."""
    book.add([BookGame([SECOND_LOSER, TO_V3, LOSES], -1)] * MANY_GAMES)
    book.add([BookGame([SECOND_LOSER, TO_V3, TO_V4, 0], 1), BookGame([SECOND_LOSER, OTHER_REPLY, 1], 1)])
    assert book.look(game.start(), 0).value == 1
    assert book.advise(game.start(), 0).move == SECOND_LOSER
