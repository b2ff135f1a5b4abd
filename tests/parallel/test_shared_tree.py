"""The top of a tree that many search: its root is proved by whatever bounds arrive, in whatever order, from whomever."""

import random
from typing import Any

import pytest

from damier.games import load
from damier.games.game import BadInput, Game
from damier.parallel.grain import GrainWatch, choose_grain
from damier.parallel.tree import Node, SharedTree
from damier.rules import INFINITY


def minimax(game: Game, position: Any, depth: int) -> int:
    """What a position is worth to its player to move; estimates are 0 in these games."""
    score = game.outcome(position)
    if score is not None or depth == 0:
        return score or 0
    return max(_reply(game, position, move, depth) for move in game.moves(position))


def _reply(game: Game, position: Any, move: int, depth: int) -> int:
    child = game.play(position, move)
    value = minimax(game, child, depth - 1)
    return value if game.same_player(position, child) else -value


def answer(tree: SharedTree, node: Node, window: tuple[int, int], chance: random.Random) -> None:
    """What a worker tells who has searched a subtree in this window: a bound if its value lies outside."""
    value = minimax(tree.game, node.position, node.depth)
    alpha, beta = window
    if value <= alpha:
        tree.learn(node.path, high=chance.choice([value, alpha]))
    elif value >= beta:
        tree.learn(node.path, low=chance.choice([value, beta]))
    else:
        tree.learn(node.path, value, value, [])


GAMES = [
    *(("random-tree", {"branching": 3, "depth": 6, "seed": seed, "values": 9}, 6) for seed in range(6)),
    ("nim", {"stones": 9}, 7),
    ("kalah", {"pits": 2, "seeds": 2}, 5),  # whose players may move again
    ("tree", {"tree": "[[3,[12,1],8],[2,4,6],7]"}, 3),
]


@pytest.mark.parametrize(("name", "options", "depth"), GAMES)
@pytest.mark.parametrize("grain", [1, 2, 4])
@pytest.mark.parametrize("workers", [1, 3])
def test_many_workers_prove_the_value(name: str, options: dict[str, Any], depth: int, grain: int, workers: int) -> None:
    """Windows are those of the moment at which a subtree was given out, however late its answer comes."""
    game, chance = load(name, **options), random.Random(f"{name} {options} {grain} {workers}")
    tree = SharedTree(game, game.start(), depth, grain, [chance.choice(game.moves(game.start()))])
    busy: list[tuple[Node, tuple[int, int]]] = []
    while not tree.root.is_known:
        for node in tree.tasks({node.path for node, _ in busy}):
            assert node.depth <= grain
            assert node.is_open()
            if len(busy) < workers:
                busy.append((node, node.window()))
        if not busy:
            break
        node, window = busy.pop(chance.randrange(len(busy)))
        answer(tree, node, window, chance)
        if chance.random() < 0.2:  # told twice, or of a position that nobody has asked for
            answer(tree, node, window, chance)
    assert tree.root.is_known
    assert tree.root.low == minimax(game, game.start(), depth)
    position = game.start()
    for move in tree.line():
        assert move in game.moves(position)
        position = game.play(position, move)


def test_brothers_wait_for_the_first() -> None:
    """At first there is one subtree to search; when it is known, so many as it has brothers."""
    game = load("random-tree", branching=4, depth=4)
    tree = SharedTree(game, game.start(), 4, 2, [2, 1])
    assert [node.path for node in tree.tasks()] == [(2, 1)]
    assert list(tree.tasks({(2, 1)})) == []
    tree.learn((2, 1), 5, 5)
    assert [node.path for node in tree.tasks()] == [(2, 0), (2, 2), (2, 3)]
    assert [node.window() for node in tree.tasks()] == [(-INFINITY, 5)] * 3  # who moves before them has 5 against him
    copy = SharedTree(game, game.start(), 4, 2)
    copy.learn((2, 1), 5, 5)  # of what is not looked at yet, too
    found = copy.find((2, 1))
    assert found is not None
    assert (found.low, found.high) == (5, 5)
    assert copy.find((2, 9)) is None
    assert copy.find((1, 1, 1, 1)) is None


def test_what_no_longer_matters_is_closed() -> None:
    game = load("tree", tree="[[3,12,8],[2,4,6],[14,5,2]]")
    tree = SharedTree(game, game.start(), 2, 1)
    tree.learn((0,), -3, -3)
    assert [node.path for node in tree.tasks()] == [(1,), (2,)]
    tree.learn((1,), low=-2)  # one reply is enough: at most 2, where 3 is known
    assert [node.path for node in tree.tasks()] == [(2,)]
    tree.learn((2,), low=-2)
    assert (tree.root.is_known, tree.root.low, tree.line()) == (True, 3, [0])


def test_rules_that_change_are_noticed() -> None:
    game = load("nim")
    tree = SharedTree(game, game.start(), 5, 3)
    tree.learn((1,), 4, 4)
    with pytest.raises(BadInput, match="two searches of the same position differ: nim"):
        tree.learn((1,), 5, 5)


def test_tasks_are_as_large_as_they_should_be() -> None:
    """A task lasts 50 ms at least; of a search of hours, longer."""
    assert choose_grain([0.001, 0.005, 0.01, 0.06], 20, 4) >= 4
    assert choose_grain([0.06], 2, 4) == 1
    short, long = (choose_grain([0.0001, 0.001, 0.01, 0.1], depth, 2) for depth in (6, 12))
    assert short == 4 < long < 12
    watch = GrainWatch(every=4)
    assert [watch.larger(0.001) for _ in range(8)] == [False, False, False, True] * 2
    assert not any(watch.larger(0.1) for _ in range(8))
