"""The evaluation of DiamondChess (EFREI 4.3, 4.3.1): E = MB - MB' + AT, material for either side and the tactical advantage.

The material (100, 300, 300, 500, 900; a king counts nothing, since both have one) is kept up move by move, as the report wants.
The tactical advantage follows the report's procedure step by step: first who dominates the centre, then for every piece

    at home         it still stands in its initial place: a malus
    en prise        it is isolated and threatened, or has fewer protections than threats: its value is withdrawn
    protected       else a bonus for each protection, and for each piece with which it protects each other
    mobility        a bonus for each square it can go to
    fork            it attacks two pieces or more; and one-way attack: a piece that it attacks does not attack it
    tropism         squares beside the other king that it attacks, and a line to that king which one piece alone holds up

and for each side the castlings that are still possible; a king that has castled keeps what they were worth, or nobody would.
What each is worth stands in `diamond_weights.py`.

The same code sees a position from either side, as in `evaluation.py`, and both sums and counts the terms. Which evaluation it
is, the length of the weights tells: the first of them alone are the material balance, and nothing else.
"""

from typing import Any

import numpy as np

from damier.bits import byte_swap, lowest, popcount
from damier.games.chess.attacks import (
    BETWEEN,
    FALLING_LINES,
    FILE_LINES,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    RANKS,
    RISING_LINES,
    bishop_attacks,
    pawns_attack_down,
    pawns_attack_up,
    rook_attacks,
)
from damier.games.chess.diamond_weights import COUNT, PLACES, VALUES
from damier.games.chess.evaluation import MOST_ESTIMATE, term
from damier.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Bits
from damier.kernel import helper

ZERO, ONE = Bits(0), Bits(1)
MATERIAL, CENTRE, AT_HOME, EN_PRISE = PLACES["material"], PLACES["centre"], PLACES["at home"], PLACES["en prise"]
PROTECTED, EACH_OTHER, MOBILITY = PLACES["protected"], PLACES["protecting each other"], PLACES["mobility"]
FORK, ONE_WAY, TROPISM, CASTLING = PLACES["fork"], PLACES["one-way attack"], PLACES["tropism"], PLACES["castling"]

CENTRE_FOUR = Bits(0x0000001818000000)  # d4, e4, d5, e5
HOMES = np.array([0, 0xFF00, 0x42, 0x24, 0x81, 0x08, 0x10], np.uint64)  # by piece, as its owner sees them
CASTLED = Bits(0x44)  # where a king stands that has castled: c1, g1
THIRD_RANK = Bits(0xFF << 16)


@helper
def is_meant(weights: Any) -> Any:
    """Whether weights are those of this evaluation, not of the other one, which has many more."""
    return 0 < len(weights) <= COUNT


@helper
def estimate(position: Any, weights: Any) -> Any:
    """E for the player to move; a pawn counts 100."""
    found = sides_of(position, weights, None, None)
    return min(max(found, -MOST_ESTIMATE), MOST_ESTIMATE)


def terms(position: Any) -> Any:
    """How often each term counts: a row for the player to move, and one for the other."""
    counts = np.zeros((2, COUNT), np.int64)
    sides_of(position, None, counts[0], counts[1])
    return counts


@helper
def sides_of(position: Any, weights: Any, own_counts: Any, other_counts: Any) -> Any:
    """The terms of the player to move, less those of the other."""
    own, other, pawns, knights = position.own, position.other, position.pawns, position.knights
    diagonals, straights, kings = position.diagonals, position.straights, position.kings
    rights = np.int64(position.state) & 15
    score = side(own, other, pawns, knights, diagonals, straights, kings, rights & 3, position.material, weights, own_counts)
    return score - side(
        byte_swap(other), byte_swap(own), byte_swap(pawns), byte_swap(knights), byte_swap(diagonals), byte_swap(straights),
        byte_swap(kings), rights >> 2, position.material >> Bits(32), weights, other_counts,
    )  # fmt: skip


