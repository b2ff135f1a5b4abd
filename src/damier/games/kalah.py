"""Kalah: sow, land in your store to move again, and gather more seeds than the other.

A player empties one of his pits and sows its seeds counter-clockwise, one a pit: his own store is sown into, the
other's is passed over, and the emptied pit is sown again if there are seeds enough. If the last seed falls

- into his own store, he moves again;
- into an own pit that was empty, with seeds in the opposite pit, he puts both into his store. If the opposite pit is
  empty nothing is captured and the seed stays: the standard rule, not the variant called "empty capture".

The game ends as soon as one side has no seed in its pits, whoever is to move; the seeds in the other side's pits then
go to their owner's store. The score is the difference of the stores.

A side is a number of bytes, the pits and then the store (the picture is in `sowing.py`). After a move that keeps the
turn the board is not turned over and `again` is 1; it says nothing else, and play goes on alike with 0. A move is a pit
of the player to move, from 0 at his left; people write pits from 1. In writing, `/again` is appended where it is set.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.games.game import Board
from damier.games.sowing import (
    Bits,
    all_seeds,
    one_each,
    pack,
    pit_cell,
    put,
    read_sides,
    seeds_in,
    sown,
    sown_board,
    swept,
    unpack,
    write_sides,
)
from damier.games.spoken import texts_beside
from damier.kernel import rule
from damier.rules import ONGOING
from damier.wording import quoted

TITLE = "Kalah"
RULES = texts_beside(Path(__file__).with_suffix(""))
EXAMPLE = ("", ["3"])
OPTIONS = {"pits": 6, "seeds": 4}
BENCH = (("", 7), ("0,5,5,5,5,4,0/4,4,4,4,4,4,0", 7))
# ± 0.9, 0.5, 0.3, 0.2, 0.3; damier learn expectation kalah --count 4000 --depth 6
EXPECTATION = (4.22, 5.66, 4.46, 1.29, 0.492)
MOST_PITS = 7  # with the store they fill the eight bytes of a side
MOST_SEEDS = 255  # on the whole board: they may all come to lie in one store

_ZERO = Bits(0)
_ONE = Bits(1)


class Kalah(NamedTuple):
    own: np.uint64
    other: np.uint64
    pits: np.int64
    again: np.int64  # 1 if the player to move has also made the last move


def start(pits: int = 6, seeds: int = 4) -> Kalah:
    """The same number of seeds in each pit."""
    if not 1 <= pits <= MOST_PITS:
        raise ValueError(f"a side has 1 to {MOST_PITS} pits, not {pits}")
    if seeds < 1 or 2 * pits * seeds > MOST_SEEDS:
        raise ValueError(f"{pits} pits a side hold 1 to {MOST_SEEDS // (2 * pits)} seeds each, not {seeds}")
    side = pack([seeds] * pits)
    return Kalah(side, side, np.int64(pits), np.int64(0))


@rule
def opposite(p: Kalah):
    return Kalah(p.other, p.own, p.pits, p.again)


@rule
def moves(p: Kalah, out):
    """The pits with seeds: first those that move again, then the others, each from the right."""
    n = 0
    for pit in range(p.pits - 1, -1, -1):
        if seeds_in(p.own, Bits(pit)) == Bits(p.pits - pit):
            out[n] = pit
            n += 1
    for pit in range(p.pits - 1, -1, -1):
        seeds = seeds_in(p.own, Bits(pit))
        if seeds != _ZERO and seeds != Bits(p.pits - pit):
            out[n] = pit
            n += 1
    return n


@rule
def play(p: Kalah, move):
    """Sow a pit around own pits, own store and the other's pits, and see where the last seed falls."""
    own, other = p.own, p.other
    store = Bits(p.pits)
    around = store + store + _ONE
    origin = Bits(move)
    seeds = seeds_in(own, origin)
    own ^= put(seeds, origin)
    if seeds >= around:
        laps = seeds // around
        seeds -= laps * around
        own += laps * one_each(_ZERO, store + _ONE)
        other += laps * one_each(_ZERO, store)
    last = origin + seeds  # counted on from own pit 0
    own += one_each(origin + _ONE, min(last, store) + _ONE)
    if last > store:
        other += one_each(_ZERO, min(last, store + store) - store)
    if last >= around:
        last -= around
        own += one_each(_ZERO, last + _ONE)
    if last == store:
        return Kalah(own, other, p.pits, np.int64(1))
    if last < store and seeds_in(own, last) == _ONE:
        opposite = store - _ONE - last
        captured = seeds_in(other, opposite)
        if captured != _ZERO:
            other ^= put(captured, opposite)
            own ^= put(_ONE, last)
            own += put(captured + _ONE, store)
    return Kalah(other, own, p.pits, np.int64(0))


