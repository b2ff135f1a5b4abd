"""What games tell of their boards beside the cells: what is to be seen at once, and the steps of a move."""

import itertools
import random

import pytest

from damier.games import catalogue
from damier.games.game import Board, Game

SOWING = ["kalah", "awale"]


def seeds(board: Board) -> list[int]:
    return [int(cell.text) for row in board.cells for cell in row if cell.text]


def ended_games(game: Game, count: int) -> list[list[tuple[object, int, int]]]:
    """Whole games by lot: each position with the move made there and whose turn it was."""
    lot, games = random.Random(7), []
    for _ in range(count):
        position, turn, line = game.start(), 0, list[tuple[object, int, int]]()
        while moves := game.moves(position):
            move = lot.choice(moves)
            line.append((position, move, turn))
            child = game.play(position, move)
            turn = turn if game.same_player(position, child) else 1 - turn
            position = child
        games.append([*line, (position, -1, turn)])
    return games


@pytest.mark.parametrize("name", SOWING)
def test_seeds_are_sown_one_by_one_and_swept_at_the_end(name: str) -> None:
    game = catalogue.load(name)
    for line in ended_games(game, 12):
        total = sum(seeds(game.board(line[0][0], 0)))
        for (position, move, turn), (child, _, next_turn) in itertools.pairwise(line):
            boards = game.steps(position, move, turn)
            in_hand = [total - sum(seeds(each)) for each in boards]
            (row, column), *_ = game.cells(position, move, turn)
            assert in_hand[0] == int(game.board(position, turn).cells[row][column].text)
            sown = in_hand[: in_hand[0] + 1]
            assert sown == list(range(in_hand[0], -1, -1))
            assert set(in_hand[len(sown) :]) <= {0}
            after = game.board(child, next_turn)
            assert sum(seeds(after)) == total
            if game.outcome(child) is None and seeds(after) != seeds(boards[-1]):  # a capture: nothing but the stores has more
                more = [now > was for was, now in zip(seeds(boards[-1]), seeds(after), strict=True)]
                assert more.count(True) == 1
                assert more[0] or more[-1]
        last, _, turn = line[-1]
        board, score = game.board(last, turn), game.outcome(last)
        stores = [int(board.cells[1][-1].text), int(board.cells[0][0].text)]
        assert score == (stores[0] - stores[1]) * (1 if turn == 0 else -1)


@pytest.mark.parametrize("name", SOWING)
def test_every_pit_of_both_rows_has_a_name(name: str) -> None:
    game = catalogue.load(name)
    top, bottom = game.board(game.start(), 0).cells
    names = [game.move_name(game.start(), move) for move in sorted(game.moves(game.start()))]
    assert [cell.name for cell in bottom[1:-1]] == names
    assert [cell.name for cell in top[1:-1]] == names[::-1]


def test_connect_4_shows_all_discs_of_a_four() -> None:
    game = catalogue.load("connect4")
    assert game.highlights(game.start(), 0) == {"line": []}
    assert game.highlights(game.parse("1212121"), 1) == {"line": [(2, 0), (3, 0), (4, 0), (5, 0)]}
    assert game.highlights(game.parse("1223343744"), 0)["line"] == []
    assert sorted(game.highlights(game.parse("12233434474"), 1)["line"]) == [(2, 3), (3, 2), (4, 1), (5, 0)]


def test_tic_tac_toe_shows_three_in_a_row() -> None:
    game = catalogue.load("tictactoe")
    assert game.highlights(game.parse("b2a1c3"), 1) == {"line": []}
    assert game.highlights(game.parse("b2a2c3b3a1"), 1) == {"line": [(2, 0), (1, 1), (0, 2)]}


def test_chess_shows_a_king_in_check() -> None:
    game = catalogue.load("chess")
    assert game.highlights(game.start(), 0) == {}
    assert game.highlights(game.parse("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), 0) == {"check": [(7, 4)]}
    assert game.highlights(game.parse("4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1"), 1) == {"check": [(0, 4)]}
