"""King, bishop and knight against a lone king, solved backwards from the mates.

The solution takes 32 MB: for each position with the bishop on dark squares the plies to mate. What the evaluation needs of
it (`games/chess/kbnk.py`), half of it up to symmetry, is a file of 500 kB:

    python -m damier.learning.chess.bishop_and_knight --write
"""

import sys
import zlib
from typing import Any

import numpy as np

from damier.bits import lowest
from damier.games.chess.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks
from damier.games.chess.kbnk import FILE, NEVER, QUARTER, squares_covered
from damier.games.chess.position import Bits
from damier.kernel import compiled, part

ZERO, ONE = Bits(0), Bits(1)
DARK = [square for square in range(64) if ((square >> 3) + square) % 2 == 0]


def solve() -> tuple[Any, Any]:
    """The plies to mate with the lone king to move, and with the other side to move: [bishop, knight, king, lone king].

    NEVER means that a piece is lost, or that there is no such position.
    """
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


@compiled
def _mark_mates(lost: Any, bishop: Any) -> None:
    for knight in range(64):
        for king in range(64):
            if bishop in (knight, king) or knight == king:
                continue
            covered = squares_covered(king, knight, bishop)
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
    if won[bishop, knight, king, lone] != NEVER or squares_covered(king, knight, bishop) & _bit(lone):
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
                    covered = squares_covered(king, knight, bishop)
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
