"""King, bishop and knight against a lone king, from the table of the ending.

What the evaluation needs of it (`games/chess/kbnk.py`), half of it up to symmetry, is a file of 500 kB:

    python -m damier.learning.chess.bishop_and_knight --write
"""

import sys
import zlib
from typing import Any

import numpy as np

from damier.endgames.numbered import build_needed
from damier.endgames.table import UNUSED, Tables, probe
from damier.games import catalogue
from damier.games.chess.kbnk import FILE, NEVER, QUARTER
from damier.games.chess.position import Bits, Chess
from damier.kernel import compiled, part

ZERO, ONE = Bits(0), Bits(1)
DARK = [square for square in range(64) if ((square >> 3) + square) % 2 == 0]
MATERIAL = Bits(0x110)  # a knight and a bishop


def solve() -> tuple[Any, Any]:
    """The plies to mate with the lone king to move, and with the other side to move: [bishop, knight, king, lone king].

    NEVER means that a piece is lost, or that there is no such position; bishops on light squares are left out.
    """
    game = catalogue.load("chess")
    tables = Tables(game.endings)
    build_needed(game, "KBNK", tables)
    lost, won = (np.full((64, 64, 64, 64), NEVER, np.uint8) for _ in range(2))
    for bishop in DARK:
        _look_up(lost[bishop], won[bishop], bishop, tables.directory)
    return lost, won


@part
def _bit(square: Any) -> Any:
    return ONE << Bits(square)


@compiled
def _look_up(lost: Any, won: Any, bishop: Any, directory: Any) -> None:
    """Write what the table says of all positions with the bishop on a square; squares as the one side sees them serve both."""
    for knight in range(64):
        for king in range(64):
            for lone in range(64):
                pieces, kings = _bit(bishop) | _bit(knight) | _bit(king), _bit(king) | _bit(lone)
                if knight in (bishop, king, lone) or lone in (bishop, king) or king == bishop:
                    continue
                knights, bishops, alone = _bit(knight), _bit(bishop), _bit(lone)
                value = probe(Chess(pieces, alone, ZERO, knights, bishops, ZERO, kings, ZERO, ZERO, MATERIAL, ZERO), directory)
                won[knight, king, lone] = value - 1 if value > 0 else NEVER
                material = MATERIAL << Bits(32)
                value = probe(Chess(alone, pieces, ZERO, knights, bishops, ZERO, kings, ZERO, ZERO, material, ZERO), directory)
                lost[knight, king, lone] = -value - 1 if UNUSED < value < 0 else NEVER


# --------------------------------------------------------------------------------------------------------------------
# The file


def table(won: Any) -> Any:
    """The table of `kbnk.py`: the moves to mate with the side with the pieces to move, 0 where there is none."""
    moves = np.where(won == NEVER, 0, (won + 1) // 2).astype(np.uint8)
    return moves[DARK][..., QUARTER].transpose(3, 1, 0, 2).ravel()


def main() -> None:
    """Write the table."""
    FILE.write_bytes(zlib.compress(table(solve()[1]).tobytes(), 9))


if __name__ == "__main__" and "--write" in sys.argv:
    main()
