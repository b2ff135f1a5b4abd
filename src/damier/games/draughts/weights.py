"""The weights of the evaluation: their names and places, and two sets of them.

A weight is worth something on a full board and something on an empty one; between the two it counts by the pieces that are
left (`evaluation.py`). The array that a search carries along has all the former, then all the latter.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.adjustable import Adjustable, read_numbers
from damier.games.grouped import grouped
from damier.wording import quoted

# How many weights each term has; what each counts is told by `evaluation.py`
TERMS: dict[str, int] = {
    "man": 1,
    "king": 1,
    "man on square": 32,
    "king on square": 32,
    "back row": 16,  # by its squares with men of one's own, square 1 the lowest bit, while the other has men
    "free man": 8,  # by row
    "man that can step": 1,
    "king's steps": 1,
    "king shut in": 1,
    "man held from behind": 2,  # on one side, on both
    "king far from the other's": 1,  # a step, of each king of the side that is ahead
    "the move": 1,
    "tempo": 1,
    "threat": 1,
}
PLACES: dict[str, int] = {}
for _name, _count in TERMS.items():
    PLACES[_name] = sum(TERMS[other] for other in PLACES)
COUNT = sum(TERMS.values())

MATERIAL, BY_HAND = "material", "hand"
ENDING_OF_FILE = ".weights"
POOR_PIECE, PIECE_STEP = 100, 40  # what men and kings count where a search for weights begins poorly; and their step

Pair = tuple[int, int]


def _by_rows(full: str, empty: str) -> list[Pair]:
    """Numbers for 32 squares, written in rows of four."""
    return list(zip(map(int, full.split()), map(int, empty.split()), strict=True))


VALUES: dict[str, list[Pair]] = {
    "man": [(100, 130)],
    "king": [(150, 200)],
    "man on square": _by_rows(
        """ 0  0  0  0   0  1  1  0   0  2  2 -1   0  3  4  1
            2  5  4  0   2  5  5  0   3  6  6  4   0  0  0  0 """,
        """-6 -6 -6 -6  -4 -4 -4 -4  -2 -1 -1 -2   0  2  2  0
            4  6  6  4   8 10 10  8  16 16 16 16   0  0  0  0 """,
    ),
    "king on square": _by_rows(
        """-6 -4 -4 -8  -4  0  0 -2  -2  4  4  0   0  6  6  0
            0  6  6  0   0  4  4 -2  -2  0  0 -4  -8 -4 -4 -6 """,
        """ 16 -8 -8 -14  16  0  0 -4  -4  8  8 -4  -4 10 10 -4
           -4 10 10 -4  -4  8  8 -4  -4  0  0  16 -14 -8 -8  16 """,
    ),
    "back row": [
        (3 * mask.bit_count() + 8 * (mask & 0b0101 == 0b0101) + 4 * (mask & 0b0110 == 0b0110), 4 * (mask > 0))
        for mask in range(16)  # the bridge, 1 and 3, holds longest
    ],
    "free man": [(row * 3, row * row + 4) for row in range(8)],
    "man that can step": [(1, 2)],
    "king's steps": [(2, 4)],
    "king shut in": [(-20, -40)],
    "man held from behind": [(1, 0), (2, 0)],
    "king far from the other's": [(0, -6)],
    "the move": [(0, 16)],
    "tempo": [(2, 4)],
    "threat": [(-25, -35)],
}  # fmt: skip


def names() -> list[str]:
    """The evaluations that come with damier."""
    return [BY_HAND, MATERIAL]


@functools.cache
def weights(evaluation: str = "") -> Any:
    """The weights of an evaluation: `hand`, `material`, which counts men and kings only, or a file FILE.weights."""
    name = evaluation or BY_HAND
    if name.endswith(ENDING_OF_FILE):
        known = adjustable()
        return known.weights(read_numbers(Path(name), known.names))
    if name not in names():
        raise ValueError(
            f"there is no evaluation {quoted(name)}; there are {', '.join(names())}, or a file FILE{ENDING_OF_FILE}"
        )
    return _flat(_pairs(VALUES if name == BY_HAND else {"man": [(100, 100)], "king": [(150, 150)]}))


def adjustable(evaluation: str = "") -> Adjustable:
    """The numbers that a search for weights changes: those of the evaluation that is set by hand."""
    if evaluation not in ("", BY_HAND):
        raise ValueError(f"weights of draughts are searched for as {quoted(BY_HAND)} has them, not {quoted(evaluation)}")
    poor = dict.fromkeys(("man", "king"), POOR_PIECE)
    return grouped(TERMS, _pairs(VALUES), ("full", "empty"), poor, PIECE_STEP, _flat)


def _pairs(counted: dict[str, list[Pair]]) -> Any:
    """The weights of all terms, one a row: on a full board, on an empty one."""
    rows = [pair for term, count in TERMS.items() for pair in counted.get(term, [(0, 0)] * count)]
    return np.array(rows, np.int32)


def _flat(pairs: Any) -> Any:
    """The array that a search carries along."""
    return np.asarray(pairs, np.int32).T.reshape(-1).copy()
