"""A chess position, seen from the player to move, and how a move is written as one number.

Squares are counted 0 to 63 from a1, b1, ... to h8. The board is turned over after each move, so that the player to
move always plays up the board: when Black is to move, Black's king starts on e1 and a pawn of Black's on e7 stands on e2.
No rule asks about colour. Which colour is to move is written in the state, for people alone.

    own, other      all pieces of the player to move, and of the other one
    pawns, knights, kings       of both
    diagonals       bishops and queens of both
    straights       rooks and queens of both
    own_key, other_key          the pieces of each player, each seen from its own side, as random numbers xored together
    material        how many pieces of each kind there are, four bits a kind: own in the lower half, other in the upper
    state           castling rights, en passant, reversible plies, colour, number of the move, unusual castling

What can be kept up with a few operations a move is kept (the keys, the material); it is never a matter of its own:
`of_boards` in `boards.py` makes it from the boards.

A castling right is unusual if the king is not on the e-file or the rook not in its corner, as in Chess960: only then is
the rook's file written into the state. Where nothing is unusual, those bits are zero, and one look at them is enough.

A move is from | to << 6 | piece << 12 | captured << 15 | promotion << 18 | kind << 21, squares as the player sees them.
Castling goes from the king's square to that where it will stand, which may be the same.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.kernel import helper

Bits = np.uint64

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
NOTHING = 0
PLAIN, DOUBLE_STEP, EN_PASSANT, CASTLING = range(4)  # kinds of moves

# The parts of a move
TO, PIECE, CAPTURED, PROMOTION, KIND = 6, 12, 15, 18, 21

# The parts of the state
OWN_SHORT, OWN_LONG, OTHER_SHORT, OTHER_LONG = 1, 2, 4, 8  # castling rights
EN_PASSANT_SHIFT = 4  # the file of a pawn that can be taken en passant, from 1; 0 if there is none
CLOCK_SHIFT = 8  # plies since the last capture or pawn move
MOST_CLOCK = 255
BLACK_SHIFT = 16  # 1 if Black is to move
NUMBER_SHIFT = 17  # of the move, from 1, as in a FEN
UNUSUAL_SHIFT = 44  # four bits for each castling right, in their order: 8 + the rook's file if it is unusual, else 0
MOST_NUMBER = (1 << (UNUSUAL_SHIFT - NUMBER_SHIFT)) - 1
FIFTY = 100  # plies without capture or pawn move that make a draw

COUNT_BITS = 4  # of a kind of piece in the material; a pawn stands in the lowest, a queen in the highest
HALF = np.uint64(32)


class Chess(NamedTuple):
    """See above."""

    own: np.uint64
    other: np.uint64
    pawns: np.uint64
    knights: np.uint64
    diagonals: np.uint64
    straights: np.uint64
    kings: np.uint64
    own_key: np.uint64
    other_key: np.uint64
    material: np.uint64
    state: np.uint64


def _random_numbers(count: int, seed: int) -> Any:
    """Numbers that look random and are the same for ever."""
    return np.array([int(mix(np.uint64(seed + i))) for i in range(count)], np.uint64)


PIECE_KEYS = _random_numbers(7 * 64, 0x1000)  # piece * 64 + square, as its owner sees it
RIGHTS_KEYS = _random_numbers(16, 0x2000)
EN_PASSANT_KEYS = _random_numbers(9, 0x3000)
EN_PASSANT_KEYS[0] = 0


@helper
def from_square(move: Any) -> Any:
    return move & 63


@helper
def to_square(move: Any) -> Any:
    return (move >> TO) & 63


@helper
def piece_of(move: Any) -> Any:
    return (move >> PIECE) & 7


@helper
def captured_by(move: Any) -> Any:
    """The piece that a move takes, or NOTHING."""
    return (move >> CAPTURED) & 7


@helper
def promotion_of(move: Any) -> Any:
    """The piece that a pawn becomes, or NOTHING."""
    return (move >> PROMOTION) & 7


@helper
def kind_of(move: Any) -> Any:
    return move >> KIND


@helper
def clock_of(position: Any) -> Any:
    """How many plies ago the last capture or pawn move was."""
    return np.int64(position.state >> Bits(CLOCK_SHIFT)) & 255


@helper
def en_passant_file(position: Any) -> Any:
    """The file, from 1, of the pawn that can be taken en passant, or 0."""
    return np.int64(position.state >> Bits(EN_PASSANT_SHIFT)) & 15


@helper
def is_black(position: Any) -> Any:
    """1 if Black is to move, else 0."""
    return np.int64(position.state >> Bits(BLACK_SHIFT)) & 1


@helper
def number_of(position: Any) -> Any:
    """The number of the move, as in a FEN."""
    return np.int64(position.state >> Bits(NUMBER_SHIFT)) & MOST_NUMBER


@helper
def has_unusual_castling(position: Any) -> Any:
    """Whether a player may castle with a king or a rook that began elsewhere than usual."""
    return position.state >> Bits(UNUSUAL_SHIFT) != Bits(0)


@helper
def rook_file(position: Any, right: Any) -> Any:
    """The file of the rook of a castling right: 0 to 3 in their order, short ones are even."""
    unusual = np.int64(position.state >> Bits(UNUSUAL_SHIFT + 4 * right)) & 15
    return unusual & 7 if unusual else 7 * (1 - (right & 1))
