"""The rules of chess.

A position is drawn when the player to move has no legal move and is not in check, when neither player can mate (bare
kings, one minor piece, bishops of one colour of squares), and after fifty moves of both without capture or pawn
move. That a position comes for the third time is known to whoever knows the game so far (`reversible`).
"""

from typing import Any

import numpy as np

from damier.bits import byte_swap, lowest, mix
from damier.games.chess import diamond
from damier.games.chess.endings import counts_clock
from damier.games.chess.evaluation import estimate
from damier.games.chess.exchange import brings, taken_points
from damier.games.chess.generation import (
    D1,
    F1,
    G1,
    ONE,
    ZERO,
    checkers,
    count_legal,
    en_passant_sources,
    has_legal_move,
    is_en_passant_legal,
    king_square,
    list_checks,
    list_legal,
)
from damier.games.chess.position import (
    BISHOP,
    BLACK_SHIFT,
    CASTLING,
    CLOCK_SHIFT,
    COUNT_BITS,
    DOUBLE_STEP,
    EN_PASSANT,
    EN_PASSANT_KEYS,
    EN_PASSANT_SHIFT,
    FIFTY,
    HALF,
    KING,
    KNIGHT,
    MOST_CLOCK,
    MOST_NUMBER,
    NOTHING,
    NUMBER_SHIFT,
    OTHER_LONG,
    OTHER_SHORT,
    OWN_LONG,
    OWN_SHORT,
    PAWN,
    PIECE_KEYS,
    RIGHTS_KEYS,
    ROOK,
    UNUSUAL_SHIFT,
    Bits,
    Chess,
    captured_by,
    clock_of,
    from_square,
    has_unusual_castling,
    is_black,
    kind_of,
    number_of,
    piece_of,
    promotion_of,
    rook_file,
    to_square,
)
from damier.kernel import helper, rule
from damier.rules import DRAW, LOSS, ONGOING

KEPT_RIGHTS = np.full(64, 15, np.uint8)  # usual castling rights that are left when something moves from or to a square
KEPT_RIGHTS[4] = 15 ^ (OWN_SHORT | OWN_LONG)
KEPT_RIGHTS[7], KEPT_RIGHTS[0] = 15 ^ OWN_SHORT, 15 ^ OWN_LONG
KEPT_RIGHTS[60] = 15 ^ (OTHER_SHORT | OTHER_LONG)
KEPT_RIGHTS[63], KEPT_RIGHTS[56] = 15 ^ OTHER_SHORT, 15 ^ OTHER_LONG

LIGHT_SQUARES, DARK_SQUARES = Bits(0x55AA55AA55AA55AA), Bits(0xAA55AA55AA55AA55)
# What moves take away from SX (Alliot-Schiex 15.7.4: a capture or check 2 or 3, an average move 10, a retreat "up to 35")
LIVELY, USUAL = 3, 10
RETREAT, RETREAT_RANK, MOST_RETREAT = 15, 5, 35  # more for each rank that is given up
PIECES = Bits(0x000FFFF0)  # all but pawns in the material of the player to move
CAN_MATE = Bits(0x000FF00F_000FF00F)  # pawns, rooks and queens in the material
UNTIMELY = Bits(MOST_CLOCK << CLOCK_SHIFT | MOST_NUMBER << NUMBER_SHIFT)  # what of the state tells how long the game has lasted


@rule
def moves(position: Chess, out: Any) -> Any:
    return list_legal(position, out, True)


@rule
def noisy(position: Chess, out: Any) -> Any:
    return list_legal(position, out, False)


@rule
def threatening(position: Chess, out: Any, listed: Any) -> Any:
    return list_checks(position, out, listed)


@rule
def count(position: Chess, out: Any) -> Any:
    return count_legal(position)


@rule
def forced(position: Chess) -> Any:
    return checkers(position) != ZERO


@rule
def outcome(position: Chess) -> Any:
    checking = checkers(position)
    if not has_legal_move(position, checking):
        return LOSS if checking else DRAW
    if clock_of(position) >= FIFTY or is_dead(position):
        return DRAW
    return ONGOING


@rule
def evaluate(position: Chess, weights: Any) -> Any:
    if diamond.is_meant(weights):
        return diamond.estimate(position, weights)
    return estimate(position, weights)


