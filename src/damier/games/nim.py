"""Nim with one heap: take one, two or three stones; who takes the last one wins."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from damier.games.spoken import texts_beside
from damier.kernel import rule
from damier.rules import LOSS, ONGOING
from damier.wording import quoted, whole_number

TITLE = "Nim"
RULES = texts_beside(Path(__file__).with_suffix(""))
EXAMPLE = ("6", ["2"])
OPTIONS = {"stones": 21}
BENCH = (("", 12),)
MOST_STONES = 200


class Nim(NamedTuple):
    stones: np.int64


def start(stones: int = 21) -> Nim:
    if not 0 <= stones <= MOST_STONES:
        raise ValueError(f"a heap has 0 to {MOST_STONES} stones, not {stones}")
    return Nim(np.int64(stones))


def parse(text: str, stones: int = 21) -> Nim:
    """The number of stones."""
    number = whole_number(text)
    if number is None:
        raise ValueError(f"{quoted(text)} is no position of nim: write how many stones there are")
    return start(number)


@rule
def moves(p: Nim, out):
    count = min(3, p.stones)
    for i in range(count):
        out[i] = i + 1
    return count


@rule
def play(p: Nim, take):
    return Nim(p.stones - take)


@rule
def stage(p: Nim):
    return MOST_STONES - p.stones


@rule
def outcome(p: Nim):
    return LOSS if p.stones == 0 else ONGOING
