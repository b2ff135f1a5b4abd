"""King, bishop and knight against a lone king: solved backwards from the mates, and a compact guide fitted to the solution.

The solution takes 32 MB: for each position with the bishop on dark squares the plies to mate. A guide that is a sum of
tables by two pieces each (`games/chess/kbnk.py`) leads a search nearly as well. It is fitted by going through the
tables in turn, each time taking the mean of what the others leave; where a guide promises too much counts more, since a
search goes where the promise is.

    python -m damier.learning.chess.bishop_and_knight --write

writes the tables, and says which checksum belongs into `kbnk.py`.
"""

import sys
import zlib
from typing import Any

import numpy as np

from damier.bits import lowest
from damier.games.chess.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks
from damier.games.chess.kbnk import FILE, QUARTER, UNITS
from damier.games.chess.position import Bits
from damier.kernel import compiled, part

ZERO, ONE = Bits(0), Bits(1)
DARK = [square for square in range(64) if ((square >> 3) + square) % 2 == 0]
NEVER = 255  # no mate: a piece is lost, or there is no such position
ROUNDS = 15
PROMISED, FEARED = 0.6, 0.4  # how much it counts when the guide says too few plies, or too many


def solve() -> tuple[Any, Any]:
    """The plies to mate with the lone king to move, and with the other side to move: [bishop, knight, king, lone king]."""
    lost, won = (np.full((64, 64, 64, 64), NEVER, np.uint8) for _ in range(2))
    for bishop in DARK:
        _mark_mates(lost[bishop], bishop)
    plies = 0
    while _go_back_to_won(lost, won, plies) and _go_back_to_lost(lost, won, plies + 1):
        plies += 2
    return lost, won


@part
def _bit(square: Any) -> Any:
    return ONE << Bits(square)


@part
def _covered(bishop: Any, knight: Any, king: Any) -> Any:
    """The squares where the lone king may not go; it does not hide behind itself."""
    return bishop_attacks(bishop, _bit(knight) | _bit(king)) | KNIGHT_ATTACKS[knight] | KING_ATTACKS[king]


@compiled
def _mark_mates(lost: Any, bishop: Any) -> None:
    for knight in range(64):
        for king in range(64):
            if bishop in (knight, king) or knight == king:
                continue
            covered = _covered(bishop, knight, king)
            checked = covered & ~(_bit(bishop) | _bit(knight) | _bit(king) | KING_ATTACKS[king])
            for lone in range(64):
                if _bit(lone) & checked and KING_ATTACKS[lone] & ~covered == ZERO:
                    lost[knight, king, lone] = 0


@compiled
def _go_back_to_won(lost: Any, won: Any, plies: Any) -> Any:
    """Mark what can be played into a position that is lost in so many plies; how many are new."""
    found = 0
    for bishop in range(64):
        for knight in range(64):
            for king in range(64):
                for lone in range(64):
                    if lost[bishop, knight, king, lone] != plies:
                        continue
                    free = ~(_bit(bishop) | _bit(knight) | _bit(king) | _bit(lone))
                    kings = KING_ATTACKS[king] & free & ~KING_ATTACKS[lone]
                    while kings:
                        found += _mark_won(won, bishop, knight, lowest(kings), lone, plies + 1)
                        kings &= kings - ONE
                    knights = KNIGHT_ATTACKS[knight] & free
                    while knights:
                        found += _mark_won(won, bishop, lowest(knights), king, lone, plies + 1)
                        knights &= knights - ONE
                    bishops = bishop_attacks(bishop, ~free) & free
                    while bishops:
                        found += _mark_won(won, lowest(bishops), knight, king, lone, plies + 1)
                        bishops &= bishops - ONE
    return found


@part
def _mark_won(won: Any, bishop: Any, knight: Any, king: Any, lone: Any, plies: Any) -> Any:
    """Mark a position, unless it is won sooner or the lone king stands in check; 1 if it is new, else 0."""
    if won[bishop, knight, king, lone] != NEVER or _covered(bishop, knight, king) & _bit(lone):
        return 0
    won[bishop, knight, king, lone] = plies
    return 1


@compiled
def _go_back_to_lost(lost: Any, won: Any, plies: Any) -> Any:
    """Mark where the lone king has only moves into positions that are won in so many plies or less; how many are new."""
    found = 0
    for bishop in range(64):
        for knight in range(64):
            for king in range(64):
                pieces = _bit(bishop) | _bit(knight) | _bit(king)
                for lone in range(64):
                    if won[bishop, knight, king, lone] != plies:
                        continue
                    covered = _covered(bishop, knight, king)
                    before = KING_ATTACKS[lone] & ~pieces & ~KING_ATTACKS[king]
                    while before:
                        at = lowest(before)
                        before &= before - ONE
                        moves = KING_ATTACKS[at] & ~covered
                        is_lost = lost[bishop, knight, king, at] == NEVER and moves & pieces == ZERO
                        while is_lost and moves:
                            is_lost = won[bishop, knight, king, lowest(moves)] != NEVER
                            moves &= moves - ONE
                        if is_lost:
                            lost[bishop, knight, king, at] = plies + 1
                            found += 1
    return found


# --------------------------------------------------------------------------------------------------------------------
# The guide


def fit(lost: Any, won: Any) -> Any:
    """The tables of `kbnk.py`, fitted to a solution."""
    plies = np.stack([won, lost])[:, DARK][..., QUARTER].transpose(4, 3, 2, 1, 0).astype(np.float32)
    is_known = plies != NEVER  # [lone king, king, knight, bishop, who is to move]
    left = np.where(is_known, plies, 0)
    over = {"king": (2, 3), "knight": (1, 3, 4), "bishop": (1, 2, 4)}  # what each table is the mean over
    tables = {name: np.float32(0) for name in over}
    for _ in range(ROUNDS):
        for name, axes in over.items():
            counts = np.where(left > 0, np.float32(PROMISED), np.float32(FEARED)) * is_known
            mean = (left * counts).sum(axes, keepdims=True) / (counts.sum(axes, keepdims=True) + np.float32(0.01))
            tables[name] = tables[name] + mean
            left = np.where(is_known, left - mean, 0)
    found = np.zeros((4, len(QUARTER), 64))
    found[:2] = tables["king"].reshape(len(QUARTER), 64, 2).transpose(2, 0, 1)
    found[2] = tables["knight"].reshape(len(QUARTER), 64)
    found[3][:, DARK] = tables["bishop"].reshape(len(QUARTER), len(DARK))
    return np.rint(UNITS * found).astype(np.int16).ravel()


def main() -> None:
    """Write the tables."""
    tables = fit(*solve()).tobytes()
    FILE.write_bytes(zlib.compress(tables, 9))
    print(f"CHECKSUM = 0x{zlib.crc32(tables):08X}")


if __name__ == "__main__" and "--write" in sys.argv:
    main()
