"""Moves taken back, for tables of endings: where the last move may have come from if it was no capture and no promotion.

The player who has just moved is the other one, whose pawns go down the board. An unmove is

    where the piece stands | where it was << 6 | what it is << 12 | file << 15

with squares as the player to move sees them; the file, from 1, is that of a pawn which could have been taken en passant
instead.
"""

from typing import Any

from damier.bits import byte_swap, lowest
from damier.games.chess.attacks import KING_ATTACKS, KNIGHT_ATTACKS, bishop_attacks, rook_attacks
from damier.games.chess.generation import checkers, en_passant_sources, list_legal
from damier.games.chess.position import (
    BISHOP,
    BLACK_SHIFT,
    EN_PASSANT_SHIFT,
    HALF,
    KING,
    KNIGHT,
    NOTHING,
    PAWN,
    PIECE,
    PIECE_KEYS,
    PROMOTION,
    QUEEN,
    ROOK,
    TO,
    Bits,
    Chess,
    captured_by,
    en_passant_file,
    from_square,
    piece_of,
    promotion_of,
    to_square,
)
from damier.games.chess.rules import can_take_en_passant
from damier.kernel import helper, rule

ZERO, ONE = Bits(0), Bits(1)
FILE = 15  # where it stands in an unmove
FIRST_RANKS = Bits(0x00FFFFFFFFFFFF00)  # where pawns can come from
AFTER_TWO_STEPS = Bits(0xFF << 32)  # of the other player
BLACK = Bits(1 << BLACK_SHIFT)


@rule
def converting(position: Chess, out: Any) -> Any:
    """Captures and promotions."""
    if checkers(position):
        count = list_legal(position, out, True)
        kept = 0
        for i in range(count):
            if captured_by(out[i]) != NOTHING or promotion_of(out[i]) != NOTHING:
                out[kept] = out[i]
                kept += 1
        return kept
    count = list_legal(position, out, False)  # of promotions only those to a queen
    for i in range(count):
        if promotion_of(out[i]) != NOTHING:
            for piece in (KNIGHT, BISHOP, ROOK):
                out[count] = out[i] ^ ((QUEEN ^ piece) << PROMOTION)
                count += 1
    return count


@rule
def unmoves(position: Chess, out: Any) -> Any:
    occupied = position.own | position.other
    file = en_passant_file(position) - 1
    if file >= 0:  # it is known what was played
        out[0] = (32 + file) | ((48 + file) << TO) | (PAWN << PIECE)
        return _with_en_passant(position, out, 1)

    # 1. King, knights, and pieces that go along lines; a queen once each way
    mine = position.other
    count = _list_from(out, 0, lowest(position.kings & mine), KING, KING_ATTACKS[lowest(position.kings & mine)] & ~occupied)
    movers = position.knights & mine
    while movers:
        at = lowest(movers)
        movers &= movers - ONE
        count = _list_from(out, count, at, KNIGHT, KNIGHT_ATTACKS[at] & ~occupied)
    movers = position.diagonals & mine
    while movers:
        at = lowest(movers)
        movers &= movers - ONE
        kind = QUEEN if (position.straights >> Bits(at)) & ONE else BISHOP
        count = _list_from(out, count, at, kind, bishop_attacks(at, occupied) & ~occupied)
    movers = position.straights & mine
    while movers:
        at = lowest(movers)
        movers &= movers - ONE
        kind = QUEEN if (position.diagonals >> Bits(at)) & ONE else ROOK
        count = _list_from(out, count, at, kind, rook_attacks(at, occupied) & ~occupied)

    # 2. Pawns; not by two squares if the pawn could then have been taken en passant, which the position would tell
    pawns = position.pawns & mine
    while pawns:
        at = lowest(pawns)
        pawns &= pawns - ONE
        before = ((ONE << Bits(at)) << Bits(8)) & ~occupied & FIRST_RANKS
        if (AFTER_TWO_STEPS >> Bits(at)) & ONE and before and not _could_be_taken(position, at & 7):
            before |= (before << Bits(8)) & ~occupied
        count = _list_from(out, count, at, PAWN, before)
    return _with_en_passant(position, out, count)


@helper
def _list_from(out: Any, count: Any, at: Any, kind: Any, squares: Any) -> Any:
    """Write the unmoves of a piece to these squares."""
    while squares:
        out[count] = at | (lowest(squares) << TO) | (kind << PIECE)
        squares &= squares - ONE
        count += 1
    return count


@helper
def _could_be_taken(position: Any, file: Any) -> Any:
    """Whether the player to move could take the pawn on this file (from 0) en passant if it had just gone two squares."""
    return en_passant_sources(file) & position.pawns & position.own != ZERO and can_take_en_passant(position, file)


@helper
def _with_en_passant(position: Any, out: Any, count: Any) -> Any:
    """Write each unmove once more for each pawn that could have been taken en passant instead of what was played."""
    pawns = position.pawns & position.own & Bits(0xFF << 24)
    if pawns == ZERO or position.pawns & position.other == ZERO:
        return count
    listed = count
    while pawns:
        file = lowest(pawns) & 7
        pawns &= pawns - ONE
        for i in range(listed):
            before = unplay(position, out[i])
            behind = (ONE << Bits(40 + file)) | (ONE << Bits(48 + file))
            if (before.own | before.other) & behind == ZERO and _could_be_taken(before, file):
                out[count] = out[i] | ((file + 1) << FILE)
                count += 1
    return count


@rule
def unplay(position: Chess, unmove: Any) -> Any:
    at, before, kind = from_square(unmove), to_square(unmove), piece_of(unmove)
    moved = byte_swap((ONE << Bits(at)) | (ONE << Bits(before)))
    pawns, knights, kings = byte_swap(position.pawns), byte_swap(position.knights), byte_swap(position.kings)
    diagonals, straights = byte_swap(position.diagonals), byte_swap(position.straights)
    if kind == PAWN:
        pawns ^= moved
    elif kind == KNIGHT:
        knights ^= moved
    elif kind == KING:
        kings ^= moved
    else:
        if kind != ROOK:
            diagonals ^= moved
        if kind != BISHOP:
            straights ^= moved
    state = ((position.state ^ BLACK) & ~Bits(0xFFF0)) | Bits((unmove >> FILE) << EN_PASSANT_SHIFT)
    return Chess(
        byte_swap(position.other) ^ moved,
        byte_swap(position.own),
        pawns,
        knights,
        diagonals,
        straights,
        kings,
        position.other_key ^ PIECE_KEYS[kind * 64 + (at ^ 56)] ^ PIECE_KEYS[kind * 64 + (before ^ 56)],
        position.own_key,
        (position.material >> HALF) | (position.material << HALF),
        state,
    )
