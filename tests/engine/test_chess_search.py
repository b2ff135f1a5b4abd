"""The player's search on chess: equal to the textbook where nothing is left out, and right where books say what is right."""

import os
import random

import pytest

from damier.engine.deepening import deepen, score_moves
from damier.engine.kernel.techniques import NOTHING, TO_THE_DEPTH, Techniques, only
from damier.engine.kernel.workspace import Workspace
from damier.games.catalogue import load
from damier.records.session import Session
from damier.rules import DRAW, WIN
from damier.search import Options, search
from damier.search.table import Table
from lengths import times

pytestmark = pytest.mark.xdist_group("chess")

CHESS = load("chess")
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"


def look(position, depth, techniques, past=(), node_limit=0):
    memory = Workspace(position, CHESS.weights(), Table(8), techniques, past=past, node_limit=node_limit, unit=CHESS.unit)
    return deepen(position, depth, memory, techniques), int(memory.record.nodes)


def names_of(position, line):
    names = []
    for move in line:
        names.append(CHESS.move_name(position, move))
        position = CHESS.play(position, move)
    return names


def random_positions(count, seed):
    """Positions, with the game going on, met in random play."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        position = CHESS.start()
        for _ in range(chance.randrange(80)):
            moves = CHESS.moves(position)
            if not moves:
                break
            position = CHESS.play(position, chance.choice(moves))
        if CHESS.moves(position):
            found.append(position)
    return found


# --------------------------------------------------------------------------------------------------------------------
# The textbook


@pytest.mark.sanitize
@pytest.mark.parametrize(
    ("techniques", "algorithm"),
    [
        (NOTHING, "alphabeta"),
        (only("quiescence"), "quiescence"),
        (TO_THE_DEPTH, "alphabeta"),
    ],
    ids=["nothing", "quiescence", "all that keeps the value"],
)
def test_without_selection_it_is_the_textbook(techniques, algorithm):
    count = times(12, 40) if algorithm == "quiescence" else 40  # which looks at every capture, in no order
    for position in random_positions(3 if PLAIN else count, seed=5):
        for depth in (1,) if PLAIN else (1, 2, 3):
            expected = search(position, algorithm, depth, Options(weights=CHESS.weights(), checks=0, whole_line=False)).value
            assert look(position, depth, techniques)[0].value == expected, (depth, CHESS.text(position))


def test_order_and_table_do_not_change_the_value_with_quiescence():
    with_quiescence = Techniques(**{**vars(TO_THE_DEPTH), "quiescence": True})
    for position in random_positions(25, seed=6):
        expected, _ = look(position, 3, only("quiescence"))
        found, _ = look(position, 3, with_quiescence)
        assert found.value == expected.value, CHESS.text(position)


def test_the_same_search_twice_is_the_same():
    position = CHESS.parse("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10")
    assert look(position, 8, Techniques()) == look(position, 8, Techniques())


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 1", 3),  # the mate suites of Vladica Pavlovic's collection
        ("3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", 3),
        ("1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 5),
        ("8/6p1/5pk1/7R/B7/8/8/7K w - - 0 1", 1),
    ],
)
def test_mates_are_found_and_counted(fen, plies):
    found, _ = look(CHESS.parse(fen), plies + 2, Techniques())
    assert (found.value, found.plies) == (WIN, plies)


# --------------------------------------------------------------------------------------------------------------------
# Draws


def test_a_position_that_comes_again_is_a_draw():
    """White, far behind and about to be mated, gives check for ever: Qe8+ Kh7 Qh5+ Kg8 Qe8+."""
    position = CHESS.parse("6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1")
    found, _ = look(position, 8, Techniques())
    assert (found.value, names_of(position, found.line)[0]) == (DRAW, "Qe8+")
    without, _ = look(position, 8, Techniques(repetition=False))
    assert without.value < -100


def test_the_third_time_counts_the_game_so_far():
    """The queen went to and fro: once more Kh8 and the position has come three times."""
    session = Session(CHESS, CHESS.parse("7k/8/8/8/8/8/5Q2/K7 w - - 0 1"))
    for name in ["Qf3", "Kg7", "Qf2", "Kh8", "Qf3", "Kg7", "Qf2"]:
        session.play(CHESS.parse_move(session.position, name))
    home = CHESS.parse_move(session.position, "Kh8")
    for past, is_draw in ((session.past, True), ((), False)):
        memory = Workspace(session.position, CHESS.weights(), Table(8), Techniques(), past=past, unit=CHESS.unit)
        score = score_moves(session.position, [home], 4, memory)[home]
        assert (score == DRAW) == is_draw
    session.play(home)
    assert session.score == DRAW


def test_fifty_moves_are_counted_through_the_table():
    """A won ending is a draw when the clock runs out before anything can happen, also with a table that knew it as won."""
    won = "8/8/8/3k4/8/8/1QK5/8 w - - {} 80"
    table = Table(8)
    for clock, is_won in ((0, True), (98, False), (0, True), (99, False)):
        position = CHESS.parse(won.format(clock))
        memory = Workspace(position, CHESS.weights(), table, Techniques(), unit=CHESS.unit)
        table.new_root()
        found = deepen(position, 8, memory, Techniques())
        assert (found.value > 500) == is_won, clock
