"""The legal moves of a position.

Only legal moves are made: a piece that is pinned keeps to the line of its king, and when the king is in check the others
may only take the checking piece or step between. Captures and promotions come first, as searches want them.
"""

from typing import Any

import numpy as np

from damier.bits import lowest, popcount
from damier.games.chess.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINES,
    NOT_FILE_A,
    NOT_FILE_H,
    bishop_attacks,
    knights_attack,
    pawns_attack_down,
    pawns_attack_up,
    rook_attacks,
)
from damier.games.chess.position import (
    BISHOP,
    CAPTURED,
    CASTLING,
    DOUBLE_STEP,
    EN_PASSANT,
    KIND,
    KING,
    KNIGHT,
    OWN_LONG,
    OWN_SHORT,
    PAWN,
    PIECE,
    PROMOTION,
    QUEEN,
    ROOK,
    TO,
    Bits,
    en_passant_file,
    has_unusual_castling,
    rook_file,
)
from damier.kernel import helper
from damier.rules import MOST_MOVES

ZERO, ONE, EVERYWHERE = Bits(0), Bits(1), Bits((1 << 64) - 1)
THIRD_RANK, LAST_RANK = Bits(0xFF << 16), Bits(0xFF << 56)
C1, D1, F1, G1 = 2, 3, 5, 6
SHORT_EMPTY, LONG_EMPTY = Bits(0x60), Bits(0x0E)  # between king and rook
SHORT_SAFE, LONG_SAFE = Bits(0x60), Bits(0x0C)  # where the king passes


# --------------------------------------------------------------------------------------------------------------------
# Attacks on a position


@helper
def piece_at(position: Any, square: Any) -> Any:
    """What stands on a square, whoever owns it."""
    shift = Bits(square)
    pawn, knight = (position.pawns >> shift) & ONE, (position.knights >> shift) & ONE
    diagonal, straight = (position.diagonals >> shift) & ONE, (position.straights >> shift) & ONE
    king = (position.kings >> shift) & ONE
    both = diagonal & straight
    number = pawn * Bits(PAWN) + knight * Bits(KNIGHT) + (diagonal ^ both) * Bits(BISHOP) + (straight ^ both) * Bits(ROOK)
    return np.int64(number + both * Bits(QUEEN) + king * Bits(KING))


@helper
def attackers(position: Any, square: Any, occupied: Any) -> Any:
    """The other player's pieces that attack a square, when these squares are occupied."""
    found = rook_attacks(square, occupied) & position.straights
    found |= bishop_attacks(square, occupied) & position.diagonals
    found |= KNIGHT_ATTACKS[square] & position.knights
    found |= KING_ATTACKS[square] & position.kings
    found |= pawns_attack_up(ONE << Bits(square)) & position.pawns
    return found & position.other


@helper
def king_square(position: Any) -> Any:
    """Of the player to move."""
    return lowest(position.kings & position.own)


@helper
def checkers(position: Any) -> Any:
    """The pieces that give check to the player to move."""
    king = king_square(position)
    occupied = position.own | position.other
    found = rook_attacks(king, occupied) & position.straights
    found |= bishop_attacks(king, occupied) & position.diagonals
    found |= KNIGHT_ATTACKS[king] & position.knights
    found |= pawns_attack_up(ONE << Bits(king)) & position.pawns
    return found & position.other


@helper
def pinned(position: Any, king: Any) -> Any:
    """The pieces of the player to move that stand alone between their king and a piece that would attack it."""
    found = ZERO
    snipers = rook_attacks(king, position.other) & position.straights
    snipers |= bishop_attacks(king, position.other) & position.diagonals
    snipers &= position.other
    while snipers:
        between = BETWEEN[king, lowest(snipers)] & position.own
        snipers &= snipers - ONE
        if between & (between - ONE) == ZERO if between else False:
            found |= between
    return found


