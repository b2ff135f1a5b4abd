"""Four boards at once: plain and compiled give the same, and both what is written here for one board at a time."""

import random

import numpy as np
import pytest

from damier.games.othello.discs import flips, flips_in_lanes, moves_in_lanes, moves_of
from damier.kernel import compiled
from damier.lanes import (
    LANES,
    bits_above,
    bits_below,
    highest_bits,
    joined,
    lanes,
    lanes_by_number,
    lowest_bits,
    spread,
)

ALL = (1 << 64) - 1
ROWS = [[number + 100 * lane for lane in range(LANES)] for number in range(5)]
numbered = lanes_by_number("damier.tests.numbered", ROWS)


@compiled
def compiled_operators(a, b, c, d, word, step):
    board, other = lanes(a, b, c, d), spread(word)
    steps = lanes(step, 63 - step, 1, 0)
    everything = (board & ~other) | ((board << steps) & (other >> steps))
    return joined(everything), joined(everything & lanes(ALL, 0, 0, 0)), joined(everything & lanes(0, 0, ALL, 0))


def operators(a, b, c, d, word, step):
    words, steps = (a, b, c, d), (step, 63 - step, 1, 0)
    found = [board & ~word & ALL | (board << by & ALL & word >> by) for board, by in zip(words, steps, strict=True)]
    return found[0] | found[1] | found[2] | found[3], found[0], found[2]


@compiled
def compiled_bits(a, b):
    board = lanes(a, b, 0, a & b)
    low, high = lowest_bits(board), highest_bits(board)
    return (
        joined(low),
        joined(high),
        joined(bits_below(low)),
        joined(bits_above(high)),
        joined(low & lanes(0, 0, ALL, 0)),
        joined(bits_below(high) & lanes(0, ALL, ALL, 0)),
    )


def bits(a, b):
    board = [a, b, 0, a & b]
    low = [each & -each for each in board]
    high = [1 << each.bit_length() >> 1 for each in board]
    below = [each - 1 if each else 0 for each in low]
    above = [ALL & ~(2 * each - 1) if each else 0 for each in high]

    def any_of(words):
        return words[0] | words[1] | words[2] | words[3]

    return any_of(low), any_of(high), any_of(below), any_of(above), 0, high[1] - 1 if high[1] else 0


@compiled
def compiled_row(number):
    return joined(numbered(number) & lanes(ALL, 0, 0, 0)), joined(numbered(number) & lanes(0, 0, 0, ALL))


def some_words(count):
    rng = random.Random(count)
    edges = [0, 1, 1 << 63, ALL]
    return edges + [rng.getrandbits(64) & rng.getrandbits(64) for _ in range(count)]


@pytest.mark.parametrize("ways", [compiled_operators, getattr(compiled_operators, "py_func", compiled_operators)])
def test_operators_work_lane_by_lane(ways):
    rng = random.Random(1)
    for word in some_words(60):
        a, b, c, d = (rng.choice(some_words(20)) for _ in range(LANES))
        step = rng.randrange(64)
        found = ways(*(np.uint64(each) for each in (a, b, c, d, word, step)))
        assert tuple(int(each) for each in found) == operators(a, b, c, d, word, step)


@pytest.mark.parametrize("ways", [compiled_bits, getattr(compiled_bits, "py_func", compiled_bits)])
def test_single_bits_and_what_lies_below_and_above(ways):
    for a in some_words(20):
        for b in some_words(10):
            assert tuple(int(each) for each in ways(np.uint64(a), np.uint64(b))) == bits(a, b)


@pytest.mark.parametrize("ways", [compiled_row, getattr(compiled_row, "py_func", compiled_row)])
def test_a_table_gives_the_lanes_of_a_number(ways):
    for number, row in enumerate(ROWS):
        assert tuple(int(each) for each in ways(number)) == (row[0], row[3])


@compiled
def compiled_discs(own, other, square):
    return moves_of(own, other), flips(own, other, square)


def test_othello_in_lanes_is_othello_square_by_square():
    rng = random.Random(2)
    for _ in range(300):
        own, other = rng.getrandbits(64) & rng.getrandbits(64), rng.getrandbits(64)
        own, other, square = np.uint64(own & ~other), np.uint64(other), rng.randrange(64)
        plain = moves_of(own, other), flips(own, other, square)
        assert (moves_in_lanes(own, other), flips_in_lanes(own, other, square)) == plain
        assert tuple(int(each) for each in compiled_discs(own, other, square)) == plain
