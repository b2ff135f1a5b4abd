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

The estimate knows *threats*, empty squares on which a player would complete four. One that can be played at once
decides. One that hangs in the air decides late, when every other column is full and somebody must play the square below
it: then its row tells who comes to it. When all squares but a column from row r on are taken, the number of stones is
(width - 1) x height + r - 1, and the first player is to move if that is even. So on 7x6 the first player wants his
threats on odd rows and the second on even ones; these are the *timely* threats, the others only keep the other player
from playing below them. A threat on or above one of the other player is dead: the game is decided before it is reached.
"""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.bits import lowest, popcount
from damier.games.formats import WordFormat, WrittenGame
from damier.games.fours import (
    Bits,
    cells_above,
    cells_in_fours,
    fours_along,
    has_four,
    layout_of,
    mirrored,
    open_cells,
    winning_cells,
)
from damier.games.game import Board, Cell, Game
from damier.games.spoken import texts_beside
from damier.kernel import helper, rule
from damier.rules import DRAW, LOSS, ONGOING
from damier.wording import quoted

TITLE = "Connect 4"
RULES = texts_beside(Path(__file__).with_suffix(""))
EXAMPLE = ("443355", ["2"])
OPTIONS = {"width": 7, "height": 6}
SCORES = "+ wins, − loses, 0 draws; the further from 0, the sooner"
SOLVER = "damier.solvers.connect4.solver:Solver"
BENCH = (("", 9), ("4444", 9), ("35333571", 9))
EXPECTATION = (34.4,)  # ± 1.2; damier learn expectation connect4 --count 8000 --depth 6
COLUMNS = "123456789abcdefghijklmnopqrstuvw"

_ONE = Bits(1)
SIZES: dict[type, tuple[int, int]] = {}  # width and height of each position type


# What the estimate counts. All but DECIDED were fitted (logistic regression, a line set to 4) to the exact outcome of 3661
# quiet positions of 12 to 27 stones on 7x6; they tell winner from loser in 77 % of those set aside, lines alone in 66 %.
DECIDED = 10_000  # a four that can be made before the other player makes one
TO_MOVE = 26
LINE = 4  # a row of four squares without a stone of the other player
TIMELY = np.array([49, 31], np.int64)  # a threat in the air that filling up brings to its owner: the first player, the second
UNTIMELY = np.array([6, 28], np.int64)  # one that it does not; the second player's still stands in the first one's way
STACKED = 12  # two threats one above the other

# How moves are ordered: by threats, then by the rows of four that go through the square.
MAKES_FOUR, PREVENTS_FOUR, THREAT, LETS_MAKE_FOUR = 2000, 1000, 16, -1000


class Connect4(NamedTuple):
    """The fields every size shares."""

    own: np.uint64
    both: np.uint64


@helper
def _lines(squares, grid):
    """How many rows of four, in all directions, lie within these squares."""
    lines = popcount(fours_along(squares, _ONE))
    if grid.is_wide:
        lines += popcount(fours_along(squares, grid.stride))
        lines += popcount(fours_along(squares, grid.stride - _ONE))
        lines += popcount(fours_along(squares, grid.stride + _ONE))
    return lines


@helper
def _without_dead(threats, others, grid):
    """The threats that do not lie on or above one of the other player's."""
    return threats & ~(others | cells_above(others, grid))


@helper
def _worth_in_air(threats, timely_rows, player):
    """What the threats of one player (0 moves first) that cannot be played yet are worth."""
    timely = popcount(threats & timely_rows)
    worth = TIMELY[player] * timely + UNTIMELY[player] * (popcount(threats) - timely)
    return worth + STACKED * popcount(threats & (threats >> _ONE))


def start(width: int = 7, height: int = 6) -> Any:
    """The empty board."""
    return board_type(width, height)(Bits(0), Bits(0))


def __getattr__(name: str) -> Any:
    """`Connect4_7x6` and the like: position types are made when first named (also by the compile cache)."""
    size = name.removeprefix("Connect4_").split("x")
    if name.startswith("Connect4_") and len(size) == 2 and all(part.isdigit() for part in size):
        return board_type(int(size[0]), int(size[1]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _lines_through(square: int, width: int, height: int) -> int:
    """How many rows of four on a board of this size go through a square, given as a bit."""
    column, row = divmod(square, height + 1)
    starts = [
        (column - i * right, row - i * up, right, up) for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)) for i in range(4)
    ]
    return sum(
        0 <= c < width and 0 <= c + 3 * right < width and 0 <= r < height and 0 <= r + 3 * up < height
        for c, r, right, up in starts
    )


