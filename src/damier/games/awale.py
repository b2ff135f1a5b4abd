"""Awale (Oware, the abapa rules): sow, and capture twos and threes from the other's row.

Six pits a side with four seeds each. A player empties one of his pits and sows its seeds counter-clockwise, one a pit,
passing over the emptied pit (which matters from twelve seeds on). If the last seed makes two or three in a pit of the
other's row, those seeds are captured, and so are those of the pits before it, one after the other, as long as they too
hold two or three and lie in the other's row. What rule books leave open or solve in several ways is settled so:

- Grand slam: a move that would capture all the seeds the other has in his row may be played, and captures nothing.
- Feeding: if the other's row is empty, a move that brings a seed there must be played. If there is none, the
  game ends and the player to move takes the seeds left, all of which lie on his side.
- The game ends when a player has captured 25 seeds, more than half; those left on the board then count for nobody.
- Our own rule against endless games: after 100 moves in a row (of both players together) without a capture the game
  ends and each side keeps the seeds on its side.

The score is the difference of the captured seeds. A side is a number of bytes, the six pits and then the captured
seeds (the picture is in `sowing.py`); `quiet` counts the moves since the last capture. A move is a pit of the player
to move, from 0 at his left; people write a to f. In writing, `/` and `quiet` are appended where it is not 0.
"""

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.games.counted import Counted
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

TITLE = "Awale"
RULES = texts_beside(Path(__file__).with_suffix(""))
EXAMPLE = ("4,0,3,5,4,4,2/4,6,4,2,5,5,0", ["f"])
BENCH = (("", 7),)
PITS = 6
BARS = 2 * PITS - 1  # between all pits
SEEDS = 48
MOST_QUIET = 100  # moves without a capture, then the game ends
LETTERS = "abcdef"
# ± 1.0, 0.5, 0.3, 0.2, 0.4; damier learn expectation awale --count 4000 --depth 6
EXPECTATION = (4.98, 4.6, 3.13, 2.46, 2.01)