@helper
def side(
    own: Any, other: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any, kings: Any,
    rights: Any, material: Any, weights: Any, counts: Any,
) -> Any:  # fmt: skip
    """What counts for the side of `own`, which plays up the board."""
    # 1. The material balance
    score = np.int64(0)
    for kind in range(5):
        score += term(MATERIAL + kind, np.int64(material >> Bits(4 * kind)) & 15, weights, counts)
    if weights is not None and len(weights) == len(VALUES):
        return score  # the material alone

    # 2. The centre: who stands there, and who attacks it with more pieces
    occupied = own | other
    mine, theirs = popcount(own & CENTRE_FOUR), popcount(other & CENTRE_FOUR)
    squares = CENTRE_FOUR
    while squares:
        attackers = attackers_of(lowest(squares), own, occupied, pawns, knights, diagonals, straights, kings)
        squares &= squares - ONE
        more = popcount(attackers & own) - popcount(attackers & other)
        mine += np.int64(more > 0)
        theirs += np.int64(more < 0)
    score += term(CENTRE, np.int64(mine > theirs), weights, counts)

    # 3. Every piece
    other_king = lowest(kings & other)
    beside_king = KING_ATTACKS[other_king]
    straight_lines = FILE_LINES[other_king] | RANKS[other_king >> 3]
    diagonal_lines = RISING_LINES[other_king] | FALLING_LINES[other_king]
    left_over = own
    while left_over:
        square = lowest(left_over)
        piece = ONE << Bits(square)
        left_over &= left_over - ONE
        kind = kind_at(piece, pawns, knights, diagonals, straights)
        targets = targets_of(kind, square, occupied)
        attackers = attackers_of(square, own, occupied, pawns, knights, diagonals, straights, kings)
        protections, threats = attackers & own, attackers & other
        score += term(AT_HOME + kind - 1, np.int64(HOMES[kind] & piece != ZERO), weights, counts)
        if kind != KING:
            if popcount(threats) > popcount(protections):
                score += term(EN_PRISE + kind - 1, 1, weights, counts)
            else:
                score += term(PROTECTED, popcount(protections), weights, counts)
                score += term(EACH_OTHER, popcount(protections & targets), weights, counts)
        goes = targets & ~own
        if kind == PAWN:
            step = (piece << Bits(8)) & ~occupied
            goes = (targets & other) | step | (((step & THIRD_RANK) << Bits(8)) & ~occupied)
        attacked = targets & other
        score += term(MOBILITY, popcount(goes), weights, counts)
        score += term(FORK, np.int64(popcount(attacked) >= 2), weights, counts)
        score += term(ONE_WAY, popcount(attacked & ~threats), weights, counts)
        score += term(TROPISM, popcount(targets & beside_king), weights, counts)
        lines = (straight_lines if straights & piece else ZERO) | (diagonal_lines if diagonals & piece else ZERO)
        is_held_up = lines & piece != ZERO and popcount(BETWEEN[other_king, square] & occupied) == 1
        score += term(TROPISM + 1, np.int64(is_held_up), weights, counts)

    # 4. Castling
    score += term(CASTLING, (rights & 1) + (rights >> 1), weights, counts)
    return score + term(CASTLING + 1, np.int64(kings & own & CASTLED != ZERO), weights, counts)


@helper
def kind_at(piece: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any) -> Any:
    """Which piece stands on the square of this bit."""
    if pawns & piece:
        return PAWN
    if knights & piece:
        return KNIGHT
    if diagonals & piece:
        return QUEEN if straights & piece else BISHOP
    return ROOK if straights & piece else KING


@helper
def targets_of(kind: Any, square: Any, occupied: Any) -> Any:
    """The squares that a piece attacks which plays up the board."""
    if kind == PAWN:
        return pawns_attack_up(ONE << Bits(square))
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == KING:
        return KING_ATTACKS[square]
    targets = ZERO if kind == ROOK else bishop_attacks(square, occupied)
    return targets if kind == BISHOP else targets | rook_attacks(square, occupied)


@helper
def attackers_of(
    square: Any, own: Any, occupied: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any, kings: Any
) -> Any:
    """All pieces, of either side, that attack a square; pawns of `own` go up the board."""
    bit = ONE << Bits(square)
    by_pawns = (pawns_attack_down(bit) & pawns & own) | (pawns_attack_up(bit) & pawns & ~own)
    jumps = (KNIGHT_ATTACKS[square] & knights) | (KING_ATTACKS[square] & kings)
    return by_pawns | jumps | (bishop_attacks(square, occupied) & diagonals) | (rook_attacks(square, occupied) & straights)