@functools.cache
def board_type(width: int, height: int) -> Any:
    """The position type of a board of this size, with its rules."""
    grid = layout_of(width, height)

    class Position(Connect4):
        __slots__ = ()

    Position.__name__ = Position.__qualname__ = f"Connect4_{width}x{height}"
    SIZES[Position] = width, height
    size, stride, full, one = grid.width, grid.stride, grid.full, _ONE
    second_rows = grid.replies if width * height % 2 == 0 else full ^ grid.replies  # which fall to the second player in the end
    first_rows = full ^ second_rows
    lines_through = np.array([_lines_through(square, width, height) for square in range(64)], np.int64)
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
    def opposite(p: Position):
        return Position(p.own ^ p.both, p.both)

    @rule
    def outcome(p: Position):
        stones = p.own ^ p.both  # of the player who has just moved
        if has_four(stones, grid):
            return LOSS
        return DRAW if p.both == full else ONGOING

    @rule
    def evaluate(p: Position, weights):
        """Fours that can be made at once, else threats in the air and the lines that are still open."""
        empty = full ^ p.both
        playable = open_cells(p.both, grid)
        other = p.own ^ p.both
        threats = winning_cells(p.own, grid) & empty
        if threats & playable:
            return DECIDED
        others = winning_cells(other, grid) & empty
        forced = others & playable
        if forced and (forced & (forced - one) or others & (forced << one)):
            return -DECIDED  # two fours to prevent, at once or one after the other
        others ^= forced
        threats, others = _without_dead(threats, others, grid), _without_dead(others, threats, grid)
        if popcount(p.both) % 2 == 0:
            score = _worth_in_air(threats, first_rows, 0) - _worth_in_air(others, second_rows, 1)
        else:
            score = _worth_in_air(threats, second_rows, 1) - _worth_in_air(others, first_rows, 0)
        return score + LINE * (_lines(full ^ other, grid) - _lines(full ^ p.own, grid)) + TO_MOVE

    @rule
    def hint(p: Position, column):
        """Four first, then what prevents four, then by the threats there are after it; last what lets the other make four."""
        square = (p.both + (one << (Bits(column) * stride))) & ~p.both
        threats = winning_cells(p.own | square, grid)
        if square & threats:
            return MAKES_FOUR
        others = winning_cells(p.own ^ p.both, grid)
        if square & others:
            return PREVENTS_FOUR
        if (square << one) & others:
            return LETS_MAKE_FOUR
        return THREAT * popcount(threats & (full ^ p.both)) + lines_through[lowest(square)]

    @rule
    def stage(p: Position):
        return popcount(p.both)

    @rule
    def canonical(p: Position):
        own, both = mirrored(p.own, grid), mirrored(p.both, grid)
        if both < p.both or (both == p.both and own < p.own):
            return Position(own, both)
        return Position(p.own, p.both)  # and not p: a type made from this one has the same rules

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
        where = f"move {ply + 1} of {quoted(text.strip())}"
        if not 0 <= column < width:
            raise ValueError(f"{where}: {quoted(letter)} is no column; columns are {COLUMNS[0]} to {COLUMNS[width - 1]}")
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
        raise ValueError(f"{quoted(text)}: rows from the top, of equal length, made of x (to move), o and .")
    kind = board_type(width, height)
    own = both = 0
    for column in range(width):
        letters = [rows[height - 1 - level][column] for level in range(height)]
        if "." in letters and set(letters[letters.index(".") :]) != {"."}:
            raise ValueError(f"{quoted(text)}: a stone hangs in the air in column {COLUMNS[column]}")
        for level, letter in enumerate(letters):
            bit = 1 << (column * (height + 1) + level)
            own |= bit if letter == "x" else 0
            both |= bit if letter != "." else 0
    if not 0 <= both.bit_count() - 2 * own.bit_count() <= 1:
        raise ValueError(f"{quoted(text)}: {own.bit_count()} x and {both.bit_count() - own.bit_count()} o cannot be")
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


def progress(p: Any) -> float:
    """The share of the board that is filled."""
    width, height = SIZES[type(p)]
    return int(p.both).bit_count() / (width * height)


def board(p: Any, turn: int) -> Board:
    looks = {".": Cell(), "x": Cell(owner=turn, look="disc"), "o": Cell(owner=1 - turn, look="disc")}
    return Board(
        [[looks[letter] for letter in row] for row in text(p).split("/")],
        columns=list(COLUMNS[: SIZES[type(p)][0]]),
        falling=True,
    )


def highlights(p: Any, turn: int) -> dict[str, list[tuple[int, int]]]:
    """The discs that stand in a four of the player who has just moved."""
    width, height = SIZES[type(p)]
    found = int(cells_in_fours(p.own ^ p.both, layout_of(width, height)))
    line = [
        (row, column)
        for row in range(height)
        for column in range(width)
        if found >> (column * (height + 1) + height - 1 - row) & 1
    ]
    return {"line": line}


PALETTE = [Cell(), Cell(owner=0, look="disc"), Cell(owner=1, look="disc")]


def set_up(cells: list[list[Cell]], turn: int, width: int = 7, height: int = 6) -> str:
    """The rows of a board that was set up by hand."""
    letters = {-1: ".", turn: "x", 1 - turn: "o"}
    return "/".join("".join(letters[cell.owner] for cell in row) for row in cells)


class Columns(WordFormat):
    """Columns without anything between them."""

    def quick(self, game: Game, text: str) -> WrittenGame | None:
        columns = [COLUMNS.find(letter) for letter in text.lower()] if text.isalnum() and text.isascii() else [-1]
        return WrittenGame(moves=columns) if min(columns) >= 0 else None

    def in_one_word(self, game: Game, moves: Sequence[int]) -> str:
        return "".join(COLUMNS[move] for move in moves)


FORMATS = (Columns("columns", glued="."),)


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    _, height = SIZES[type(p)]
    stones = (int(p.both) >> (move * (height + 1)) & ((1 << height) - 1)).bit_count()
    return [(height - 1 - stones, move)]
