"""A game without a meaning, for searches that ask more of the rules: all answers are drawn from a number that each move mixes.

There are captures, checks and passes of all kinds in it, and games end after seven moves or before.
"""

from typing import NamedTuple

import numpy as np

from damier.bits import mix
from damier.kernel import helper, rule
from damier.rules import ONGOING

LONGEST = 7


class Noise(NamedTuple):
    code: np.int64
    ply: np.int64


START = Noise(35_000_105, 0)


@helper
def draw(code, salt, below):
    """A number from 0 on, below another, that depends on two."""
    return np.int64(mix(np.uint64(code) ^ (np.uint64(salt) << np.uint64(40))) % np.uint64(below))


@helper
def moved(code, by):
    return np.int64(mix(np.uint64(code) ^ np.uint64(by)) >> np.uint64(3))


@rule
def moves(p: Noise, out):
    count = 1 + draw(p.code, 1, 3)
    for i in range(count):
        out[i] = i
    return count


@rule
def play(p: Noise, move):
    return Noise(moved(p.code, move + 1), p.ply + 1)


@rule
def outcome(p: Noise):
    if p.ply >= LONGEST or draw(p.code, 2, 12) == 0:
        return draw(p.code, 3, 41) - 20
    return ONGOING


@rule
def evaluate(p: Noise, weights):
    return draw(p.code, 4, 41) - 20


@rule
def forced(p: Noise):
    return draw(p.code, 5, 4) == 0


@rule
def noisy(p: Noise, out):
    count = 1 + draw(p.code, 1, 3)
    listed = 0
    for i in range(count):
        if draw(p.code, 5, 4) == 0 or draw(p.code, 6 + i, 3) == 0:
            out[listed] = i
            listed += 1
    return listed


@rule
def threatening(p: Noise, out, listed):
    count = 1 + draw(p.code, 1, 3)
    for i in range(count):
        if draw(p.code, 6 + i, 3) != 0 and draw(moved(p.code, i + 1), 5, 4) == 0:
            out[listed] = i
            listed += 1
    return listed


@rule
def may_pass(p: Noise):
    return draw(p.code, 10, 3) > 0


@rule
def null(p: Noise):
    return Noise(moved(p.code, 99), p.ply)


def starts(count):
    """So many positions, all different."""
    return [Noise(np.int64(1_000_003 * (number + 1)), np.int64(0)) for number in range(count)]
