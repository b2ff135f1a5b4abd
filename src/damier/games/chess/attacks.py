"""Which squares a piece attacks, on 64-bit boards.

Knights and kings by a table. Bishops, rooks and queens by what is seen along a line (`seen_along`); the eight squares of a rank
have a table of their own. All tables together are below 10 kB, and nothing is particular to one processor.
"""

import functools
from typing import Any

import numpy as np

from damier.bits import seen_along
from damier.kernel import helper

Bits = np.uint64

FILE_A = 0x0101010101010101
RANK_1 = 0xFF
ALL = (1 << 64) - 1
FILES = np.array([FILE_A << file for file in range(8)], np.uint64)
RANKS = np.array([RANK_1 << (8 * rank) for rank in range(8)], np.uint64)
NOT_FILE_A = np.uint64(ALL ^ FILE_A)
NOT_FILE_H = np.uint64(ALL ^ (FILE_A << 7))


def _steps(square: int, steps: list[tuple[int, int]]) -> int:
    """The squares that lie so many ranks and files away."""
    rank, file = divmod(square, 8)
    board = 0
    for up, right in steps:
        if 0 <= rank + up < 8 and 0 <= file + right < 8:
            board |= 1 << (8 * (rank + up) + file + right)
    return board


@functools.cache
def _ray(square: int, up: int, right: int) -> int:
    """All squares in one direction: asked for again and again, and every start of damier waits for it."""
    return _steps(square, [(up * distance, right * distance) for distance in range(1, 8)])


KNIGHT_STEPS = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
KING_STEPS = [(up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]

KNIGHT_ATTACKS = np.array([_steps(square, KNIGHT_STEPS) for square in range(64)], np.uint64)
KING_ATTACKS = np.array([_steps(square, KING_STEPS) for square in range(64)], np.uint64)
FILE_LINES = np.array([_ray(square, 1, 0) | _ray(square, -1, 0) for square in range(64)], np.uint64)
RISING_LINES = np.array([_ray(square, 1, 1) | _ray(square, -1, -1) for square in range(64)], np.uint64)
FALLING_LINES = np.array([_ray(square, 1, -1) | _ray(square, -1, 1) for square in range(64)], np.uint64)


def _rank_attacks() -> Any:
    """For the six inner squares of a rank as they are occupied, and the file of the piece: the files it attacks."""
    table = np.zeros(64 * 8, np.uint8)
    for inner in range(64):
        for file in range(8):
            for step in (-1, 1):
                at = file + step
                while 0 <= at < 8:
                    table[inner * 8 + file] |= 1 << at
                    if 0 < at < 7 and inner >> (at - 1) & 1:
                        break
                    at += step
    return table


RANK_ATTACKS = _rank_attacks()


def _between(one: int, two: int) -> int:
    """The squares strictly between two on one line; none for others."""
    for up, right in KING_STEPS:
        ray = _ray(one, up, right)
        if ray >> two & 1:
            return ray & _ray(two, -up, -right)
    return 0


BETWEEN = np.array([[_between(one, two) for two in range(64)] for one in range(64)], np.uint64)


LINES = np.zeros((64, 64), np.uint64)  # the whole line through two squares, or nothing if they are on none
for _one in range(64):
    for _up, _right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        _line = _ray(_one, _up, _right) | _ray(_one, -_up, -_right)
        for _two in range(64):
            if _line >> _two & 1:
                LINES[_one, _two] = _line | 1 << _one


# --------------------------------------------------------------------------------------------------------------------
# Pieces that go along lines


@helper
def bishop_attacks(square: Any, occupied: Any) -> Any:
    """The squares that a bishop attacks: as far as the first piece on each diagonal."""
    return seen_along(RISING_LINES[square], square, occupied) | seen_along(FALLING_LINES[square], square, occupied)


@helper
def rook_attacks(square: Any, occupied: Any) -> Any:
    """The squares that a rook attacks."""
    return seen_along(FILE_LINES[square], square, occupied) | _along_rank(square, occupied)


@helper
def _along_rank(square: Any, occupied: Any) -> Any:
    """The squares attacked both ways along a rank."""
    first = Bits(square & 56)
    inner = np.int64(occupied >> (first + Bits(1))) & 63
    return Bits(RANK_ATTACKS[inner * 8 + (square & 7)]) << first


# --------------------------------------------------------------------------------------------------------------------
# Many pieces at once


@helper
def knights_attack(knights: Any) -> Any:
    """The squares that any of these knights attacks."""
    one_left, one_right = (knights >> Bits(1)) & NOT_FILE_H, (knights << Bits(1)) & NOT_FILE_A
    two_left, two_right = (one_left >> Bits(1)) & NOT_FILE_H, (one_right << Bits(1)) & NOT_FILE_A
    beside, far = one_left | one_right, two_left | two_right
    return (beside << Bits(16)) | (beside >> Bits(16)) | (far << Bits(8)) | (far >> Bits(8))


@helper
def pawns_attack_up(pawns: Any) -> Any:
    """The squares that pawns attack which go up the board: those of the player to move."""
    return ((pawns << Bits(9)) & NOT_FILE_A) | ((pawns << Bits(7)) & NOT_FILE_H)


@helper
def pawns_attack_down(pawns: Any) -> Any:
    """The squares that the other player's pawns attack."""
    return ((pawns >> Bits(7)) & NOT_FILE_A) | ((pawns >> Bits(9)) & NOT_FILE_H)
