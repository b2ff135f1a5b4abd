"""B* and BPIP: the move that is separated is a best one, bounds hold at every node, distributions are those of brute force."""

import itertools
import os
import random
from collections import defaultdict

import numpy as np
import pytest
from trees import minimax_of, random_trees

from damier.games import load
from damier.games.tree import from_lists
from damier.kernel import native
from damier.rules import is_max, legal_moves, play, same_player
from damier.search import Options, search
from damier.search import bpip as bpip_module
from damier.search import bstar as bstar_module
from damier.search.catalogue import ALGORITHMS, CHOOSERS
from damier.search.distributions import SPIKES
from damier.search.driver import module_of
from damier.search.grown_tree import (
    BY_THE_RULES,
    COUNT,
    FATHER,
    FIELDS,
    FIRST,
    HIGH,
    LOW,
    MAX_MOVES,
    MOVE,
    PLY,
    ROOT,
    new_tree,
)
from damier.search.grown_tree import SPIKES as SPIKES_OF
from damier.search.influence import MATTERS, new_vectors
from damier.search.work import Work

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
TREES = 40 if PLAIN else 1000
DEEP = 10


def best_of(tree, maximising):
    values = [minimax_of(son, not maximising) for son in tree]
    return values, max(values) if maximising else min(values)


# --------------------------------------------------------------------------------------------------------------------
# B*


@pytest.mark.sanitize
@pytest.mark.parametrize("spread", [None, 250])  # values are -100 to 100: both bounds hold
def test_the_move_that_bstar_separates_is_a_best_one_on_a_thousand_trees(spread):
    for tree, maximising in random_trees(TREES, seed=11):
        found = search(from_lists(tree, maximising), "bstar", DEEP, Options(spread=spread))
        values, best = best_of(tree, maximising)
        assert found.complete
        assert values[found.move] == best
        low, high = found.interval
        assert low <= best <= high
        assert found.value == (low if maximising else high)
        assert not found.exact or low == high


def test_the_bounds_of_every_node_contain_its_value_whenever_the_search_is_stopped():
    rng = random.Random(5)
    for tree, maximising in random_trees(300, seed=12):
        position = native(from_lists(tree, maximising))
        grown, work = new_tree(1), Work(node_limit=rng.randint(1, 60))
        bstar_module.bstar(position, maximising, rng.choice((BY_THE_RULES, 250)), DEEP, grown, work.record)
        below = {ROOT: tree}
        for node in range(work.record.held):
            if node:
                father = int(grown[node, FATHER])
                below[node] = below[father][grown[node, MOVE]]
            value = minimax_of(below[node], bool(grown[node, MAX_MOVES]))
            assert grown[node, LOW] <= value <= grown[node, HIGH]
            if grown[node, COUNT]:
                sons = grown[grown[node, FIRST] : grown[node, FIRST] + grown[node, COUNT]]
                choose = max if grown[node, MAX_MOVES] else min
                assert grown[node, LOW] == choose(sons[:, LOW])
                assert grown[node, HIGH] == choose(sons[:, HIGH])


def values_of_moves(position, depth):
    """The minimax value for the player to move of each move."""
    found = {}
    for move in legal_moves(position):
        child = native(play(position, move))
        value = search(child, "memory", depth - 1, Options(whole_line=False)).value
        found[move] = value if same_player(position, child) else -value
    return found


def endings(game, plies, count, seed):
    """Positions that random games reach."""
    rng = random.Random(seed)
    while count:
        position = game.start()
        for _ in range(plies):
            if game.outcome(position) is None:
                position = native(play(position, rng.choice(legal_moves(position))))
        if game.outcome(position) is None:
            count -= 1
            yield position


@pytest.mark.parametrize(
    ("name", "options", "plies", "depth"),
    [("tictactoe", {}, 0, 9), ("tictactoe", {}, 3, 9), ("nim", {}, 4, 25), ("connect4", {"width": 4, "height": 4}, 6, 16)],
)
def test_in_small_games_the_move_is_a_best_one(name, options, plies, depth):
    game = load(name, **options)
    for position in endings(game, plies, 8 if plies else 1, seed=3):
        values = values_of_moves(position, depth)
        proved = search(position, "bstar", depth, Options(hash_mb=64))
        assert proved.complete
        assert values[proved.move] == max(values.values())
        assert proved.interval[0] <= max(values.values()) <= proved.interval[1]
        known = search(position, "bpip", depth, Options(hash_mb=512, gain=-1))
        assert known.exact
        assert known.value == max(values.values()) == values[known.move]


