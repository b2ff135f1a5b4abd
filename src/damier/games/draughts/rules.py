"""The rules of English draughts.

Men step forward, kings both ways, one square along a diagonal. Who can capture must, but may choose how; a capture goes on as
long as it can, and a man that comes to the last row is crowned there and stops, in the middle of a capture too. What is
captured is taken off at the end. Who cannot move has lost. Rule books let players claim a draw when nothing goes forward;
here a game is drawn after 40 moves of both without a capture or a man's move, and by a position's third time (`reversible`).

A position is two numbers of 64 bits, men and kings, with the pieces of the player to move in the lower half and those of the
other in the upper one, both where the player to move sees them (`squares.py`). To turn the board round and to change sides
is then one thing: all bits in the other order.
"""

from typing import NamedTuple

import numpy as np

from damier.bits import mix, popcount, reverse
from damier.games.draughts.evaluation import estimate
from damier.games.draughts.generation import (
    can_move,
    count_steps,
    is_capture,
    jumping,
    list_captures,
    list_steps,
    own_men,
    source_of,
    taken_by,
    target_of,
)
from damier.games.draughts.squares import CROWNED_FROM, HALF, ONE, ZERO, Bits
from damier.kernel import rule
from damier.rules import DRAW, LOSS, ONGOING

MOST_QUIET = 80  # plies without a capture or a man's move, then the game is drawn
TAKEN_MAN, TAKEN_KING = 100, 130  # points, for the order of moves and what captures may bring


class Draughts(NamedTuple):
    """Men and kings, those of the player to move in the lower halves; plies without progress; black's turn (0) or white's."""

    men: np.uint64
    kings: np.uint64
    quiet: np.int64
    turn: np.int64


START = Draughts(Bits(0xFFF00000_00000FFF), Bits(0), np.int64(0), np.int64(0))


@rule
def moves(p: Draughts, out):
    jumpers = jumping(p)
    return list_captures(p, jumpers, out) if jumpers != ZERO else list_steps(p, out)


@rule
def opposite(p: Draughts):
    return Draughts(reverse(p.men), reverse(p.kings), p.quiet, 1 - p.turn)


@rule
def play(p: Draughts, move):
    leaving, target = ONE << Bits(source_of(move)), target_of(move)
    taken = taken_by(move)
    men, kings = p.men & ~(taken << HALF), p.kings & ~(taken << HALF)
    is_man = men & leaving != ZERO
    if is_man and target < CROWNED_FROM:
        men ^= leaving ^ ONE << Bits(target)
    elif is_man:
        men ^= leaving
        kings |= ONE << Bits(target)
    else:
        kings = kings ^ leaving | ONE << Bits(target)  # a king may come back to where it began
    quiet = 0 if is_man or taken != ZERO else p.quiet + 1
    return Draughts(reverse(men), reverse(kings), np.int64(quiet), 1 - p.turn)


@rule
def outcome(p: Draughts):
    if not can_move(p):
        return LOSS
    return DRAW if p.quiet >= MOST_QUIET else ONGOING


@rule
def count(p: Draughts, out):
    jumpers = jumping(p)
    return list_captures(p, jumpers, out) if jumpers != ZERO else count_steps(p)


@rule
def key(p: Draughts):
    """Neither colour nor clock matter to how play goes on."""
    return mix(p.men ^ mix(p.kings))


@rule
def reversible(p: Draughts):
    return p.quiet


@rule
def patience(p: Draughts):
    return MOST_QUIET - p.quiet


@rule
def timeless(p: Draughts):
    """Neither how long nothing has happened, nor who is called black."""
    return Draughts(p.men, p.kings, np.int64(0), np.int64(0))


# --------------------------------------------------------------------------------------------------------------------
# For the player's search


@rule
def evaluate(p: Draughts, weights):
    return estimate(p, weights)


@rule
def forced(p: Draughts):
    """Who can capture must."""
    return jumping(p) != ZERO


@rule
def noisy(p: Draughts, out):
    return list_captures(p, jumping(p), out)


@rule
def gain(p: Draughts, move):
    taken = taken_by(move) << HALF
    return TAKEN_MAN * popcount(p.men & taken) + TAKEN_KING * popcount(p.kings & taken)


@rule
def hint(p: Draughts, move):
    """What takes most; then what is crowned."""
    if is_capture(move):
        taken = taken_by(move) << HALF
        return 8 * (TAKEN_MAN * popcount(p.men & taken) + TAKEN_KING * popcount(p.kings & taken))
    is_crowned = target_of(move) >= CROWNED_FROM and own_men(p) >> Bits(source_of(move)) & ONE != ZERO
    return TAKEN_MAN if is_crowned else 0
