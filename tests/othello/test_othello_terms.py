"""The evaluation of the books: each term against a count square by square, and what holds for all of them."""

import numpy as np
import pytest

from damier.bits import byte_swap
from damier.games import load
from damier.games.othello.discs import Bits, mirror, transpose
from damier.games.othello.rules import SIZES, bit_of
from damier.games.othello.terms import CORRECTIONS, FIGURE, NAMES, coefficients, explain, terms_score, weights_of
from damier.games.othello.weights import weights
from damier.kernel import compiled
from damier.rules import evaluate

FIGURE_15_8 = """
 500 -150   30   10   10   30 -150  500
-150 -250    0    0    0    0 -250 -150
  30    0    1    2    2    1    0   30
  10    0    2   16   16    2    0   10
  10    0    2   16   16    2    0   10
  30    0    1    2    2    1    0   30
-150 -250    0    0    0    0 -250 -150
 500 -150   30   10   10   30 -150  500
"""
AROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]


@compiled
def compiled_score(own, other, board, numbers):
    return terms_score(own, other, board, numbers)


def board_of(size):
    return Bits(sum(1 << bit_of(row, column, size) for row in range(size) for column in range(size)))


def random_boards(size, count, seed):
    """Discs anywhere, also where no game leads; many corners and edges are taken."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        squares = random.choice(3, (size, size), p=random.dirichlet((1, 1, 1)))
        yield squares


def bits(squares, value):
    size = len(squares)
    found = zip(*np.nonzero(squares == value), strict=True)
    return Bits(sum(1 << bit_of(int(row), int(column), size) for row, column in found))


def naive(squares, own, other):
    """All terms of one side, from the words of the book."""
    size = len(squares)
    counts = dict.fromkeys(NAMES, 0)
    kept = {8: range(8), 6: (0, 1, 3, 4, 6, 7), 4: (0, 3, 4, 7)}[size]
    corners = [(row, column) for row in (0, size - 1) for column in (0, size - 1)]
    for row, column in np.ndindex(size, size):
        near = [(row + down, column + across) for down, across in AROUND]
        near = [place for place in near if min(place) >= 0 and max(place) < size]
        if squares[row, column] == own:
            low, high = sorted(min(kept[place], 7 - kept[place]) for place in (row, column))
            counts["abcd"[high] + str(low + 1)] += 1
            if size > 4 and any(place in corners and squares[place] == own for place in near):
                on_edge = {row, column} & {0, size - 1}
                counts["beside own corner" if on_edge else "across own corner"] += 1
            counts["tied to own corner"] += is_tied(squares, row, column, own)
        elif squares[row, column] != other:
            counts["liberties"] += any(squares[place] == own for place in near)
            counts["mobility"] += any(turns(squares, row, column, step, own, other) for step in AROUND)
    return counts


def is_tied(squares, row, column, own):
    """Whether a disc of an edge, no corner, stands in an unbroken row of own discs from a corner."""
    last = len(squares) - 1
    if (row in (0, last)) == (column in (0, last)):
        return False
    line, place = (squares[row], column) if row in (0, last) else (squares[:, column], row)
    return bool(np.all(line[: place + 1] == own) or np.all(line[place:] == own))


def turns(squares, row, column, step, own, other):
    size, turned = len(squares), 0
    row, column = row + step[0], column + step[1]
    while 0 <= row < size and 0 <= column < size and squares[row, column] == other:
        row, column, turned = row + step[0], column + step[1], turned + 1
    return turned > 0 and 0 <= row < size and 0 <= column < size and squares[row, column] == own


def test_the_figure_is_the_book_s():
    values = [int(value) for value in FIGURE_15_8.split()]
    squares = weights_of(coefficients("squares"))
    for square, value in enumerate(values):
        assert terms_score(Bits(1 << square), Bits(0), Bits((1 << 64) - 1), squares) == value


def test_smaller_boards_leave_out_rows_of_the_figure():
    values = np.array([int(value) for value in FIGURE_15_8.split()]).reshape(8, 8)
    for size, kept in ((6, [0, 1, 3, 4, 6, 7]), (4, [0, 3, 4, 7])):
        for row in range(size):
            for column in range(size):
                own = Bits(1 << bit_of(row, column, size))
                score = terms_score(own, Bits(0), board_of(size), weights_of(coefficients("squares")))
                assert score == values[kept[row], kept[column]]


@pytest.mark.parametrize("size", SIZES)
def test_terms_are_those_of_a_count_square_by_square(size):
    numbers = weights_of(coefficients("table"))
    for squares in random_boards(size, 60, size):
        found = explain(bits(squares, 1), bits(squares, 2), board_of(size), numbers)
        own, other = naive(squares, 1, 2), naive(squares, 2, 1)
        assert {term.name: (term.own, term.other) for term in found} == {name: (own[name], other[name]) for name in NAMES}
        score = sum(term.points for term in found)
        most = 100 * size * size - 100
        assert terms_score(bits(squares, 1), bits(squares, 2), board_of(size), numbers) == max(-most, min(most, score))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["squares", "table", "samuel", "copies"])
def test_plain_and_compiled_agree_on_all_sides_and_under_symmetries(size, name):
    numbers, board = weights(size, name), board_of(size)
    for squares in random_boards(size, 25, 10 + size):
        own, other = bits(squares, 1), bits(squares, 2)
        score = int(terms_score(own, other, board, numbers))
        assert compiled_score(own, other, board, numbers) == score
        assert compiled_score(other, own, board, numbers) == -score
        for turn in range(8):
            if turn == 4:
                own, other = transpose(own), transpose(other)
            own, other = (mirror(own), mirror(other)) if turn % 2 else (byte_swap(own), byte_swap(other))
            assert compiled_score(Bits(own), Bits(other), board, numbers) == score


def test_squares_around_an_own_corner_become_positive():
    """With the corner, a disc beside it or across from it is worth having; without, it is not."""
    for name in ("b1", "b2"):
        alone = FIGURE[name]
        corrected = alone + CORRECTIONS["beside own corner" if name == "b1" else "across own corner"]
        assert alone < 0 < corrected


def test_no_score_leaves_the_limits_of_the_game():
    numbers = weights_of(dict.fromkeys(NAMES, 100_000))
    for size in SIZES:
        most = 100 * size * size - 100
        assert terms_score(board_of(size), Bits(0), board_of(size), numbers) == most
        assert terms_score(Bits(0), board_of(size), board_of(size), numbers) == -most


def test_terms_add_up_to_what_the_game_evaluates():
    for size in SIZES:
        game = load("othello", size=size, evaluation="table")
        position = game.start()
        assert evaluate(position, game.weights()) == 0
        for _ in range(6):
            position = game.play(position, game.moves(position)[0])
            found = explain(position.own, position.other, board_of(size), game.weights())
            assert sum(term.points for term in found) == evaluate(position, game.weights())


def test_an_unknown_evaluation_of_the_books_is_refused():
    with pytest.raises(ValueError, match="squares and table, not 'circles'"):
        coefficients("circles")
