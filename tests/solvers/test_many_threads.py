"""Exact solvers with several threads: the same values, whatever their number and however small the table."""

import random
import threading
import time
from typing import Any

import numpy as np
import pytest

from damier.games import load
from damier.games.connect4 import SIZES
from damier.kernel import native
from damier.rules import ONGOING, legal_moves, outcome, play
from damier.search.brothers import ALL, LAZY, ROOT
from damier.solvers.connect4 import Solver as Connect4Solver
from damier.solvers.othello import Solver as OthelloSolver
from damier.solvers.together import first_answer
from lengths import times

THREADS = (2, 3, 64)


def random_position(game: Any, moves: int, chance: random.Random) -> Any:
    """A position after so many random moves, whose game goes on."""
    while True:
        position = native(game.start())
        for _ in range(moves):
            if outcome(position) != ONGOING:
                break
            position = native(play(position, chance.choice(legal_moves(position))))
        if outcome(position) == ONGOING:
            return position


def rubbish(table: Any, chance: int) -> None:
    """Fill a table with what nobody has put there."""
    table.entries[:] = np.random.default_rng(chance).integers(0, 1 << 64, len(table.entries), np.uint64)


@pytest.mark.xdist_group("othello")
@pytest.mark.parametrize(("threads", "scheme"), [*((threads, ALL) for threads in THREADS), (4, LAZY), (4, ROOT)])
def test_othello(threads: int, scheme: int) -> None:
    chance, game = random.Random(threads), load("othello")
    one, many = OthelloSolver(16), OthelloSolver(1, threads=threads, scheme=scheme)
    for number in range(times(4, 1000)):
        position = random_position(game, 41, chance)  # with 19 empty squares
        rubbish(many.table, number)
        found = many.solve(position)
        assert found is not None
        assert found.score == one.solve(position).score
        assert found.move in legal_moves(position)


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize(("threads", "scheme"), [*((threads, ALL) for threads in THREADS), (4, LAZY), (4, ROOT)])
def test_connect4(threads: int, scheme: int) -> None:
    """Late positions are one thread's; these are early enough for all."""
    chance, game = random.Random(threads), load("connect4")
    one, many = Connect4Solver(16, book=None), Connect4Solver(1, book=None, threads=threads, scheme=scheme)
    width, height = SIZES[type(game.start())]
    for number in range(times(6, 1000)):
        position = random_position(game, width * height - 24, chance)
        many.table.clear()
        assert many.solve(position).score == one.solve(position).score, number
        assert many.best(position) == one.best(position)


@pytest.mark.xdist_group("connect4")
def test_stopped_early() -> None:
    """Time, and who says stop, end all of them soon; none is left, and the next question is answered."""
    solver = Connect4Solver(4, book=None, threads=8)
    start = native(load("connect4").start())
    solver.warm(start)
    before = threading.active_count()
    for seconds in (0.01, 0.1):
        began = time.perf_counter()
        assert not solver.solve(start, seconds=seconds).is_solved
        assert time.perf_counter() - began < seconds + 2
    timer = threading.Timer(0.1, solver.stop)
    timer.start()
    assert not solver.solve(start).is_solved
    timer.join()
    assert threading.active_count() == before
    late = native(load("connect4").parse("444444322222266666631"))
    assert solver.solve(late).score == Connect4Solver(4, book=None).solve(late).score


@pytest.mark.parametrize("make", [OthelloSolver, Connect4Solver])
def test_at_least_one(make: Any) -> None:
    with pytest.raises(ValueError, match="a solver has at least one thread, not 0"):
        make(1, threads=0)


class Record:
    stop = 0


def test_the_first_answer_counts() -> None:
    records = [Record() for _ in range(4)]

    def ask(record: Any) -> int:
        while record is not records[2] and not record.stop:
            time.sleep(0.001)
        return records.index(record)

    assert first_answer(ask, records) == 2
    assert [record.stop for record in records] == [0] * 4


def test_who_fails_is_heard() -> None:
    def ask(record: Any) -> int:
        raise ValueError("wrong rules")

    with pytest.raises(ValueError, match="wrong rules"):
        first_answer(ask, [Record(), Record()])
