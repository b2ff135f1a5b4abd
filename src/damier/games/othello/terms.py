"""The evaluation of the books: the values of squares, and what corrects them (Alliot-Schiex 15.6.3, Alliot).

An evaluation is a sum of coefficients times terms. A term counts something on the board for one side, and what it
counts for the other is subtracted, so that the score of a position is that of the other side turned round:

    a1 b1 c1 d1 b2 c2 d2 c3 d3 d4   discs on the squares like this one, turned and mirrored (fig. 15.8)
    beside own corner               discs like b1 next to a corner of one's own: they no longer give access to it
    across own corner               the same for discs like b2
    tied to own corner              edge discs joined to a corner of one's own by discs of one's own: nobody takes them
    liberties                       empty squares next to one's discs: few of them leave the other few moves
    mobility                        one's legal moves

A smaller board leaves out rows and files of the figure, c and f on 6x6, also b and g on 4x4, so that corners stay
corners and the middle the middle:

    8x8   500 -150   30   10 ...     6x6   500 -150   10 ...     4x4   500   10 ...
         -150 -250    0    0              -150 -250    0                10   16
           30    0    1    2                10    0   16
           10    0    2   16

A disc counts 100. `weights` are the kind and the coefficients, the same for all sizes.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import popcount
from damier.games.othello.discs import SIDE, Bits, moves_of, neighbours
from damier.kernel import helper
from damier.wording import quoted

KIND = 1  # of these weights, in their first number
WRITTEN = ("squares", "table")  # the evaluations whose coefficients are written below

FIGURE = {  # Alliot-Schiex fig. 15.8, one square of each kind
    "a1": 500, "b1": -150, "c1": 30, "d1": 10,
    "b2": -250, "c2": 0, "d2": 0,
    "c3": 1, "d3": 2,
    "d4": 16,
}  # fmt: skip
CORRECTIONS = {  # the books name them without numbers: chosen by hand, then measured (docs/evaluations.md)
    "beside own corner": 200,  # more than b1 costs, so that the square becomes positive ...
    "across own corner": 300,  # ... and so does b2
    "tied to own corner": 100,
    "liberties": -30,
    "mobility": 50,
}
NAMES = (*FIGURE, *CORRECTIONS)
CORNER, BESIDE, ACROSS = 0, 1, 4  # places of a1, b1 and b2 among the names
SQUARE_KINDS = len(FIGURE)
BESIDE_OWN, ACROSS_OWN, TIED, LIBERTIES, MOBILITY = range(SQUARE_KINDS, len(NAMES))
TERMS = len(NAMES)

_KEPT = {4: "adeh", 6: "abdegh", 8: "abcdefgh"}  # rows and files of the figure, on boards of each size
_KIND_OF = {frozenset((ord(name[0]) - ord("a"), int(name[1]) - 1)): place for place, name in enumerate(FIGURE)}
_ONE_STEP, _TWO_STEPS, _FOUR_STEPS = Bits(1), Bits(2), Bits(4)
_ONE_ROW, _TWO_ROWS, _FOUR_ROWS = Bits(8), Bits(16), Bits(32)


def _square_masks(size: int) -> list[int]:
    """The squares of each kind on a board of this size, which lies in the middle of the large one."""
    edge = (SIDE - size) // 2
    masks = [0] * SQUARE_KINDS
    files = [min(ord(letter) - ord("a"), ord("h") - ord(letter)) for letter in _KEPT[size]]
    for row, down in enumerate(files):
        for column, across in enumerate(files):
            masks[_KIND_OF[frozenset((down, across))]] |= 1 << (SIDE * (row + edge) + column + edge)
    return masks


def _edge_masks(size: int) -> list[int]:
    """The first and last row, and the first and last file."""
    low, high = (SIDE - size) // 2, (SIDE + size) // 2 - 1
    along = range(low, high + 1)
    rows = sum(1 << (SIDE * row + column) for row in (low, high) for column in along)
    files = sum(1 << (SIDE * row + column) for column in (low, high) for row in along)
    return [rows, files]


MASKS = np.array([_square_masks(size) for size in _KEPT], np.uint64)  # by size and kind of square
EDGES = np.array([_edge_masks(size) for size in _KEPT], np.uint64)
_AREAS = tuple(size * size for size in _KEPT)


def coefficients(evaluation: str) -> dict[str, int]:
    """The coefficients by name: `squares` is fig. 15.8 alone, `table` has all corrections."""
    if evaluation not in WRITTEN:
        raise ValueError(f"the evaluations of the books are {' and '.join(WRITTEN)}, not {quoted(evaluation)}")
    return FIGURE | (CORRECTIONS if evaluation == "table" else dict.fromkeys(CORRECTIONS, 0))


def weights_of(values: dict[str, int]) -> Any:
    """The weights that carry these coefficients; terms that are not named count nothing."""
    return np.array([KIND, *(values.get(name, 0) for name in NAMES)], np.int32)


@helper
def terms_score(own, other, board, weights):
    """The position for the player of `own`; `board` has the squares of the board."""
    size = size_index(board)
    score = np.int64(0)
    for kind in range(SQUARE_KINDS):
        score += weights[1 + kind] * (popcount(own & MASKS[size, kind]) - popcount(other & MASKS[size, kind]))
    score += corrections(own, other, board, size, weights) - corrections(other, own, board, size, weights)
    most = 100 * popcount(board) - 100  # no estimate is worth a board full of discs
    return min(max(score, -most), most)


@helper
def corrections(own, other, board, size, weights):
    """What the corrections count for one side; those without a coefficient are not looked for."""
    score = np.int64(0)
    if weights[1 + BESIDE_OWN] != 0 or weights[1 + ACROSS_OWN] != 0:
        near = near_own_corners(own, size)
        score += weights[1 + BESIDE_OWN] * popcount(near & MASKS[size, BESIDE])
        score += weights[1 + ACROSS_OWN] * popcount(near & MASKS[size, ACROSS])
    if weights[1 + TIED] != 0:
        score += weights[1 + TIED] * popcount(tied(own, size))
    if weights[1 + LIBERTIES] != 0:
        score += weights[1 + LIBERTIES] * popcount(liberties(own, other, board))
    if weights[1 + MOBILITY] != 0:
        score += weights[1 + MOBILITY] * popcount(moves_of(own, other) & board)
    return score


@helper
def count_terms(own: Any, other: Any, board: Any, out: Any) -> None:
    """Write what each term counts for one side."""
    size = size_index(board)
    for kind in range(SQUARE_KINDS):
        out[kind] = popcount(own & MASKS[size, kind])
    near = near_own_corners(own, size)
    out[BESIDE_OWN] = popcount(near & MASKS[size, BESIDE])
    out[ACROSS_OWN] = popcount(near & MASKS[size, ACROSS])
    out[TIED] = popcount(tied(own, size))
    out[LIBERTIES] = popcount(liberties(own, other, board))
    out[MOBILITY] = popcount(moves_of(own, other) & board)


@helper
def size_index(board):
    """The place of a board's size among the masks."""
    squares = popcount(board)
    return 0 if squares == _AREAS[0] else 1 if squares == _AREAS[1] else 2


