"""All algorithms give minimax's value."""

import functools
import os
import random
import sys

import pytest
from trees import minimax_of, random_trees

from damier.games import load, names
from damier.games.tree import from_lists
from damier.rules import INFINITY, is_max
from damier.search.catalogue import ALGORITHMS, NOT_MINIMAX
from damier.search.driver import Options, module_of, search
from damier.search.states import allocate, slot_width
from damier.search.table import Table
from damier.search.work import Work
from lengths import SOAK, times

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
TREES = 40 if PLAIN else times(3_000, 10_000)
STATES = 400
POSITIONS = 3 if PLAIN else 100
DEEPEST = {"chess": 1 if PLAIN else 2}  # where minimax looks at too much
DEPTH = 2 if PLAIN else 6
TO_THE_DEPTH = [name for name in ALGORITHMS if name not in NOT_MINIMAX]
IN_ORDER = [name for name in TO_THE_DEPTH if name != "alphabeta-sorted"]  # those that try moves as the game lists them
FAMILIES = ("alphabeta", "scout", "sss", "memory-depth", "mtd")  # one of each
SOME = {  # where each takes long to compile, and other games have all of them
    "chess": TO_THE_DEPTH if PLAIN else ("alphabeta", "memory-depth", "sss"),
    "draughts": TO_THE_DEPTH,
    **dict.fromkeys(() if PLAIN or SOAK else set(names()) - {"chess", "tictactoe", "tree"}, FAMILIES),
}


def value_of(position, algorithm, depth, table, guess=0, weights=()):
    """The value for Max, without what the driver does beside the search itself."""
    module = module_of(algorithm)
    work = Work(weights=weights)
    if getattr(module, "USES_TABLE", False):
        table.clear()  # trees name their nodes by numbers, so another tree's entries would be found
        work.use_table(table)
    if getattr(module, "USES_STATES", False):
        work.use_states(allocate(STATES, depth), STATES, slot_width(depth))
    score = module.run(position, depth, work.record, Options(guess=guess, margin=3))
    assert not work.record.overflow
    return score if getattr(module, "MINIMAX_CONVENTION", False) or is_max(position) else -score


@functools.cache
def trees_with_values():
    """Positions, their values by the naive minimax, and a guess for the algorithms that start from one."""
    rng = random.Random(7)
    return [
        (from_lists(tree, max_moves), minimax_of(tree, max_moves), rng.randint(-10, 10))
        for tree, max_moves in random_trees(TREES, seed=20)
    ]


@pytest.mark.sanitize
@pytest.mark.xdist_group("tree")
@pytest.mark.parametrize("algorithm", TO_THE_DEPTH)
def test_on_random_trees_of_mixed_shape(algorithm):
    table = Table(1)
    for position, expected, guess in trees_with_values():
        assert value_of(position, algorithm, 6, table, guess) == expected, load("tree").text(position)


def random_positions(game, count, rng):
    """Positions, with the game going on, met in random play."""
    found = []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(30)):
            moves = game.moves(position)
            if not moves:
                break
            position = game.play(position, rng.choice(moves))
        if game.moves(position):
            found.append(position)
    return found


@pytest.mark.sanitize
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()])
def test_on_every_game(name):
    """From 100 random positions at depth up to 6 (with the compiler off, fewer and less deep)."""
    game = load(name)
    rng = random.Random(name)
    table = Table(4)
    for position in random_positions(game, POSITIONS, rng):
        depth = rng.randint(0, DEEPEST.get(name, DEPTH))
        expected = value_of(position, "minimax", depth, table, weights=game.weights())
        for algorithm in SOME.get(name, TO_THE_DEPTH):
            if "sss" in algorithm:
                found = search(position, algorithm, depth, Options(weights=game.weights())).value
            else:
                found = value_of(position, algorithm, depth, table, weights=game.weights())
            assert found == expected, (algorithm, depth, game.text(position))


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize("algorithm", IN_ORDER)
def test_line_and_move_are_the_same_for_all(algorithm):
    game = load("connect4", width=5, height=4)
    rng = random.Random(3)
    for position in random_positions(game, 10, rng):
        depth = rng.randint(1, 6)
        reference = search(position, "minimax", depth)
        found = search(position, algorithm, depth)
        assert (found.value, found.line, found.move) == (reference.value, reference.line, reference.move)
        assert found.leaves > 0
        assert found.nodes >= found.leaves
        assert found.complete


@pytest.mark.xdist_group("kalah")
@pytest.mark.parametrize("algorithm", ["alphabeta", "scout", "pvs", "memory-depth", "mtd", "negac"])
def test_deepening_gives_the_same_value(algorithm):
    game = load("kalah")
    rng = random.Random(5)
    for position in random_positions(game, 5, rng):
        plain = search(position, "alphabeta", 5)
        deepened = search(position, algorithm, 5, Options(deepen=True))
        assert deepened.value == plain.value
        assert deepened.depth == 5 or deepened.exact


@pytest.mark.xdist_group("connect4")
def test_limits_stop_a_search():
    position = load("connect4").start()
    stopped = search(position, "alphabeta", 40, Options(nodes=100_000))
    assert not stopped.complete
    assert stopped.nodes < 300_000
    timed = search(position, "memory-depth", 42, Options(deepen=True, seconds=0.2))
    assert not timed.complete
    assert timed.move is not None
    assert 1 <= timed.depth < 42
    assert timed.seconds < 2


@pytest.mark.xdist_group("connect4")
def test_events_beyond_the_capacity_are_counted():
    found = search(load("connect4").start(), "alphabeta", 4, Options(log=50))
    assert len(found.events) == 50
    assert found.events_lost > 0


@pytest.mark.xdist_group("connect4")
def test_bad_arguments_are_refused_in_one_line():
    position = load("connect4").start()
    for algorithm, depth, options, telling in [
        ("nonsense", 3, Options(), "unknown algorithm"),
        ("alphabeta", -1, Options(), "depth is -1"),
        ("alphabeta", 10**9, Options(), "depth is 1000000000"),
        ("window", 3, Options(margin=0), "margin"),
        ("mtd", 3, Options(guess=INFINITY + 1), "guess"),
        ("itersss", 3, Options(list_length=1), "list length"),
        ("itersss", 6, Options(list_length=8), "too short"),
        ("memory", 3, Options(hash_mb=0), "at least 1"),
        ("memory", 3, Options(hash_mb=10**9), "does not fit"),
        ("alphabeta", 3, Options(seconds=0), "seconds"),
        ("alphabeta-sorted", 3, Options(note="luck"), "it can be hint or estimate"),
        ("tolerant", 3, Options(tolerance=-1), "tolerance is -1"),
        ("null-move", 3, Options(reduction=4), "reduction is 4"),
        ("quiescence", 3, Options(checks=-1), "checks is -1"),
    ]:
        with pytest.raises(ValueError, match=telling) as error:
            search(position, algorithm, depth, options)
        assert "\n" not in str(error.value)


def test_every_kernel_keeps_one_signature_for_a_position_type():
    """A recursive kernel with two versions for one game crashes the process that loads it from the cache."""
    if PLAIN:
        pytest.skip("nothing is compiled")
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("damier.search."):
            for kernel in vars(module).values():
                if hasattr(kernel, "nopython_signatures") and _is_recursive(kernel.py_func.__code__):
                    positions = [str(signature.args[0]) for signature in kernel.nopython_signatures]
                    assert len(set(positions)) == len(positions), (kernel, positions)


def _is_recursive(code):
    return code.co_name in code.co_names
