"""What the sowing games (Kalah, Awale) share: one player's side of the board is the bytes of one 64-bit number.

    byte      0      1     ...    n-1       n
            pit 0  pit 1   ...  pit n-1   store        pit 0 is the leftmost as its owner sees it

Sowing goes towards higher bytes and on to the other side's pit 0: counter-clockwise. With the player to move at the
bottom, a board of six pits is

             5   4   3   2   1   0      the other's pits
    store                                                store
             0   1   2   3   4   5      own pits

so the pit opposite to pit i is pit n-1-i of the other side. A position in writing is the numbers of the player to
move, then the other's: `4,4,4,4,4,4,0/4,4,4,4,4,4,0`. All arguments and results of the helpers that rules call
are uint64: no rule mixes them with signed integers.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from damier.games.game import Board, Cell
from damier.kernel import helper
from damier.wording import quoted

Bits = np.uint64

_EACH = Bits(0x0101_0101_0101_0101)
_EVERY_OTHER = Bits(0x00FF_00FF_00FF_00FF)


# --------------------------------------------------------------------------------------------------------------------
# For rules: plain Python that is compiled into the kernel that uses it


@helper
def seeds_in(side: Any, pit: Any) -> Any:
    """How many seeds lie in a pit or store."""
    return (side >> (pit << Bits(3))) & Bits(0xFF)


@helper
def put(seeds: Any, pit: Any) -> Any:
    """A side with this many seeds in one pit and nothing else."""
    return seeds << (pit << Bits(3))


@helper
def one_each(first: Any, end: Any) -> Any:
    """A side with one seed in each pit from `first` to before `end`, which may be 8: shifted twice, as 64 is no shift."""
    from_first = (_EACH << (first << Bits(2))) << (first << Bits(2))
    from_end = (_EACH << (end << Bits(2))) << (end << Bits(2))
    return from_first ^ from_end


@helper
def all_seeds(side: Any) -> Any:
    """How many seeds lie on a side, store included."""
    pairs = (side & _EVERY_OTHER) + ((side >> Bits(8)) & _EVERY_OTHER)
    fours = pairs + (pairs >> Bits(16))
    return (fours + (fours >> Bits(32))) & Bits(0xFFFF)


# --------------------------------------------------------------------------------------------------------------------
# For reading, writing and drawing


def pack(numbers: list[int]) -> np.uint64:
    """The side with these numbers of seeds, store last."""
    return Bits(int.from_bytes(bytes(numbers), "little"))


def unpack(side: Any, pits: int) -> list[int]:
    """The seeds in each pit of a side, then in its store."""
    return list(int(side).to_bytes(8, "little")[: pits + 1])


def write_sides(own: Any, other: Any, pits: int) -> str:
    """Both sides in writing."""
    return "/".join(",".join(map(str, unpack(side, pits))) for side in (own, other))


def read_sides(text: str) -> tuple[list[int], list[int], str]:
    """The numbers of both sides, at least a pit and a store each and as many, and what follows after a second stroke."""
    own, _, rest = text.strip().partition("/")
    other, _, more = rest.partition("/")
    sides = [[number.strip() for number in side.split(",")] for side in (own, other)]
    if len(sides[0]) < 2 or len(sides[0]) != len(sides[1]):
        raise ValueError(
            f"{quoted(text.strip())}: expected the pits and the store of the player to move, / and as many of the other's, "
            "as in 4,4,4,4,4,4,0/4,4,4,4,4,4,0"
        )
    for number in sides[0] + sides[1]:
        if not (number.isascii() and number.isdecimal() and len(number) <= 3):
            raise ValueError(f"{quoted(text.strip())}: {quoted(number)} is no number of seeds")
    return [int(number) for number in sides[0]], [int(number) for number in sides[1]], more.strip()


def sown(
    own: list[int], other: list[int], pit: int, into_store: bool, leaves_origin: bool
) -> Iterator[tuple[list[int], list[int]]]:
    """Both sides after each seed of a pit that its owner sows, the first time with the seeds in his hand.

    He sows `into_store`, his own, or passes over it; a game says too whether he `leaves_origin` empty, the pit he began with.
    """
    sides, pits = [list(own), list(other)], len(own) - 1
    seeds, sides[0][pit] = sides[0][pit], 0
    yield list(sides[0]), list(sides[1])
    side, at = 0, pit
    while seeds:
        at += 1
        if at > pits or (at == pits and not (into_store and side == 0)):
            side, at = 1 - side, 0
        if leaves_origin and side == 0 and at == pit:
            continue
        sides[side][at] += 1
        seeds -= 1
        yield list(sides[0]), list(sides[1])


def sown_board(own: list[int], other: list[int], names: Sequence[str], turn: int) -> Board:
    """Player 0's pits at the bottom with his store at the right, player 1's at the top, from his right to his left.

    Every pit has its name; those of the columns are of the player to move.
    """
    first, second = (own, other) if turn == 0 else (other, own)
    bottom, top = (
        [Cell(str(seeds), owner, "pit", name) for seeds, name in zip(side, names, strict=False)]
        for owner, side in enumerate((first, second))
    )
    stores = [Cell(str(side[-1]), owner, "pit") for owner, side in enumerate((first, second))]
    return Board(
        [[stores[1], *top[::-1], Cell()], [Cell(), *bottom, stores[0]]],
        columns=["", *(names if turn == 0 else names[::-1]), ""],
    )


def swept(side: list[int]) -> list[int]:
    """A side whose seeds have all gone to its store."""
    return [0] * (len(side) - 1) + [sum(side)]


def pit_cell(pit: int, pits: int, turn: int) -> tuple[int, int]:
    """Where a pit of this player lies on such a board."""
    return (1, pit + 1) if turn == 0 else (0, pits - pit)
