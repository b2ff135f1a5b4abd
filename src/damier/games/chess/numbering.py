"""Places of positions in tables of endings, of five men at most, without castling.

Without pawns the board is turned so that the own king is in the triangle a1-d1-d4, and, where it is on the diagonal, the other
king not above it: 462 pairs of kings. Where both are on it, of the two positions that are then left the one with the lower
number counts. With pawns the board can only be mirrored: so that the own pawns, or the other player's if there are no own ones,
are those of a pair of mirrored sets that come first; 3612 pairs of kings.

    number = (leading pawns * king pairs + kings) * choices of the first group + that group ...

A group is all pieces of a kind of a player, in the order of `material`; its number is that of a set of squares, so that like
pieces are counted once. A pawn that can be taken en passant stands on one of eight more squares, by its file.
"""

from typing import Any

import numpy as np

from damier.bits import highest, lowest, popcount
from damier.games.chess.attacks import KNIGHT_ATTACKS, bishop_attacks, pawns_attack_down, rook_attacks
from damier.games.chess.families import (
    ALL_KING_PAIRS,
    MATERIAL_OF,
    MOST_MEN,
    PAWN_SQUARES,
    SIDES,
    SQUARES,
    WITH_EN_PASSANT,
    family_of,
)
from damier.games.chess.generation import en_passant_sources
from damier.games.chess.kbnk import transposed
from damier.games.chess.position import (
    BISHOP,
    EN_PASSANT_SHIFT,
    KING,
    KNIGHT,
    NUMBER_SHIFT,
    PAWN,
    PIECE_KEYS,
    QUEEN,
    Bits,
    Chess,
    en_passant_file,
)
from damier.games.chess.rules import can_take_en_passant
from damier.games.chess.square_sets import (
    ANY_PAIR_OF_KINGS,
    CHOICES,
    KINGS_OF_ANY_PAIR,
    KINGS_OF_PAIR,
    LEADERS,
    LEADERS_BEGIN,
    LEADING,
    LEADING_BEGINS,
    MIRROR,
    NO_TURN,
    PAIR_OF_KINGS,
    TRANSPOSE,
    board_of,
    set_of,
)
from damier.kernel import helper, rule

ZERO, ONE, ALL_SQUARES = Bits(0), Bits(1), Bits((1 << 64) - 1)
RIGHTS = Bits(15)
OTHERS = 32  # where the other player's material begins
GROUP = Bits(15)
FIRST_MOVE = Bits(1 << NUMBER_SHIFT)


# --------------------------------------------------------------------------------------------------------------------
# Groups


@helper
def _group(position: Any, shift: Any) -> Any:
    """The pieces of a group, by where it stands in the material."""
    mine = position.own if shift < OTHERS else position.other
    kind = ((shift & 31) >> 2) + 1
    if kind == PAWN:
        return mine & position.pawns
    if kind == KNIGHT:
        return mine & position.knights
    if kind == QUEEN:
        return mine & position.diagonals & position.straights
    return mine & (position.diagonals & ~position.straights if kind == BISHOP else position.straights & ~position.diagonals)


@helper
def _first_square(shift: Any) -> Any:
    """The first square where pieces of a group can stand."""
    return 8 if shift & 31 == 0 else 0


@helper
def _squares_for(shift: Any, own_pawns: Any) -> Any:
    """On how many squares they can stand."""
    if shift & 31:
        return SQUARES
    return WITH_EN_PASSANT if own_pawns else PAWN_SQUARES


@helper
def _without_leading(material: Any) -> Any:
    """The material but for the pawns that lead: the own ones, or the other player's if there are none."""
    return material & ~(GROUP if material & GROUP else GROUP << Bits(OTHERS))


# --------------------------------------------------------------------------------------------------------------------
# From a position to its place


