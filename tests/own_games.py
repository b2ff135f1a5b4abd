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