def test_an_only_move_is_proved_at_once():
    found = search(from_lists([[[1, 2], [3, [4, 5]]]]), "bstar", DEEP)
    assert found.complete
    assert found.move == 0
    assert found.nodes == 2
    assert found.interval == (1, 5)
    assert not found.exact


def test_a_margin_that_is_too_small_misleads_and_the_rules_do_not():
    position = from_lists([[[9, 9], [8, 8]], [[-5, -5], [-5, -5]], [[-9, 30], [-9, 30]]])
    assert search(position, "bstar", 1, Options(spread=0)).exact is False
    assert search(position, "bstar", DEEP).move == 2


# --------------------------------------------------------------------------------------------------------------------
# BPIP


@pytest.mark.sanitize
def test_bpip_that_knows_all_leaves_gives_the_minimax_value_on_a_thousand_trees():
    for tree, maximising in random_trees(TREES, seed=13):
        found = search(from_lists(tree, maximising), "bpip", DEEP, Options(gain=-1))
        values, best = best_of(tree, maximising)
        assert found.complete
        assert found.exact
        assert found.value == values[found.move] == best
        assert found.interval == (best, best)


class Grown:
    """A random tree as the search keeps it, whose leaves have random distributions of a few values."""

    def __init__(self, rng, leaves):
        self.rows, self.sons = [[-1, rng.random() < 0.5]], [[]]
        while sum(not sons for sons in self.sons) < leaves or len(self.sons[0]) < 2:
            open_nodes = [i for i, sons in enumerate(self.sons) if not sons]
            father = 0 if not self.sons[0] else rng.choice(open_nodes)
            for _ in range(rng.randint(2, 3)):
                self.sons[father].append(len(self.rows))
                self.sons.append([])
                self.rows.append([father, rng.random() < 0.5])
        self.tree = np.zeros((len(self.rows), FIELDS), np.int32)
        self.spikes = np.zeros((len(self.rows), MATTERS + 1))
        self.leaves = [node for node, sons in enumerate(self.sons) if not sons]
        for node, (father, is_max_here) in enumerate(self.rows):
            sons = self.sons[node]
            ply = 0 if father < 0 else self.tree[father, PLY] + 1
            self.tree[node, [FATHER, FIRST, COUNT]] = father, sons[0] if sons else 0, len(sons)
            self.tree[node, [PLY, MAX_MOVES, LOW, HIGH]] = ply, is_max_here, -50, 50
            self.tree[node, SPIKES_OF] = bpip_module.CHANGED
        for leaf in self.leaves:
            self.set(leaf, rng)

    def set(self, leaf, rng):
        values = sorted(rng.sample(range(-6, 6), rng.randint(1, 3)))
        weights = np.array([rng.randint(1, 5) for _ in values], float)
        self.tree[leaf, SPIKES_OF] = len(values)
        self.spikes[leaf, : len(values)] = values
        self.spikes[leaf, SPIKES : SPIKES + len(values)] = weights / weights.sum()

    def distribution(self, node):
        count = self.tree[node, SPIKES_OF]
        return dict(zip(self.spikes[node, :count], self.spikes[node, SPIKES : SPIKES + count], strict=True))

    def worth(self, node, known):
        """The naive twin: minimax of what the leaves turn out to be worth."""
        if not self.sons[node]:
            return known[node]
        values = [self.worth(son, known) for son in self.sons[node]]
        return max(values) if self.rows[node][1] else min(values)

    def cases(self, fixed=None):
        """All combinations of what the leaves may be worth, with their probability."""
        spread = [
            list(({fixed[1]: 1.0} if fixed and leaf == fixed[0] else self.distribution(leaf)).items()) for leaf in self.leaves
        ]
        for case in itertools.product(*spread):
            known = {leaf: value for leaf, (value, _) in zip(self.leaves, case, strict=True)}
            yield known, np.prod([weight for _, weight in case])

    def gain(self, fixed=None):
        """What it gains to know everything before choosing, by enumeration."""
        sign = 1 if self.rows[0][1] else -1
        best, means = 0.0, defaultdict(float)
        for known, weight in self.cases(fixed):
            values = {son: sign * self.worth(son, known) for son in self.sons[0]}
            best += weight * max(values.values())
            for son, value in values.items():
                means[son] += weight * value
        return best - max(means.values())


