"""Three small games, right as they stand, that the broken ones are made of: each is a text that is edited."""

STONES = '''"""Stones: take one to three; who takes the last wins."""
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, helper, rule
# head
class Stones(NamedTuple):
    left: int

START = Stones(12)

@rule
def moves(p: Stones, out):
    n = min(3, p.left)
    for i in range(n):
        out[i] = i + 1
    return n

@rule
def play(p: Stones, take):
    return Stones(p.left - take)

@rule
def outcome(p: Stones):
    return LOSS if p.left == 0 else ONGOING
# tail
'''

ROWS = '''"""Rows: two in a row on eight squares, bits 56 to 63 of a board; the board is turned over after each move."""
from typing import NamedTuple
import numpy as np
from damier import DRAW, LOSS, ONGOING, helper, rule
from damier.bits import lowest, popcount

ONE = np.uint64(1)
ZERO = np.uint64(0)
FULL = np.uint64(0xFF << 56)
VALUES = (3, 4, 5, 6, 6, 5, 4, 3)
# head
class Rows(NamedTuple):
    own: np.uint64
    other: np.uint64

START = Rows(ZERO, ZERO)

@helper
def bit(square):
    return ONE << np.uint64(square + 56)

@rule
def moves(p: Rows, out):
    n = 0
    for square in range(8):
        if (p.own | p.other) & bit(square) == ZERO:
            out[n] = square
            n += 1
    return n

@rule
def play(p: Rows, square):
    return Rows(p.other, p.own | bit(square))

@rule
def outcome(p: Rows):
    if p.other & (p.other << ONE) & (p.other >> ONE) != ZERO:
        return LOSS
    return DRAW if p.own | p.other == FULL else ONGOING

@rule
def evaluate(p: Rows, weights):
    return popcount(p.own) - popcount(p.other)

@rule
def stage(p: Rows):
    return popcount(p.own | p.other)

@rule
def noisy(p: Rows, out):
    n = 0
    for square in range(8):
        if (p.own | p.other) & bit(square) == ZERO and p.own & (bit(square) >> ONE) != ZERO:
            out[n] = square
            n += 1
    return n

@rule
def gain(p: Rows, square):
    return VALUES[square]

def text(p):
    return "".join("x" if int(p.own) >> i & 1 else "o" if int(p.other) >> i & 1 else "." for i in range(56, 64))

def parse(text):
    if len(text) != 8 or set(text) - set("xo."):
        raise ValueError(f"{text} is no row of eight")
    own, other = (sum(1 << 56 + i for i in range(8) if text[i] == letter) for letter in "xo")
    return Rows(np.uint64(own), np.uint64(other))

def move_name(p, move):
    return "abcdefgh"[move]

def turn(p):
    return (popcount(p.own) + popcount(p.other)) % 2
# tail
'''

WALK = '''"""Walk: two kings on a ring of ten squares; who steps onto the other wins, and walking around is a draw."""
from typing import NamedTuple
import numpy as np
from damier import DRAW, LOSS, ONGOING, rule

SQUARES = 10
# head
class Walk(NamedTuple):
    own: int
    other: int
    quiet: int

START = Walk(0, 5, 0)

@rule
def moves(p: Walk, out):
    n = 0
    for step in (1, 9):
        out[n] = step
        n += 1
    return n

@rule
def play(p: Walk, step):
    return Walk(p.other, (p.own + step) % SQUARES, p.quiet + 1)

@rule
def outcome(p: Walk):
    if p.own == p.other:
        return LOSS
    return DRAW if p.quiet >= 40 else ONGOING

@rule
def key(p: Walk):
    return np.uint64(p.own * SQUARES + p.other)

@rule
def reversible(p: Walk):
    return p.quiet

@rule
def patience(p: Walk):
    return 40 - p.quiet

@rule
def limits(p: Walk):
    return -100_000, 100_000
# tail
'''

BASES = {"stones": STONES, "rows": ROWS, "walk": WALK}
