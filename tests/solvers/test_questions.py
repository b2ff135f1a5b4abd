"""Questions about a position and its columns, and the seam through which the rest of damier asks them."""

import threading
import time

import pytest

from damier.games import load
from damier.games.connect4 import parse, start
from damier.rules import play
from damier.solvers.connect4 import Solver, solver
from damier.solvers.registry import has_solver, solver_for

SMALL = ["", "3", "12", "1234", "33334444", "1152", "251423"]


@pytest.mark.parametrize("moves", SMALL)
@pytest.mark.parametrize("weak", [False, True])
def test_best_columns_are_found_without_their_scores(monkeypatch, moves, weak):
    """Asking whether a column is as good as the position gives the same as comparing scores."""
    position = parse(moves, 5, 4)
    every = Solver(1).study(position, every_column=True, weak=weak)
    monkeypatch.setattr(solver, "_CHEAP", -1)
    asked = Solver(1).study(position, weak=weak)
    assert asked.scores == {}
    assert asked.best == every.best != []
    assert asked.answer.score == every.answer.score == max(every.scores.values())


def test_scores_are_those_of_the_solver():
    position = parse("33334444", 5, 4)
    heard = {}
    scores = Solver(1).scores(position, on_score=heard.__setitem__)
    assert scores == heard == {column: -Solver(1).solve(play(position, column)).score for column in (0, 1, 4)}


def test_boards_do_not_mix():
    """What was proved on one board is not taken for true on another."""
    asked = Solver(1)
    answers = [asked.solve(start(width, 4)).score for width in (5, 4, 5)]
    assert answers == [Solver(1).solve(start(width, 4)).score for width in (5, 4, 5)]


def test_stop_ends_a_question_as_a_whole_and_not_the_next():
    asked = Solver(16, book=False)
    asked.warm(start())
    threading.Timer(0.3, asked.stop).start()
    began = time.monotonic()
    assert asked.scores(start()) is None
    assert time.monotonic() - began < 10
    assert asked.scores(parse("44455554221")) is not None
    heard = {}
    assert asked.scores(parse("4"), seconds=0.05, on_score=heard.__setitem__) is None
    assert len(heard) < 7


def test_a_clock_does_not_stop_the_next_question():
    """Time that is over just when a question ends is over for that question only."""
    asked = Solver(1, book=None)
    position = parse("44455554221")
    asked.solve(position)
    for _ in range(300):
        asked.table.clear()
        asked.solve(position, seconds=0.0004)
        assert asked.solve(parse("4445555422")).is_solved


def test_which_games_have_a_solver(tmp_path):
    """A person's own game that has the name of a registered one is not solved by its rules."""
    connect4 = load("connect4")
    assert has_solver(connect4)
    assert solver_for(connect4, hash_mb=1).scores(parse("44455554221")) == dict.fromkeys((3, 2, 4, 1, 5, 0, 6), -15)
    assert solver_for(load("tictactoe")) is None
    own = tmp_path / "connect4.py"
    own.write_text(OWN)
    game = load(str(own))
    assert game.name == "connect4"
    assert not has_solver(game)
    assert solver_for(game) is None


OWN = '''
"""Take one."""
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, rule

class Heap(NamedTuple):
    stones: np.int64

START = Heap(3)

@rule
def moves(p: Heap, out):
    out[0] = 1
    return 1

@rule
def play(p: Heap, take):
    return Heap(p.stones - take)

@rule
def outcome(p: Heap):
    return LOSS if p.stones == 0 else ONGOING
'''
