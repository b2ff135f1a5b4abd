"""MENACE's patterns: their 19 and 17 bits against a naive reading of the board, and the evaluation made of them."""

import numpy as np

from damier.bits import byte_swap
from damier.games.othello.discs import Bits, mirror, transpose
from damier.games.othello.menace import (
    CORNERS,
    CORNERS_AT,
    EDGES,
    EDGES_AT,
    LENGTH,
    MOST,
    corner_index,
    edge_index,
    list_patterns,
    menace_score,
    mirrored_corner,
    mirrored_edge,
)
from damier.games.othello.weights import weights
from damier.kernel import compiled

SIDE_OF_CORNER, SIDE_OF_EDGE = 18, 16  # the bit of the player to move
EMPTY, BLACK, WHITE = 0, 1, 2


@compiled
def compiled_score(own, other, numbers):
    return menace_score(own, other, numbers)


def random_boards(count, seed):
    random = np.random.default_rng(seed)
    return [random.choice(3, (8, 8), p=random.dirichlet((1, 1, 1))) for _ in range(count)]


def bits(squares, colour):
    return Bits(sum(1 << int(place) for place in np.flatnonzero(squares == colour)))


def written(squares, white_to_move):
    """Two bits a square and one for the player to move, black's bits first."""
    line = list(np.ravel(squares))
    number = sum((colour == BLACK) << place | (colour == WHITE) << (len(line) + place) for place, colour in enumerate(line))
    return int(number) | int(white_to_move) << 2 * len(line)


def of_mover(squares, white_to_move):
    """The same pattern with the player to move taken for black: the last bit is gone."""
    if not white_to_move:
        return squares
    return np.select([squares == BLACK, squares == WHITE], [WHITE, BLACK], EMPTY)


def test_a_corner_has_19_bits_and_an_edge_17():
    full = np.full((8, 8), WHITE)
    assert written(full[:3, :3], True).bit_length() == 19
    assert written(full[0], True).bit_length() == 17
    assert (CORNERS, EDGES) == (1 << SIDE_OF_CORNER, 1 << SIDE_OF_EDGE)


def test_indices_are_those_of_a_naive_reading():
    for squares in random_boards(100, 1):
        for white_to_move in (False, True):
            seen = of_mover(squares, white_to_move)
            own, other = bits(squares, WHITE if white_to_move else BLACK), bits(squares, BLACK if white_to_move else WHITE)
            assert corner_index(own, other) == written(seen[:3, :3], False)
            assert edge_index(own, other) == written(seen[0], False)


def test_mirror_images():
    for squares in random_boards(50, 2):
        corner, edge = squares[:3, :3], squares[0]
        assert mirrored_corner(written(corner, False)) == written(corner.T, False)
        assert mirrored_edge(written(edge, False)) == written(edge[::-1], False)
    for table, image in ((CORNERS, mirrored_corner), (EDGES, mirrored_edge)):
        everything = np.arange(table)
        assert np.array_equal(image(image(everything)), everything)


def test_a_position_has_four_corners_and_four_edges():
    places = np.zeros(8, np.int64)
    for squares in random_boards(50, 3):
        list_patterns(bits(squares, BLACK), bits(squares, WHITE), places)
        turned = [squares, squares[:, ::-1], squares[::-1], squares[::-1, ::-1]]
        edges = [squares[0], squares[-1], squares[:, 0], squares[:, -1]]
        corners = sorted(written(board[:3, :3], False) for board in turned)
        assert sorted(place for place in places if place < CORNERS) == corners
        assert sorted(place - CORNERS for place in places if place >= CORNERS) == sorted(written(edge, False) for edge in edges)


def test_the_score_is_the_sum_of_its_patterns():
    numbers = np.zeros(LENGTH, np.int32)
    numbers[CORNERS_AT:] = np.random.default_rng(4).integers(-500, 500, LENGTH - 1)
    places = np.zeros(8, np.int64)
    for squares in random_boards(50, 4):
        own, other = bits(squares, BLACK), bits(squares, WHITE)
        list_patterns(own, other, places)
        expected = int(numbers[CORNERS_AT + places].sum())
        assert menace_score(own, other, numbers) == compiled_score(own, other, numbers) == expected
    numbers[EDGES_AT] = 10_000
    assert menace_score(Bits(0), Bits(0), numbers) == MOST


def test_the_shipped_weights_know_corners_and_symmetries():
    numbers = weights(8, "menace")
    corners, places = numbers[CORNERS_AT:EDGES_AT], np.arange(CORNERS)
    seen = corners != 0
    assert corners[seen & (places & 1 == 1)].mean() > 100  # an own disc on a1
    assert corners[seen & (places >> 9 & 1 == 1)].mean() < -100
    for squares in random_boards(20, 5):
        own, other = bits(squares, BLACK), bits(squares, WHITE)
        score = int(compiled_score(own, other, numbers))
        for turn in range(8):
            if turn == 4:
                own, other = transpose(own), transpose(other)
            own, other = (mirror(own), mirror(other)) if turn % 2 else (byte_swap(own), byte_swap(other))
            assert compiled_score(Bits(own), Bits(other), numbers) == score
