"""Breakthrough: bring one of your men to the far side (Dan Troyka, 2000), here on 5 columns and 6 rows.

Men step one row forward, straight or diagonally; onto another man only diagonally, who is taken then. Who has brought a man to
the last row wins, and so does who has taken all of the others.

A square is a bit, row by row; the player to move goes up, from the low bits. After a move the board is turned by half, so that
the bit of a square becomes LAST minus it. A move is from * 3 + direction: 0 up and left, 1 up, 2 up and right.
"""

from typing import NamedTuple

import numpy as np

from damier import LOSS, ONGOING, Board, Cell, helper, rule
from damier.bits import popcount

TITLE = "Breakthrough"
PLAYERS = ("white", "black")
WIDTH, HEIGHT = 5, 6
LAST = WIDTH * HEIGHT - 1
UNIT = 100  # points of `evaluate` make a man
COUNTED = "man"
ONE = np.uint64(1)
FIRST_ROW = np.uint64((1 << WIDTH) - 1)
MEN = np.uint64((1 << 2 * WIDTH) - 1)  # two rows of them


class Men(NamedTuple):
    own: np.uint64
    other: np.uint64


START = Men(MEN, MEN << np.uint64(LAST + 1 - 2 * WIDTH))


@helper
def turned(men):
    """The board turned by half."""
    result = np.uint64(0)
    for square in range(LAST + 1):
        if men >> np.uint64(square) & ONE:
            result |= ONE << np.uint64(LAST - square)
    return result


@helper
def target(move):
    return move // 3 + WIDTH + move % 3 - 1


@rule
def moves(p: Men, out):
    """The men who have come furthest first; diagonally unless the board ends there, straight onto empty squares only."""
    count = 0
    for back in range(WIDTH, LAST + 1):
        square = LAST - back
        if p.own >> np.uint64(square) & ONE:
            for direction in range(3):
                column = square % WIDTH + direction - 1
                to = ONE << np.uint64(max(0, target(square * 3 + direction)))
                blocked = p.own | p.other if direction == 1 else p.own
                if 0 <= column < WIDTH and not blocked & to:
                    out[count] = square * 3 + direction
                    count += 1
    return count


@rule
def play(p: Men, move):
    to = ONE << np.uint64(target(move))
    own = p.own ^ ONE << np.uint64(move // 3) | to
    return Men(turned(p.other & ~to), turned(own))


@rule
def outcome(p: Men):
    """Lost if the other player, who goes down, has come to the first row, or if there is nobody left."""
    return LOSS if p.other & FIRST_ROW or not p.own else ONGOING


@rule
def evaluate(p: Men, weights):
    """A man, and a tenth of one for each row he has come."""
    score = UNIT * (popcount(p.own) - popcount(p.other))
    for row in range(HEIGHT):
        here = FIRST_ROW << np.uint64(WIDTH * row)
        score += 10 * (row * popcount(p.own & here) - (HEIGHT - 1 - row) * popcount(p.other & here))
    return score


# ---------------------------------------------------------------------------------------------------------------------------
# For people, who see the board from white's side


def square_name(square: int, turn: int) -> str:
    row, column = divmod(square if turn == 0 else LAST - square, WIDTH)
    return f"{'abcdefgh'[column]}{row + 1}"


def move_name(p: Men, move: int, turn: int) -> str:
    return f"{square_name(move // 3, turn)}{square_name(target(move), turn)}"


def board(p: Men, turn: int) -> Board:
    squares = [[Cell() for _ in range(WIDTH)] for _ in range(HEIGHT)]
    for men, owner in ((p.own, turn), (p.other, 1 - turn)):
        for square in range(LAST + 1):
            if int(men) >> square & 1:
                row, column = divmod(square if turn == 0 else LAST - square, WIDTH)
                squares[HEIGHT - 1 - row][column] = Cell("Pp"[owner], owner, look="piece")
    return Board(squares, [str(HEIGHT - row) for row in range(HEIGHT)], list("abcdefgh"[:WIDTH]), theme="wood")


def cells(p: Men, move: int, turn: int) -> list[tuple[int, int]]:
    """From and to."""
    squares = [square if turn == 0 else LAST - square for square in (move // 3, target(move))]
    return [(HEIGHT - 1 - square // WIDTH, square % WIDTH) for square in squares]
