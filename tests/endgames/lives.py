"""A cat after a mouse with three lives on a path of four squares: as few positions as a game with three endings can have.

Each goes one square, or stays; the mouse may not stay at the ends. One that is caught loses a life and begins again at an end.
"""

from typing import NamedTuple

import numpy as np

from damier import LOSS, ONGOING, rule
from damier.games.endings import Ending, listed
from damier.kernel import helper

SQUARES = 4


class Chase(NamedTuple):
    """Where the two are, how many lives are left, and whether the mouse is to move."""

    cat: np.int64
    mouse: np.int64
    lives: np.int64
    turn: np.int64


START = Chase(np.int64(0), np.int64(3), np.int64(3), np.int64(0))
ENDINGS = listed(
    [Ending("last", (0, 1)), Ending("two", (2, 3), ("last",)), Ending("three", (4, 5), ("two",))], [SQUARES * SQUARES] * 6
)


@helper
def may_go(p, to):
    mover = p.mouse if p.turn else p.cat
    if not (0 <= to < SQUARES and abs(to - mover) <= 1):
        return False
    return not p.turn or (to != p.cat and (to != mover or 0 < to < SQUARES - 1))


@helper
def chase(cat, mouse, lives, turn):
    return Chase(np.int64(cat), np.int64(mouse), np.int64(lives), np.int64(turn))


@rule
def moves(p: Chase, out):
    count = 0
    for to in range(SQUARES):
        if may_go(p, to):
            out[count] = to
            count += 1
    return count


@rule
def play(p: Chase, move):
    if p.turn:
        return chase(p.cat, move, p.lives, 0)
    if move == p.mouse:
        return chase(move, 0 if move > 1 else SQUARES - 1, p.lives - 1, 1)
    return chase(move, p.mouse, p.lives, 1)


@rule
def outcome(p: Chase):
    if p.lives == 0:
        return LOSS
    for to in range(SQUARES):
        if may_go(p, to):
            return ONGOING
    return LOSS


@rule
def index(p: Chase):
    if p.lives == 0 or p.cat == p.mouse:
        return -1, 0
    return 2 * (p.lives - 1) + p.turn, p.cat * SQUARES + p.mouse


@rule
def placed(p: Chase, family, number):
    return chase(number // SQUARES, number % SQUARES, family // 2 + 1, family & 1)


@rule
def converting(p: Chase, out):
    if p.turn or not may_go(p, p.mouse):
        return 0
    out[0] = p.mouse
    return 1


@rule
def unmoves(p: Chase, out):
    count = 0
    for at in range(SQUARES):
        before = unmoved(p, at)
        if before.cat != before.mouse and may_go(before, p.cat if p.turn else p.mouse):
            out[count] = at
            count += 1
    return count


@helper
def unmoved(p, at):
    return chase(at, p.mouse, p.lives, 0) if p.turn else chase(p.cat, at, p.lives, 1)


@rule
def unplay(p: Chase, unmove):
    return unmoved(p, unmove)


@rule
def has_symmetry(p: Chase):
    return False
