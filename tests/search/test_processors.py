"""Star and PVSplit on simulated processors: the value of minimax, a time that a naive simulation confirms, and its limits."""

import random
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest
from trees import minimax_of, random_trees

from damier.games import load
from damier.games.tree import from_lists
from damier.kernel import rule
from damier.rules import INFINITY, ONGOING
from damier.search.catalogue import ALGORITHMS, ON_PROCESSORS
from damier.search.driver import Options, module_of, search
from damier.search.processors import Processors
from damier.search.pvsplit import pvsplit
from damier.search.simulate import simulate
from damier.search.work import BOUND, ENTER, LEAF, NO_MOVE, Work
from lengths import times

COUNTS = (1, 2, 3, 7, 16, 1024)
CASES = (("star", 1), ("star", 2), ("pvsplit", 1))
TREES = times(60, 2_000)
LOG = 4_000
DEPTH = 6  # deeper than any of the trees


class Ordered(NamedTuple):
    """A uniform tree in which the first move is always the best: a game of one's own, without an evaluation."""

    left: np.int64
    value: np.int64
    branching: np.int64


@rule
def moves(p: Ordered, out):
    for i in range(p.branching):
        out[i] = i
    return p.branching


@rule
def play(p: Ordered, move):
    return Ordered(p.left - 1, move - p.value, p.branching)


@rule
def outcome(p: Ordered):
    return p.value if p.left == 0 else ONGOING


def on_processors(position: Any, algorithm: str, depth: int = DEPTH, **options: Any):
    return search(position, algorithm, depth, Options(whole_line=False, **options))


def check_lanes(timeline) -> None:
    """Nobody does two things at once, no node is searched by two at the same time, and all units are accounted for."""
    figures = timeline.figures
    for one, other in combinations(timeline.blocks, 2):
        if one.start < other.end and other.start < one.end:
            assert one.processor != other.processor
            shorter = min(len(one.path), len(other.path))
            assert one.path[:shorter] != other.path[:shorter]
    assert figures.idle + figures.nodes == figures.time * figures.processors
    assert sum(figures.nodes_each) == figures.nodes
    assert 0 <= figures.thrown_away <= figures.nodes
    assert all(block.nodes > 0 for block in timeline.blocks)


@pytest.mark.xdist_group("tree")
def test_value_of_minimax_whatever_the_number_of_processors():
    rng = random.Random(1)
    for tree, max_moves in random_trees(TREES, seed=31):
        position, expected = from_lists(tree, max_moves), minimax_of(tree, max_moves)
        for algorithm, grain in CASES:
            for count in COUNTS:
                message = rng.choice((0, 0, 1, 5))
                found = on_processors(position, algorithm, processors=count, grain=grain, message=message, log=LOG)
                assert found.value == expected, (tree, algorithm, grain, count)
                check_lanes(found.timeline)
                kinds = found.events[:, 0].tolist()
                assert kinds.count(ENTER) == found.nodes == found.timeline.figures.nodes
                assert kinds.count(LEAF) == found.leaves
                bare = on_processors(position, algorithm, processors=count, grain=grain, message=message)
                assert (bare.leaves, bare.nodes, bare.timeline.figures) == (found.leaves, found.nodes, found.timeline.figures)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("kalah", "tictactoe")])
def test_value_and_line_on_games(name):
    """In Kalah a player may move twice: partial values of such a position rise instead of falling."""
    game = load(name)
    rng = random.Random(4)
    for _ in range(4):
        position = game.start()
        for _ in range(rng.randrange(6)):
            position = game.play(position, rng.choice(game.moves(position)))
        depth = rng.randint(1, 5)
        plain = search(position, "alphabeta", depth)
        for algorithm, grain in CASES:
            for count in COUNTS:
                found = search(position, algorithm, depth, Options(processors=count, grain=grain))
                assert (found.value, found.line, found.exact) == (plain.value, plain.line, plain.exact)
                assert found.nodes == plain.nodes or count > 1


