"""Positions of draughts by number: how many there are, and that each has a number of its own."""

import random
from itertools import product

import numpy as np
import pytest

from damier.games.draughts import fen
from damier.games.draughts.numbering import boards, rank, unrank
from damier.games.draughts.rules import Draughts
from damier.kernel import compiled

COUNTS = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774}  # with so many pieces in all (Schaeffer and others, "Checkers Is Solved")


@compiled
def wrongly_numbered(men, kings, other_men, other_kings):
    """The first number whose board has another one, or -1."""
    for number in range(boards(men, kings, other_men, other_kings)):
        found = unrank(number, men, kings, other_men, other_kings)
        if rank(Draughts(found[0], found[1], np.int64(0), np.int64(0))) != number:
            return number
    return -1


@pytest.mark.parametrize(("pieces", "count"), COUNTS.items())
def test_how_many_boards_there_are(pieces: int, count: int) -> None:
    materials = [each for each in product(range(pieces + 1), repeat=4) if sum(each) == pieces]
    assert sum(int(boards(*material)) for material in materials) == count


def test_every_board_of_three_pieces_has_its_own_number() -> None:
    for material in (each for each in product(range(4), repeat=4) if sum(each) <= 3):
        assert wrongly_numbered(*material) == -1, material


def test_numbers_are_those_of_legal_boards() -> None:
    """Plain Python, in larger materials: the board of a number has the pieces, none of them where it cannot be."""
    chance = random.Random(1)
    for material in ((1, 1, 1, 1), (4, 0, 4, 0), (2, 3, 1, 4), (12, 0, 12, 0), (5, 2, 3, 2)):
        total = int(boards(*material))
        for number in (0, total - 1, *(chance.randrange(total) for _ in range(10))):
            position = Draughts(*unrank(number, *material), np.int64(0), np.int64(0))
            assert rank(position) == number
            assert fen.read(fen.write(position)) == position
            assert [board.bit_count() for boards_ in fen.colours_of(position) for board in boards_] == [
                material[0],
                material[2],
                material[1],
                material[3],
            ]
