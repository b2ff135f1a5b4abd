"""Bishop and knight against a lone king: the exact distances by python-chess's rules, and the guide that is fitted to them."""

import zlib

import chess
import numpy as np
import pytest

from damier.games.chess.kbnk import CHECKSUM, TABLES, UNITS, distance
from damier.learning.chess.bishop_and_knight import DARK, NEVER, fit, solve


@pytest.fixture(scope="module")
def solution():
    return solve()


def plies(board, solution):
    """The plies to mate, or NEVER; a bishop on light squares is mirrored."""
    lost, won = solution
    found = [board.pieces(piece, chess.WHITE) for piece in (chess.BISHOP, chess.KNIGHT, chess.KING)]
    if not all(found):
        return NEVER
    squares = [*(min(each) for each in found), board.king(chess.BLACK)]
    if squares[0] not in DARK:
        squares = [square ^ 7 for square in squares]
    return int((won if board.turn == chess.WHITE else lost)[tuple(squares)])


def random_boards(count, seed):
    """Legal positions of the ending."""
    random = np.random.default_rng(seed)
    boards = []
    while len(boards) < count:
        board = chess.Board(None)
        for square, letter in zip(random.choice(64, 4, replace=False), "KBNk", strict=True):
            board.set_piece_at(int(square), chess.Piece.from_symbol(letter))
        board.turn = bool(random.integers(2))
        if board.is_valid():
            boards.append(board)
    return boards


def test_the_longest_mate_takes_33_moves(solution):
    lost, won = solution
    assert won[won != NEVER].max() == 65
    assert lost[lost != NEVER].max() == 66


def test_the_book_position(solution):
    """Alliot-Schiex fig. 15.15 takes 29 moves at best."""
    assert plies(chess.Board("6NB/6K1/8/8/4k3/8/8/8 w - - 0 1"), solution) == 57


def test_every_position_follows_from_the_next_ones(solution):
    """The best move of the one side, the longest way out of the other, as python-chess lists their moves."""
    for board in random_boards(2000, seed=3):
        after = []
        for move in board.legal_moves:
            board.push(move)
            after.append(plies(board, solution))
            board.pop()
        if not after:
            expected = 0 if board.is_check() else NEVER
        else:
            best = min(after) if board.turn == chess.WHITE else max(after)
            expected = NEVER if best == NEVER else best + 1
        assert plies(board, solution) == expected, board.fen()


def test_the_file_is_what_is_fitted(solution):
    """To a unit: sums are added up in another order elsewhere."""
    assert zlib.crc32(TABLES.tobytes()) == CHECKSUM
    assert np.abs(fit(*solution).astype(int) - TABLES).max() <= 1


def test_the_guide_is_near(solution):
    """Over random positions it is wrong by some four plies, where the distances themselves differ by ten."""
    errors, exact = [], []
    for board in random_boards(3000, seed=4):
        known = plies(board, solution)
        if known != NEVER:
            squares = board.king(chess.WHITE), board.king(chess.BLACK), *(
                min(board.pieces(piece, chess.WHITE)) for piece in (chess.KNIGHT, chess.BISHOP)
            )  # fmt: skip
            guess = int(distance(*squares, int(board.turn == chess.BLACK))) / UNITS
            errors.append(guess - known)
            exact.append(known)
    assert np.std(errors) < 4.7
    assert np.std(exact) > 9


def test_the_guide_knows_no_sides():
    """Boards that are mirrored in any way are the same."""
    random = np.random.default_rng(5)
    for _ in range(300):
        squares = [int(square) for square in random.choice(64, 4, replace=False)]
        lone_to_move = int(random.integers(2))
        expected = distance(*squares, lone_to_move)
        for turn in (7, 56, 63):
            assert distance(*(square ^ turn for square in squares), lone_to_move) == expected
