"""Wins in so many moves: found where the usual search overlooks them, within the same limits."""

import pytest

from damier.cancel import Cancel
from damier.engine.mates import find_mate, is_mate
from damier.engine.player import Player
from damier.engine.question import Question
from damier.games import load

pytestmark = pytest.mark.xdist_group("chess")
CHESS = load("chess")
OVERLOOKED = [
    ("4R3/1k6/bp6/1p1P4/1K6/8/1B6/3Q4 w - - 0 1", "Bh8"),
    ("8/3K2p1/p7/2pkpB1p/2pbNp2/2p4r/2n1P3/3Qq1n1 w - - 0 1", "e3"),
]


@pytest.mark.parametrize(("text", "move"), OVERLOOKED)
def test_what_the_usual_search_overlooks(text, move):
    position = CHESS.parse(text)
    player = Player(CHESS, seconds=None, depth=7, hash_mb=1)
    usual, told = player.think(position), []
    player.forget()
    settings = player.seconds, player.depth, player.techniques, player.table
    found = find_mate(player, player.question(position, on_depth=told.extend), 3)
    assert not is_mate(usual, 3)
    assert is_mate(found, 3)
    assert CHESS.move_name(position, found.move).startswith(move)
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert found.nodes >= told[-1].nodes > usual.nodes
    assert (player.seconds, player.depth, player.techniques, player.table) == settings


def test_no_such_mate():
    """Then the usual search's move is made."""
    position = CHESS.parse(OVERLOOKED[0][0])
    found = find_mate(Player(CHESS, seconds=None, hash_mb=1), Question(position), 2)
    assert not is_mate(found, 2)
    assert CHESS.moves(position).count(found.move) == 1


def test_limits_count_for_both_searches():
    position = CHESS.parse(OVERLOOKED[0][0])
    player = Player(CHESS, seconds=None, hash_mb=1)
    assert find_mate(player, Question(position, nodes=3000), 3).nodes <= 3100
    cancel = Cancel()
    assert find_mate(player, Question(position, cancel=cancel, on_depth=lambda found: cancel.cancel()), 3).depth == 1
    assert find_mate(player, Question(position, cancel=cancel), 3).nodes < 3000
