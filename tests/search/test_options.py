"""Symmetry and ordering change what a search with memory visits, never what it finds."""

import itertools
import random

import pytest

from damier.games import load
from damier.kernel import native
from damier.rules import ONGOING, canonical, evaluate, hint, key, legal_moves, outcome, play, same_player
from damier.search.driver import Options, search
from damier.search.ordering import moves_in_order
from damier.search.solve import solve
from damier.search.table import Table
from damier.search.work import Work
from damier.trace import trace
from own_games import HEAPS

WITH_TABLE = ("memory", "memory-depth", "window", "mtd", "mtd-inf", "negac")
COMBINATIONS = list(itertools.product((False, True), repeat=2))
GAMES = {
    "tictactoe": load("tictactoe"),
    "connect4": load("connect4", width=5, height=4),
    "kalah": load("kalah"),
}


def positions(game, count, seed):
    """Positions met in random play, with the game going on."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        position = game.start()
        for _ in range(chance.randrange(12)):
            if legal := game.moves(position):
                position = game.play(position, chance.choice(legal))
        if game.moves(position):
            found.append(native(position))
    return found


def score_at_the_end(game, position, line):
    """The score, for the player to move at the start of the line, of the position at its end."""
    sign = 1
    for move in line:
        child = native(play(position, move))
        sign = sign if same_player(position, child) else -sign
        position = child
    score = int(outcome(position))
    return sign * (int(evaluate(position, game.weights())) if score == ONGOING else score)


def in_group(name):
    return pytest.param(name, marks=pytest.mark.xdist_group(name))


@pytest.mark.parametrize("name", [in_group(name) for name in GAMES])
def test_every_combination_gives_the_value_of_minimax(name):
    game = GAMES[name]
    table = Table(4)  # shared: what one combination stores, the others find
    for position in positions(game, 10, name):
        for depth in (1, 3, 6):
            expected = search(position, "minimax", depth, Options(weights=game.weights())).value
            for algorithm, (symmetry, ordering), log in itertools.product(WITH_TABLE, COMBINATIONS, (0, 10_000)):
                if algorithm != "memory" and log:
                    continue
                options = Options(symmetry=symmetry, ordering=ordering, log=log, table=table, weights=game.weights())
                found = search(position, algorithm, depth, options)
                case = (algorithm, options, depth, game.text(position))
                assert found.value == expected, case
                assert score_at_the_end(game, position, found.line) == expected, case


NOISY_HEAPS = (
    HEAPS
    + """
@rule
def noisy(p: Heaps, out):
    out[0], out[1] = 0, 1
    return 2 if p.left % 4 else 0

@rule
def hint(p: Heaps, heap):
    return p.heaps >> (8 + 6 * heap) & 7
"""
)


def test_noisy_moves_in_order_give_the_same_value(tmp_path):
    (tmp_path / "heaps.py").write_text(NOISY_HEAPS)
    game = load(str(tmp_path / "heaps.py"))
    nodes = {False: 0, True: 0}
    for position in positions(game, 20, "heaps"):
        for depth in (1, 4):
            found = {way: search(position, "quiescence", depth, Options(ordering=way, weights=game.weights())) for way in nodes}
            assert found[True].value == found[False].value
            for way, result in found.items():
                nodes[way] += result.nodes
    assert nodes[True] < nodes[False]


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize(("symmetry", "ordering"), COMBINATIONS)
def test_deepening_with_best_moves_from_the_table(symmetry, ordering):
    """The stored best move is an index in the order of the search, and in a mirror image it may be another move."""
    game = GAMES["connect4"]
    for position in positions(game, 10, 2):
        plain = search(position, "alphabeta", 7)
        options = Options(deepen=True, symmetry=symmetry, ordering=ordering)
        found = search(position, "memory-depth", 7, options)
        assert found.value == plain.value
        assert score_at_the_end(game, position, found.line) == plain.value or found.exact


@pytest.mark.xdist_group("connect4")
def test_on_4x4_each_option_saves_nodes():
    start = load("connect4", width=4, height=4).start()
    nodes = {}
    for symmetry, ordering in COMBINATIONS:
        found = search(start, "memory", 16, Options(symmetry=symmetry, ordering=ordering))
        assert found.exact
        assert found.value == 0
        nodes[symmetry, ordering] = found.nodes
    assert nodes[True, False] < nodes[False, False]
    assert nodes[False, True] < nodes[False, False]
    assert nodes[True, True] < min(nodes[True, False], nodes[False, True])


@pytest.mark.xdist_group("tictactoe")
def test_tictactoe_has_few_positions_up_to_symmetry():
    start = GAMES["tictactoe"].start()
    plain, symmetric = (search(start, "memory", 9, Options(symmetry=symmetry)) for symmetry in (False, True))
    assert plain.value == symmetric.value == 0
    assert 4 * symmetric.memory < plain.memory


@pytest.mark.xdist_group("tictactoe")
@pytest.mark.parametrize(("symmetry", "ordering"), COMBINATIONS)
def test_solving_with_options(symmetry, ordering):
    work = Work()
    solution = solve(GAMES["tictactoe"].start(), work, hash_mb=1, symmetry=symmetry, ordering=ordering)
    assert solution.is_solved
    assert solution.low == 0
    assert len(solution.line) == 9
    assert work.record.symmetry == symmetry
    assert work.record.ordering == 0  # the game has no hints


@pytest.mark.sanitize
@pytest.mark.xdist_group("connect4")
def test_moves_are_sorted_by_their_hints_and_stay_in_order_otherwise():
    game = GAMES["connect4"]
    for position in positions(game, 20, 4):
        listed = legal_moves(position)
        assert moves_in_order(position, False) == listed
        assert moves_in_order(position, True) == sorted(listed, key=lambda move: -hint(position, move))


@pytest.mark.xdist_group("connect4")
def test_symmetric_positions_share_an_entry():
    game = load("connect4", width=5, height=4)
    table = Table(1)
    left, right = game.parse("1125"), game.parse("5541")
    assert key(canonical(left)) == key(canonical(right))
    first = search(left, "memory", 6, Options(table=table, symmetry=True))
    second = search(right, "memory", 6, Options(table=table, symmetry=True))
    assert first.value == second.value
    assert (second.nodes, second.hits) == (1, 1)
    assert score_at_the_end(game, right, second.line) == second.value


@pytest.mark.xdist_group("connect4")
def test_a_trace_tells_what_a_search_with_options_did():
    game = GAMES["connect4"]
    seen = trace(game, game.start(), "memory", 3, Options(symmetry=True, ordering=True))
    assert seen.nodes[0].value == seen.result.value
    assert sum(node.hits for node in seen.nodes) == seen.result.hits > 0


@pytest.mark.xdist_group("connect4")
def test_a_line_can_be_left_as_the_search_kept_it():
    position = GAMES["connect4"].start()
    whole = search(position, "mtd", 6)
    short = search(position, "mtd", 6, Options(whole_line=False))
    assert (short.value, short.nodes) == (whole.value, whole.nodes)
    assert len(short.line) < len(whole.line)
