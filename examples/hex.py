"""Hex: join your two sides of the board; a game cannot end in a draw.

The board is a rhombus of hexagons, here of 4 by 4. Red, who moves first, joins top and bottom, yellow joins left and right.
A cell is a bit, row by row from the top left; its six neighbours are, as the rows are shifted against each other,

    0  1  2  3             (row - 1, column)      (row - 1, column + 1)
     4  5  6  7      (row, column - 1)     cell     (row, column + 1)
      8  9 10 11           (row + 1, column - 1)  (row + 1, column)

A position is seen from the player to move. Since the two want different things, the board is not only handed over after a move
but mirrored along its long diagonal: whoever is to move joins top and bottom. So one rule is enough for both.
"""

from typing import NamedTuple

import numpy as np

from damier import LOSS, ONGOING, Board, Cell, helper, rule

TITLE = "Hex"
PLAYERS = ("red", "yellow")
SIZE = 4
ONE = np.uint64(1)
ROW, COLUMN = np.uint64(SIZE), np.uint64(SIZE - 1)  # a shift by ROW is a step down, by COLUMN a step down and left
LEFT = np.uint64(sum(1 << SIZE * row for row in range(SIZE)))
RIGHT = np.uint64(int(LEFT) << SIZE - 1)


class Hexagons(NamedTuple):
    own: np.uint64
    other: np.uint64


START = Hexagons(np.uint64(0), np.uint64(0))


@helper
def mirrored(stones):
    """Rows become columns."""
    result = np.uint64(0)
    for cell in range(SIZE * SIZE):
        if stones >> np.uint64(cell) & ONE:
            result |= ONE << np.uint64(cell % SIZE * SIZE + cell // SIZE)
    return result


@helper
def joins_left_and_right(stones):
    """Whether there is a chain: a flood from the left side that grows until nothing is added."""
    flood, before = stones & LEFT, np.uint64(0)
    while flood != before:
        before = flood
        flood |= flood << ROW | flood >> ROW
        flood |= before << ONE & ~LEFT | before >> ONE & ~RIGHT
        flood |= before << COLUMN & ~RIGHT | before >> COLUMN & ~LEFT
        flood &= stones
    return flood & RIGHT != np.uint64(0)


@rule
def moves(p: Hexagons, out):
    """The empty cells."""
    count = 0
    for cell in range(SIZE * SIZE):
        if not (p.own | p.other) >> np.uint64(cell) & ONE:
            out[count] = cell
            count += 1
    return count


@rule
def play(p: Hexagons, cell):
    return Hexagons(mirrored(p.other), mirrored(p.own | ONE << np.uint64(cell)))


@rule
def outcome(p: Hexagons):
    """The other player, who has just moved, joins left and right, as the player to move sees him."""
    return LOSS if joins_left_and_right(p.other) else ONGOING


# ---------------------------------------------------------------------------------------------------------------------------
# For people, who want the board as it lies: yellow's cells are mirrored back


def turn(p: Hexagons) -> int:
    return int(p.own | p.other).bit_count() % 2


def place(cell: int, turn: int) -> tuple[int, int]:
    """Row and column of a cell on the board of the first player."""
    row, column = divmod(cell, SIZE)
    return (row, column) if turn == 0 else (column, row)


def move_name(p: Hexagons, cell: int, turn: int) -> str:
    """As a1, from the top left: the name of a cell depends on who looks at it."""
    row, column = place(cell, turn)
    return f"{'abcdefgh'[column]}{row + 1}"


def board(p: Hexagons, turn: int) -> Board:
    """Each row half a cell further right than the one above cannot be drawn: the lines are told below instead."""
    rows = [[Cell() for _ in range(SIZE)] for _ in range(SIZE)]
    for stones, owner in ((p.own, turn), (p.other, 1 - turn)):
        for cell in range(SIZE * SIZE):
            if int(stones) >> cell & 1:
                row, column = place(cell, turn)
                rows[row][column] = Cell(owner=owner, look="disc")
    names = [str(row + 1) for row in range(SIZE)], list("abcdefgh"[:SIZE])
    return Board(rows, *names, caption="red joins top and bottom, yellow left and right; b1 touches a2")


def cells(p: Hexagons, cell: int, turn: int) -> list[tuple[int, int]]:
    return [place(cell, turn)]
