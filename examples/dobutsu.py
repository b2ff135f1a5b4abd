"""Dobutsu shogi, "let's catch the lion": what is taken comes back into play, for who has taken it.

A lion steps to any square beside it, a giraffe straight, an elephant aslant, a chick forward. A chick that steps to the last
row becomes a hen, which goes everywhere but aslant backwards. What is taken, a hen as a chick, goes to the hand, and is put on
a free square instead of a move. Who takes the lion wins (who can has to), or who brings his own to the last row where it cannot
be taken. The board is a number: four bits a square from the left at home on, 8 of them the other's; then two bits for each kind
in the own hand, and in the other's. A move is from * 12 + to; from 12 on it comes from the hand.
"""

from typing import NamedTuple

from damier import LOSS, ONGOING, Board, Cell, helper, rule

CHICK, ELEPHANT, GIRAFFE, LION, HEN, OTHERS, SQUARES, HAND = 1, 2, 3, 4, 5, 8, 12, 48
STEPS = (0, 0o200, 0o505, 0o252, 0o757, 0o752)  # by piece, a bit for each of nine directions from behind left to before right


class Animals(NamedTuple):
    board: int


START = Animals(0xACB_090_010_342)


@helper
def on(board, square):
    return board >> 4 * square & 15


@helper
def found(board, piece):
    for square in range(SQUARES):
        if on(board, square) == piece:
            return square
    return -1


@helper
def stepped(board, source, direction):
    """Where the own piece on a square gets to in a direction; -1 if there is none, or it cannot."""
    row, column, piece = source // 3 + direction // 3 - 1, source % 3 + direction % 3 - 1, on(board, source)
    is_free = 0 < piece < OTHERS and STEPS[piece] >> direction & 1 and 0 <= row < 4 and 0 <= column < 3
    return 3 * row + column if is_free and not 0 < on(board, 3 * row + column) < OTHERS else -1


@helper
def can_take(board, target):
    for step in range(9 * SQUARES):
        if stepped(board, step // 9, step % 9) == target:
            return True
    return False


@rule
def moves(p: Animals, out):
    lion, count = found(p.board, LION + OTHERS), 0
    takes = can_take(p.board, lion)
    for step in range(9 * SQUARES):
        to = stepped(p.board, step // 9, step % 9)
        if to == lion or (to >= 0 and not takes):
            out[count] = step // 9 * SQUARES + to
            count += 1
    for place in range(0 if takes else 3 * SQUARES):
        if p.board >> HAND + 2 * (place // SQUARES) & 3 and on(p.board, place % SQUARES) == 0:
            out[count] = SQUARES * SQUARES + place
            count += 1
    return count


@rule
def play(p: Animals, move):
    board, source, to = p.board, move // SQUARES, move % SQUARES
    piece, taken = on(board, source) if source < SQUARES else source - SQUARES + CHICK, on(board, to)
    board -= (piece << 4 * source if source < SQUARES else 1 << HAND + 2 * (piece - CHICK)) + (taken << 4 * to)
    board += 1 << HAND + 2 * (taken % 4 - CHICK) if taken % 4 > 0 else 0  # a hen is a chick, and nobody keeps a lion
    board += (HEN if piece == CHICK and source < SQUARES and to >= 9 else piece) << 4 * to
    turned = (board >> HAND & 63) << HAND + 6 | board >> HAND + 6 << HAND
    for square in range(SQUARES):
        turned |= (on(board, square) ^ OTHERS if on(board, square) > 0 else 0) << 4 * (SQUARES - 1 - square)
    return Animals(turned)


@rule
def outcome(p: Animals):
    lions = found(p.board, LION), found(p.board, LION + OTHERS)
    return LOSS if lions[0] < 0 or (lions[1] < 3 and not can_take(p.board, lions[1])) else ONGOING


@rule
def canonical(p: Animals):
    left = 0xF00F00F00F  # left and right are alike, and so is all that is left when the lion is taken
    mirrored = p.board & ~(left | left << 8) | (p.board & left) << 8 | p.board >> 8 & left
    return Animals(min(p.board, mirrored) if found(p.board, LION) >= 0 else 0)


@rule
def reversible(p: Animals):
    return 250


def cells(p: Animals, move: int, turn: int) -> list[tuple[int, int]]:
    places = [divmod(square, 3) if square < SQUARES else (0, square - 9) for square in divmod(int(move), SQUARES)]
    return [(row, 2 - column if column < 3 else column) if turn else (3 - row, column) for row, column in places]


def move_name(p: Animals, move: int, turn: int) -> str:
    return "".join("abcCEG"[column] + (str(4 - row) if column < 3 else "*") for row, column in cells(p, move, turn))


def board(p: Animals, turn: int) -> Board:
    rows = [[Cell() for _ in range(6)] for _ in range(4)]
    for square in range(SQUARES):
        if piece := on(p.board, square):
            row, column = cells(p, square * SQUARES, turn)[0]
            rows[row][column] = Cell(" CEGLH"[piece & 7], turn ^ piece >> 3)
    for kind in range(6):  # hands stand right of the board, in the row at the home of their owner
        if count := p.board >> HAND + 2 * kind & 3:
            rows[0 if turn ^ kind // 3 else 3][3 + kind % 3] = Cell("CEG"[kind % 3] * count, turn ^ kind // 3)
    return Board(rows, ["4", "3", "2", "1"], ["a", "b", "c", "", "", ""])
