"""Margins are counted in the game's unit: a game is pruned alike whatever its pieces count.

Orchard: each player has trees, in pairs with those of the other. A tree that was watered twice has a fruit. A move picks an own
fruit, or that of the other player whose own tree beside it is bare; quiet moves water a tree, which counts half a fruit, or
wait. A fruit is one piece, of so many points.
"""

import random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from damier.engine.deepening import deepen
from damier.engine.kernel.techniques import only
from damier.engine.kernel.unit import points
from damier.engine.kernel.workspace import Workspace
from damier.engine.player import Player
from damier.games.game import Game
from damier.kernel import helper, native, rule
from damier.rules import INFINITY, ONGOING
from damier.search.table import Table

TREES = 3  # of each player
LAST = 60  # plies of a game
USUAL = ("deepening", "aspiration", "null_window", "table", "hint", "quiescence")
PRUNED = ("frontier_futility",)
DEPTH = 6


class Orchard(NamedTuple):
    """A tree has two bits: 0 bare, 1 in leaf, 2 ripe. `lead` is how many halves of a fruit the player to move is ahead."""

    own: np.uint64
    other: np.uint64
    lead: np.int64
    ply: np.int64
    worth: np.int64  # points of a fruit


@helper
def listed(p, out, with_quiet):
    """Numbers below TREES pick an own fruit, the next TREES one of the other's, the rest wait, or water an own tree."""
    count = 0
    if with_quiet:
        out[count] = 3 * TREES
        count += 1
    for tree in range(TREES):
        own = (p.own >> np.uint64(2 * tree)) & np.uint64(3)
        other = (p.other >> np.uint64(2 * tree)) & np.uint64(3)
        if own == 2:
            out[count] = tree
            count += 1
        elif with_quiet:
            out[count] = 2 * TREES + tree
            count += 1
        if own == 0 and other == 2:
            out[count] = TREES + tree
            count += 1
    return count


@rule
def moves(p: Orchard, out):
    return listed(p, out, True)


@rule
def noisy(p: Orchard, out):
    return listed(p, out, False)


@rule
def gain(p: Orchard, move):
    return p.worth if move < 2 * TREES else 0


@rule
def play(p: Orchard, move):
    own, other, lead = p.own, p.other, p.lead
    place = np.uint64(2 * (move % TREES))
    if move < TREES:
        own ^= np.uint64(2) << place
        lead += 2
    elif move < 2 * TREES:
        other ^= np.uint64(2) << place
        lead += 2
    elif move < 3 * TREES:
        own += np.uint64(1) << place
        lead += 1
    return Orchard(other, own, -lead, p.ply + 1, p.worth)


@rule
def outcome(p: Orchard):
    return ONGOING if p.ply < LAST else p.lead * (p.worth // 2)


@rule
def evaluate(p: Orchard, weights):
    return p.lead * (p.worth // 2)


@rule
def limits(p: Orchard):
    return -2 * LAST * p.worth, 2 * LAST * p.worth


WORTHS = (2, 100, 5000)


def some_positions(worth: int) -> list[Any]:
    rng = random.Random(1)
    fields = [
        (*(sum(rng.randrange(3) << 2 * tree for tree in range(TREES)) for _ in range(2)), rng.randint(-4, 4)) for _ in range(25)
    ]
    return [native(Orchard(*each, 0, worth)) for each in fields]


def found(position: Any, switches: tuple[str, ...], unit: int) -> tuple[int, int]:
    """The score in pieces, and the nodes visited."""
    techniques = only(*switches)
    memory = Workspace(position, np.zeros(0, np.int32), Table(1), techniques, unit=unit)
    return deepen(position, DEPTH, memory, techniques).score, int(memory.record.nodes)


@pytest.mark.parametrize("worth", WORTHS)
def test_what_is_pruned_changes_no_score(worth: int) -> None:
    """... and something is, however many points a piece counts."""
    whole = pruned = 0
    for position in some_positions(worth):
        score, nodes = found(position, USUAL, worth)
        same, fewer = found(position, USUAL + PRUNED, worth)
        assert same == score, position
        whole, pruned = whole + nodes, pruned + fewer
    assert pruned < whole


def test_a_hundredth_is_no_unit() -> None:
    """Pieces of 5000 points that are pruned as if 100 were one: moves are left out that matter."""
    position_by_position = [
        (found(position, USUAL, 5000)[0], found(position, USUAL + PRUNED, 100)[0]) for position in some_positions(5000)
    ]
    assert any(score != pruned for score, pruned in position_by_position)


@pytest.mark.parametrize("worth", WORTHS)
def test_where_nobody_says_what_a_piece_counts_nothing_is_left_out(worth: int) -> None:
    """... by margins that would be a guess: the player of such a game counts in a unit that none comes near."""
    module = ModuleType("orchard")
    module.START = some_positions(worth)[0]  # type: ignore[attr-defined]
    game = Game("orchard", module, {})
    assert Player(game, None, hash_mb=1)._unit == INFINITY
    module.UNIT = worth  # type: ignore[attr-defined]
    assert Player(game, None, hash_mb=1)._unit == worth
    for position in some_positions(worth):
        assert found(position, USUAL + PRUNED, INFINITY)[0] == found(position, USUAL, worth)[0]


def test_the_same_moves_are_left_out_whatever_a_piece_counts() -> None:
    hundreds, thousands = (
        [found(position, USUAL + PRUNED, worth) for position in some_positions(worth)] for worth in (100, 5000)
    )
    assert [nodes for _, nodes in hundreds] == [nodes for _, nodes in thousands]
    assert [score * 50 for score, _ in hundreds] == [score for score, _ in thousands]


@pytest.mark.parametrize(
    ("hundredths", "unit", "expected"), [(80, 100, 80), (80, 1, 1), (175, 1, 2), (-60, 1, 0), (-120, 1, -1), (3, 64, 2)]
)
def test_parts_of_a_point_count_as_one(hundredths: int, unit: int, expected: int) -> None:
    assert points(hundredths, unit) == expected
