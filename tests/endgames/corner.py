"""King and rook against king on a board of 4 x 4: a game that numbers its positions, as a person writes it into a file."""

from typing import NamedTuple

import numpy as np

from damier import DRAW, LOSS, ONGOING, rule
from damier.games.endings import Ending, listed
from damier.kernel import helper

GONE, SYMMETRIES = 16, 8


class Corner(NamedTuple):
    """Squares 0 to 15 by rows: the king of the player to move, the other one, the rook, and whether it is the player's own."""

    king: np.int64
    other: np.int64
    rook: np.int64
    is_own: np.int64


START = Corner(np.int64(0), np.int64(10), np.int64(1), np.int64(1))
ENDINGS = listed([Ending("KRK", (0, 1))], [16**3, 16**3])


@helper
def turned(square, symmetry):
    row, column = square >> 2, square & 3
    row = 3 - row if symmetry & 1 else row
    column = 3 - column if symmetry & 2 else column
    return row + 4 * column if symmetry & 4 else column + 4 * row


@helper
def is_near(one, two):
    return abs((one >> 2) - (two >> 2)) <= 1 and abs((one & 3) - (two & 3)) <= 1


@helper
def sees(rook, target, blocker):
    """Whether a rook attacks a square, with one piece that may stand between."""
    if rook == target or (rook >> 2 != target >> 2 and rook & 3 != target & 3):
        return False
    is_on_line = (rook >> 2 == blocker >> 2 == target >> 2) or (rook & 3 == blocker & 3 == target & 3)
    return not (is_on_line and min(rook, target) < blocker < max(rook, target))


@helper
def may_stand(p, to):
    """Whether the king may go to a square."""
    if to in (p.king, p.other) or not is_near(p.king, to) or is_near(p.other, to):
        return False
    if p.is_own:
        return to != p.rook
    return to == p.rook or not sees(p.rook, to, p.other)


@helper
def list_moves(p, out):
    count = 0
    for to in range(16):
        if may_stand(p, to):
            out[count] = to
            count += 1
        if p.is_own and to not in (p.king, p.other) and sees(p.rook, to, p.king) and sees(p.rook, to, p.other):
            out[count] = to + 16
            count += 1
    return count


@rule
def moves(p: Corner, out):
    return list_moves(p, out)


@rule
def play(p: Corner, move):
    if move >= 16:
        return Corner(p.other, p.king, np.int64(move - 16), np.int64(0))
    return Corner(p.other, np.int64(move), np.int64(GONE if move == p.rook else p.rook), np.int64(1 - p.is_own))


@rule
def outcome(p: Corner):
    if p.rook == GONE:
        return DRAW
    if list_moves(p, np.zeros(64, np.int64)):
        return ONGOING
    return LOSS if not p.is_own and sees(p.rook, p.king, p.other) else DRAW


@rule
def reversible(p: Corner):
    return 100


@rule
def index(p: Corner):
    if p.rook == GONE:
        return -1, 0
    number = 16**3
    for symmetry in range(SYMMETRIES):
        king, other, rook = turned(p.king, symmetry), turned(p.other, symmetry), turned(p.rook, symmetry)
        number = min(number, (king * 16 + other) * 16 + rook)
    return 1 - p.is_own, number


@rule
def placed(p: Corner, family, number):
    king, other, rook = number >> 8, (number >> 4) & 15, number & 15
    can_be = rook not in (king, other) and not is_near(king, other)
    if not can_be or (family == 0 and sees(rook, other, king)):
        rook = GONE
    return Corner(np.int64(king), np.int64(other), np.int64(rook), np.int64(1 - family))


@rule
def unmoves(p: Corner, out):
    count = 0
    for to in range(16):
        if to in (p.king, p.other, p.rook):
            continue
        if is_near(p.other, to):
            out[count] = to
            count += 1
        if not p.is_own and sees(p.rook, to, p.king) and sees(p.rook, to, p.other):
            out[count] = to + 16
            count += 1
    return count


@rule
def unplay(p: Corner, unmove):
    if unmove >= 16:
        return Corner(p.other, p.king, np.int64(unmove - 16), np.int64(1))
    return Corner(np.int64(unmove), p.king, p.rook, np.int64(1 - p.is_own))
