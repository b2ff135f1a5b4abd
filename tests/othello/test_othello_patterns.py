"""The patterns of Othello: indices against square by square, plain against compiled, symmetries; and files of weights."""

import numpy as np
import pytest

from damier.bits import byte_swap
from damier.games.othello.discs import mirror, moves_of, transpose
from damier.games.othello.pattern_tables import (
    SHAPES,
    Coefficients,
    count_weights,
    expand,
    groups,
    pack,
    phase_of_discs,
    placements,
    shared,
    unpack,
)
from damier.games.othello.patterns import MOST, group_sums, pattern_score
from damier.games.othello.weight_file import WeightError, read, save
from damier.games.othello.weights import load, names, weights
from damier.kernel import compiled

shapes = tuple(SHAPES.values())


@compiled
def scores(own, other, weights, out):
    for i in range(len(own)):
        out[i] = pattern_score(own[i], other[i], weights)


@compiled
def sums(own, other, weights, group):
    return group_sums(own, other, weights, group)


@pytest.fixture(scope="module")
def made():
    """Random weights, and the array made from them."""
    random = np.random.default_rng(5)
    count = count_weights(shapes)
    found = Coefficients(
        shapes, (4, 24, 44), random.integers(-50, 50, 65), random.integers(-120, 120, (3, count)).astype(np.int32)
    )
    return found, expand(found)


@pytest.fixture(scope="module")
def boards():
    """Boards filled at random, from empty to full."""
    random = np.random.default_rng(6)
    own, other = [], []
    for _ in range(60):
        squares = random.choice(3, 64, p=random.dirichlet((1, 1, 1)))
        own.append(sum(1 << int(square) for square in np.flatnonzero(squares == 1)))
        other.append(sum(1 << int(square) for square in np.flatnonzero(squares == 2)))
    own += [0, 2**64 - 1, 0]
    other += [0, 0, 2**64 - 1]
    return np.array(own, np.uint64), np.array(other, np.uint64)


def naive_index(own, other, place):
    """Square by square: 0 for an empty one, 1 for an own disc, 2 for the other player's."""
    return sum(
        (int(own) >> square & 1) * 3**digit + (int(other) >> square & 1) * 2 * 3**digit for digit, square in enumerate(place)
    )


def naive_score(own, other, found):
    discs = (int(own) | int(other)).bit_count()
    phase = phase_of_discs(found.first_discs)[discs]
    score, start = int(found.base[discs]), 0
    for shape in found.shapes:
        which = shared(shape)
        for place in placements(shape):
            score += int(found.values[phase][start + which[naive_index(own, other, place)]])
        start += int(which.max()) + 1
    score += int(found.values[phase][start + int(moves_of(own, other)).bit_count()])
    score += int(found.values[phase][start + 65 + int(moves_of(other, own)).bit_count()])
    return max(-MOST, min(MOST, score))


