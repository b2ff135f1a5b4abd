"""King and pawn against king, solved anew from the rules and compared bit by bit with the file damier plays by.

    python tests/chess_game/test_chess_kpk.py --write

writes that file. The solver goes backwards from promotion, one pawn at a time, since pawns only go forward.
"""

import sys
import zlib

import numpy as np

from damier.games.chess.kpk import FILE, WON, is_won

SQUARES = np.arange(64)
RANK, COLUMN = SQUARES >> 3, SQUARES & 7
STEPS = np.maximum(abs(RANK[:, None] - RANK), abs(COLUMN[:, None] - COLUMN))
NEXT = STEPS == 1  # squares that a king reaches in a move


def queen_attacks(queen, own_king):
    """The squares that a queen attacks with only her own king in her way: the other one does not hide behind itself."""
    found = np.zeros(64, bool)
    for up in (-1, 0, 1):
        for right in (-1, 0, 1):
            rank, column = (queen >> 3) + up, (queen & 7) + right
            while (up or right) and 0 <= rank < 8 and 0 <= column < 8:
                found[rank * 8 + column] = True
                if rank * 8 + column == own_king:
                    break
                rank, column = rank + up, column + right
    return found


def rook_attacks(rook, own_king):
    attacked = queen_attacks(rook, own_king)
    return attacked & ((rook >> 3 == RANK) | (rook & 7 == COLUMN))


def promotion_wins(pawn):
    """Where a promotion on the next square wins: [own king, other king], the other to move; a rook where a queen stalemates."""
    goal = pawn + 8
    won = np.zeros((64, 64), bool)
    for king in range(64):
        if king == goal:
            continue
        for attacks in (queen_attacks(goal, king), rook_attacks(goal, king)):
            for other in range(64):
                if other in (goal, king) or STEPS[king, other] <= 1:
                    continue
                room = NEXT[other] & ~attacks & ~NEXT[king] & (king != SQUARES)
                room[goal] = NEXT[other, goal] and not NEXT[king, goal]
                stalemate = not room.any() and not attacks[other]
                won[king, other] |= not room[goal] and not stalemate
    return won


def solve():
    """Whether the side of the pawn wins: [turn, pawn, own king, other king], turn 1 for the other one to move."""
    won = np.zeros((2, 64, 64, 64), bool)
    apart = STEPS > 1
    for pawn in range(55, 7, -1):
        attacked = NEXT[pawn] & (pawn + 8 >> 3 == RANK) & (pawn & 7 != COLUMN)
        legal = apart & (pawn != SQUARES)[:, None] & (pawn != SQUARES)
        free = (pawn + 8 != SQUARES)[:, None] & (pawn + 8 != SQUARES)  # nobody stands before the pawn
        forward = promotion_wins(pawn) if pawn >= 48 else won[1, pawn + 8]
        pushes = free & forward
        if pawn < 16:
            pushes |= free & (pawn + 16 != SQUARES)[:, None] & (pawn + 16 != SQUARES) & won[1, pawn + 16]
        own_turn, other_turn = np.zeros((64, 64), bool), np.zeros((64, 64), bool)
        # where the other king may go: not next to the own king, not onto an attacked square; onto the pawn if nothing covers it
        room = apart & ~attacked & (pawn != SQUARES)
        takes = (apart[:, pawn])[:, None] & NEXT[pawn]
        while True:
            before = own_turn.sum() + other_turn.sum()
            by_king = (NEXT.astype(int) @ (other_turn & legal).astype(int)) > 0
            own_turn = legal & ~attacked & (pushes | by_king)
            escapes = ((room & ~own_turn).astype(int) @ NEXT.astype(int)) > 0
            can_move = (room.astype(int) @ NEXT.astype(int)) > 0
            other_turn = legal & ~takes & ~escapes & (can_move | attacked)
            if own_turn.sum() + other_turn.sum() == before:
                break
        won[0, pawn], won[1, pawn] = own_turn, other_turn
    return won


def as_bits(won):
    """The table as the file holds it."""
    parts = [won[turn, rank * 8 + file].ravel() for file in range(4) for rank in range(1, 7) for turn in range(2)]
    return np.packbits(np.concatenate(parts), bitorder="little").tobytes()


def test_the_file_is_the_solution():
    assert WON.tobytes() == as_bits(solve())


def test_every_position_is_asked_as_it_was_solved():
    """All pawns, also those that are mirrored, as the evaluation asks."""
    won = solve()
    random = np.random.default_rng(1)
    for _ in range(20_000):
        turn, pawn, king, other = random.integers(2), random.integers(8, 56), random.integers(64), random.integers(64)
        assert bool(is_won(pawn, king, other, turn)) == won[turn, pawn, king, other]


def test_how_many_are_won():
    """With pawns on the left half of the board, 111,282 positions are won, both sides to move, as other programs count too."""
    assert sum(byte.bit_count() for byte in WON.tobytes()) == 111_282


if __name__ == "__main__" and "--write" in sys.argv:
    FILE.write_bytes(zlib.compress(as_bits(solve()), 9))
