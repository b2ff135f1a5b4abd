"""The rules of Othello on 8x8, 6x6 and 4x4 boards.

A move puts a disc on an empty square and turns all discs of the other player that lie, without a gap, between it and
another disc of the mover's, in any of the eight directions; it must turn at least one. Who has no such move passes
(which is a move, and the only one then); when neither player has one the game is over. The empty squares that are left
go to the winner, as is the custom, and the score is the difference of the discs.

A disc counts 100, so that estimates may be finer than a disc. A move is the bit of its square (`discs.py`), or PASS.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from damier.bits import byte_swap, lowest, popcount
from damier.games.othello.discs import SIDE, SQUARES, Bits, flips, mirror, moves_of, transpose
from damier.games.othello.evaluation import estimate
from damier.kernel import helper, rule
from damier.rules import ONGOING

SIZES = (4, 6, 8)
PASS = SQUARES
DISC = 100  # what a disc counts
_ZERO, _ONE = Bits(0), Bits(1)

# How promising a square looks, before anything is known of the position: corners first, squares that give a corner last
CORNER, EDGE, INNER, BESIDE_CORNER, ACROSS_CORNER = range(5)
MOBILITY = 8  # what a move that is left to the other player counts when moves are ordered
PROMISE = np.array([64, 8, 0, -24, -32], np.int64)  # ... and each kind of square


class Othello(NamedTuple):
    """The discs of the player to move, and those of the other one."""

    own: np.uint64
    other: np.uint64


SIZE_OF: dict[type, int] = {}  # of the board, by position type


def bit_of(row: int, column: int, size: int) -> int:
    """The bit of a square, rows and columns counted from 0 at a1, on a board of this size."""
    edge = (SIDE - size) // 2
    return SIDE * (row + edge) + column + edge


def kind_of(row: int, column: int, size: int) -> int:
    """Which kind of square it is."""
    down, across = min(row, size - 1 - row), min(column, size - 1 - column)
    near, far = min(down, across), max(down, across)
    if far == 0:
        return CORNER
    if size > 4 and far == 1:
        return ACROSS_CORNER if near == 1 else BESIDE_CORNER
    return EDGE if near == 0 else INNER


@helper
def canonical_boards(own: Any, other: Any) -> Any:
    """The smallest of the eight boards that are the same up to turning and mirroring."""
    best_own, best_other = own, other
    for turn in range(8):
        if turn == 4:
            own, other = transpose(own), transpose(other)
        elif turn % 2 == 1:
            own, other = mirror(own), mirror(other)
        elif turn > 0:
            own, other = byte_swap(own), byte_swap(other)
        if own < best_own or (own == best_own and other < best_other):
            best_own, best_other = own, other
    return best_own, best_other


def start(size: int = 8, evaluation: str = "") -> Any:
    """Four discs in the middle; black, on e4 and d5 of the large board, moves first."""
    kind = board_type(size)
    low, high = size // 2 - 1, size // 2
    black = 1 << bit_of(low, high, size) | 1 << bit_of(high, low, size)
    white = 1 << bit_of(low, low, size) | 1 << bit_of(high, high, size)
    return kind(Bits(black), Bits(white))


@functools.cache
def board_type(size: int) -> Any:
    """The position type of a board of this size, with its rules."""
    if size not in SIZES:
        raise ValueError(f"an Othello board has {', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]} squares a side, not {size}")

    class Position(Othello):
        __slots__ = ()

    Position.__name__ = Position.__qualname__ = f"Othello_{size}x{size}"
    Position.__module__ = __package__  # where the compile cache finds it by its name
    SIZE_OF[Position] = size
    squares = [(row, column) for row in range(size) for column in range(size)]
    board = Bits(sum(1 << bit_of(row, column, size) for row, column in squares))
    area = np.int64(size * size)
    kinds = [0] * 5
    promise = np.zeros(SQUARES + 1, np.int64)
    for row, column in squares:
        kind = kind_of(row, column, size)
        kinds[kind] |= 1 << bit_of(row, column, size)
        promise[bit_of(row, column, size)] = PROMISE[kind]
    by_kind = np.array(kinds, np.uint64)

    @rule
    def moves(p: Position, out):
        legal = moves_of(p.own, p.other) & board
        if legal == _ZERO:
            out[0] = PASS
            return 1
        n = 0
        for i in range(len(by_kind)):
            left = legal & by_kind[i]
            while left != _ZERO:
                out[n] = lowest(left)
                n += 1
                left &= left - _ONE
        return n

    @rule
    def play(p: Position, move):
        if move == PASS:
            return Position(p.other, p.own)
        turned = flips(p.own, p.other, move)
        return Position(p.other ^ turned, p.own | turned | (_ONE << Bits(move)))

    @rule
    def opposite(p: Position):
        return Position(p.other, p.own)

    @rule
    def outcome(p: Position):
        if moves_of(p.own, p.other) & board != _ZERO or moves_of(p.other, p.own) & board != _ZERO:
            return ONGOING
        own, other = popcount(p.own), popcount(p.other)
        difference = own - other
        empty = area - own - other
        if difference > 0:
            difference += empty
        elif difference < 0:
            difference -= empty
        return DISC * difference

    @rule
    def evaluate(p: Position, weights):
        return estimate(p.own, p.other, board, weights)

    @rule
    def hint(p: Position, move):
        """Moves that leave the other player few moves; then by the kind of square."""
        if move == PASS:
            return 0
        turned = flips(p.own, p.other, move)
        replies = moves_of(p.other ^ turned, p.own | turned | (_ONE << Bits(move))) & board
        return promise[move] - MOBILITY * (popcount(replies) + popcount(replies & by_kind[0]))

    @rule
    def canonical(p: Position):
        own, other = canonical_boards(p.own, p.other)
        return Position(own, other)

    @rule
    def stage(p: Position):
        """The discs, twice, since a pass leaves them as they are: who has to pass is half a step behind."""
        must_pass = moves_of(p.own, p.other) & board == _ZERO and moves_of(p.other, p.own) & board != _ZERO
        return 2 * (popcount(p.own) + popcount(p.other)) - (1 if must_pass else 0)

    @rule
    def limits(p: Position):
        return -DISC * area, DISC * area

    return Position
