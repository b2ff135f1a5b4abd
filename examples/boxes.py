"""Dots and boxes: draw a line; who closes a box has it and moves again. Here of two boxes by two.

Dots, lines and boxes are the cells of a board of 2n + 1 rows, from the top left. Lines stand where row plus column is odd;
their numbers are the bits of a position and the moves:

    .  0  .  1  .          the box in the first row and column has the
    2     3     4          lines 0, 2, 3 and 5
    .  5  .  6  .

Scores are boxes: `ahead` is by how many the player to move is. Who keeps the turn keeps his view: `same_player` tells.
"""

from typing import NamedTuple

import numpy as np

from damier import ONGOING, Board, Cell, helper, rule

TITLE = "Dots and boxes"
SIZE = 2
ACROSS = 2 * SIZE + 1  # lines in a row of the board and the one below it
LINES = 2 * SIZE * (SIZE + 1)
ALL = np.int64((1 << LINES) - 1)
COUNTED = "box"
PLACES = [(row, column) for row in range(ACROSS) for column in range(ACROSS) if (row + column) % 2]


class Lines(NamedTuple):
    drawn: np.int64
    ahead: np.int64


START = Lines(np.int64(0), np.int64(0))


@helper
def boxes(drawn):
    """How many boxes are closed."""
    closed = 0
    for row in range(SIZE):
        for column in range(SIZE):
            top = row * ACROSS + column
            box = 1 << top | 1 << top + SIZE | 1 << top + SIZE + 1 | 1 << top + ACROSS
            closed += drawn & box == box
    return closed


@rule
def moves(p: Lines, out):
    """The lines that are not drawn."""
    count = 0
    for line in range(LINES):
        if not p.drawn >> line & 1:
            out[count] = line
            count += 1
    return count


@rule
def play(p: Lines, line):
    drawn = p.drawn | 1 << line
    closed = boxes(drawn) - boxes(p.drawn)
    return Lines(drawn, p.ahead + closed) if closed else Lines(drawn, -p.ahead)


@rule
def same_player(p: Lines, child):
    """Who has closed a box moves again."""
    return boxes(child.drawn) > boxes(p.drawn)


@rule
def outcome(p: Lines):
    return p.ahead if p.drawn == ALL else ONGOING


@rule
def limits(p: Lines):
    """Nobody can be further ahead than by all boxes."""
    left = SIZE * SIZE - boxes(p.drawn)
    return p.ahead - left, p.ahead + left


@rule
def evaluate(p: Lines, weights):
    return p.ahead


# ---------------------------------------------------------------------------------------------------------------------------
# For people


def move_name(p: Lines, line: int) -> str:
    """Column and row of the board, as b1 for the first line."""
    row, column = PLACES[line]
    return f"{'abcdefghi'[column]}{row + 1}"


def board(p: Lines, turn: int) -> Board:
    cells = [[Cell("•" if row % 2 == column % 2 == 0 else "") for column in range(ACROSS)] for row in range(ACROSS)]
    for line, (row, column) in enumerate(PLACES):
        if int(p.drawn) >> line & 1:
            cells[row][column] = Cell("—" if row % 2 == 0 else "|")
    for row in range(1, ACROSS, 2):
        for column in range(1, ACROSS, 2):
            around = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
            if all(cells[r][c].text for r, c in around):
                cells[row][column] = Cell("■")
    ahead = int(p.ahead) if turn == 0 else -int(p.ahead)
    names = [str(row + 1) for row in range(ACROSS)], list("abcdefghi"[:ACROSS])
    return Board(cells, *names, caption=f"the first player is ahead by {ahead}")


def cells(p: Lines, line: int, turn: int) -> list[tuple[int, int]]:
    return [PLACES[line]]
