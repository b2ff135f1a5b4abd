"""King and pawn against king, exactly: which positions the side with the pawn wins.

One bit a position, 24 kB in all, in the file `kpk.bits` (compressed by zlib), for pawns on the files a to d; the others
are mirrored. Its bits are numbered

    ((file * 6 + rank - 1) * 2 + turn) * 4096 + king * 64 + other_king

with squares as the side with the pawn sees them, the rank of the pawn 1 to 6, and turn 1 when the lone king is to move.
`damier/learning/chess/king_and_pawn.py` wrote the file, from the table of the ending.
"""

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.chess.position import Bits
from damier.kernel import helper

FILE = Path(__file__).with_name("kpk.bits")
WON = np.frombuffer(zlib.decompress(FILE.read_bytes()), np.uint64)


@helper
def is_won(pawn: Any, king: Any, other_king: Any, lone_to_move: Any) -> Any:
    """Whether the side of the pawn wins; `lone_to_move` is 1 when the lone king is to move, else 0."""
    mirror = 7 if pawn & 7 > 3 else 0
    pawn, king, other_king = pawn ^ mirror, king ^ mirror, other_king ^ mirror
    place = (((pawn & 7) * 6 + (pawn >> 3) - 1) * 2 + lone_to_move) * 4096 + king * 64 + other_king
    return (WON[place >> 6] >> Bits(place & 63)) & Bits(1) != Bits(0)