@rule
def outcome(p: Kalah):
    """The difference of all seeds a side holds, once a side's pits are empty."""
    in_pits = put(_ONE, Bits(p.pits)) - _ONE
    if p.own & in_pits != _ZERO and p.other & in_pits != _ZERO:
        return ONGOING
    return np.int64(all_seeds(p.own)) - np.int64(all_seeds(p.other))


@rule
def same_player(p: Kalah, child):
    """The last seed fell into the mover's store."""
    return child.again != 0


@rule
def evaluate(p: Kalah, weights):
    """The difference of the stores."""
    store = Bits(p.pits)
    return np.int64(seeds_in(p.own, store)) - np.int64(seeds_in(p.other, store))


@rule
def limits(p: Kalah):
    """One player gets all the seeds."""
    total = np.int64(all_seeds(p.own) + all_seeds(p.other))
    return -total, total


@rule
def key(p: Kalah):
    """Everything but `again`, which has no effect on what follows."""
    return mix(mix(p.own) ^ p.other) ^ Bits(p.pits)


@rule
def timeless(p: Kalah):
    """Who made the last move has no effect on what follows."""
    return Kalah(p.own, p.other, p.pits, np.int64(0))


# --------------------------------------------------------------------------------------------------------------------
# Reading, writing, drawing


def parse(text: str, pits: int = 6, seeds: int = 4) -> Kalah:
    """Own pits and store, then the other's, as many as there are: `4,4,4,4,4,4,0/4,4,4,4,4,4,0`"""
    own, other, more = read_sides(text)
    if len(own) > MOST_PITS + 1:
        raise ValueError(f"{quoted(text.strip())}: a side has 1 to {MOST_PITS} pits and a store, not {len(own)} numbers")
    if sum(own) + sum(other) > MOST_SEEDS:
        raise ValueError(f"{quoted(text.strip())}: {sum(own) + sum(other)} seeds, more than {MOST_SEEDS}")
    if more not in ("", "again"):
        raise ValueError(f"{quoted(text.strip())}: after the two sides may stand /again, not {quoted(more)}")
    return Kalah(pack(own), pack(other), np.int64(len(own) - 1), np.int64(more == "again"))


def text(p: Kalah) -> str:
    """Own pits and store, the other's, and whether the player has just moved already."""
    return write_sides(p.own, p.other, int(p.pits)) + ("/again" if p.again else "")


def move_name(p: Kalah, move: int) -> str:
    """The pit, from 1 at its owner's left."""
    return str(move + 1)


def progress(p: Kalah) -> float:
    """The share of the seeds that are in the stores."""
    pits = int(p.pits)
    own, other = unpack(p.own, pits), unpack(p.other, pits)
    return (own[pits] + other[pits]) / (sum(own) + sum(other))


def board(p: Kalah, turn: int) -> Board:
    """Player 0 at the bottom, his store at the right; at the end the seeds that are left lie in their owners' stores."""
    pits = int(p.pits)
    sides = [unpack(p.own, pits), unpack(p.other, pits)]
    own, other = sides if outcome(p) == ONGOING else map(swept, sides)
    return sown_board(own, other, _names(pits), turn)


def steps(p: Kalah, move: int, turn: int) -> list[Board]:
    """The board after each seed; then, if something is captured, or swept into the stores at the end, before that is done."""
    pits = int(p.pits)
    boards = [
        sown_board(own, other, _names(pits), turn)
        for own, other in sown(unpack(p.own, pits), unpack(p.other, pits), move, True, False)
    ]
    child = play(p, move)
    if outcome(child) != ONGOING:
        own, other = (child.own, child.other) if child.again else (child.other, child.own)
        boards.append(sown_board(unpack(own, pits), unpack(other, pits), _names(pits), turn))
    return boards


def _names(pits: int) -> list[str]:
    return [str(pit + 1) for pit in range(pits)]


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    """The pit itself."""
    return [pit_cell(move, int(p.pits), turn)]
