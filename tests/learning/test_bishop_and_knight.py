"""Bishop and knight against a lone king: the exact distances by python-chess's rules, and what is looked up."""

import chess
import numpy as np
import pytest

from damier.games.chess.fen import read as from_fen
from damier.games.chess.kbnk import NEVER, moves_to_mate, plies_to_mate, transposed, weights_for
from damier.games.chess.weights import COUNT
from damier.learning.chess.bishop_and_knight import DARK, solve, table

BOOK = "6NB/6K1/8/8/4k3/8/8/8 w - - 0 1"  # Alliot-Schiex fig. 15.15


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
    """It takes 29 moves at best."""
    assert plies(chess.Board(BOOK), solution) == 57


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


def test_the_file_is_what_is_solved(solution):
    assert np.array_equal(weights_for(from_fen(BOOK))[COUNT:].astype("<i4").view(np.uint8), table(solution[1]))


def test_both_sides_are_looked_up(solution):
    """The lone king's moves too, which are not in the table."""
    weights = weights_for(from_fen(BOOK))
    for board in random_boards(3000, seed=4):
        squares = board.king(chess.WHITE), board.king(chess.BLACK), *(
            min(board.pieces(piece, chess.WHITE)) for piece in (chess.KNIGHT, chess.BISHOP)
        )  # fmt: skip
        assert plies_to_mate(*squares, board.turn == chess.BLACK, weights) == plies(board, solution), board.fen()


def test_the_table_knows_no_sides():
    """Boards that are mirrored in any way are the same."""
    random, weights = np.random.default_rng(5), weights_for(from_fen(BOOK))
    for _ in range(300):
        squares = [int(square) for square in random.choice(64, 4, replace=False)]
        expected = moves_to_mate(*squares, weights)
        for turn in (7, 56, 63):
            assert moves_to_mate(*(square ^ turn for square in squares), weights) == expected
        assert moves_to_mate(*(transposed(square) for square in squares), weights) == expected
