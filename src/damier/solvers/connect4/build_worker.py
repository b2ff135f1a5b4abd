"""A process that solves positions of Connect 4 for a book, some at a time (`processes/serving.py`)."""

import math
from typing import Any

import numpy as np

from damier.games.connect4 import board_type
from damier.processes.serving import Say, Work, serve
from damier.solvers.connect4.solver import Solver, compiled_for
from damier.solvers.connect4.table import Table


def main() -> None:
    """Solve what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        board = board_type(terms["width"], terms["height"])
        solver = Solver(table=Table(terms["hash"], 1), book=None)

        def solve(asked: list[list[int]]) -> list[int | None]:
            say({"seconds": math.inf})  # nobody knows how long it takes
            compiled_for(board)
            return [solver.solve(board(np.uint64(own), np.uint64(both))).score for own, both in asked]

        return solve

    serve(begin)