@rule
def index(position: Chess) -> Any:
    if popcount(position.own | position.other) > MOST_MEN or position.kings == ZERO or position.state & RIGHTS:
        return -1, 0
    family = family_of(position.material)
    king, other_king = lowest(position.kings & position.own), lowest(position.kings & position.other)
    if position.pawns:
        number = _number_with_pawns(position, king, other_king)
        return (family, number) if number >= 0 else (-1, 0)
    turn = (MIRROR if king & 4 else 0) | (56 if king & 32 else 0)
    king, other_king = king ^ turn, other_king ^ turn
    above, other_above = (king >> 3) - (king & 7), (other_king >> 3) - (other_king & 7)
    if above > 0 or (above == 0 and other_above > 0):
        turn |= TRANSPOSE
        king, other_king = transposed(king), transposed(other_king)
    kings = np.int64(PAIR_OF_KINGS[king * 64 + other_king])
    if kings < 0:
        return -1, 0
    number = _with_groups(position, kings, position.material, turn, 0)
    if above == 0 and other_above == 0:
        number = min(number, _with_groups(position, kings, position.material, turn | TRANSPOSE, 0))
    return family, number


@helper
def _number_with_pawns(position: Any, king: Any, other_king: Any) -> Any:
    """The number in its family of a position with pawns; below 0 if the kings stand beside each other."""
    own_pawns = np.int64(position.material & GROUP)
    leading, count = position.pawns & position.own, own_pawns
    if own_pawns == 0:
        leading, count = position.pawns & position.other, np.int64((position.material >> Bits(OTHERS)) & GROUP)
    one, two = set_of(leading, count, NO_TURN, 8), set_of(leading, count, MIRROR, 8)
    turn = MIRROR if two < one else NO_TURN
    pawns = np.int64(LEADING[LEADING_BEGINS[count] + min(one, two)]) * ALL_KING_PAIRS
    material = _without_leading(position.material)
    kings = np.int64(ANY_PAIR_OF_KINGS[(king ^ turn) * 64 + (other_king ^ turn)])
    if kings < 0:
        return kings
    number = _with_groups(position, pawns + kings, material, turn, own_pawns)
    if one == two:
        kings = np.int64(ANY_PAIR_OF_KINGS[(king ^ MIRROR) * 64 + (other_king ^ MIRROR)])
        number = min(number, _with_groups(position, pawns + kings, material, MIRROR, own_pawns))
    return number


@helper
def _with_groups(position: Any, number: Any, material: Any, turn: Any, own_pawns: Any) -> Any:
    while material:
        shift = lowest(material) & 60
        count = np.int64((material >> Bits(shift)) & GROUP)
        material &= ~(GROUP << Bits(shift))
        board = _group(position, shift)
        file = en_passant_file(position)
        if shift == OTHERS and file:  # from its square to one of those behind all others
            board ^= (ONE << Bits(31 + file)) | (ONE << Bits(55 + file))
        squares = _squares_for(shift, own_pawns)
        number = number * CHOICES[squares, count] + set_of(board, count, turn, _first_square(shift))
    return number


# --------------------------------------------------------------------------------------------------------------------
# From a place to its position