@helper
def near_own_corners(own, size):
    """Own discs next to own corners."""
    return neighbours(own & MASKS[size, CORNER]) & own


@helper
def liberties(own, other, board):
    """Empty squares next to own discs."""
    return neighbours(own) & board & ~(own | other)


@helper
def tied(own, size):
    """Edge discs, corners left out, that an unbroken row of own discs joins to an own corner."""
    corners = own & MASKS[size, CORNER]
    along, down = own & EDGES[size, 0], own & EDGES[size, 1]
    joined = _joined(corners, along, _ONE_STEP, _TWO_STEPS, _FOUR_STEPS)
    joined |= _joined(corners, down, _ONE_ROW, _TWO_ROWS, _FOUR_ROWS)
    return joined & ~corners


@helper
def _joined(corners, edge, one, two, four):
    """The discs of an edge that can be reached from corners in steps of one, both ways: 1, 2, then 4 at a time."""
    up = down = corners
    up_room = down_room = edge
    for step in (one, two, four):
        up |= up_room & (up << step)
        down |= down_room & (down >> step)
        up_room &= up_room << step
        down_room &= down_room >> step
    return up | down


class Term(NamedTuple):
    """One term of a position: what it counts for each side, its coefficient, and what that makes for the player to move."""

    name: str
    own: int
    other: int
    coefficient: int

    @property
    def points(self) -> int:
        return self.coefficient * (self.own - self.other)


def explain(own: Any, other: Any, board: Any, weights: Any) -> list[Term]:
    """All terms of a position by name; their points add up to its score, but for its limits."""
    counts = np.zeros((2, TERMS), np.int64)
    count_terms(Bits(own), Bits(other), Bits(board), counts[0])
    count_terms(Bits(other), Bits(own), Bits(board), counts[1])
    sides = counts.tolist()
    return [Term(name, sides[0][i], sides[1][i], int(weights[1 + i])) for i, name in enumerate(NAMES)]
