"""A position made from what stands on each square, with all that it keeps up."""

import numpy as np

from damier.games.chess.position import (
    BISHOP,
    BLACK_SHIFT,
    CLOCK_SHIFT,
    COUNT_BITS,
    EN_PASSANT_SHIFT,
    KING,
    KNIGHT,
    MOST_CLOCK,
    NUMBER_SHIFT,
    PAWN,
    PIECE_KEYS,
    QUEEN,
    ROOK,
    Chess,
)


def of_boards(
    own: dict[int, int],
    other: dict[int, int],
    rights: int = 0,
    en_passant: int = 0,
    clock: int = 0,
    black: int = 0,
    number: int = 1,
) -> Chess:
    """The position with these pieces by square, all squares as the player to move sees them.

    `rights` are bits of the state, those of unusual castling included.
    `en_passant` is the file, from 1, of a pawn that can be taken en passant: only if there is a legal capture, which is
    not checked here.
    """
    boards = dict.fromkeys(range(PAWN, KING + 1), 0)
    keys, material = [0, 0], 0
    for player, pieces in enumerate((own, other)):
        for square, piece in pieces.items():
            boards[piece] |= 1 << square
            keys[player] ^= int(PIECE_KEYS[piece * 64 + (square ^ 56 if player else square)])
            if piece != KING:
                material += 1 << (32 * player + COUNT_BITS * (piece - 1))
    state = rights | en_passant << EN_PASSANT_SHIFT | min(clock, MOST_CLOCK) << CLOCK_SHIFT
    state |= black << BLACK_SHIFT | number << NUMBER_SHIFT
    fields = (
        sum(1 << square for square in own),
        sum(1 << square for square in other),
        boards[PAWN],
        boards[KNIGHT],
        boards[BISHOP] | boards[QUEEN],
        boards[ROOK] | boards[QUEEN],
        boards[KING],
        keys[0],
        keys[1],
        material,
        state,
    )
    return Chess(*(np.uint64(field) for field in fields))