@helper
def attacked_by_other(position: Any, occupied: Any) -> Any:
    """All squares that the other player attacks, when these squares are occupied."""
    found = pawns_attack_down(position.pawns & position.other) | knights_attack(position.knights & position.other)
    found |= KING_ATTACKS[lowest(position.kings & position.other)]
    sliders = position.diagonals & position.other
    while sliders:
        found |= bishop_attacks(lowest(sliders), occupied)
        sliders &= sliders - ONE
    sliders = position.straights & position.other
    while sliders:
        found |= rook_attacks(lowest(sliders), occupied)
        sliders &= sliders - ONE
    return found


@helper
def is_en_passant_legal(position: Any, source: Any, file: Any) -> Any:
    """Whether a pawn on this square may take the pawn on this file (from 0) en passant, as far as its king is concerned."""
    target, taken = ONE << Bits(40 + file), ONE << Bits(32 + file)
    occupied = ((position.own | position.other) ^ (ONE << Bits(source)) ^ taken) | target
    return attackers(position, king_square(position), occupied) & ~taken == ZERO


@helper
def en_passant_sources(file: Any) -> Any:
    """The squares from which a pawn could take the pawn on this file (from 0)."""
    taken = ONE << Bits(32 + file)
    return ((taken << ONE) & NOT_FILE_A) | ((taken >> ONE) & NOT_FILE_H)


# --------------------------------------------------------------------------------------------------------------------
# The list


@helper
def list_legal(position: Any, out: Any, all_moves: Any) -> Any:
    """Write the legal moves into `out`, captures and promotions to a queen first, and return how many.

    Unless `all_moves` or the king is in check, only those, in the same order.
    """
    own, other = position.own, position.other
    occupied = own | other
    king = king_square(position)
    checking = checkers(position)
    wants_quiet = all_moves or checking != ZERO
    noisy, quiet = 0, 0  # quiet moves are written from the end, and brought forward at last

    # 1. The king
    targets = KING_ATTACKS[king] & ~own & (EVERYWHERE if wants_quiet else other)
    rights = np.int64(position.state) & (OWN_SHORT | OWN_LONG) if wants_quiet and checking == ZERO else 0
    attacked = ZERO
    if targets != ZERO or rights != 0:
        attacked = attacked_by_other(position, occupied ^ (ONE << Bits(king)))
        targets &= ~attacked
    noisy, quiet = _list_to(position, out, king | (KING << PIECE), targets, noisy, quiet)

    # 2. Where the others may go
    allowed = EVERYWHERE
    if checking:
        if checking & (checking - ONE):  # two pieces give check: only the king can move
            return _joined(out, noisy, quiet)
        allowed = checking | BETWEEN[king, lowest(checking)]
    elif rights:
        quiet = _list_castling(position, out, king, attacked, quiet)
    bound = pinned(position, king)
    aims = allowed & ~own & (EVERYWHERE if wants_quiet else other)

    # 3. Pawns
    noisy, quiet = _list_pawns(position, out, king, bound, allowed, wants_quiet, noisy, quiet)

    # 4. Pieces; a queen once as a bishop and once as a rook
    movers = position.knights & own & ~bound
    while movers:
        source = lowest(movers)
        movers &= movers - ONE
        noisy, quiet = _list_to(position, out, source | (KNIGHT << PIECE), KNIGHT_ATTACKS[source] & aims, noisy, quiet)
    movers = position.diagonals & own
    while movers:
        source = lowest(movers)
        movers &= movers - ONE
        targets = bishop_attacks(source, occupied) & aims
        if (bound >> Bits(source)) & ONE:
            targets &= LINES[king, source]
        kind = QUEEN if (position.straights >> Bits(source)) & ONE else BISHOP
        noisy, quiet = _list_to(position, out, source | (kind << PIECE), targets, noisy, quiet)
    movers = position.straights & own
    while movers:
        source = lowest(movers)
        movers &= movers - ONE
        targets = rook_attacks(source, occupied) & aims
        if (bound >> Bits(source)) & ONE:
            targets &= LINES[king, source]
        kind = QUEEN if (position.diagonals >> Bits(source)) & ONE else ROOK
        noisy, quiet = _list_to(position, out, source | (kind << PIECE), targets, noisy, quiet)
    return _joined(out, noisy, quiet)


