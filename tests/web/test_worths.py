"""What positions are worth, and what moves have cost: exact stays exact, and only what is really lost is a mistake."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.engine.question import Thought
from damier.games.catalogue import load
from damier.games.game import Game
from damier.records.session import Session
from damier.records.variations import ROOT, Variations
from damier.rules import LOSS, WIN
from damier.web.play.mistakes import accuracy, cost, fall, mark_of
from damier.web.play.worth import Worth, after_move, final_worth, text_of, winner_of, worth_of
from damier.web.play.worths import Worths, truer

TICTACTOE = load("tictactoe")


def tree_of(game: Game, *lines: str) -> Variations:
    """A tree with these lines; one stands at the end of the last."""
    tree = Variations(game)
    for line in lines:
        tree.go(ROOT)
        for name in line.split():
            tree.play(tree.session.parse_move(name))
    return tree


def thought(move: int, value: int, depth: int = 5, exact: bool = False, plies: int | None = None, nodes: int = 10) -> Thought:
    return Thought(move, value, [move], depth, nodes, 0.1, exact, plies)


def estimate(points: int, position: Any, depth: int = 8) -> Worth:
    return Worth(points, False, depth, position)


def known(points: int, position: Any) -> Worth:
    return Worth(points, True, 8, position, source="exact")


# --------------------------------------------------------------------------------------------------------------------
# The store

WORTHS = st.builds(
    lambda points, exact, depth, plies, sound, move, result: Worth(
        points if exact or abs(points) < WIN else 7,
        exact,
        depth,
        None,
        plies if exact and abs(points) == WIN else None,
        None if move is None else thought(move, points, depth, exact),
        None if exact else result,
        "exact" if exact else "estimate",
        sound,
    ),
    st.sampled_from([LOSS, -40, 0, 40, WIN]),
    st.booleans(),
    st.integers(0, 40),
    st.none() | st.integers(1, 9),
    st.booleans(),
    st.none() | st.integers(0, 8),
    st.none() | st.sampled_from([-1, 1]),
)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, 4), WORTHS), max_size=30))
def test_an_exact_worth_is_never_replaced_by_an_estimate(told: list[tuple[int, Worth]]) -> None:
    """In whatever order whoever tells what: what is exact stays so, and no estimate gets shallower."""
    tree = tree_of(TICTACTOE, "b2 b1 a1 c3")
    worths = Worths(tree)
    for number, worth in told:
        before = {each: worths.get(each) for each in tree.nodes}
        worths.learn(number, replace(worth, position=tree.nodes[number].situation.position))
        for each, was in before.items():
            now = worths.get(each)
            if was is None:
                continue
            assert now is not None
            if was.exact:
                assert now.exact
                assert now.points == was.points
            elif not now.exact and was.is_sound and was.result is None and now.result is None:
                assert now.is_sound
                assert now.depth >= was.depth


def test_a_weak_level_does_not_say_what_a_position_is_worth() -> None:
    tree = tree_of(TICTACTOE, "b2")
    worths = Worths(tree)
    deep = replace(estimate(30, None, 40), is_sound=False)
    worths.learn(ROOT, deep)
    sound = worths.learn(ROOT, estimate(10, None, 3))
    assert sound.points == 10
    assert worths.learn(ROOT, deep) is sound


def test_the_parent_of_a_won_position_is_won() -> None:
    """b1 lets X win by force: then b2 b1 is known to be won by X, and in how many plies; nothing follows for b2 alone."""
    tree = tree_of(TICTACTOE, "b2 b1 a1")
    first, second, third = tree.line_through(tree.here)[1:]
    worths = Worths(tree)
    worths.learn(third, worth_of(TICTACTOE, tree.nodes[third].situation, thought(8, LOSS, exact=True, plies=4)))
    parent = worths.get(second)
    assert parent is not None
    assert (parent.points, parent.exact, parent.plies) == (WIN, True, 5)
    assert first not in worths


def test_a_position_whose_moves_are_all_known_is_worth_the_best_of_them() -> None:
    """Two free squares: one move draws, the other loses."""
    start = "b2 a1 c1 a3 a2 c2 b3"
    tree = tree_of(TICTACTOE, f"{start} b1", f"{start} c3")
    worths = Worths(tree)
    parent = tree.nodes[tree.nodes[tree.here].parent]
    assert len(parent.sons) == len(TICTACTOE.moves(parent.situation.position)) == 2
    for son, points in zip(parent.sons, (WIN, 0), strict=True):
        worths.learn(son, known(points, tree.nodes[son].situation.position))
    found = worths.get(parent.number)
    assert found is not None
    assert (found.points, found.exact) == (0, True)  # the second player, who is to move, draws


def test_the_best_move_of_an_exact_position_leads_to_an_exact_one() -> None:
    tree = tree_of(TICTACTOE, "b2 b1 a1")
    _, second, third = tree.line_through(tree.here)[1:]
    worths = Worths(tree)
    best = Thought(0, WIN, [0, 8, 3], 5, 10, 0.1, True, 5)
    worths.learn(second, worth_of(TICTACTOE, tree.nodes[second].situation, best))
    after = worths.get(third)
    assert after is not None
    assert (after.points, after.exact, after.plies) == (WIN, True, 4)
    assert after.thought is not None
    assert (after.thought.move, after.thought.value, after.thought.line) == (8, LOSS, [8, 3])


def test_the_result_of_a_game_stays() -> None:
    tree = tree_of(TICTACTOE, "b2 b1 a1 c3 a3 c1 a2")
    worths = Worths(tree)
    end = worths.learn(tree.here, final_worth(tree.session))
    assert (end.points, end.source) == (WIN, "end")
    assert worths.learn(tree.here, known(LOSS, None)) is end
    won = [worths.get(each) for each in tree.line_through(tree.here)[-2:]]
    assert [each is not None and each.points for each in won] == [WIN, WIN]  # the move before led to it


def test_of_two_wins_the_sooner_counts_and_lines_are_kept() -> None:
    position = TICTACTOE.start()
    late = replace(known(WIN, position), plies=7, thought=Thought(1, WIN, [1, 2, 3], 9, 1, 0.1, True, 7))
    soon = replace(known(WIN, position), plies=3)
    for one, other in ((late, soon), (soon, late)):
        both = truer(one, other)
        assert both.plies == 3
        assert both.thought is not None


def test_removed_positions_are_forgotten() -> None:
    tree = tree_of(TICTACTOE, "b2 b1 a1")
    worths = Worths(tree)
    gone = tree.here
    worths.learn(gone, estimate(3, None))
    tree.remove(gone)
    worths.keep_only(tree.nodes)
    assert gone not in worths
    worths.learn(gone, estimate(3, None))  # who still looked at it
    assert gone not in worths


def test_what_the_program_thought_of_its_move_is_known_of_the_position_after_it() -> None:
    session = Session(TICTACTOE)
    before = session.situation
    session.play(4)
    found = after_move(TICTACTOE, before, session.situation, Thought(4, 35, [4, 0], 6, 10, 0.1, False))
    assert (found.points, found.depth, found.exact) == (35, 5, False)
    assert found.thought is not None
    assert (found.thought.move, found.thought.value) == (0, -35)


# --------------------------------------------------------------------------------------------------------------------
# Mistakes


def test_only_a_worse_result_is_a_mistake_where_nothing_is_counted() -> None:
    """In Connect 4 a win that takes longer is as good; a half of the result or all of it is a blunder."""
    game = load("connect4")
    here = Session(game).situation
    soon, late, drawn, lost = (worth_of(game, here, thought(3, value, exact=True)) for value in (18, 2, 0, -2))
    assert mark_of(soon, late, 0, game) == ""
    assert fall(soon, late, 0, game) == 0
    assert [mark_of(soon, each, 0, game) for each in (drawn, lost)] == ["??", "??"]
    assert mark_of(drawn, lost, 0, game) == "??"
    assert mark_of(lost, soon, 0, game) == ""  # a present is no mistake
    assert mark_of(lost, soon, 1, game) == "??"  # but of the other player
    assert cost(soon, lost, 0, game) == 0  # there is nothing to count


def test_estimates_that_count_nothing_waver() -> None:
    game = load("connect4")
    position = game.start()
    before, seen = estimate(0, position), list[str]()
    for points in range(0, -100, -1):
        lost = fall(before, estimate(points, position), 0, game)
        seen.append(mark_of(before, estimate(points, position), 0, game))
        assert seen[-1] == ("??" if lost >= 0.3 else "?" if lost >= 0.2 else "?!" if lost >= 0.1 else "")
    assert set(seen) == {"", "?!", "?", "??"}
    assert mark_of(estimate(0, position), known(LOSS, position), 0, game) == "??"  # which is proved


def test_pawns_that_change_nothing_are_no_mistake() -> None:
    """In chess points are only a way to a result: a queen less is a blunder when level, not when a rook would do to win."""
    game = load("chess")
    position = game.start()

    def mark(before: int, after: int) -> str:
        return mark_of(estimate(before, position), estimate(after, position), 0, game)

    assert [mark(20, after) for after in (0, -40, -110, -400)] == ["", "?!", "?", "??"]
    assert mark(1500, 1100) == ""
    mate = replace(known(WIN, position), plies=5)
    assert mark_of(mate, estimate(1200, position), 0, game) == ""
    assert mark_of(mate, estimate(0, position), 0, game) == "??"
    assert cost(mate, estimate(0, position), 0, game) == 0  # a mate is no number of pawns
    assert cost(estimate(20, position), estimate(-110, position), 0, game) == 130


def test_points_that_are_the_result_count() -> None:
    """Othello is won by discs: each that is lost for sure is lost."""
    game = load("othello")
    position = game.start()
    marks = [mark_of(known(1000, position), known(1000 - 100 * lost, position), 0, game) for lost in (0, 1, 2, 6)]
    assert marks == ["", "?!", "?", "??"]
    assert mark_of(known(-1000, position), known(-400, position), 1, game) == "??"
    proved = replace(estimate(300, position), result=1)  # won, nobody knows by how much
    assert mark_of(proved, known(200, position), 0, game) == ""
    assert mark_of(proved, known(-200, position), 0, game) == "??"


def test_accuracy_is_what_the_documents_say() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    assert accuracy([0.0, 0.25]) == pytest.approx(50 + 50 * math.exp(-1))
    assert accuracy([1.0]) == pytest.approx(100 * math.exp(-4))


def test_who_wins_is_told_only_where_that_is_sure() -> None:
    position = load("chess").start()
    assert winner_of(known(LOSS, position)) == 1
    assert winner_of(known(0, position)) is None
    assert winner_of(estimate(900, position)) is None
    assert winner_of(replace(estimate(900, position), result=1)) == 0
    assert text_of(replace(known(WIN, position), plies=5), load("chess")) == "+#3"
