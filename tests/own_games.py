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


def steps(figures: str, letters: dict[str, str], rest: str = "") -> str:
    """The source of a game whose moves name one of two figures, with their French letters, and whatever else it has."""
    return f'''"""Steps: one of two figures goes one step; who makes the sixth wins."""
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, rule

class Steps(NamedTuple):
    made: np.int64

START = Steps(np.int64(0))
FIGURE_LETTERS = { {"fr": letters} }

@rule
def moves(p: Steps, out):
    out[0], out[1] = 0, 1
    return 2

@rule
def play(p: Steps, move):
    return Steps(p.made + 1)

@rule
def outcome(p: Steps):
    return LOSS if p.made == 6 else ONGOING

def move_name(p, move):
    return {figures!r}[move] + str(int(p.made) + 1)
{rest}'''


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

# Two heaps of gold and lead at each turn: take one, the other goes. In the end a piece of gold is worth two, one of lead costs
# one, which the weights do not know: both count alike for them.
HEAPS = '''
"""Heaps: take one of two; who has more in the end wins."""
from typing import NamedTuple
import numpy as np
from damier import DRAW, LOSS, ONGOING, WIN, rule

class Heaps(NamedTuple):
    heaps: np.int64  # what lies there, and will
    left: np.int64
    gold: np.int64  # how much more the player to move has
    lead: np.int64

START = Heaps(12345, 24, 0, 0)
WEIGHTS = [40, 40]

@rule
def moves(p: Heaps, out):
    out[0], out[1] = 0, 1
    return 2

@rule
def play(p: Heaps, heap):
    lies = p.heaps >> (8 + 6 * heap)
    later = (p.heaps * 1103515245 + 12345 + heap) & 0x7FFFFFFF
    return Heaps(later, p.left - 1, -(p.gold + (lies & 7)), -(p.lead + (lies >> 3 & 7)))

@rule
def outcome(p: Heaps):
    if p.left > 0:
        return ONGOING
    worth = 2 * p.gold - p.lead
    return WIN if worth > 0 else LOSS if worth < 0 else DRAW

@rule
def evaluate(p: Heaps, weights):
    return weights[0] * p.gold + weights[1] * p.lead
'''
