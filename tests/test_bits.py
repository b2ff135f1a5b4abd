"""Bit operations, plain and compiled."""

import random

import numpy as np
import pytest

from damier.bits import byte_swap, lowest, mix, popcount
from damier.kernel import compiled


@compiled
def all_of_them(board):
    return popcount(board), lowest(board), byte_swap(board), mix(board)


def boards():
    rng = random.Random(1)
    return [0, 1, 1 << 63, (1 << 64) - 1, *(rng.getrandbits(64) & rng.getrandbits(64) for _ in range(200))]


@pytest.mark.parametrize("ways", [all_of_them, lambda board: (popcount(board), lowest(board), byte_swap(board), mix(board))])
def test_against_python(ways):
    for number in boards():
        ones, first, swapped, mixed = (int(result) for result in ways(np.uint64(number)))
        assert ones == bin(number).count("1")
        assert first == (bin(number)[::-1].index("1") if number else 64)
        assert swapped == int.from_bytes(number.to_bytes(8, "little"), "big")
        assert mixed == int(mix(np.uint64(number)))


def test_mixing_tells_numbers_apart():
    assert len({int(mix(np.uint64(number))) for number in range(10_000)}) == 10_000