@rule
def placed(position: Chess, family: Any, number: Any) -> Any:
    material = MATERIAL_OF[family // SIDES] | (MATERIAL_OF[family % SIDES] << Bits(OTHERS))
    own_pawns = np.int64(material & GROUP)
    has_pawns = (material & (GROUP | (GROUP << Bits(OTHERS)))) != ZERO
    own, other, pawns, knights, diagonals, straights = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
    men = 2
    en_passant = ZERO

    # 1. The groups, the last first
    left = _without_leading(material) if has_pawns else material
    while left:
        shift = highest(left) & 60
        count = np.int64((left >> Bits(shift)) & GROUP)
        left &= ~(GROUP << Bits(shift))
        choices = CHOICES[_squares_for(shift, own_pawns), count]
        board = board_of(number % choices, count, _first_square(shift))
        number //= choices
        men += count
        kind = ((shift & 31) >> 2) + 1
        if kind == PAWN:
            en_passant = board >> Bits(56)
            board = (board & (ALL_SQUARES >> Bits(8))) | (en_passant << Bits(32))
            pawns |= board
        elif kind == KNIGHT:
            knights |= board
        else:
            diagonals |= board if kind in (BISHOP, QUEEN) else ZERO
            straights |= board if kind != BISHOP else ZERO
        if shift < OTHERS:
            own |= board
        else:
            other |= board

    # 2. Leading pawns and kings
    if has_pawns:
        count = own_pawns if own_pawns else np.int64((material >> Bits(OTHERS)) & GROUP)
        leading = np.int64(LEADERS[LEADERS_BEGIN[count] + number // ALL_KING_PAIRS])
        board = board_of(leading, count, 8)
        men += count
        pawns |= board
        if own_pawns:
            own |= board
        else:
            other |= board
        kings = np.int64(KINGS_OF_ANY_PAIR[number % ALL_KING_PAIRS])
    else:
        kings = np.int64(KINGS_OF_PAIR[number])
    king, other_king = ONE << Bits(kings >> 6), ONE << Bits(kings & 63)
    own |= king
    other |= other_king
    state = FIRST_MOVE | Bits((lowest(en_passant) + 1) << EN_PASSANT_SHIFT if en_passant else 0)

    # 3. Whether it can be
    occupied = own | other
    square = kings & 63
    attackers = rook_attacks(square, occupied) & straights
    attackers |= bishop_attacks(square, occupied) & diagonals
    attackers |= KNIGHT_ATTACKS[square] & knights
    attackers |= pawns_attack_down(other_king) & pawns
    found = Chess(own, other, pawns, knights, diagonals, straights, king | other_king, ZERO, ZERO, material, state)
    if attackers & own or popcount(occupied) != men or (en_passant != ZERO and not _can_be_taken(found, en_passant)):
        return Chess(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
    return Chess(
        own,
        other,
        pawns,
        knights,
        diagonals,
        straights,
        king | other_king,
        key_of(own, pawns, knights, diagonals, straights, king, 0),
        key_of(other, pawns, knights, diagonals, straights, other_king, 56),
        material,
        state,
    )


@helper
def _can_be_taken(position: Any, files: Any) -> Any:
    """Whether exactly one pawn is said to have gone two squares, on one of these files, did, and can be taken en passant."""
    if files & (files - ONE):
        return False
    file = lowest(files)
    behind = (ONE << Bits(40 + file)) | (ONE << Bits(48 + file))
    if (position.own | position.other) & behind:
        return False
    if en_passant_sources(file) & position.pawns & position.own == ZERO:
        return False
    return can_take_en_passant(position, file)


@helper
def key_of(side: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any, king: Any, turn: Any) -> Any:
    """The pieces of a player as random numbers; their squares are turned to his side of the board by `turn`."""
    number = PIECE_KEYS[KING * 64 + (lowest(king) ^ turn)]
    side ^= king
    while side:
        square = lowest(side)
        piece = side & (~side + ONE)
        side ^= piece
        if piece & pawns:
            kind = PAWN
        elif piece & knights:
            kind = KNIGHT
        elif piece & straights:
            kind = QUEEN if piece & diagonals else QUEEN - 1
        else:
            kind = BISHOP
        number ^= PIECE_KEYS[kind * 64 + (square ^ turn)]
    return number


@rule
def has_symmetry(position: Chess) -> Any:
    """Only mirroring in a diagonal can leave both kings where they are."""
    if position.pawns:
        return False
    king, other_king = lowest(position.kings & position.own), lowest(position.kings & position.other)
    turn = MIRROR if (king >> 3) + (king & 7) == 7 else NO_TURN  # the other diagonal becomes the first
    king, other_king = king ^ turn, other_king ^ turn
    if king != transposed(king) or other_king != transposed(other_king):
        return False
    men = position.own | position.other
    while men:
        square = lowest(men)
        men &= men - ONE
        if not _is_same(position, square, transposed(square ^ turn) ^ turn):
            return False
    return True


@helper
def _is_same(position: Any, one: Any, two: Any) -> Any:
    """Whether the same piece of the same player stands on both squares; there is one on the first."""
    here, there = Bits(one), Bits(two)
    differs = (position.own >> here) ^ (position.own >> there)
    differs |= (position.other >> here) ^ (position.other >> there)
    differs |= (position.knights >> here) ^ (position.knights >> there)
    differs |= (position.diagonals >> here) ^ (position.diagonals >> there)
    differs |= (position.straights >> here) ^ (position.straights >> there)
    return differs & ONE == ZERO
