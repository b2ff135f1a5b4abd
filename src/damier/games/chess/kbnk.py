"""King, bishop and knight against a lone king, exactly: in how many moves the lone king is mated.

One byte a position, for the side with the pieces to move: the moves to mate, 33 at most, or 0 where there is none. The board is
turned so that the bishop is on dark squares and the lone king in one quarter of it, on one of 20 squares, its row:

    ((row * 64 + knight) * 32 + bishop / 2) * 64 + king

Where the lone king is to move, its moves are looked up one by one. The file `kbnk.moves` (compressed by zlib) was written by
`damier/learning/chess/bishop_and_knight.py`, from the table of the whole ending. What it holds, 2.6 MB, is too large to be a
constant of compiled code and is hardly ever needed. So a search of a position from which the ending is near has it behind the
weights of the evaluation, four bytes a number (`weights_for`); in others the ending is a won one like the rest.
"""

import functools
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from damier.bits import lowest
from damier.games.chess.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks
from damier.games.chess.position import Bits
from damier.games.chess.weights import COUNT, OTHERS, weights
from damier.kernel import helper

ZERO, ONE = Bits(0), Bits(1)
FILE = Path(__file__).with_name("kbnk.moves")
LIGHT = Bits(0x55AA55AA55AA55AA)
QUARTER = [square for square in range(64) if square >> 3 <= square & 7 <= 7 - (square >> 3)]
ROWS = np.array([QUARTER.index(square) if square in QUARTER else 0 for square in range(64)], np.int64)
NEVER = 255  # plies: there is no mate
MOST_MEN = 7  # on the board, kings included, where the ending is near


def weights_for(position: Any, evaluation: str = "") -> Any:
    """The weights for a search of a position, with the table behind them if a bishop and a knight may soon be left alone."""
    men = (int(position.own) | int(position.other)).bit_count()
    sides = int(position.material) & 0xFFFFFFFF, int(position.material) >> 32
    has_both = any(side >> 4 & 15 and side >> 8 & 15 for side in sides)
    return _with_table(evaluation) if men <= MOST_MEN and has_both and evaluation not in OTHERS else weights(evaluation)


@functools.cache
def _with_table(evaluation: str) -> Any:
    table = np.frombuffer(zlib.decompress(FILE.read_bytes()), "<i4")
    return np.concatenate([weights(evaluation), table.astype(np.int32)])


@helper
def has_table(weights: Any) -> Any:
    """Whether the table is behind these weights."""
    return len(weights) > COUNT


@helper
def plies_to_mate(king: Any, lone: Any, knight: Any, bishop: Any, lone_to_move: Any, weights: Any) -> Any:
    """In how many plies it is mate if both play as well as can be, or NEVER; `weights` have the table behind them."""
    if not lone_to_move:
        moves = moves_to_mate(king, lone, knight, bishop, weights)
        return 2 * moves - 1 if moves > 0 else np.int64(NEVER)
    covered = squares_covered(king, knight, bishop)
    free = KING_ATTACKS[lone] & ~covered
    if free & ((ONE << Bits(knight)) | (ONE << Bits(bishop))) != ZERO:
        return np.int64(NEVER)
    longest = np.int64(0)
    while free:
        moves = moves_to_mate(king, lowest(free), knight, bishop, weights)
        if moves == 0:
            return np.int64(NEVER)
        longest = max(longest, moves)
        free &= free - ONE
    if longest == 0 and covered & (ONE << Bits(lone)) == ZERO:  # stalemate
        return np.int64(NEVER)
    return 2 * longest


@helper
def squares_covered(king: Any, knight: Any, bishop: Any) -> Any:
    """The squares where the lone king may not go; it does not hide behind itself."""
    return bishop_attacks(bishop, (ONE << Bits(knight)) | (ONE << Bits(king))) | KNIGHT_ATTACKS[knight] | KING_ATTACKS[king]


@helper
def moves_to_mate(king: Any, lone: Any, knight: Any, bishop: Any, weights: Any) -> Any:
    """What the table says: in how many moves the side with the pieces, which is to move, mates; 0 if it cannot."""
    turn = 7 if (LIGHT >> Bits(bishop)) & ONE != ZERO else 0
    if ((lone ^ turn) >> 3) + ((lone ^ turn) & 7) > 7:
        turn ^= 63
    king, lone, knight, bishop = king ^ turn, lone ^ turn, knight ^ turn, bishop ^ turn
    if lone >> 3 > lone & 7:
        king, lone, knight, bishop = transposed(king), transposed(lone), transposed(knight), transposed(bishop)
    place = ((ROWS[lone] * 64 + knight) * 32 + (bishop >> 1)) * 64 + king
    return (np.int64(weights[COUNT + (place >> 2)]) >> (8 * (place & 3))) & 63


@helper
def transposed(square: Any) -> Any:
    """The square mirrored in the diagonal from a1 to h8."""
    return ((square & 7) << 3) | (square >> 3)