@pytest.mark.xdist_group("tree")
def test_one_processor_does_what_alpha_beta_does():
    """Event by event; only the rises of the bound are told besides."""
    for tree, max_moves in random_trees(TREES, seed=32):
        position = from_lists(tree, max_moves)
        plain = search(position, "alphabeta", DEPTH, Options(log=LOG))
        for algorithm, grain in CASES:
            found = on_processors(position, algorithm, processors=1, grain=grain, log=LOG)
            assert found.events[found.events[:, 0] != BOUND].tolist() == plain.events.tolist()
            figures = found.timeline.figures
            assert (figures.time, figures.sequential, figures.idle, figures.thrown_away) == (plain.nodes, plain.nodes, 0, 0)


@pytest.mark.xdist_group("tree")
def test_the_same_search_twice():
    for tree, max_moves in random_trees(10, seed=33):
        position = from_lists(tree, max_moves)
        for algorithm, grain in CASES:
            first, second = (on_processors(position, algorithm, processors=3, grain=grain, log=LOG) for _ in range(2))
            assert first.timeline.figures == second.timeline.figures
            assert first.events.tolist() == second.events.tolist()


# --------------------------------------------------------------------------------------------------------------------
# A naive star, in which time goes on unit by unit


def alphabeta_by_nodes(tree, alpha, beta, sign):
    """Alpha-beta that halts at every node for one unit of time."""
    yield "node"
    if not isinstance(tree, list):
        return sign * tree
    best = alpha
    for son in tree:
        best = max(best, -(yield from alphabeta_by_nodes(son, -beta, -best, -sign)))
        if best >= beta:
            break
    return best


class Slave:
    """A processor that has a position of level 1, with p0 as it was then; the partial value falls."""

    def __init__(self, tree, sign, p0):
        self.partial = INFINITY
        self.is_over = False
        self.work = self.run(tree, sign, p0)

    def run(self, tree, sign, p0):
        yield "node"
        if not isinstance(tree, list):
            self.partial = sign * tree
            return
        for son in tree:
            value = yield from alphabeta_by_nodes(son, p0, self.partial, sign)
            self.partial = min(self.partial, value)
            yield "told"
            if self.partial <= p0:
                return


def naive_star(tree, sign, count):
    """The value, and the time it takes on so many processors."""
    if not isinstance(tree, list):
        return sign * tree, 1
    p0, time, waiting = -INFINITY, 1, list(tree)
    slaves: list[Slave | None] = [None] * count
    while True:
        for i in range(count):
            if slaves[i] is None and waiting:
                slaves[i] = Slave(waiting.pop(0), sign, p0)
                next(slaves[i].work)
        if not any(slaves):
            return p0, time
        time += 1
        told = []
        for i, slave in enumerate(slaves):
            said = next(slave.work, "final") if slave else "node"
            if said != "node":
                told.append(i)
            while said == "told":
                said = next(slave.work, "final")
            if slave:
                slave.is_over = said == "final"
        for i in told:
            if slaves[i] and slaves[i].is_over:
                p0 = max(p0, slaves[i].partial)
                slaves[i] = None
            slaves = [None if slave and slave.partial <= p0 else slave for slave in slaves]


@pytest.mark.xdist_group("tree")
def test_the_star_takes_the_time_of_a_naive_one():
    for tree, max_moves in random_trees(TREES, seed=34):
        for count in COUNTS[:-1]:
            found = on_processors(from_lists(tree, max_moves), "star", processors=count)
            value, time = naive_star(tree, 1 if max_moves else -1, count)
            assert (found.value, found.timeline.time) == (value if max_moves else -value, time), (tree, count)


# --------------------------------------------------------------------------------------------------------------------
# How much can be gained


def test_dealing_out_the_moves_gains_less_than_two():
    """Alliot and Schiex, 15.5.5, footnote 22: where the first move takes half of the time, root splitting cannot gain more.

    With the best move first, four moves and an even depth, 54 % of alpha-beta's nodes lie below the first move.
    """
    depth = 8
    root, first = Ordered(depth, 0, 4), Ordered(depth - 1, 0, 4)
    whole = search(root, "alphabeta", depth).nodes
    half = search(first, "alphabeta", depth - 1).nodes
    assert 0.5 < half / whole < 0.55
    gains = {}
    for count in (1, 2, 3, 4, 5, 8, 16, 64, 256, 1024):
        gains["star"] = simulate(root, "star", count, depth).speed_up
        gains["pvsplit"] = simulate(root, "pvsplit", count, depth).speed_up
        assert gains["star"] <= min(count, whole / half) < 2
        assert gains["pvsplit"] <= count
        assert gains["pvsplit"] > gains["star"] or count == 1
    assert gains["star"] == pytest.approx(whole / half, rel=0.01)  # all the rest is done beside the first move
    assert gains["pvsplit"] > 2.9  # three other moves at each level
    assert simulate(root, "star", 1024, depth, Options(grain=2)).speed_up > 2  # a smaller grain goes beyond it as well