@helper
def is_dead(position: Any) -> Any:
    """Whether neither player could mate, however the other one helps: too little material."""
    if position.material & CAN_MATE:
        return False
    knights, bishops = position.knights, position.diagonals
    if knights:
        return bishops == ZERO and knights & (knights - ONE) == ZERO
    return bishops & LIGHT_SQUARES == ZERO or bishops & DARK_SQUARES == ZERO


@rule
def reversible(position: Chess) -> Any:
    return clock_of(position)


@rule
def patience(position: Chess) -> Any:
    left = FIFTY - clock_of(position)
    return left - FIFTY if counts_clock(position) else left  # always part of the key where the score counts it


@rule
def timeless(position: Chess) -> Any:
    state = position.state & ~UNTIMELY | ONE << Bits(NUMBER_SHIFT)  # the first move, as a FEN has it
    return Chess(
        position.own,
        position.other,
        position.pawns,
        position.knights,
        position.diagonals,
        position.straights,
        position.kings,
        position.own_key,
        position.other_key,
        position.material,
        state,
    )


@rule
def key(position: Chess) -> Any:
    number = position.own_key ^ ((position.other_key << Bits(21)) | (position.other_key >> Bits(43)))
    number ^= RIGHTS_KEYS[np.int64(position.state) & 15] ^ EN_PASSANT_KEYS[np.int64(position.state >> Bits(4)) & 15]
    if has_unusual_castling(position):
        number ^= mix(position.state >> Bits(UNUSUAL_SHIFT))
    return number


@rule
def play(position: Chess, move: Any) -> Any:
    source, target = from_square(move), to_square(move)
    piece, captured, kind = piece_of(move), captured_by(move), kind_of(move)
    placed = promotion_of(move) if promotion_of(move) != NOTHING else piece
    leaving, arriving = ONE << Bits(source), ONE << Bits(target)
    moved = leaving ^ arriving  # nothing if a king castles where it stands

    # What is taken
    own, other = position.own ^ moved, position.other
    pawns, knights, kings = position.pawns, position.knights, position.kings
    diagonals, straights = position.diagonals, position.straights
    own_key, other_key, material = position.own_key, position.other_key, position.material
    if captured != NOTHING:
        at = target - 8 if kind == EN_PASSANT else target
        taken = ONE << Bits(at)
        other ^= taken
        other_key ^= PIECE_KEYS[captured * 64 + (at ^ 56)]
        material -= ONE << Bits(32 + COUNT_BITS * (captured - 1))
        if captured == PAWN:
            pawns ^= taken
        elif captured == KNIGHT:
            knights ^= taken
        else:
            if captured != ROOK:
                diagonals ^= taken
            if captured != BISHOP:
                straights ^= taken

    # What moves
    own_key ^= PIECE_KEYS[piece * 64 + source] ^ PIECE_KEYS[placed * 64 + target]
    clock = min(clock_of(position) + 1, MOST_CLOCK)
    if piece == PAWN:
        clock = 0
        if placed == PAWN:
            pawns ^= moved
        else:
            pawns ^= leaving
            material += (ONE << Bits(COUNT_BITS * (placed - 1))) - ONE
            if placed == KNIGHT:
                knights ^= arriving
            else:
                if placed != ROOK:
                    diagonals ^= arriving
                if placed != BISHOP:
                    straights ^= arriving
    elif piece == KNIGHT:
        knights ^= moved
    elif piece == KING:
        kings ^= moved
        if kind == CASTLING:
            rook_from, rook_to = (rook_file(position, 0), F1) if target == G1 else (rook_file(position, 1), D1)
            rook = (ONE << Bits(rook_from)) ^ (ONE << Bits(rook_to))
            own ^= rook
            straights ^= rook
            own_key ^= PIECE_KEYS[ROOK * 64 + rook_from] ^ PIECE_KEYS[ROOK * 64 + rook_to]
    else:
        if piece != ROOK:
            diagonals ^= moved
        if piece != BISHOP:
            straights ^= moved
    if captured != NOTHING:
        clock = 0

    # Turn the board over
    rights = np.int64(position.state) & np.int64(KEPT_RIGHTS[source] & KEPT_RIGHTS[target])
    rights = ((rights & 3) << 2) | (rights >> 2)
    if has_unusual_castling(position):
        rights = turned_rights(position, source, target)
    black = is_black(position)
    state = Bits(
        rights | (clock << CLOCK_SHIFT) | ((1 - black) << BLACK_SHIFT) | ((number_of(position) + black) << NUMBER_SHIFT)
    )
    turned = Chess(
        byte_swap(other),
        byte_swap(own),
        byte_swap(pawns),
        byte_swap(knights),
        byte_swap(diagonals),
        byte_swap(straights),
        byte_swap(kings),
        other_key,
        own_key,
        (material >> HALF) | (material << HALF),
        state,
    )
    if kind != DOUBLE_STEP or not can_take_en_passant(turned, target & 7):
        return turned
    state |= Bits(((target & 7) + 1) << EN_PASSANT_SHIFT)
    return Chess(
        turned.own,
        turned.other,
        turned.pawns,
        turned.knights,
        turned.diagonals,
        turned.straights,
        turned.kings,
        turned.own_key,
        turned.other_key,
        turned.material,
        state,
    )


