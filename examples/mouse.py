"""Cat and mouse: the mouse runs for its hole, the cat for the mouse; a position that comes for the third time is a draw.

On a board of 5 by 5 squares the mouse starts in one corner and has its hole in the opposite one, where it is safe. Both move
one square in a straight line, in turns; the cat, who may not enter the hole, catches the mouse by moving onto it. Nobody has to
make progress, so positions come again: the rule `reversible` says so, and makes draws of them.

A square is row * 5 + column, from the top left. The two do different things, so a position says whose turn it is.
"""

from typing import NamedTuple

import numpy as np

from damier import LOSS, ONGOING, Board, Cell, helper, rule

TITLE = "Cat and mouse"
PLAYERS = ("mouse", "cat")
SIZE = 5
HOLE = SIZE * SIZE - 1
FOR_EVER = 250  # moves that could be undone: all


class Chase(NamedTuple):
    mouse: np.int64
    cat: np.int64
    turn: np.int64  # 0: the mouse's


START = Chase(np.int64(0), np.int64(13), np.int64(0))  # one step beside the middle: from there neither can force a win


@helper
def reached(square, direction):
    """The square one step up, left, right or down; -1 beyond the edge."""
    row, column = square // SIZE, square % SIZE
    if direction == 0:
        row -= 1
    elif direction == 1:
        column -= 1
    elif direction == 2:
        column += 1
    else:
        row += 1
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else -1


@rule
def moves(p: Chase, out):
    """The squares one can step on: for the mouse not the cat's, for the cat not the hole. In a corner there is still one."""
    here, forbidden = (p.mouse, p.cat) if p.turn == 0 else (p.cat, HOLE)
    count = 0
    for direction in range(4):
        square = reached(here, 3 - direction)
        if square >= 0 and square != forbidden:
            out[count] = square
            count += 1
    return count


@rule
def play(p: Chase, square):
    return Chase(square, p.cat, 1) if p.turn == 0 else Chase(p.mouse, square, 0)


@rule
def outcome(p: Chase):
    """Whoever is to move has lost if the other one has just reached what he wants."""
    return LOSS if (p.mouse == HOLE if p.turn == 1 else p.mouse == p.cat) else ONGOING


@rule
def reversible(p: Chase):
    """Every move can be taken back by the next one of the same animal."""
    return FOR_EVER


@rule
def evaluate(p: Chase, weights):
    """The mouse would be near its hole, and far from the cat."""
    way = 2 * (SIZE - 1) - p.mouse // SIZE - p.mouse % SIZE
    apart = abs(p.mouse // SIZE - p.cat // SIZE) + abs(p.mouse % SIZE - p.cat % SIZE)
    score = apart - 3 * way
    return score if p.turn == 0 else -score


# ---------------------------------------------------------------------------------------------------------------------------
# For people


def turn(p: Chase) -> int:
    return int(p.turn)


def move_name(p: Chase, square: int) -> str:
    return f"{'abcde'[square % SIZE]}{SIZE - square // SIZE}"


def ending(p: Chase) -> str:
    return "the mouse is in its hole" if p.mouse == HOLE else "the mouse is caught" if p.mouse == p.cat else ""


def board(p: Chase, turn: int) -> Board:
    squares = [Cell() for _ in range(SIZE * SIZE)]
    squares[HOLE] = Cell("◎")
    squares[p.cat] = Cell("C", 1)
    squares[p.mouse] = Cell("m", 0)
    rows = [squares[SIZE * row : SIZE * row + SIZE] for row in range(SIZE)]
    return Board(rows, ["5", "4", "3", "2", "1"], list("abcde"))


def cells(p: Chase, square: int, turn: int) -> list[tuple[int, int]]:
    """From and to."""
    here = int(p.mouse if p.turn == 0 else p.cat)
    return [divmod(here, SIZE), divmod(square, SIZE)]
