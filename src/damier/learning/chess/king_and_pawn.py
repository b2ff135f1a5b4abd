"""King and pawn against king, from the table of the ending.

What the evaluation needs of it (`games/chess/kpk.py`), a bit a position, is a file of a few kB:

    python -m damier.learning.chess.king_and_pawn --write
"""

import sys
import zlib
from typing import Any

import numpy as np

from damier.endgames.numbered import build_needed
from damier.endgames.table import UNUSED, Tables, probe
from damier.games import catalogue
from damier.games.chess.kpk import FILE
from damier.games.chess.position import Bits, Chess
from damier.kernel import compiled, part

ZERO, ONE = Bits(0), Bits(1)
MATERIAL = ONE  # a pawn


def solve() -> Any:
    """Whether the side of the pawn wins: [turn, pawn, own king, other king], turn 1 for the other one to move."""
    game = catalogue.load("chess")
    tables = Tables(game.endings)
    build_needed(game, "KPK", tables)
    won = np.zeros((2, 64, 64, 64), np.bool_)
    _look_up(won, tables.directory)
    return won


@part
def _bit(square: Any) -> Any:
    return ONE << Bits(square)


@compiled
def _look_up(won: Any, directory: Any) -> None:
    """Write what the table says of all positions; who is to move sees the board from his side."""
    for pawn in range(8, 56):
        for king in range(64):
            for lone in range(64):
                if king in (pawn, lone) or lone == pawn:
                    continue
                man, own, alone = _bit(pawn), _bit(king), _bit(lone)
                kings = own | alone
                value = probe(Chess(man | own, alone, man, ZERO, ZERO, ZERO, kings, ZERO, ZERO, MATERIAL, ZERO), directory)
                won[0, pawn, king, lone] = value > 0
                man, own, alone = _bit(pawn ^ 56), _bit(king ^ 56), _bit(lone ^ 56)
                kings, material = own | alone, MATERIAL << Bits(32)
                value = probe(Chess(alone, man | own, man, ZERO, ZERO, ZERO, kings, ZERO, ZERO, material, ZERO), directory)
                won[1, pawn, king, lone] = UNUSED < value < 0


# --------------------------------------------------------------------------------------------------------------------
# The file


def as_bits(won: Any) -> bytes:
    """The bits of `kpk.py`, for pawns on the files a to d."""
    parts = [won[turn, rank * 8 + file].ravel() for file in range(4) for rank in range(1, 7) for turn in range(2)]
    return np.packbits(np.concatenate(parts), bitorder="little").tobytes()


def main() -> None:
    """Write them."""
    FILE.write_bytes(zlib.compress(as_bits(solve()), 9))


if __name__ == "__main__" and "--write" in sys.argv:
    main()