def test_distributions_are_backed_up_as_all_combinations_of_leaves_say():
    rng = random.Random(2)
    for _ in range(60):
        grown = Grown(rng, rng.randint(2, 6))
        work = Work()
        work.record.held = len(grown.rows)
        bpip_module.back_up(grown.tree, grown.spikes, np.zeros(0), work.record)
        for node in range(len(grown.rows)):
            wanted = defaultdict(float)
            for known, weight in grown.cases():
                wanted[grown.worth(node, known)] += weight
            assert grown.distribution(node) == pytest.approx(dict(wanted))


@pytest.mark.sanitize
def test_what_a_leaf_matters_is_what_knowing_it_changes_on_average():
    rng = random.Random(4)
    for _ in range(40):
        grown = Grown(rng, rng.randint(2, 5))
        work = Work()
        work.record.held = len(grown.rows)
        bpip_module.back_up(grown.tree, grown.spikes, np.zeros(0), work.record)
        assert bpip_module.promised(grown.tree, grown.spikes) == pytest.approx(grown.gain(), abs=1e-8)
        leaves = bpip_module.weigh(grown.tree, grown.spikes, len(grown.rows), new_vectors(10))
        assert leaves == len(grown.leaves)
        for leaf in grown.leaves:
            wanted = sum(
                weight * abs(grown.gain((leaf, value)) - grown.gain()) for value, weight in grown.distribution(leaf).items()
            )
            assert grown.spikes[leaf, MATTERS] == pytest.approx(wanted, abs=1e-8)


def test_a_gulp_takes_the_leaves_that_matter_most():
    spikes = np.zeros((40, MATTERS + 1))
    spikes[:, MATTERS] = np.arange(40)
    assert bpip_module.gulp(spikes, 40, 40) == (39, 2)  # two of 40, among those that matter 19.5 to 39
    assert bpip_module.gulp(spikes, 40, 400) == (19.5, 5)  # the twenty that matter more, and five of the next
    assert bpip_module.gulp(np.zeros((4, MATTERS + 1)), 4, 4) == (0, 1)  # nothing matters: any


def test_a_certain_move_is_found_with_fewer_nodes_than_all():
    """Where evaluations are right, it looks no further than the choice needs."""
    everything = search(load("connect4").start(), "bpip", 5, Options(gain=-1))
    enough = search(load("connect4").start(), "bpip", 5)
    content = search(load("connect4").start(), "bpip", 5, Options(gain=2.0))
    assert everything.value == search(load("connect4").start(), "alphabeta", 5).value
    assert content.nodes <= enough.nodes < everything.nodes
    assert all(each.complete and each.move == 3 for each in (everything, enough, content))


# --------------------------------------------------------------------------------------------------------------------
# Both


@pytest.mark.parametrize("algorithm", CHOOSERS)
def test_a_search_for_a_move_answers_when_it_is_stopped(algorithm):
    position = load("connect4").start()
    for nodes in (1, 5, 9, 300):
        found = search(position, algorithm, 12, Options(nodes=nodes))
        assert not found.complete
        assert not found.exact
        assert found.nodes <= nodes + 1
        assert (found.move in legal_moves(position)) == (nodes > 8)
    assert not search(position, algorithm, 20, Options(seconds=0.05, hash_mb=512)).complete
    full = search(position, algorithm, 20, Options(hash_mb=1))
    assert not full.complete
    assert full.move is not None
    assert 1_000 < full.memory < 20_000


@pytest.mark.parametrize("algorithm", CHOOSERS)
def test_the_same_search_is_the_same_again(algorithm):
    position = load("connect4").parse("44")
    one, two = (search(position, algorithm, 8, Options(nodes=5000)) for _ in range(2))
    assert (one.line, one.nodes, one.interval, one.leaves) == (two.line, two.nodes, two.interval, two.leaves)


@pytest.mark.parametrize("algorithm", CHOOSERS)
def test_a_finished_game_and_depth_0_have_no_move(algorithm):
    leaf = from_lists([[5, 6], 7])
    assert search(leaf, algorithm, 0).move is None
    over = native(play(leaf, 1))
    found = search(over, algorithm, 3)
    assert found.move is None
    assert found.value == 7
    assert is_max(leaf)


def test_what_cannot_be_is_said_in_one_line():
    position = load("tictactoe").start()
    for options, words in (
        (Options(spread=-1), "spread is -1"),
        (Options(gain=float("nan")), "gain is nan"),
        (Options(deepen=True), "does not deepen"),
    ):
        with pytest.raises(ValueError, match=words):
            search(position, "bpip", 3, options)


def test_the_catalogue_tells_the_searches_for_a_move_apart():
    assert set(CHOOSERS) == {name for name in ALGORITHMS if hasattr(module_of(name), "INTERVAL")}