@pytest.mark.sanitize
def test_indices_are_those_of_the_squares(made, boards):
    _, array = made
    places = [place for _, four in groups(shapes) for place in four]
    for own, other in zip(*boards, strict=True):
        for group in range(0, len(places) // 4, 4):
            for packed, first in zip(sums(own, other, array, group), range(4 * group, 4 * group + 16, 4), strict=True):
                for slot, place in enumerate(places[first : first + 4]):
                    assert int(packed) >> 16 * slot & 0xFFFF == naive_index(own, other, place)


@pytest.mark.sanitize
def test_plain_compiled_and_naive_agree(made, boards):
    found, array = made
    out = np.zeros(len(boards[0]), np.int64)
    scores(*boards, array, out)
    for own, other, score in zip(*boards, out, strict=True):
        assert pattern_score(own, other, array) == score == naive_score(own, other, found)


def test_the_eight_symmetric_boards_are_worth_the_same(made, boards):
    _, array = made
    own, other = (list(side) for side in boards)
    first = np.zeros(len(own), np.int64)
    scores(*boards, array, first)
    for turn in (mirror, byte_swap, mirror, transpose, mirror, byte_swap, mirror):
        own, other = [turn(board) for board in own], [turn(board) for board in other]
        again = np.zeros(len(own), np.int64)
        scores(np.array(own, np.uint64), np.array(other, np.uint64), array, again)
        assert np.array_equal(first, again)


def test_every_square_is_looked_at_and_groups_are_whole():
    listed = list(groups(shapes))
    assert all(len(places) == 4 for _, places in listed)
    assert {square for _, places in listed for place in places for square in place} == set(range(64))


def test_any_set_of_patterns_will_do(boards):
    few = ((0, 1, 2), (27, 28), (0, 9, 18, 27, 36, 45, 54, 63))
    random = np.random.default_rng(7)
    found = Coefficients(few, (0,), random.integers(-9, 9, 65), random.integers(-99, 99, (1, count_weights(few))))
    array = expand(unpack(pack(found)))
    for own, other in zip(*boards, strict=True):
        assert pattern_score(own, other, array) == naive_score(own, other, found)


def test_scores_stay_within_the_limits(boards):
    found = Coefficients(shapes, (0,), np.zeros(65, np.int32), np.full((1, count_weights(shapes)), 30_000, np.int32))
    assert {pattern_score(own, other, expand(found)) for own, other in zip(*boards, strict=True)} == {MOST}


# --------------------------------------------------------------------------------------------------------------------
# Files


def test_a_file_gives_back_what_was_saved(tmp_path, made):
    found, array = made
    path = tmp_path / "some.weights"
    save(path, "patterns", pack(found), "by chance")
    stored = read(path)
    assert (stored.kind, stored.note) == ("patterns", "by chance")
    assert np.array_equal(unpack(stored.numbers).values, found.values)
    assert np.array_equal(load(path), array)
    assert np.array_equal(weights(8, str(path)), array)


@pytest.mark.parametrize("numbers", [[], [1], [1, -128, 127], [1, 200, -32768], [1, 1 << 30, -(1 << 31)]])
def test_numbers_of_any_width_come_back(tmp_path, numbers):
    save(tmp_path / "some.weights", "terms", numbers)
    assert read(tmp_path / "some.weights").numbers.tolist() == numbers


def test_a_file_is_not_overwritten_unless_asked(tmp_path):
    path = tmp_path / "some.weights"
    save(path, "terms", [1, 2])
    with pytest.raises(WeightError, match=r"some\.weights is there already"):
        save(path, "terms", [1, 3])
    save(path, "terms", [1, 3], overwrite=True)
    assert read(path).numbers.tolist() == [1, 3]
    assert [file.name for file in tmp_path.iterdir()] == ["some.weights"]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "is no file of weights"),
        (lambda data: b"something else altogether, and long enough", "is no file of weights"),
        (lambda data: data[:20], "is no file of weights"),
        (lambda data: data[:-3], "is cut off or has grown: "),
        (lambda data: data + b"more", "is cut off or has grown: "),
        (lambda data: data[:8] + b"\x63" + data[9:], "of format 99; this version reads 1"),
        (lambda data: data[:-2] + b"\x00\x00", "is damaged"),
        (lambda data: data[:12] + b"\x07" + data[13:], "is damaged"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(tmp_path, damage, message):
    path = tmp_path / "some.weights"
    save(path, "terms", list(range(1, 500)), "a note")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(WeightError, match=message) as refused:
        load(path)
    assert "some.weights" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_patterns_that_cannot_be_are_refused(tmp_path):
    path = tmp_path / "some.weights"
    for numbers in ([], [1], [1, 1, 99, 0], [1, 1, 2, 0, 70, 4] + [0] * 74, [1, 1, 1, 0, 4] + [0] * 60):
        save(path, "patterns", numbers, overwrite=True)
        with pytest.raises(WeightError, match=r"some\.weights is damaged"):
            load(path)


def test_other_kinds_are_refused(tmp_path):
    save(tmp_path / "some.weights", "chess", [1, 2])
    with pytest.raises(WeightError, match="weights of kind 'chess'"):
        load(tmp_path / "some.weights")
    for number, numbers in enumerate(([], [1, 2], [2] * len(weights(8, "table")))):
        path = tmp_path / f"wrong{number}.weights"
        save(path, "terms", numbers)
        with pytest.raises(WeightError, match="not of kind terms"):
            load(path)


def test_an_unknown_evaluation_is_told_which_there_are():
    with pytest.raises(ValueError, match=r"there is no evaluation 'logistello'; there are .*patterns"):
        weights(8, "logistello")
    with pytest.raises(ValueError, match="made for 8x8 boards, not 6x6"):
        weights(6, "patterns")


def test_the_shipped_patterns_are_the_default_and_know_what_a_corner_is_worth():
    assert "patterns" in names()
    array = weights(8)
    assert array is weights(8, "patterns") or np.array_equal(array, weights(8, "patterns"))
    own, other = np.uint64(0x0000001818000000), np.uint64(0x00003C24243C0000)
    assert pattern_score(own | np.uint64(1), other, array) > pattern_score(own, other | np.uint64(1), array)
