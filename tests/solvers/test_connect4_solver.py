"""What a solver promises besides scores: tables do no harm, moves agree with what comes after them, it can be stopped."""

import itertools
import threading
import time

import pytest
from reference import random_positions, reference_scores
from sizes import in_group

from damier.games.connect4 import parse, start, text
from damier.kernel import native
from damier.rules import play
from damier.solvers.connect4 import IDEAS, Solver, Table
from damier.solvers.connect4.solver import compiled_for, legal

SMALL, USUAL = (5, 4), (7, 6)
STOPS_WITHIN = 5.0  # seconds; far more than it takes, on a machine that is busy
FIRST_PLAYER_WINS = 1  # the score of the empty 7x6 board: James D. Allen and Victor Allis, 1988


@pytest.fixture(scope="module")
def positions():
    return random_positions(SMALL, (4, 12), 400, 5, quiet=True)


@pytest.fixture(scope="module")
def scores(positions):
    return reference_scores(positions, SMALL)


def mirror_image(position):
    return native(parse("/".join(row[::-1] for row in text(position).split("/"))))


@in_group(SMALL)
def test_a_small_table_changes_no_score(positions, scores):
    solver = Solver(hash_mb=1, book=None)
    solver.solve(start(*SMALL))
    assert [solver.solve(position).score for position in positions] == scores


@in_group(SMALL)
def test_solvers_share_a_table(positions, scores):
    table = Table(1)
    one, two = Solver(table=table, book=None), Solver(table=table, book=None, without=("threats",))
    first = one.solve(start(*SMALL))
    again = two.solve(start(*SMALL))
    assert first.score == again.score == 0
    assert again.nodes < first.nodes / 10
    assert [two.solve(position).score for position in positions] == scores


@in_group(SMALL)
def test_threads_share_a_table(positions, scores):
    table = Table(1)
    found = {}

    def work(number):
        solver = Solver(table=table, book=None)
        solver.solve(start(*SMALL))
        found[number] = [solver.solve(position).score for position in positions]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[number] == scores for number in range(3))


@in_group(SMALL)
def test_boards_of_several_sizes_share_a_table():
    """The empty boards of all sizes have the same bits."""
    solver = Solver(hash_mb=1, book=None)
    values = {size: solver.solve(start(*size)).score for size in ((4, 4), (6, 4), (5, 4))}
    assert values == {(4, 4): 0, (6, 4): -1, (5, 4): 0}


@in_group(USUAL)
def test_mirror_images_have_the_same_score():
    for without in ((), ("mirror",)):
        solver = Solver(book=None, without=without)
        for position in random_positions(USUAL, (10, 20), 50, 6, quiet=True):
            assert solver.solve(position).score == solver.solve(mirror_image(position)).score, text(position)


@in_group(SMALL)
def test_a_score_is_that_of_the_best_move(positions, scores):
    solver = Solver(book=None)
    for position, score in zip(positions[:150], scores, strict=False):
        children = {column: native(play(position, column)) for column in legal(position)}
        columns = solver.columns(position)
        assert columns == [-solver.solve(children[i]).score if i in children else None for i in range(5)]
        assert max(-solver.solve(child).score for child in children.values()) == score
        assert solver.best(position) == (score, [column for column in legal(position) if columns[column] == score])
        assert solver.columns(position, weak=True) == [one if one is None else (one > 0) - (one < 0) for one in columns]


@in_group(USUAL)
@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ("1212121", -18),  # the first player won with his 4th stone of 21
        ("12121272", -18),  # the second with his 4th
        ("326434344226537461152522776615367731541157", -1),  # the second with the last stone
        ("667461761176361457517574413235434533522222", 0),  # the board is full
    ],
)
def test_finished_games(moves, score):
    position = parse(moves)
    for solver in (Solver(book=None), Solver(book=None, without=tuple(IDEAS))):
        assert solver.solve(position).score == score
        assert solver.solve(position, weak=True).score == (score > 0) - (score < 0)
        assert solver.solve_all([position]) == [score]
        assert solver.columns(position) == [None] * 7
        assert solver.best(position) == (score, [])


@in_group(USUAL)
def test_stopping_from_another_thread():
    solver = Solver(hash_mb=16, book=None)
    compiled_for(type(start(*USUAL)))
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    began = time.monotonic()
    answer = solver.solve(start(*USUAL))
    assert time.monotonic() - began < STOPS_WITHIN
    timer.join()
    assert not answer.is_solved
    assert answer.score is None
    assert answer.low <= FIRST_PLAYER_WINS <= answer.high
    assert solver.solve(parse("1212126")).is_solved  # it was that solve that was stopped, not the next


@in_group(USUAL)
def test_time():
    solver = Solver(hash_mb=16, book=None)
    heard = []
    answer = solver.solve(start(*USUAL), seconds=0.5, on_bounds=lambda low, high: heard.append((low, high)))
    assert answer.seconds < STOPS_WITHIN
    assert answer.low <= FIRST_PLAYER_WINS <= answer.high
    assert heard[-1] == (answer.low, answer.high)
    assert all(one[0] <= two[0] <= two[1] <= one[1] for one, two in itertools.pairwise(heard))
    assert solver.columns(start(*USUAL), seconds=0.3) == [None] * 7
