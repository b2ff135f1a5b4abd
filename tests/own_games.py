"""Small games as a person writes them into a file of his own, for tests that load such files."""


def nim(stones: int = 21, most: str = "3", head: str = "", docstring: str = "") -> str:
    """Nim's source: `most` is how many stones may be taken, of which `head` can tell."""
    told = docstring or "Nim: take one to three stones; who takes the last wins."
    return f'''
"""{told}"""
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, rule
{head}
class Nim(NamedTuple):
    stones: np.int64

START = Nim({stones})

@rule
def moves(p: Nim, out):
    n = min({most}, p.stones)
    for i in range(n):
        out[i] = i + 1
    return n

@rule
def play(p: Nim, take):
    return Nim(p.stones - take)

@rule
def outcome(p: Nim):
    return LOSS if p.stones == 0 else ONGOING
'''


NIM = nim()

# Twenty steps, left or right. One of a thousand ways leads to RARE, which no look at a game when it is loaded meets.
RARE = "p.steps == 0b111_1111_1111"
WAYS = """
from typing import NamedTuple
from damier import LOSS, ONGOING, rule

class Way(NamedTuple):
    steps: int

START = Way(1)

@rule
def moves(p: Way, out):
    out[0], out[1] = 1, 0
    return 2

@rule
def play(p: Way, step):
    return Way(2 * p.steps + step)

@rule
def outcome(p: Way):
    return LOSS if p.steps >= 1 << 20 else ONGOING
"""