@helper
def _list_to(position: Any, out: Any, base: Any, targets: Any, noisy: Any, quiet: Any) -> Any:
    """Write the moves of one piece to these squares."""
    taking = targets & position.other
    targets &= ~position.other
    while taking:
        to = lowest(taking)
        taking &= taking - ONE
        out[noisy] = base | (to << TO) | (piece_at(position, to) << CAPTURED)
        noisy += 1
    while targets:
        out[MOST_MOVES - 1 - quiet] = base | (lowest(targets) << TO)
        targets &= targets - ONE
        quiet += 1
    return noisy, quiet


@helper
def list_checks(position: Any, out: Any, count: Any) -> Any:
    """Write quiet moves that give check behind the `count` moves in `out`, and return how many there are then.

    Only pieces that are not pinned and attack the king themselves; the player to move is not in check.
    """
    own = position.own
    occupied = own | position.other
    empty = ~occupied
    target = lowest(position.kings & position.other)
    by_diagonals, by_straights = bishop_attacks(target, occupied) & empty, rook_attacks(target, occupied) & empty
    free = own & ~pinned(position, king_square(position))
    movers = position.knights & free
    squares = KNIGHT_ATTACKS[target] & empty
    while movers:
        source = lowest(movers)
        movers &= movers - ONE
        count = _append(out, source | (KNIGHT << PIECE), KNIGHT_ATTACKS[source] & squares, count)
    movers = (position.diagonals | position.straights) & free
    while movers:
        source = lowest(movers)
        movers &= movers - ONE
        is_diagonal = (position.diagonals >> Bits(source)) & ONE != ZERO
        is_straight = (position.straights >> Bits(source)) & ONE != ZERO
        targets, squares = ZERO, ZERO
        if is_diagonal:
            targets, squares = bishop_attacks(source, occupied), by_diagonals
        if is_straight:
            targets, squares = targets | rook_attacks(source, occupied), squares | by_straights
        kind = (QUEEN if is_straight else BISHOP) if is_diagonal else ROOK
        count = _append(out, source | (kind << PIECE), targets & squares, count)
    return count


@helper
def _append(out: Any, base: Any, targets: Any, count: Any) -> Any:
    while targets:
        out[count] = base | (lowest(targets) << TO)
        targets &= targets - ONE
        count += 1
    return count


@helper
def _joined(out: Any, noisy: Any, quiet: Any) -> Any:
    """Bring the quiet moves behind the others."""
    for i in range(quiet):
        out[noisy + i] = out[MOST_MOVES - 1 - i]
    return noisy + quiet


@helper
def _list_castling(position: Any, out: Any, king: Any, attacked: Any, quiet: Any) -> Any:
    usable = _castlings(position, king, attacked)
    base = king | (KING << PIECE) | (CASTLING << KIND)
    if usable & OWN_SHORT:
        out[MOST_MOVES - 1 - quiet] = base | (G1 << TO)
        quiet += 1
    if usable & OWN_LONG:
        out[MOST_MOVES - 1 - quiet] = base | (C1 << TO)
        quiet += 1
    return quiet


@helper
def _castlings(position: Any, king: Any, attacked: Any) -> Any:
    """The rights by which the player to move may castle now.

    The king is not in check; `attacked` are the squares that the other player would attack if it were not there.
    """
    if has_unusual_castling(position):
        return _unusual_castlings(position, king, attacked)
    rights = np.int64(position.state)
    occupied = position.own | position.other
    usable = 0
    if rights & OWN_SHORT and occupied & SHORT_EMPTY == ZERO and attacked & SHORT_SAFE == ZERO:
        usable |= OWN_SHORT
    if rights & OWN_LONG and occupied & LONG_EMPTY == ZERO and attacked & LONG_SAFE == ZERO:
        usable |= OWN_LONG
    return usable


