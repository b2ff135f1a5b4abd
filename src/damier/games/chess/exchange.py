"""What a capture really wins: the exchange on its square played out, the least valuable piece first (static exchange).

Pins are not looked at, and no move but those to the one square: a fast answer that is nearly always right.
"""

from typing import Any

import numpy as np

from damier.bits import lowest
from damier.games.chess.attacks import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    bishop_attacks,
    pawns_attack_down,
    pawns_attack_up,
    rook_attacks,
)
from damier.games.chess.generation import ONE, ZERO
from damier.games.chess.position import (
    CASTLING,
    EN_PASSANT,
    NOTHING,
    PAWN,
    Bits,
    captured_by,
    from_square,
    kind_of,
    piece_of,
    promotion_of,
    to_square,
)
from damier.kernel import helper

WORTH = np.array([0, 100, 320, 330, 500, 950, 0], np.int64)  # of each piece where pieces are exchanged, in points
KING_WORTH = 10_000


@helper
def taken_points(move: Any) -> Any:
    """The points that a move takes at once."""
    points = WORTH[captured_by(move)]
    if promotion_of(move) != NOTHING:
        points += WORTH[promotion_of(move)] - WORTH[PAWN]
    return points


@helper
def brings(position: Any, move: Any, least: Any) -> Any:
    """Whether the exchange that begins with this move brings the player so many points or more."""
    if kind_of(move) == CASTLING:
        return least <= 0
    balance = taken_points(move) - least
    if balance < 0:
        return False
    square, source = to_square(move), from_square(move)
    placed = promotion_of(move) if promotion_of(move) != NOTHING else piece_of(move)
    balance = (WORTH[placed] if placed <= 5 else KING_WORTH) - balance
    if balance <= 0:  # even if the piece is lost for nothing
        return True
    target = ONE << Bits(square)
    occupied = (position.own | position.other) & ~(ONE << Bits(source)) | target
    if kind_of(move) == EN_PASSANT:
        occupied ^= ONE << Bits(square - 8)
    diagonals, straights = position.diagonals, position.straights
    attacking = KNIGHT_ATTACKS[square] & position.knights
    attacking |= KING_ATTACKS[square] & position.kings
    attacking |= pawns_attack_up(target) & position.pawns & position.other
    attacking |= pawns_attack_down(target) & position.pawns & position.own
    attacking |= bishop_attacks(square, occupied) & diagonals
    attacking |= rook_attacks(square, occupied) & straights
    side = position.other
    is_enough = True
    while True:
        attacking &= occupied
        mine = attacking & side
        if mine == ZERO:
            return is_enough
        is_enough = not is_enough
        if mine & position.pawns:
            worth, chosen = 100, mine & position.pawns
        elif mine & position.knights:
            worth, chosen = 320, mine & position.knights
        elif mine & diagonals & ~straights:
            worth, chosen = 330, mine & diagonals & ~straights
        elif mine & straights & ~diagonals:
            worth, chosen = 500, mine & straights & ~diagonals
        elif mine & diagonals:
            worth, chosen = 950, mine & diagonals
        else:  # a king takes only what nobody protects
            return not is_enough if attacking & ~side else is_enough
        balance = worth - balance
        if balance < (1 if is_enough else 0):
            return is_enough
        occupied ^= ONE << Bits(lowest(chosen))
        attacking |= bishop_attacks(square, occupied) & diagonals
        attacking |= rook_attacks(square, occupied) & straights
        side = (position.own | position.other) ^ side
