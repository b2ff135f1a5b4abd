"""Connect 4 to the end of every game by alpha-beta on a board of numbers: the reference that the solver is compared with.

Plain enough to be believed, and compiled once for all sizes. A board is an array of 0 for an empty cell and 1 or 2 for the
players, by column and level; positions come and go as the bits of `damier.games.connect4`.
"""

from typing import Any

import numpy as np
from numba import njit

from damier.games.connect4 import board_type
from damier.kernel import FLAGS, native

MOVER, OTHER = 1, 2


@njit(**FLAGS)
def _unpack(own, both, width, height):
    """The board, how high each column is, and the number of stones; the player to move is MOVER."""
    board = np.zeros((width, height), np.int8)
    levels = np.zeros(width, np.int64)
    stones = 0
    for column in range(width):
        for level in range(height):
            bit = np.uint64(column * (height + 1) + level)
            if (both >> bit) & np.uint64(1):
                board[column, level] = MOVER if (own >> bit) & np.uint64(1) else OTHER
                levels[column] = level + 1
                stones += 1
    return board, levels, stones


@njit(**FLAGS)
def _makes_four(board, column, level, player):
    """Whether a stone of this player, put there, makes a four."""
    width, height = board.shape
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            c, r = column + sign * right, level + sign * up
            while 0 <= c < width and 0 <= r < height and board[c, r] == player:
                length += 1
                c, r = c + sign * right, r + sign * up
        if length >= 4:
            return True
    return False


@njit(**FLAGS)
def _can_make_four(board, levels, player):
    width, height = board.shape
    for column in range(width):
        if levels[column] < height and _makes_four(board, column, levels[column], player):
            return True
    return False


@njit(**FLAGS)
def _search(board, levels, player, stones, alpha, beta):
    """The score of the player to move: exact between alpha and beta, else a bound."""
    width, height = board.shape
    if stones == width * height:
        return 0
    if _can_make_four(board, levels, player):
        return (width * height + 1 - stones) // 2
    for column in range(width):
        level = levels[column]
        if level < height:
            board[column, level] = player
            levels[column] = level + 1
            score = -_search(board, levels, 3 - player, stones + 1, -beta, -alpha)
            board[column, level] = 0
            levels[column] = level
            alpha = max(alpha, score)
            if alpha >= beta:
                break
    return alpha


@njit(**FLAGS)
def _scores(width, height, owns, boths):
    found = np.zeros(len(owns), np.int64)
    for i in range(len(owns)):
        board, levels, stones = _unpack(owns[i], boths[i], width, height)
        found[i] = _search(board, levels, MOVER, stones, -64, 64)
    return found


@njit(**FLAGS)
def _random_bits(width, height, fewest, most, is_quiet, seed, owns, boths):
    np.random.seed(seed)
    found = 0
    while found < len(owns):
        board = np.zeros((width, height), np.int8)
        levels = np.zeros(width, np.int64)
        left = np.random.randint(fewest, most + 1)
        own, other = np.uint64(0), np.uint64(0)
        is_over = False
        for stones in range(width * height - left):
            column = np.random.randint(width)
            while levels[column] == height:
                column = np.random.randint(width)
            level = levels[column]
            player = 1 + stones % 2
            if _makes_four(board, column, level, player):
                is_over = True
                break
            board[column, level] = player
            levels[column] = level + 1
            own, other = other, own | np.uint64(1) << np.uint64(column * (height + 1) + level)
        if not is_over and not (is_quiet and (_can_make_four(board, levels, 1) or _can_make_four(board, levels, 2))):
            owns[found], boths[found] = own, own | other
            found += 1


def random_positions(size: tuple[int, int], empty: tuple[int, int], count: int, seed: int, quiet: bool = False) -> list[Any]:
    """Positions of games of random moves that still go on, with so many empty cells at least and at most.

    In `quiet` ones nobody has a four to make at once: there is more to search.
    """
    owns, boths = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    _random_bits(*size, *empty, quiet, seed, owns, boths)
    kind = board_type(*size)
    return [native(kind(own, both)) for own, both in zip(owns, boths, strict=True)]


def reference_scores(positions: list[Any], size: tuple[int, int]) -> list[int]:
    """The exact scores of positions in which the game goes on."""
    owns = np.array([position.own for position in positions], np.uint64)
    boths = np.array([position.both for position in positions], np.uint64)
    return [int(score) for score in _scores(*size, owns, boths)]
