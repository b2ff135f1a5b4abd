"""Othello: turn the other player's discs, and have more of your own at the end."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from damier.games.othello import ggf, terms, writing
from damier.games.othello.formats import FORMATS, with_passes
from damier.games.othello.probcut import probcut
from damier.games.othello.rules import DISC, SIZE_OF, SIZES, bit_of, board_type, start
from damier.games.othello.weights import adjustable, names, weights
from damier.games.othello.writing import PALETTE, board, cells, move_name, parse, set_up, text, text_for, turn_written
from damier.games.spoken import texts_beside

__all__ = [
    "BENCH",
    "CHOICES",
    "COUNTED",
    "EXAMPLE",
    "EXPECTATION",
    "EXPLAINED",
    "FORMATS",
    "OPENINGS",
    "OPENING_NAMES",
    "OPTIONS",
    "PALETTE",
    "PLAYERS",
    "RULES",
    "SAMPLES",
    "SCORES",
    "SOLVER",
    "TITLE",
    "UNIT",
    "adjustable",
    "board",
    "cells",
    "explain",
    "move_name",
    "nboard_game",
    "parse",
    "plies_left",
    "probcut",
    "progress",
    "record",
    "replay",
    "set_up",
    "start",
    "text",
    "text_for",
    "turn_written",
    "weights",
    "with_passes",
]

TITLE = "Othello"
RULES = texts_beside(Path(__file__).with_name("rules"))
EXAMPLE = ("f5d6c3d3c4f4f6b4", ["e3"])
PLAYERS = ("black", "white")
UNIT = DISC
COUNTED = "disc"
SCORES = "how many discs more at the end, with best play"
SOLVER = "damier.solvers.othello.solver:Solver"
BENCH = (("", 6), ("f5d6c3d3c4f4f6b4", 6))
OPENINGS = Path(__file__).with_name("openings.tsv")
OPENING_NAMES = {"fr": OPENINGS.with_name("openings.fr.tsv")}
EXPLAINED = "the books' evaluation, by which only `table` and the like play"
SAMPLES = "damier.learning.othello.results:from_files"
OPTIONS = {"size": 8, "evaluation": ""}
CHOICES = {"size": SIZES, "evaluation": ("", *names())}
# ± 330, 67, 39, 27, 57; damier learn expectation othello --games wthor --count 20000 --depth 6
EXPECTATION = (1660, 964, 869, 609, 114)


def replay(text: str, size: int = 8, evaluation: str = "") -> list[int]:
    """The moves of a game, `f5d6c3`, with the passes that are left out there."""
    return writing.replay(text, size).moves


def record(text: str, size: int = 8, evaluation: str = "") -> tuple[Any, list[int]]:
    """Where a game began, and its moves: none where the text is a board."""
    return writing.record(text, size)


def nboard_game(position: Any, turn: int, moves: Sequence[int], properties: dict[str, str]) -> str:
    """A game in the format GGF: the board it begins with, and its moves."""
    return ggf.format_game(ggf.Record(properties, position, turn, [ggf.Move(move) for move in moves]))


def explain(position: Any, size: int = 8, evaluation: str = "") -> list[tuple[str, int, int]]:
    """What each term of the books' evaluation counts, in points, for the player to move and for the other."""
    coefficients = terms.coefficients(evaluation if evaluation in terms.WRITTEN else "table")
    size = SIZE_OF[type(position)]
    squares = sum(1 << bit_of(row, column, size) for row in range(size) for column in range(size))
    found = terms.explain(position.own, position.other, squares, terms.weights_of(coefficients))
    return [(term.name, term.coefficient * term.own, term.coefficient * term.other) for term in found]


def plies_left(position: Any) -> int:
    """One for each empty square, if nobody passes."""
    return SIZE_OF[type(position)] ** 2 - (int(position.own) | int(position.other)).bit_count()


def progress(position: Any) -> float:
    """The share of the discs that were put, of those that can be."""
    return 1 - plies_left(position) / (SIZE_OF[type(position)] ** 2 - 4)


def __getattr__(name: str) -> Any:
    """`Othello_8x8` and the like: position types are made when first named (also by the compile cache)."""
    size = name.removeprefix("Othello_").split("x")
    if name.startswith("Othello_") and len(size) == 2 and size[0] == size[1] and size[0].isdigit():
        return board_type(int(size[0]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
