"""The rules of Othello: symmetries, what a move changes, and boards of bits against squares one by one."""

from typing import Any

import numpy as np
import pytest
from boards import SYMMETRIES, image_of, legal, positions_of, random_moves
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from damier.games import load
from damier.games.othello.discs import flips, moves_of
from damier.games.othello.rules import PASS
from damier.kernel import FLAGS
from damier.rules import canonical, outcome, play

SEEDS = st.integers(0, 1 << 30)
SIZES = st.sampled_from([4, 6, 8])
SQUARES = st.integers(0, (1 << 64) - 1)


@st.composite
def positions(draw: Any) -> Any:
    """A position of a random game, on a board of any size."""
    seed, size = draw(SEEDS), draw(SIZES)
    met = positions_of(random_moves(seed, size), size)
    return met[draw(st.integers(0, len(met) - 1))]


def discs(position: Any) -> int:
    return int(position.own).bit_count() + int(position.other).bit_count()


@settings(max_examples=40, deadline=None)
@given(positions())
def test_symmetries_commute_with_moves_and_play(position: Any) -> None:
    for symmetry in SYMMETRIES:
        image = image_of(symmetry, position)
        there = {move: PASS if move == PASS else symmetry(move) for move in legal(position)}
        assert sorted(there.values()) == sorted(legal(image))
        assert outcome(image) == outcome(position)
        for move, same in there.items():
            assert play(image, same) == image_of(symmetry, play(position, move))


@settings(max_examples=40, deadline=None)
@given(positions())
def test_one_representative_for_all_symmetries(position: Any) -> None:
    images = [image_of(symmetry, position) for symmetry in SYMMETRIES]
    assert len({canonical(image) for image in images}) == 1
    assert canonical(position) in images


@settings(max_examples=40, deadline=None)
@given(positions())
def test_a_move_puts_one_disc_and_turns_at_least_one(position: Any) -> None:
    for move in legal(position):
        after = play(position, move)
        if move == PASS:
            assert after == type(position)(position.other, position.own)
            continue
        assert discs(after) == discs(position) + 1
        assert int(after.other) >> move & 1
        assert int(position.own) & ~int(after.other) == 0  # own discs stay
        assert int(after.own) | int(after.other) == int(position.own) | int(position.other) | 1 << move
        assert int(after.own).bit_count() < int(position.other).bit_count()


@njit(**FLAGS)
def _compiled(own: Any, other: Any, turned: Any) -> Any:
    for square in range(64):
        turned[square] = flips(own, other, square)
    return moves_of(own, other)


@settings(max_examples=200, deadline=None)
@given(SQUARES, SQUARES, SQUARES)
def test_plain_and_compiled_arithmetic_agree_on_any_discs(one: int, two: int, three: int) -> None:
    """Boards that no game leads to, too: full rows, lines that end at the edge."""
    for discs in (one, one | three, one & three):
        own, other = np.uint64(two & discs), np.uint64(~two & discs)
        turned = np.zeros(64, np.uint64)
        found = int(_compiled(own, other, turned))
        assert found == int(moves_of(own, other))
        empty = [square for square in range(64) if not (int(own) | int(other)) >> square & 1]
        assert [int(turned[square]) for square in empty] == [int(flips(own, other, square)) for square in empty]
        assert found == sum(1 << square for square in empty if turned[square])


def test_the_start() -> None:
    game = load("othello")
    assert game.text(game.start()) == "---------------------------OX------XO--------------------------- X"
    assert [game.move_name(game.start(), move) for move in game.moves(game.start())] == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize("size", [3, 5, 10, 0])
def test_sizes_that_cannot_be(size: int) -> None:
    with pytest.raises(ValueError, match="4, 6 or 8 squares"):
        load("othello", size=size).start()


def test_a_pass_is_the_only_move_when_there_is_none() -> None:
    game = load("othello")
    position = game.parse("d3c3b3b2f5a3a1c1")  # no game has an earlier one
    assert [game.move_name(position, move) for move in game.moves(position)] == ["pass"]
    after = game.play(position, PASS)
    assert not game.same_player(position, after)
    assert "pass" not in [game.move_name(after, move) for move in game.moves(after)]


def test_the_empty_squares_are_the_winners() -> None:
    """After nine moves all discs are black."""
    game = load("othello")
    position = game.parse("e6f4e3f6g5d6e7f5c5")
    assert game.moves(position) == []
    assert game.outcome(position) == -64 * 100
