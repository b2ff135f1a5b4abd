"""Hex: join your two sides of the board; a game cannot end in a draw.

The board is a rhombus of hexagons, here of 4 by 4. Red, who moves first, joins top and bottom, yellow joins left and right.
A cell is a bit, row by row from the top left; its six neighbours are, as the rows are shifted against each other,

    0  1  2  3             (row - 1, column)      (row - 1, column + 1)
     4  5  6  7      (row, column - 1)     cell     (row, column + 1)
      8  9 10 11           (row + 1, column - 1)  (row + 1, column)

A position is seen from the player to move, and mirrored along the long diagonal after each move: he joins top and bottom.
"""

from typing import NamedTuple

import numpy as np

from damier import LOSS, ONGOING, Board, Cell, helper, rule

TITLE, PLAYERS = "Hex", ("red", "yellow")
SIZE = 4
ONE, ROW, COLUMN = np.uint64(1), np.uint64(SIZE), np.uint64(SIZE - 1)  # shifts to the right, down, and down and left
LEFT, TOP = np.uint64(sum(1 << SIZE * row for row in range(SIZE))), np.uint64((1 << SIZE) - 1)
RIGHT, BOTTOM = np.uint64(int(LEFT) << SIZE - 1), np.uint64(int(TOP) << SIZE * (SIZE - 1))
ALL = np.uint64((1 << SIZE * SIZE) - 1)


class Hexagons(NamedTuple):
    own: np.uint64
    other: np.uint64


START = Hexagons(np.uint64(0), np.uint64(0))


@helper
def mirrored(stones):
    result = np.uint64(0)
    for cell in range(SIZE * SIZE):
        result |= (stones >> np.uint64(cell) & ONE) << np.uint64(cell % SIZE * SIZE + cell // SIZE)
    return result


@helper
def grown(cells):
    """The cells and all beside them."""
    left, right = cells >> ONE | cells << COLUMN, cells << ONE | cells >> COLUMN
    return (cells | cells << ROW | cells >> ROW | left & ~RIGHT | right & ~LEFT) & ALL


@helper
def chain(cells, stones):
    """The cells, and the stones that hang together with them."""
    before = np.uint64(0)
    while cells != before:
        before, cells = cells, cells | grown(cells) & stones
    return cells


@rule
def moves(p: Hexagons, out):
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
    return LOSS if chain(p.other & LEFT, p.other) & RIGHT else ONGOING


@rule
def features(p: Hexagons, out):
    """What a network sees: the stones, and where each player could come from his sides with 0, 1 or 2 stones more."""
    out[0], out[1] = np.int64(p.own), np.int64(p.other)
    sides = (p.own, p.other, TOP), (p.own, p.other, BOTTOM), (p.other, p.own, LEFT), (p.other, p.own, RIGHT)
    for i, (stones, others, side) in enumerate(sides):
        cells = chain(stones & side, stones)
        for more in range(3):
            out[2 + 3 * i + more] = np.int64(cells)
            cells = chain(cells | (grown(cells) | side) & ~others, stones)
    return 2 + 3 * len(sides)


# For people, who want the board as it lies: yellow's cells are mirrored back, and cells are named from the top left, as a1


def turn(p: Hexagons) -> int:
    return int(p.own | p.other).bit_count() % 2


def place(cell: int, turn: int) -> tuple[int, int]:
    return divmod(cell, SIZE) if turn == 0 else divmod(cell, SIZE)[::-1]


def move_name(p: Hexagons, cell: int, turn: int) -> str:
    row, column = place(cell, turn)
    return f"{'abcdefgh'[column]}{row + 1}"


def board(p: Hexagons, turn: int) -> Board:
    """Each row half a cell further right than the one above cannot be drawn: the lines are told below instead."""
    looks = [Cell(), Cell(owner=turn, look="disc"), Cell(owner=1 - turn, look="disc")]
    kinds = {place(cell, turn): (int(p.own) >> cell & 1) + 2 * (int(p.other) >> cell & 1) for cell in range(SIZE * SIZE)}
    rows = [[looks[kinds[row, column]] for column in range(SIZE)] for row in range(SIZE)]
    names = [str(row + 1) for row in range(SIZE)], list("abcdefgh"[:SIZE])
    return Board(rows, *names, caption="red joins top and bottom, yellow left and right; b1 touches a2")


def cells(p: Hexagons, cell: int, turn: int) -> list[tuple[int, int]]:
    return [place(cell, turn)]