@helper
def _unusual_castlings(position: Any, king: Any, attacked: Any) -> Any:
    """The same, wherever on their rank king and rook come from."""
    usable = 0
    for right in range(2):
        if np.int64(position.state >> Bits(right)) & 1 and _is_way_free(position, king, right, attacked):
            usable |= 1 << right
    return usable


@helper
def _is_way_free(position: Any, king: Any, right: Any, attacked: Any) -> Any:
    """Whether nothing stands in the way of king and rook, and the king is safe on its way and at the end."""
    rook = rook_file(position, right)
    king_to, rook_to = (C1, D1) if right else (G1, F1)
    king_way = BETWEEN[king, king_to] | (ONE << Bits(king_to))
    rook_way = BETWEEN[rook, rook_to] | (ONE << Bits(rook_to))
    others = (position.own | position.other) & ~((ONE << Bits(king)) | (ONE << Bits(rook)))
    if others & (king_way | rook_way) or attacked & king_way:
        return False
    return attackers(position, king_to, others | (ONE << Bits(rook_to))) == ZERO  # the rook may have stood before a piece


@helper
def _list_pawns(
    position: Any,
    out: Any,
    king: Any,
    bound: Any,
    allowed: Any,
    wants_quiet: Any,
    noisy: Any,
    quiet: Any,
) -> Any:
    own, other = position.own, position.other
    empty = ~(own | other)
    pawns = position.pawns & own
    base = PAWN << PIECE

    # Captures to the right and to the left
    for step in (9, 7):
        taking = (pawns << Bits(step)) & (NOT_FILE_A if step == 9 else NOT_FILE_H) & other & allowed
        while taking:
            to = lowest(taking)
            taking &= taking - ONE
            source = to - step
            if (bound >> Bits(source)) & ONE and (LINES[king, source] >> Bits(to)) & ONE == ZERO:
                continue
            move = base | source | (to << TO) | (piece_at(position, to) << CAPTURED)
            noisy, quiet = _add_pawn_move(out, move, to, wants_quiet, noisy, quiet)

    # En passant
    file = en_passant_file(position) - 1
    if file >= 0:
        sources = en_passant_sources(file) & pawns
        while sources:
            source = lowest(sources)
            sources &= sources - ONE
            if is_en_passant_legal(position, source, file):
                out[noisy] = base | source | ((40 + file) << TO) | (PAWN << CAPTURED) | (EN_PASSANT << KIND)
                noisy += 1

    # Steps
    one_step = (pawns << Bits(8)) & empty
    two_steps = ((one_step & THIRD_RANK) << Bits(8)) & empty & allowed
    one_step &= allowed
    if not wants_quiet:
        one_step &= LAST_RANK
        two_steps = ZERO
    while one_step:
        to = lowest(one_step)
        one_step &= one_step - ONE
        source = to - 8
        if (bound >> Bits(source)) & ONE and (LINES[king, source] >> Bits(to)) & ONE == ZERO:
            continue
        move = base | source | (to << TO)
        if to >= 56:
            noisy, quiet = _add_pawn_move(out, move, to, wants_quiet, noisy, quiet)
        else:
            out[MOST_MOVES - 1 - quiet] = move
            quiet += 1
    while two_steps:
        to = lowest(two_steps)
        two_steps &= two_steps - ONE
        source = to - 16
        if (bound >> Bits(source)) & ONE and (LINES[king, source] >> Bits(to)) & ONE == ZERO:
            continue
        out[MOST_MOVES - 1 - quiet] = base | source | (to << TO) | (DOUBLE_STEP << KIND)
        quiet += 1
    return noisy, quiet


@helper
def _add_pawn_move(out: Any, move: Any, to: Any, wants_quiet: Any, noisy: Any, quiet: Any) -> Any:
    """Write a capture of a pawn, or its step to the last rank, where it becomes any piece: all but a queen are quiet."""
    if to < 56:
        out[noisy] = move
        return noisy + 1, quiet
    out[noisy] = move | (QUEEN << PROMOTION)
    if wants_quiet:
        for piece in (KNIGHT, ROOK, BISHOP):
            out[MOST_MOVES - 1 - quiet] = move | (piece << PROMOTION)
            quiet += 1
    return noisy + 1, quiet


