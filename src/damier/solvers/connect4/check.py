"""Checking a book against the solver."""

import random
from typing import Any

from damier.games.connect4 import board_type
from damier.solvers.connect4.book import Book
from damier.solvers.connect4.layout import layout
from damier.solvers.connect4.solver import Solver


def wrong_scores(book: Book, sample: int, seed: int = 1) -> int:
    """How many of so many positions, chosen at random, have another score than the solver finds."""
    solver = Solver(book=None)
    chosen = random.Random(seed).sample(book.entries(), min(sample, len(book)))
    board = board_type(book.width, book.height)
    return sum(solver.solve(_position(board, key)).score != score for key, score in chosen)


def _position(board: Any, key: int) -> Any:
    """The position a key was made of: in each column the stones are all the bits below the key's highest, plus own's."""
    shape = layout(board(0, 0))
    own = both = 0
    for column in range(int(shape.width)):
        shift = column * int(shape.stride)
        bits = key >> shift & int(shape.column)
        height = (bits + 1).bit_length() - 1  # bits are 2^height - 1 and, at most as much again, own's stones
        stones = (1 << height) - 1
        both |= stones << shift
        own |= (bits - stones) << shift
    return board(own, both)
