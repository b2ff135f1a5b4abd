"""Games that are hard to learn, and learnings that are soon over, for tests of what goes wrong."""

import dataclasses
from pathlib import Path

from damier.learning.network.generations import Settings

TINY = Settings(nodes=20, positions=600, hidden=32, match_pairs=10, rounds=2)


def tiny(**others: object) -> Settings:
    return dataclasses.replace(TINY, **others)  # type: ignore[arg-type]


# A walk that is a draw after so many steps; 0: it never ends.
WALK = '''
"""Walk: three ways at each step, none of which leads anywhere."""
from typing import NamedTuple
import numpy as np
from damier import DRAW, ONGOING, rule

class Walk(NamedTuple):
    trail: np.int64
    made: np.int64
    last: np.int64

OPTIONS = {"last": 0}

def start(last=0):
    return Walk(np.int64(1), np.int64(0), np.int64(last))

@rule
def moves(p: Walk, out):
    for i in range(3):
        out[i] = i
    return 3

@rule
def play(p: Walk, way):
    return Walk((5 * p.trail + way) % 61, p.made + 1, p.last)

@rule
def outcome(p: Walk):
    return DRAW if 0 < p.last <= p.made else ONGOING
'''


def written(folder: Path, source: str, name: str = "game.py") -> str:
    path = folder / name
    path.write_text(source)
    return str(path)
