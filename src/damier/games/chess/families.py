"""The endings of chess: what stands on the board, by name and by number.

A side is what a player has beside his king, at most three pieces: 56 sides in all. A family is the side of the player to move
and that of the other one. A side is counted like `material` counts it, four bits a kind, pawns lowest.
"""

import functools
import itertools
import math
import re
from typing import Any

import numpy as np

from damier.errors import BadInput
from damier.games.chess.position import COUNT_BITS, PAWN, QUEEN
from damier.games.endings import Ending, Endings
from damier.kernel import helper
from damier.wording import quoted

MOST_MEN = 5  # of an ending, kings included
LETTERS = "PNBRQ"
HASHED = 10  # bits of a side's place in SIDE_OF

Counts = tuple[int, ...]  # pawns, knights, bishops, rooks, queens


def _all_sides() -> list[Counts]:
    """Fewer pieces first."""
    return [
        tuple(pieces.count(kind) for kind in range(5))
        for count in range(MOST_MEN - 1)
        for pieces in itertools.combinations_with_replacement(range(5), count)
    ]


def _packed(side: Counts) -> int:
    return sum(count << (COUNT_BITS * kind) for kind, count in enumerate(side))


ALL_SIDES = _all_sides()
SIDES = len(ALL_SIDES)
MATERIAL_OF = np.array([_packed(side) for side in ALL_SIDES], np.uint64)


def _hash() -> tuple[int, Any]:
    """A factor that gives each side a place of its own by the upper bits of a product, and the sides there."""
    for factor in range(0x9E3779B1, 1 << 32, 2):
        places = {(_packed(side) * factor & 0xFFFFFFFF) >> (32 - HASHED) for side in ALL_SIDES}
        if len(places) == SIDES:
            break
    table = np.zeros(1 << HASHED, np.uint8)
    for number, side in enumerate(ALL_SIDES):
        table[(_packed(side) * factor & 0xFFFFFFFF) >> (32 - HASHED)] = number
    return factor, table


FACTOR, SIDE_OF = _hash()


@helper
def side_of(material: Any) -> Any:
    """The number of a side, of three pieces at most, by its half of the material."""
    return np.int64(SIDE_OF[((np.int64(material) * FACTOR) & 0xFFFFFFFF) >> (32 - HASHED)])


@helper
def family_of(material: Any) -> Any:
    """The number of a family by the material of both players."""
    return side_of(material & np.uint64(0xFFFFF)) * SIDES + side_of(material >> np.uint64(32))


# --------------------------------------------------------------------------------------------------------------------
# Sizes

KING_PAIRS, ALL_KING_PAIRS = 462, 3612  # apart from each other: up to the eight symmetries of the board, and all
SQUARES, PAWN_SQUARES = 64, 48
WITH_EN_PASSANT = PAWN_SQUARES + 8  # a pawn that can be taken en passant stands on a square of its own for each file
LEADING_PAWNS = (1, 24, 576, 8648)  # so many pawns up to mirroring


def group_squares(kind: int, is_other: bool, own_pawns: int) -> int:
    """On how many squares pieces of a kind (from 0) can stand; own pawns beside them are counted apart."""
    if kind + 1 != PAWN:
        return SQUARES
    return WITH_EN_PASSANT if is_other and own_pawns else PAWN_SQUARES


def size(family: int) -> int:
    """How many places a family has."""
    own, other = (ALL_SIDES[number] for number in divmod(family, SIDES))
    leading = own[0] or other[0]
    places = LEADING_PAWNS[leading] * ALL_KING_PAIRS if leading else KING_PAIRS
    for is_other, side in enumerate((own, other)):
        for kind, count in enumerate(side):
            is_leading = kind == 0 and (not is_other or not own[0])
            if not is_leading:
                places *= math.comb(group_squares(kind, bool(is_other), own[0]), count)
    return places


# --------------------------------------------------------------------------------------------------------------------
# Names


def _letters(side: Counts) -> str:
    return "K" + "".join(letter * count for letter, count in reversed(list(zip(LETTERS, side, strict=True))))


def _strength(side: Counts) -> Any:
    return sum(side), side[::-1]


def _number(side: Counts) -> int:
    return ALL_SIDES.index(side)


def _ending(one: Counts, two: Counts) -> Ending:
    one, two = sorted((one, two), key=_strength, reverse=True)
    families = dict.fromkeys((_number(one) * SIDES + _number(two), _number(two) * SIDES + _number(one)))
    return Ending(_letters(one) + _letters(two), tuple(families), _smaller(one, two))


def _smaller(one: Counts, two: Counts) -> tuple[str, ...]:
    """The names of the endings that a capture, a promotion, or both at once lead to; bare kings are none."""
    found = dict[str, None]()
    for mover, other in ((one, two), (two, one)):
        left = [_less(other, kind) for kind in range(5) if other[kind]]
        promoted = [_more(_less(mover, 0), kind) for kind in range(PAWN, QUEEN) if mover[0]]
        reached = [(mover, side) for side in left] + [(side, rest) for side in promoted for rest in (other, *left)]
        for own, rest in reached:
            if sum(own) + sum(rest):
                found["".join(map(_letters, sorted((own, rest), key=_strength, reverse=True)))] = None
    return tuple(found)


def _less(side: Counts, kind: int) -> Counts:
    return tuple(count - (each == kind) for each, count in enumerate(side))


def _more(side: Counts, kind: int) -> Counts:
    return tuple(count + (each == kind) for each, count in enumerate(side))


def find(name: str) -> Ending:
    """The ending that a person calls so, as "KQKR", "kqvkr" or "KRvKQ"."""
    written = re.fullmatch(r"K([QRBNP]*)\W?(?:VS?)?\W?K([QRBNP]*)", name.strip().upper()) if len(name) < 40 else None
    if written is None:
        raise BadInput(f"{quoted(name)} is no ending; expected the pieces of both sides, as KQKR or KRPvKR")
    sides = [tuple(letters.count(letter) for letter in LETTERS) for letters in written.groups()]
    men = 2 + sum(map(sum, sides))
    if men == 2:
        raise BadInput(f"{quoted(name)} has bare kings, which is a draw; an ending has a piece at least")
    if men > MOST_MEN:
        raise BadInput(f"{quoted(name)} has {men} pieces, kings included; endings have {MOST_MEN} at most")
    return _ending(*sides)


@functools.cache
def _all(most: int) -> list[Ending]:
    """By number of men, then of pawns, so that each stands after those that it leads to."""
    found = [
        _ending(one, two)
        for one in ALL_SIDES
        for two in ALL_SIDES
        if _strength(one) >= _strength(two) and 1 <= sum(one) + sum(two) <= most - 2
    ]
    return sorted(found, key=lambda ending: (len(ending.name), ending.name.count("P")))


def up_to(most: int) -> list[str]:
    """The names of all endings of so many men, kings included, each after those that it leads to."""
    return [ending.name for ending in _all(min(most, MOST_MEN))]


def named(family: int) -> str:
    """A family in writing, the side to move first: "KQ-K"."""
    return "-".join(_letters(ALL_SIDES[number]) for number in divmod(family, SIDES))


ENDINGS = Endings(SIDES * SIDES, size, find, up_to, named)