@helper
def can_take_en_passant(position: Any, file: Any) -> Any:
    """Whether the player to move has a legal capture en passant of the pawn on this file (from 0) that has just moved.

    Only then is it written into the position: a position in which nobody can is the same as one without.
    """
    sources = en_passant_sources(file) & position.pawns & position.own
    while sources:
        if is_en_passant_legal(position, lowest(sources), file):
            return True
        sources &= sources - ONE
    return False


@helper
def turned_rights(position: Any, source: Any, target: Any) -> Any:
    """The castling rights, usual or not, that are left after a move, as the other player sees them: bits of the state."""
    found = np.int64(0)
    for right in range(4):
        rook = rook_file(position, right) + (0 if right < 2 else 56)
        is_lost = rook in (source, target) or (right < 2 and source == king_square(position))
        if np.int64(position.state >> Bits(right)) & 1 and not is_lost:
            unusual = np.int64(position.state >> Bits(UNUSUAL_SHIFT + 4 * right)) & 15
            found |= (1 << (right ^ 2)) | (unusual << (UNUSUAL_SHIFT + 4 * (right ^ 2)))
    return found


@rule
def null(position: Chess) -> Any:
    rights = np.int64(position.state) & 15
    rights = ((rights & 3) << 2) | (rights >> 2)
    if has_unusual_castling(position):
        rights = turned_rights(position, -1, -1)
    black = is_black(position)
    return Chess(
        byte_swap(position.other),
        byte_swap(position.own),
        byte_swap(position.pawns),
        byte_swap(position.knights),
        byte_swap(position.diagonals),
        byte_swap(position.straights),
        byte_swap(position.kings),
        position.other_key,
        position.own_key,
        (position.material >> HALF) | (position.material << HALF),
        Bits(rights | ((1 - black) << BLACK_SHIFT) | ((number_of(position) + black) << NUMBER_SHIFT)),
    )


@rule
def may_pass(position: Chess) -> Any:
    return position.material & PIECES != ZERO


# --------------------------------------------------------------------------------------------------------------------
# Which moves to look at, and how far


@rule
def gain(position: Chess, move: Any) -> Any:
    return taken_points(move)


@rule
def exchange(position: Chess, move: Any, least: Any) -> Any:
    return brings(position, move, least)


@rule
def hint(position: Chess, move: Any) -> Any:
    points = taken_points(move)
    return points * 8 - piece_of(move) if points > 0 else 0  # the most valuable victim first, by the least valuable piece


@rule
def role(position: Chess, move: Any) -> Any:
    return piece_of(move) << 6 | to_square(move)


@rule
def structure(position: Chess) -> Any:
    return mix(position.pawns & position.own) ^ (position.pawns & position.other)


@rule
def deployment(position: Chess) -> Any:
    return deployed(position, position.own), deployed(position, position.other)


@helper
def deployed(position: Any, side: Any) -> Any:
    """Where a side's king and pieces stand, as a number."""
    number = mix(position.knights & side)
    number = mix(number ^ (position.diagonals & side))
    number = mix(number ^ (position.straights & side))
    return number ^ (position.kings & side)


@rule
def interest(position: Chess, move: Any) -> Any:
    if taken_points(move) > 0 or gives_check(position, move):
        return LIVELY
    ranks = (from_square(move) >> 3) - (to_square(move) >> 3)
    return min(RETREAT + RETREAT_RANK * ranks, MOST_RETREAT) if ranks > 0 else USUAL


@helper
def gives_check(position: Any, move: Any) -> Any:
    """Whether the other king is in check after a move."""
    return checkers(play(position, move)) != ZERO
