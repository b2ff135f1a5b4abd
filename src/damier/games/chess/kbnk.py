"""King, bishop and knight against a lone king: about how many plies it is to the mate.

A sum of three tables: by the squares of the two kings and who is to move, of lone king and knight, of lone king and bishop.
They were fitted to the exact distances of all positions (`damier/learning/chess/bishop_and_knight.py`) and lie in the
file `kbnk.tables` (compressed by zlib), 10 kB of them, in sixteenths of a ply, numbered

    (table * 20 + row) * 64 + square

with tables 0 and 1 for the own king (1 when the lone king is to move), 2 for the knight, 3 for the bishop. The board is turned
so that the bishop is on dark squares and the lone king in one quarter of it, on one of 20 squares: its row.
"""

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.chess.position import Bits
from damier.kernel import helper

FILE = Path(__file__).with_name("kbnk.tables")
CHECKSUM = 0x65E53BDE  # of the tables: compiled code holds them, and is compiled anew only when a source changes
UNITS = 16  # of a ply
QUARTER = [square for square in range(64) if square >> 3 <= square & 7 <= 7 - (square >> 3)]
KING, LONE_TO_MOVE, KNIGHT, BISHOP = (table * len(QUARTER) * 64 for table in range(4))

TABLES = np.frombuffer(zlib.decompress(FILE.read_bytes()), np.int16)
ROWS = np.array([64 * QUARTER.index(square) if square in QUARTER else 0 for square in range(64)], np.int64)
LIGHT = Bits(0x55AA55AA55AA55AA)


@helper
def distance(king: Any, lone: Any, knight: Any, bishop: Any, lone_to_move: Any) -> Any:
    """About how many plies it is to the mate, in units; `lone_to_move` is 1 when the lone king is to move, else 0."""
    turn = 7 if (LIGHT >> Bits(bishop)) & Bits(1) != Bits(0) else 0
    if ((lone ^ turn) >> 3) + ((lone ^ turn) & 7) > 7:
        turn ^= 63
    king, lone, knight, bishop = king ^ turn, lone ^ turn, knight ^ turn, bishop ^ turn
    if lone >> 3 > lone & 7:
        king, lone, knight, bishop = transposed(king), transposed(lone), transposed(knight), transposed(bishop)
    row = ROWS[lone]
    by_king = np.int64(TABLES[KING + LONE_TO_MOVE * lone_to_move + row + king])
    return by_king + np.int64(TABLES[KNIGHT + row + knight]) + np.int64(TABLES[BISHOP + row + bishop])


@helper
def transposed(square: Any) -> Any:
    """The square mirrored in the diagonal from a1 to h8."""
    return ((square & 7) << 3) | (square >> 3)
