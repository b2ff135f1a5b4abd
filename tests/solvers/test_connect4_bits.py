"""The solver's arithmetic on whole boards against naive twins, and what it concludes from parity against true scores."""

import random

import numpy as np
import pytest
from numba import njit
from reference import random_positions, reference_scores

import naive
from damier.games.connect4 import text
from damier.games.fours import cells_above, cells_in_fours, has_four, layout_of, mirrored, winning_cells
from damier.kernel import FLAGS
from damier.solvers.connect4.ideas import ALL, BIT
from damier.solvers.connect4.parity import parity_bounds
from damier.solvers.connect4.prove import _in_play
from damier.solvers.connect4.solver import limits

pytestmark = pytest.mark.xdist_group("connect4 bits")

SIZES = [(7, 6), (4, 4), (5, 4), (6, 5), (5, 6), (8, 7), (9, 6), (16, 3), (3, 3), (4, 1), (1, 4), (32, 1), (12, 4)]
NARROW_AND_TALL = [(3, 20), (2, 31), (1, 63)]


@njit(**FLAGS)
def ask(stones, board):
    """What the solver's functions say about the stones of one player."""
    return (
        has_four(stones, board),
        cells_in_fours(stones, board),
        cells_above(stones, board),
        mirrored(stones, board),
    )


@njit(**FLAGS)
def wins(stones, both, board):
    return winning_cells(stones, board) & ~both


@njit(**FLAGS)
def bounds_by_parity(own, both, low, high, ideas, with_ends, board):
    """The bounds, with the cells in play as the search gives them, or with all that are empty."""
    opp = own ^ both
    own_wins, opp_wins = winning_cells(own, board) & ~both, winning_cells(opp, board) & ~both
    reach = both ^ board.full
    if with_ends:
        reach, _, _ = _in_play(own, opp, reach, own_wins, opp_wins, ideas, board)
    return parity_bounds(own, both, reach, opp_wins, low, high, ideas, board)


def to_bits(cells, height):
    return sum(1 << (column * (height + 1) + height - 1 - row) for row, column in cells)


@pytest.mark.parametrize("size", SIZES + NARROW_AND_TALL, ids=str)
def test_arithmetic_on_boards(size):
    width, height = size
    board = layout_of(width, height)
    cells = [(row, column) for row in range(height) for column in range(width)]
    lines = [set(line) for line in naive.Connect4(width, height).lines()]
    chance = random.Random(f"{width}x{height}")
    for _ in range(60):
        stones = set(chance.sample(cells, chance.randint(0, len(cells))))
        fours = {cell for line in lines if line <= stones for cell in line}
        above = {(row, column) for row, column in cells if any((below, column) in stones for below in range(row + 1, height))}
        image = {(row, width - 1 - column) for row, column in stones}
        found = ask(np.uint64(to_bits(stones, height)), board)
        assert found == (bool(fours), *(to_bits(one, height) for one in (fours, above, image))), sorted(stones)


@pytest.mark.parametrize("size", SIZES + NARROW_AND_TALL, ids=str)
def test_winning_cells(size):
    """Only of stones that lie on others: below three on top of each other nothing is empty, and nothing is looked for."""
    width, height = size
    board = layout_of(width, height)
    twin = naive.Connect4(width, height)
    chance = random.Random(f"{width}x{height}")
    for _ in range(60):
        grid = twin.start()
        for column in range(width):
            for row in range(chance.randint(0, height), height):
                grid.rows[row][column] = chance.randrange(2)
        stones = [to_bits(twin.stones(grid, player), height) for player in (0, 1)]
        for player in (0, 1):
            found = wins(np.uint64(stones[player]), np.uint64(stones[0] | stones[1]), board)
            assert found == to_bits(twin.threats(grid, player), height), twin.text(grid)


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (5, 4), (5, 5), (6, 5), (5, 6), (8, 5)], ids=str)
@pytest.mark.parametrize("quiet", [False, True])
def test_bounds_by_parity_hold(size, quiet):
    board = layout_of(*size)
    positions = random_positions(size, (0, 13), 800, 7, quiet)
    told = 0
    for position, score in zip(positions, reference_scores(positions, size), strict=True):
        worst, best = limits(position)
        for ideas in (ALL, BIT["replies"] | BIT["ends"], BIT["odd"] | BIT["ends"]):
            for with_ends in (False, True):
                low, high = bounds_by_parity(position.own, position.both, worst, best, ideas, with_ends, board)
                assert low <= score <= high, (text(position), ideas, with_ends)
                told += (low, high) != (worst, best)
    assert told > 100  # there is something to test
