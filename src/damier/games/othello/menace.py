"""How often corners and edges like these were won: learning as MENACE did, with matchboxes (Alliot; D. Michie, 1963).

Two kinds of patterns are looked at, the 3x3 squares of each corner and the 8 squares of each edge, two bits a square
(one that black stands there, one that white does) and one for the player to move:

    corner  1 2 3    bits 0-8 black on squares 1-9, 9-17 white, 18 set if white is to move: 19 bits
            4 5 6
            7 8 9
    edge    12345678    bits 0-7 black, 8-15 white, 16 set if white is to move: 17 bits

The last bit halves both tables: a pattern with white to move has been won as often as the same in the other colours with
black to move. Positions are seen from the player to move, who is taken for black, so that it is always 0 here. Neither
does it matter from which end an edge is read, nor how a corner is mirrored: learning counts both as one.

What is learnt of a pattern is its share of won games, won / total. A position is worth the average over its eight
patterns, brought to the scale of discs. (To add the logarithms of won to lost instead, as if the patterns were witnesses
who know nothing of each other, agrees less with how games end: corners and edges share squares, and so do know.)
`weights` are the kind, what each corner counts, and what each edge counts.
"""

from typing import Any

import numpy as np

from damier.bits import byte_swap
from damier.games.othello.discs import Bits, mirror, transpose
from damier.kernel import helper

KIND = 2  # of these weights, in their first number
CORNERS, EDGES = 1 << 18, 1 << 16  # patterns, seen from the player to move
CORNERS_AT, EDGES_AT = 1, 1 + CORNERS  # where their values begin
LENGTH = 1 + CORNERS + EDGES
MOST = 6300  # no estimate is larger: a won game is worth up to 6400

_ROW, _EDGE = Bits(0b111), Bits(0xFF)
_3, _5, _8, _9, _10 = Bits(3), Bits(5), Bits(8), Bits(9), Bits(10)


@helper
def menace_score(own, other, weights):
    """The position for the player of `own`, who is to move; a disc counts 100."""
    score = np.int64(0)
    side_own, side_other = transpose(own), transpose(other)
    for _ in range(2):
        score += weights[CORNERS_AT + corner_index(own, other)]
        score += weights[CORNERS_AT + corner_index(mirror(own), mirror(other))]
        score += weights[EDGES_AT + edge_index(own, other)]
        score += weights[EDGES_AT + edge_index(side_own, side_other)]
        own, other, side_own, side_other = byte_swap(own), byte_swap(other), byte_swap(side_own), byte_swap(side_other)
    return max(-MOST, min(MOST, score))


@helper
def list_patterns(own: Any, other: Any, out: Any) -> None:
    """Write the places of the four corners and four edges in a table of corners, then edges."""
    side_own, side_other = transpose(own), transpose(other)
    for i in range(2):
        out[4 * i] = corner_index(own, other)
        out[4 * i + 1] = corner_index(mirror(own), mirror(other))
        out[4 * i + 2] = CORNERS + edge_index(own, other)
        out[4 * i + 3] = CORNERS + edge_index(side_own, side_other)
        own, other, side_own, side_other = byte_swap(own), byte_swap(other), byte_swap(side_own), byte_swap(side_other)


@helper
def corner_index(black: Any, white: Any) -> Any:
    """The number of the corner at a1, with black to move."""
    return np.int64(_nine(black) | (_nine(white) << _9))


@helper
def edge_index(black: Any, white: Any) -> Any:
    """The number of the edge from a1 to h1, with black to move."""
    return np.int64((black & _EDGE) | ((white & _EDGE) << _8))


@helper
def _nine(board):
    """The nine squares from a1 to c3."""
    return (board & _ROW) | ((board >> _5) & (_ROW << _3)) | ((board >> _10) & (_ROW << Bits(6)))


def mirrored_corner(index: Any) -> Any:
    """The number of the same corner mirrored along its diagonal, of one index or many."""
    turned = index & 0
    for bit in range(18):
        row, column = divmod(bit % 9, 3)
        turned |= (index >> bit & 1) << (9 * (bit // 9) + 3 * column + row)
    return turned


def mirrored_edge(index: Any) -> Any:
    """The number of the same edge read from its other end, of one index or many."""
    turned = index & 0
    for bit in range(16):
        turned |= (index >> bit & 1) << (8 * (bit // 8) + 7 - bit % 8)
    return turned
