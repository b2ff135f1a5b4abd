"""A game with its variations: walking, branching, promoting and keeping it, against a plain list of lines."""

import random

import pytest

from damier.games import load
from damier.games.game import BadInput, Game
from damier.records.session import Session
from damier.records.variations import ROOT, Variations


def random_tree(game_name: str, seed: int, steps: int = 60) -> Variations:
    """Moves made and taken back by chance."""
    chance = random.Random(seed)
    tree = Variations.of_session(Session(load(game_name)))
    for _ in range(steps):
        legal = tree.session.legal_moves()
        if legal and not tree.session.is_over and chance.random() < 0.75:
            tree.play(chance.choice(legal))
        else:
            tree.go(chance.choice(list(tree.nodes)))
    return tree


def lines(tree: Variations) -> list[list[str]]:
    """All lines from the first position to an end, as names."""
    ends = [number for number, node in tree.nodes.items() if not node.sons]
    return sorted([tree.nodes[each].name for each in tree.path(end)[1:]] for end in ends)


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "kalah", "othello"])
def test_the_session_is_always_the_way_to_where_one_stands(game: str) -> None:
    tree = random_tree(game, 3)
    for number in random.Random(1).sample(list(tree.nodes), min(20, len(tree.nodes))):
        tree.go(number)
        again = tree.session_to(number)
        replayed = Session(tree.game)
        for move in again.moves:
            replayed.play(move)
        for each in (tree.session, again):
            assert each.moves == replayed.moves
            assert each.positions == replayed.positions
            assert each.turns == replayed.turns
            assert each.move_names() == replayed.move_names()
            assert (each.legal_moves(), each.score) == (replayed.legal_moves(), replayed.score)
        assert tree.node.ply == len(again.moves)


def test_a_walk_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules said of a position is kept with its node."""
    tree = random_tree("chess", 2)
    known = {number: (tree.session_to(number).legal_moves(), tree.session_to(number).score) for number in tree.nodes}
    for rule in ("play", "moves", "outcome", "move_name"):
        monkeypatch.delattr(Game, rule)
    for number in random.Random(1).sample(list(tree.nodes), len(tree.nodes)):
        tree.go(number)
        assert (tree.session.legal_moves(), tree.session.score) == known[number]
        assert len(tree.session_to(ROOT).moves) == 0
        assert tree.session_to(number).move_names() == [tree.nodes[each].name for each in tree.path(number)[1:]]


def test_a_copy_goes_its_own_way() -> None:
    tree = random_tree("connect4", 5)
    session, before = tree.session, tree.session.text
    other = session.copy()
    other.undo(3)
    other.play(other.legal_moves()[-1])
    assert tree.session.text == before
    assert session.text != other.text


@pytest.mark.parametrize("game", ["tictactoe", "kalah", "othello", "chess"])
def test_kept_and_taken_up_again(game: str) -> None:
    tree = random_tree(game, 5, 30)
    tree.nodes[ROOT].comment = "a game"
    tree.nodes[tree.here].comment = "here"
    tree.tags["Event"] = "test"
    copy = Variations.from_json(Session(tree.game), tree.to_json())
    assert copy.to_json() == tree.to_json()
    assert lines(copy) == lines(tree)
    assert copy.session.text == tree.session.text
    node = copy.play(copy.session.legal_moves()[0]) if not copy.session.is_over else copy.node
    assert node.number in copy.nodes


def test_playing_a_move_that_is_there_makes_no_second_one() -> None:
    tree = Variations.of_session(Session(load("tictactoe")))
    first = tree.play(4)
    tree.back()
    assert tree.play(4) is first
    tree.back()
    other = tree.play(0)
    assert tree.nodes[ROOT].sons == [first.number, other.number]
    assert tree.main_line() == [ROOT, first.number]
    assert tree.line_through(other.number) == [ROOT, other.number]
    tree.promote(other.number)
    assert tree.main_line() == [ROOT, other.number]


def test_undo_and_redo() -> None:
    tree = Variations.of_session(Session(load("connect4")))
    for column in (3, 3, 2):
        tree.play(column)
    text = tree.session.text
    assert [tree.back() for _ in range(4)] == [True, True, True, False]
    assert [tree.forward() for _ in range(4)] == [True, True, True, False]
    assert tree.session.text == text


def test_taking_a_move_out() -> None:
    tree = Variations.of_session(Session(load("connect4")))
    first = tree.play(3)
    second = tree.play(3)
    tree.play(2)
    tree.remove(second.number)
    assert tree.here == first.number
    assert set(tree.nodes) == {ROOT, first.number}
    later = tree.play(1)
    assert later.number not in (first.number, second.number)
    with pytest.raises(BadInput, match="first position"):
        tree.remove(ROOT)
    with pytest.raises(BadInput, match="no move 99"):
        tree.go(99)


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    tree = Variations.of_session(Session(load("tictactoe")))
    tree.play(4)
    before = tree.to_json()
    with pytest.raises(BadInput):
        tree.play(4)
    assert tree.to_json() == before
    assert len(tree.session.moves) == 1


def test_a_tree_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.records.variations.MOST_NODES", 3)
    tree = Variations.of_session(Session(load("tictactoe")))
    tree.play(0)
    tree.play(1)
    with pytest.raises(BadInput, match="at most 3 moves"):
        tree.play(2)