def test_the_star_begins_the_other_moves_beside_the_first():
    """Where they wait for it the gain is 1 / (0.5 + 0.5 / N); the star lies between that and two."""
    depth = 8
    for count in (2, 4):
        assert 1 / (0.5 + 0.5 / count) < simulate(Ordered(depth, 0, 4), "star", count, depth).speed_up < 2


def test_messages_cost_time_and_a_small_grain_has_more_of_them():
    root = Ordered(6, 0, 6)
    for algorithm, grain in CASES:
        free, dear = (simulate(root, algorithm, 4, 6, Options(grain=grain, message=cost)) for cost in (0, 50))
        assert free.value == dear.value == 0
        assert dear.time > free.time
        assert dear.idle > free.idle
    losses = [simulate(root, "star", 4, 6, Options(grain=grain, message=50)).time for grain in (1, 2)]
    assert losses[1] > losses[0]


# --------------------------------------------------------------------------------------------------------------------
# Windows, limits, bad input


@pytest.mark.xdist_group("tree")
def test_pvsplit_within_a_window_stops_what_is_not_needed():
    """Exact within its window, a bound on the right side outside it; where beta is reached, all are stopped."""
    stopped = 0
    for tree, max_moves in random_trees(TREES, seed=35):
        true = minimax_of(tree, max_moves) * (1 if max_moves else -1)
        for alpha, beta in ((true - 2, true + 2), (true - 9, true - 3), (true + 3, true + 9)):
            work = Work()
            processors = Processors(work.record, 3)
            found = pvsplit(from_lists(tree, max_moves), (), alpha, beta, DEPTH, processors)
            timeline = processors.timeline(found)
            check_lanes(timeline)
            assert timeline.figures.nodes == work.record.nodes
            stopped += sum(block.is_stopped for block in timeline.blocks)
            if alpha < true < beta:
                assert found == true
            else:
                assert found <= alpha if true <= alpha else found >= beta
    assert stopped > 0


@pytest.mark.xdist_group("connect4")
def test_limits_stop_all_processors():
    position = load("connect4").start()
    for algorithm in ON_PROCESSORS:
        found = search(position, algorithm, 30, Options(nodes=50_000))
        assert not found.complete
        assert found.nodes < 200_000
        assert found.timeline.figures.speed_up is None
        timed = search(position, algorithm, 40, Options(seconds=0.1, deepen=True))
        assert not timed.complete
        assert timed.move is not None


@pytest.mark.xdist_group("tree")
def test_bad_numbers_are_refused_in_one_line():
    position = from_lists([1, 2])
    for options, telling in (
        ({"processors": 0}, "processors is 0; it can be 1 to 1,024"),
        ({"processors": 1025}, "processors is 1025"),
        ({"grain": 3}, "grain is 3; positions of level 1 or 2"),
        ({"message": -1}, "message is -1"),
    ):
        with pytest.raises(ValueError, match=telling):
            search(position, "star", 1, Options(**options))
    with pytest.raises(ValueError, match="alphabeta does not run on several processors; star and pvsplit do"):
        simulate(position, "alphabeta", 4, 1)


def test_the_catalogue_tells_which_run_on_processors():
    assert set(ON_PROCESSORS) == {name for name in ALGORITHMS if hasattr(module_of(name), "on_processors")}


@pytest.mark.xdist_group("tree")
def test_a_leaf_and_a_single_move():
    for tree, value in ((7, 7), ([3], 3), ([[4]], 4)):
        for algorithm, grain in CASES:
            found = search(from_lists(tree), algorithm, 2, Options(processors=3, grain=grain))
            assert found.value == value
            assert found.timeline.time == found.nodes
    assert NO_MOVE not in search(from_lists([[4]]), "star", 2).line