# --------------------------------------------------------------------------------------------------------------------
# Only how many


@helper
def count_legal(position: Any) -> Any:
    """How many legal moves there are, without listing them."""
    own, other = position.own, position.other
    occupied = own | other
    king = king_square(position)
    checking = checkers(position)
    attacked = attacked_by_other(position, occupied ^ (ONE << Bits(king)))
    total = popcount(KING_ATTACKS[king] & ~own & ~attacked)
    allowed = EVERYWHERE
    if checking:
        if checking & (checking - ONE):
            return total
        allowed = checking | BETWEEN[king, lowest(checking)]
    elif has_unusual_castling(position):
        usable = _unusual_castlings(position, king, attacked)
        total += (usable & OWN_SHORT) + (usable >> 1)
    else:  # as in `_castlings`, but faster here than a call
        rights = np.int64(position.state) & (OWN_SHORT | OWN_LONG)
        if rights & OWN_SHORT and occupied & SHORT_EMPTY == ZERO and attacked & SHORT_SAFE == ZERO:
            total += 1
        if rights & OWN_LONG and occupied & LONG_EMPTY == ZERO and attacked & LONG_SAFE == ZERO:
            total += 1
    bound = pinned(position, king)
    aims = allowed & ~own

    # Pawns that are free, all at once; the few that are pinned one by one
    pawns = position.pawns & own
    total += _count_pawns(pawns & ~bound, allowed, occupied, other)
    tied = pawns & bound
    while tied:
        source = lowest(tied)
        tied &= tied - ONE
        total += _count_pawns(ONE << Bits(source), allowed & LINES[king, source], occupied, other)
    file = en_passant_file(position) - 1
    if file >= 0:
        sources = en_passant_sources(file) & pawns
        while sources:
            total += 1 if is_en_passant_legal(position, lowest(sources), file) else 0
            sources &= sources - ONE

    knights = position.knights & own & ~bound
    while knights:
        total += popcount(KNIGHT_ATTACKS[lowest(knights)] & aims)
        knights &= knights - ONE
    sliders = position.diagonals & own
    while sliders:
        source = lowest(sliders)
        sliders &= sliders - ONE
        targets = bishop_attacks(source, occupied) & aims
        if (bound >> Bits(source)) & ONE:
            targets &= LINES[king, source]
        total += popcount(targets)
    sliders = position.straights & own
    while sliders:
        source = lowest(sliders)
        sliders &= sliders - ONE
        targets = rook_attacks(source, occupied) & aims
        if (bound >> Bits(source)) & ONE:
            targets &= LINES[king, source]
        total += popcount(targets)
    return total


@helper
def _count_pawns(pawns: Any, allowed: Any, occupied: Any, other: Any) -> Any:
    """The moves of these pawns to allowed squares, en passant apart."""
    right = ((pawns << Bits(9)) & NOT_FILE_A) & other & allowed
    left = ((pawns << Bits(7)) & NOT_FILE_H) & other & allowed
    one_step = (pawns << Bits(8)) & ~occupied
    two_steps = ((one_step & THIRD_RANK) << Bits(8)) & ~occupied & allowed
    one_step &= allowed
    total = popcount(right) + popcount(left) + popcount(one_step) + popcount(two_steps)
    last = popcount(right & LAST_RANK) + popcount(left & LAST_RANK) + popcount(one_step & LAST_RANK)
    return total + 3 * last


@helper
def has_legal_move(position: Any, checking: Any) -> Any:
    """Whether there is a legal move at all; `checking` are the pieces that give check."""
    if checking == ZERO:
        free = position.own & ~pinned(position, king_square(position))
        if ((position.pawns & free) << Bits(8)) & ~(position.own | position.other):
            return True
        if knights_attack(position.knights & free) & ~position.own:
            return True
    return count_legal(position) > 0
