"""The endings of draughts: what stands on the board, by name and by number.

A side is how many men and kings a player has: `2K1M` are two kings and a man. A family is the side of the player to move and
that of the other one, four counts that are the digits of its number. An ending is both sides, whoever is to move: `2K1M-1K`.
"""

import functools
import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from damier.errors import BadInput
from damier.games.draughts.numbering import boards
from damier.games.endings import Ending, Endings
from damier.kernel import helper
from damier.wording import quoted

MOST_PIECES = 6  # of an ending
COUNTS = MOST_PIECES + 1  # what a count may be: a digit of a family's number
FAMILIES = COUNTS**4

Side = tuple[int, int]  # kings, men

_SIDE = r"((?:\d{0,2}[KM])+)"
_WRITTEN = re.compile(rf"{_SIDE}(?:VS?|[-/:]){_SIDE}", re.ASCII)
_EXPECTED = "expected kings and men of both sides, as 2K1M-1K or KKMvK"


@helper
def family_of(men: Any, kings: Any, other_men: Any, other_kings: Any) -> Any:
    """The number of a family by its pieces, those of the player to move first."""
    return ((np.int64(men) * COUNTS + kings) * COUNTS + other_men) * COUNTS + other_kings


@helper
def pieces_of(family: Any) -> Any:
    """Men and kings of the player to move, then the other's."""
    return family // COUNTS**3, family // COUNTS**2 % COUNTS, family // COUNTS % COUNTS, family % COUNTS


def size(family: int) -> int:
    """How many places a family has."""
    return int(boards(*pieces_of(family)))


# --------------------------------------------------------------------------------------------------------------------
# Names


def _letters(side: Side) -> str:
    return "".join(f"{count}{letter}" for count, letter in zip(side, "KM", strict=True) if count)


def _strength(side: Side) -> Any:
    return sum(side), side


def _name(one: Side, two: Side) -> str:
    return "-".join(map(_letters, sorted((one, two), key=_strength, reverse=True)))


def _number(own: Side, other: Side) -> int:
    return int(family_of(own[1], own[0], other[1], other[0]))


def _ending(one: Side, two: Side) -> Ending:
    one, two = sorted((one, two), key=_strength, reverse=True)
    families = dict.fromkeys((_number(one, two), _number(two, one)))
    smaller = dict.fromkeys(_name(*sides) for sides in itertools.chain(_reached(one, two), _reached(two, one)))
    return Ending(_name(one, two), tuple(families), tuple(smaller))


def _reached(mover: Side, other: Side) -> Iterator[tuple[Side, Side]]:
    """What stands after a capture of some, after a man is crowned, or both at once, while the other has something left."""
    crowned = [(mover[0] + 1, mover[1] - 1)] if mover[1] else []
    for left in itertools.product(range(other[0] + 1), range(other[1] + 1)):
        for own in [*([mover] if left != other else []), *crowned]:
            if sum(left):
                yield own, left


def find(name: str) -> Ending:
    """The ending that a person calls so, as "2K1M-1K", "1k v 2k+1m" or "KKM-K"."""
    written = _WRITTEN.fullmatch(re.sub(r"[\s+,]", "", name).upper()) if len(name) < 40 else None
    if written is None:
        raise BadInput(f"{quoted(name)} is no ending; {_EXPECTED}")
    sides = [_read(side) for side in written.groups()]
    pieces = sum(map(sum, sides))
    if not all(map(sum, sides)):
        raise BadInput(f"{quoted(name)} leaves a side without pieces, which has lost; {_EXPECTED}")
    if pieces > MOST_PIECES:
        raise BadInput(f"{quoted(name)} has {pieces} pieces; endings have {MOST_PIECES} at most")
    return _ending(*sides)


def _read(written: str) -> Side:
    counted = [(int(count or 1), letter) for count, letter in re.findall(r"(\d*)([KM])", written)]
    kings, men = (sum(count for count, each in counted if each == letter) for letter in "KM")
    return kings, men


@functools.cache
def _all(most: int) -> list[str]:
    """By number of pieces, then of men, so that each stands after those that it leads to."""
    sides: list[Side] = [(kings, men) for kings in range(most) for men in range(most - kings) if kings + men]
    pairs = itertools.combinations_with_replacement(sorted(sides, key=_strength, reverse=True), 2)
    found = [(one, two) for one, two in pairs if sum(one) + sum(two) <= most]
    found.sort(key=lambda pair: (sum(map(sum, pair)), pair[0][1] + pair[1][1]))
    return [_name(*pair) for pair in found]


def up_to(most: int) -> list[str]:
    """The names of all endings of so many pieces, each after those that it leads to."""
    return list(_all(min(most, MOST_PIECES)))


def named(family: int) -> str:
    """A family in writing, the player to move first: "1K-2K1M"."""
    men, kings, other_men, other_kings = pieces_of(family)
    return f"{_letters((kings, men))}-{_letters((other_kings, other_men))}"


ENDINGS = Endings(FAMILIES, size, find, up_to, named)
