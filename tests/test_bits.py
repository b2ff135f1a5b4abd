"""Bit operations, plain and compiled."""

import random

import numpy as np
import pytest

from damier.bits import byte_swap, lowest, mix, popcount, reverse, seen_along
from damier.kernel import compiled, uncompiled


@compiled
def all_of_them(board):
    return popcount(board), lowest(board), byte_swap(board), reverse(board), mix(board)


def boards():
    rng = random.Random(1)
    return [0, 1, 1 << 63, (1 << 64) - 1, *(rng.getrandbits(64) & rng.getrandbits(64) for _ in range(200))]


@pytest.mark.parametrize("ways", [all_of_them, uncompiled(all_of_them)])
def test_against_python(ways):
    for number in boards():
        ones, first, swapped, reversed_, mixed = (int(result) for result in ways(np.uint64(number)))
        assert ones == bin(number).count("1")
        assert first == (bin(number)[::-1].index("1") if number else 64)
        assert swapped == int.from_bytes(number.to_bytes(8, "little"), "big")
        assert [reversed_ >> bit & 1 for bit in range(64)] == [number >> 63 - bit & 1 for bit in range(64)]
        assert mixed == int(mix(np.uint64(number)))


def test_mixing_tells_numbers_apart():
    assert len({int(mix(np.uint64(number))) for number in range(10_000)}) == 10_000


LINES = {  # by their step, the squares of the line through each square, without it
    (row_step, column_step): [
        sum(
            1 << 8 * (row + way * row_step * far) + column + way * column_step * far
            for way in (1, -1)
            for far in range(1, 8)
            if 0 <= row + way * row_step * far < 8 and 0 <= column + way * column_step * far < 8
        )
        for row in range(8)
        for column in range(8)
    ]
    for row_step, column_step in ((1, 1), (1, -1), (1, 0))
}


def walked(square, step, occupied):
    """What is seen from a square along a line, one step after the other."""
    found = 0
    for way in (1, -1):
        row, column = divmod(square, 8)
        while 0 <= (row := row + way * step[0]) < 8 and 0 <= (column := column + way * step[1]) < 8:
            found |= 1 << 8 * row + column
            if occupied >> 8 * row + column & 1:
                break
    return found


@compiled
def compiled_seen_along(line, square, occupied):
    return seen_along(line, square, occupied)


@pytest.mark.parametrize("ways", [seen_along, compiled_seen_along])
def test_a_line_is_seen_as_far_as_the_first_that_is_occupied(ways):
    for step, lines in LINES.items():
        for square, line in enumerate(lines):
            for occupied in [*boards()[:4], *boards()[4::20]]:
                assert int(ways(np.uint64(line), square, np.uint64(occupied))) == walked(square, step, occupied)
