"""King and pawn against king: the file damier plays by is what the table of the ending says, and is asked as it was written."""

from typing import Any

import numpy as np
import pytest

from damier.games.chess.kpk import WON, is_won
from damier.learning.chess.king_and_pawn import as_bits, solve


@pytest.fixture(scope="module")
def won() -> Any:
    return solve()


def test_the_file_is_the_solution(won: Any) -> None:
    assert WON.tobytes() == as_bits(won)


def test_every_position_is_asked_as_it_was_solved(won: Any) -> None:
    """All pawns, also those that are mirrored, as the evaluation asks."""
    random = np.random.default_rng(1)
    for _ in range(20_000):
        turn, pawn, king, other = random.integers(2), random.integers(8, 56), random.integers(64), random.integers(64)
        assert bool(is_won(pawn, king, other, turn)) == won[turn, pawn, king, other]


def test_how_many_are_won() -> None:
    """With pawns on the left half of the board, 111,282 positions are won, both sides to move, as other programs count too."""
    assert sum(byte.bit_count() for byte in WON.tobytes()) == 111_282
