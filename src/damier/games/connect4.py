"""Connect 4 on any board whose columns, with one spare bit each, fit in 64 bits.

The bits of a 7x6 board (a column takes height + 1 bits; the spare bit on top stays empty, so that shifts do not run
from one column into the next):

      6 13 20 27 34 41 48      spare
      5 12 19 26 33 40 47      top row
      4 11 18 25 32 39 46
      3 10 17 24 31 38 45
      2  9 16 23 30 37 44
      1  8 15 22 29 36 43
      0  7 14 21 28 35 42      bottom row

`own` are the stones of the player to move, `both` those of both players. Each size has a position type of its own, so
that its shifts and masks are constants in compiled code. A move is a column, from 0; people write columns from 1.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from damier.games.game import Board, Cell
from damier.kernel import rule
from damier.rules import DRAW, LOSS, ONGOING

TITLE = "Connect 4"
OPTIONS = {"width": 7, "height": 6}
COLUMNS = "123456789abcdefghijklmnopqrstuvw"

Bits = np.uint64
SIZES: dict[type, tuple[int, int]] = {}  # width and height of each position type


class Connect4(NamedTuple):
    """The fields every size shares."""

    own: np.uint64
    both: np.uint64


def start(width: int = 7, height: int = 6) -> Any:
    """The empty board."""
    return board_type(width, height)(Bits(0), Bits(0))


def __getattr__(name: str) -> Any:
    """`Connect4_7x6` and the like: position types are made when first named (also by the compile cache)."""
    size = name.removeprefix("Connect4_").split("x")
    if name.startswith("Connect4_") and len(size) == 2 and all(part.isdigit() for part in size):
        return board_type(int(size[0]), int(size[1]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@functools.cache
def board_type(width: int, height: int) -> Any:
    """The position type of a board of this size, with its rules."""
    if width < 1 or height < 1 or width * (height + 1) > 64:
        raise ValueError(f"a {width}x{height} board does not fit: width x (height + 1) must be 1 to 64")

    class Position(Connect4):
        __slots__ = ()

    Position.__name__ = Position.__qualname__ = f"Connect4_{width}x{height}"
    SIZES[Position] = width, height
    size = np.int64(width)
    stride = Bits(height + 1)
    full = Bits(sum(((1 << height) - 1) << (column * (height + 1)) for column in range(width)))
    mirror_columns = tuple(range(width // 2))
    column_mask = Bits((1 << (height + 1)) - 1)
    one = Bits(1)
    order = np.array(sorted(range(width), key=lambda column: abs(2 * column - width + 1)), np.int64)  # centre first
    top_cells = np.array([1 << (int(column) * (height + 1) + height - 1) for column in order], np.uint64)
    top_row = np.bitwise_or.reduce(top_cells)

    @rule
    def moves(p: Position, out):
        if not p.both & top_row:  # the usual case, without a test for each column
            for i in range(size):
                out[i] = order[i]
            return size
        n = 0
        for i in range(size):
            out[n] = order[i]
            n += np.int64(not p.both & top_cells[i])
        return n

    @rule
    def play(p: Position, column):
        return Position(p.own ^ p.both, p.both | (p.both + (one << (Bits(column) * stride))))

    @rule
    def outcome(p: Position):
        stones = p.own ^ p.both  # of the player who has just moved
        pairs = stones & (stones >> one)
        fours = pairs & (pairs >> Bits(2))
        pairs = stones & (stones >> stride)
        fours |= pairs & (pairs >> (stride + stride))
        pairs = stones & (stones >> (stride - one))
        fours |= pairs & (pairs >> (stride + stride - Bits(2)))
        pairs = stones & (stones >> (stride + one))
        fours |= pairs & (pairs >> (stride + stride + Bits(2)))
        if fours:
            return LOSS
        return DRAW if p.both == full else ONGOING

    @rule
    def canonical(p: Position):
        own, both = p.own, p.both
        for left in mirror_columns:
            low = Bits(left) * stride
            high = Bits(size - 1 - left) * stride
            swap = ((own >> low) ^ (own >> high)) & column_mask
            own ^= (swap << low) | (swap << high)
            swap = ((both >> low) ^ (both >> high)) & column_mask
            both ^= (swap << low) | (swap << high)
        if both < p.both or (both == p.both and own < p.own):
            return Position(own, both)
        return p

    return Position


# --------------------------------------------------------------------------------------------------------------------
# Reading, writing, drawing


def parse(text: str, width: int = 7, height: int = 6) -> Any:
    """Columns played from the empty board (`44534`), or rows from the top (`x` is to move): `..../..../..../.ox.`"""
    if "/" in text:
        return _parse_rows(text)
    from damier.rules import outcome, play

    position = start(width, height)
    for ply, letter in enumerate(text.strip()):
        column = COLUMNS.find(letter)
        where = f"move {ply + 1} of {text.strip()!r}"
        if not 0 <= column < width:
            raise ValueError(f"{where}: {letter!r} is no column; columns are {COLUMNS[0]} to {COLUMNS[width - 1]}")
        if outcome(position) != ONGOING:
            raise ValueError(f"{where}: the game was over before it")
        if int(position.both) >> (column * (height + 1) + height - 1) & 1:
            raise ValueError(f"{where}: column {letter} is full")
        position = play(position, column)
    return position


def _parse_rows(text: str) -> Any:
    rows = text.strip().split("/")
    width, height = len(rows[0]), len(rows)
    if any(len(row) != width or set(row) - set("xo.") for row in rows):
        raise ValueError(f"{text!r}: rows from the top, of equal length, made of x (to move), o and .")
    kind = board_type(width, height)
    own = both = 0
    for column in range(width):
        letters = [rows[height - 1 - level][column] for level in range(height)]
        if "." in letters and set(letters[letters.index(".") :]) != {"."}:
            raise ValueError(f"{text!r}: a stone hangs in the air in column {COLUMNS[column]}")
        for level, letter in enumerate(letters):
            bit = 1 << (column * (height + 1) + level)
            own |= bit if letter == "x" else 0
            both |= bit if letter != "." else 0
    if not 0 <= both.bit_count() - 2 * own.bit_count() <= 1:
        raise ValueError(f"{text!r}: {own.bit_count()} x and {both.bit_count() - own.bit_count()} o cannot be")
    return kind(Bits(own), Bits(both))


def text(p: Any) -> str:
    width, height = SIZES[type(p)]

    def letter(column: int, level: int) -> str:
        bit = column * (height + 1) + level
        return "." if not int(p.both) >> bit & 1 else "x" if int(p.own) >> bit & 1 else "o"

    return "/".join("".join(letter(column, level) for column in range(width)) for level in reversed(range(height)))


def move_name(p: Any, move: int) -> str:
    return COLUMNS[move]


def turn(p: Any) -> int:
    """Whose turn it is, told by the number of stones."""
    return int(p.both).bit_count() % 2


def board(p: Any, turn: int) -> Board:
    looks = {".": Cell(), "x": Cell(owner=turn, look="disc"), "o": Cell(owner=1 - turn, look="disc")}
    return Board(
        [[looks[letter] for letter in row] for row in text(p).split("/")],
        columns=list(COLUMNS[: SIZES[type(p)][0]]),
        falling=True,
    )


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    _, height = SIZES[type(p)]
    stones = (int(p.both) >> (move * (height + 1)) & ((1 << height) - 1)).bit_count()
    return [(height - 1 - stones, move)]