_ZERO = Bits(0)
_ONE = Bits(1)
_SIX = Bits(PITS)
_LAP = Bits(2 * PITS - 1)  # the seeds that go once around: none into the emptied pit
_ROW = Bits((1 << 8 * PITS) - 1)
_HALF = Bits(SEEDS // 2)


class Awale(NamedTuple):
    own: np.uint64
    other: np.uint64
    quiet: np.int64


START = Awale(pack([4] * PITS), pack([4] * PITS), np.int64(0))


@rule
def opposite(p: Awale):
    return Awale(p.other, p.own, p.quiet)


@rule
def moves(p: Awale, out):
    """The pits with seeds, from the right; only those that reach the other's row if it is empty."""
    must_feed = p.other & _ROW == _ZERO
    n = 0
    for pit in range(PITS - 1, -1, -1):
        seeds = seeds_in(p.own, Bits(pit))
        if seeds != _ZERO and (not must_feed or Bits(pit) + seeds >= _SIX):
            out[n] = pit
            n += 1
    return n


@rule
def play(p: Awale, move):
    """Sow a pit, then capture backwards from the last seed unless that would leave the other nothing."""
    own, other = p.own, p.other
    origin = Bits(move)
    seeds = seeds_in(own, origin)
    own ^= put(seeds, origin)
    while seeds > _LAP:
        own += one_each(_ZERO, _SIX) ^ put(_ONE, origin)
        other += one_each(_ZERO, _SIX)
        seeds -= _LAP
    end = origin + seeds + _ONE  # behind the last seed, counted on from own pit 0
    own += one_each(origin + _ONE, min(end, _SIX))
    if end > _SIX:
        other += one_each(_ZERO, min(end - _SIX, _SIX))
    if end > _SIX + _SIX:
        own += one_each(_ZERO, end - _SIX - _SIX)
        return Awale(other, own, p.quiet + 1)
    left = other
    captured = _ZERO
    while end > _SIX:
        end -= _ONE
        caught = seeds_in(other, end - _SIX)
        if caught != Bits(2) and caught != Bits(3):
            break
        left ^= put(caught, end - _SIX)
        captured += caught
    if captured == _ZERO or left & _ROW == _ZERO:
        return Awale(other, own, p.quiet + 1)
    return Awale(left, own + put(captured, _SIX), np.int64(0))


@rule
def outcome(p: Awale):
    """The difference of the captured seeds once a player has more than half, or of all a side holds when play cannot go on."""
    own_captured = seeds_in(p.own, _SIX)
    other_captured = seeds_in(p.other, _SIX)
    if own_captured > _HALF or other_captured > _HALF:
        return np.int64(own_captured) - np.int64(other_captured)
    can_move = p.own & _ROW != _ZERO
    if p.other & _ROW == _ZERO:
        can_move = False
        for pit in range(PITS):
            can_move |= Bits(pit) + seeds_in(p.own, Bits(pit)) >= _SIX
    if can_move and p.quiet < MOST_QUIET:
        return ONGOING
    return np.int64(all_seeds(p.own)) - np.int64(all_seeds(p.other))


@rule
def evaluate(p: Awale, weights):
    """The difference of the captured seeds."""
    return np.int64(seeds_in(p.own, _SIX)) - np.int64(seeds_in(p.other, _SIX))


@rule
def limits(p: Awale):
    """One player gets all the seeds."""
    return -SEEDS, SEEDS


@rule
def timeless(p: Awale):
    """The moves since the last capture do not count."""
    return Awale(p.own, p.other, np.int64(0))


# --------------------------------------------------------------------------------------------------------------------
# Reading, writing, drawing


def parse(text: str) -> Awale:
    """Own pits and captured seeds, the other's, and the moves since a capture if any: `4,4,4,4,4,4,0/4,4,4,4,4,4,0/2`"""
    own, other, more = read_sides(text)
    if len(own) != PITS + 1:
        raise ValueError(f"{quoted(text.strip())}: a side is {PITS} pits and the captured seeds, not {len(own)} numbers")
    if sum(own) + sum(other) != SEEDS:
        raise ValueError(f"{quoted(text.strip())}: {sum(own) + sum(other)} seeds, not {SEEDS}")
    if more and not (more.isascii() and more.isdecimal() and len(more) <= 3 and int(more) <= MOST_QUIET):
        raise ValueError(f"{quoted(text.strip())}: the moves since a capture are 0 to {MOST_QUIET}, not {quoted(more)}")
    return Awale(pack(own), pack(other), np.int64(more or 0))


def text(p: Awale) -> str:
    """Own pits and captured seeds, the other's, and the moves since a capture if there are any."""
    return write_sides(p.own, p.other, PITS) + (f"/{int(p.quiet)}" if p.quiet else "")


def move_name(p: Awale, move: int) -> str:
    """The pit, from a at its owner's left."""
    return LETTERS[move]


def late_positions(size: int) -> Iterator[Awale]:
    """All positions with at most so many seeds on the board, and as many captured by each side as leaves the game open."""
    if not 1 <= size <= SEEDS:
        raise ValueError(f"endings have 1 to {SEEDS} seeds on the board, not {size}")
    count = sum(math.comb(seeds + BARS, BARS) * len(_captured(seeds)) for seeds in range(1, size + 1))
    return Counted(count, itertools.chain.from_iterable(map(_with_seeds, range(1, size + 1))))


def _captured(seeds: int) -> range:
    """How many the player to move may have captured with so many on the board."""
    return range(max(0, SEEDS // 2 - seeds), min(SEEDS // 2, SEEDS - seeds) + 1)


def _with_seeds(seeds: int) -> Iterator[Awale]:
    """Those with just so many, by where 11 bars stand between them."""
    stores = [(int(pack([0] * PITS + [own])), int(pack([0] * PITS + [SEEDS - seeds - own]))) for own in _captured(seeds)]
    quiet = np.int64(0)
    for bars in itertools.combinations(range(seeds + BARS), BARS):
        pits = bytes(right - left - 1 for left, right in itertools.pairwise((-1, *bars, seeds + BARS)))
        own, other = int.from_bytes(pits[:PITS], "little"), int.from_bytes(pits[PITS:], "little")
        for store, other_store in stores:
            yield Awale(Bits(own | store), Bits(other | other_store), quiet)


def progress(p: Awale) -> float:
    """The share of the seeds that are captured."""
    return int(seeds_in(p.own, _SIX) + seeds_in(p.other, _SIX)) / SEEDS


def board(p: Awale, turn: int) -> Board:
    """Player 0 at the bottom, his captured seeds at the right, where those that count for him at the end lie too."""
    sides = [unpack(p.own, PITS), unpack(p.other, PITS)]
    is_swept = outcome(p) != ONGOING and max(side[PITS] for side in sides) <= SEEDS // 2
    own, other = map(swept, sides) if is_swept else sides
    return sown_board(own, other, LETTERS, turn)


def steps(p: Awale, move: int, turn: int) -> list[Board]:
    """The board after each seed, and at the end before the seeds that are left are taken."""
    boards = [
        sown_board(own, other, LETTERS, turn)
        for own, other in sown(unpack(p.own, PITS), unpack(p.other, PITS), move, False, True)
    ]
    child = play(p, move)
    if outcome(child) != ONGOING:
        boards.append(sown_board(unpack(child.other, PITS), unpack(child.own, PITS), LETTERS, turn))
    return boards


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    """The pit itself."""
    return [pit_cell(move, PITS, turn)]
