"""Quiet checks, which quiescence may look at: those of pieces that are free and attack the king themselves."""

import random

import numpy as np
import pytest

from damier.games.catalogue import load
from damier.rules import MOST_MOVES, forced, gain, noisy, threatening

pytestmark = pytest.mark.xdist_group("chess")
CHESS = load("chess")


def test_quiet_checks_are_legal_quiet_and_check() -> None:
    chance = random.Random(4)
    found = 0
    for _ in range(40):
        position = CHESS.start()
        for _ in range(chance.randrange(10, 90)):
            moves = CHESS.moves(position)
            if not moves:
                break
            position = CHESS.play(position, chance.choice(moves))
            legal = CHESS.moves(position)
            if not legal or forced(position):
                continue
            out = np.zeros(MOST_MOVES, np.int64)
            listed = noisy(position, out)
            count = threatening(position, out, listed)
            checks = [int(move) for move in out[listed:count]]
            assert len(set(checks)) == len(checks)
            for move in checks:
                assert move in legal
                assert gain(position, move) == 0
                assert forced(CHESS.play(position, move))
            found += len(checks)
    assert found > 100


def test_noisy_moves_lead_the_list_of_all() -> None:
    """A place in the list means the same move beyond the horizon as before it: the table counts on that."""
    chance = random.Random(5)
    for _ in range(30):
        position = CHESS.start()
        for _ in range(chance.randrange(10, 90)):
            moves = CHESS.moves(position)
            if not moves:
                break
            out = np.zeros(MOST_MOVES, np.int64)
            count = noisy(position, out)
            assert [int(move) for move in out[:count]] == moves[:count]
            assert all(gain(position, move) > 0 for move in moves[:count]) or forced(position)
            position = CHESS.play(position, chance.choice(moves))
