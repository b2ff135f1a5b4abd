"""Which patterns there are, and the array that `patterns.py` reads, made from the weights of a file.

A pattern is given by its squares in one place of the board; turning and mirroring the board puts it in all others. Where
a symmetry of the board puts a pattern onto itself, configurations that are mirror images share one weight: a file has
one number for both, `shared` says which.

The numbers of a file are

    how many patterns; how many phases
    each pattern: how many squares, and their bits
    each phase: with how many discs it begins
    what every position counts, by its discs (0 to 64)
    each phase: each pattern: the weights, by `shared`; those of own moves, by how many (0 to 64); those of the other
                player's; all less the same of the phase before

(Configurations that hardly occur change little from phase to phase, so that differences take less room.)
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.games.othello.patterns import (
    BASE_OF_DISCS,
    COUNTS,
    GROUPS_AT,
    HEADER,
    LANES,
    PATTERNS,
    TABLE_AT,
    VALUES_OF_DISCS,
    VALUES_OF_GROUP,
    VALUES_OF_MOVES,
)

MOST_SQUARES = 10
_LINE = 64  # bytes of the processor's cache that come together
_OF_GROUP = 4  # patterns
_LONGEST_HEAD = 1000  # numbers before the weights


def squares(names: str) -> tuple[int, ...]:
    """The bits of squares that are written one after the other: a1b1c1."""
    return tuple(8 * (int(row) - 1) + "abcdefgh".index(file) for file, row in zip(names[::2], names[1::2], strict=True))


SHAPES = {
    "edge and X squares": squares("b2a1b1c1d1e1f1g1h1g2"),
    "second line": squares("a2b2c2d2e2f2g2h2"),
    "third line": squares("a3b3c3d3e3f3g3h3"),
    "fourth line": squares("a4b4c4d4e4f4g4h4"),
    "corner 3x3": squares("a1b1c1a2b2c2a3b3c3"),
    "corner 2x5": squares("a1b1c1d1e1a2b2c2d2e2"),
    "corner triangle": squares("a1b1c1d1a2b2c2a3b3a4"),
    "diagonal of 8": squares("a1b2c3d4e5f6g7h8"),
    "diagonal of 7": squares("b1c2d3e4f5g6h7"),
    "diagonal of 6": squares("c1d2e3f4g5h6"),
    "diagonal of 5": squares("d1e2f3g4h5"),
}


@dataclass(frozen=True)
class Coefficients:
    """Weights as learning finds them and files keep them."""

    shapes: tuple[tuple[int, ...], ...]
    first_discs: tuple[int, ...]  # with how many discs each phase begins
    base: Any  # by the discs on the board
    values: Any  # by phase: those of all shapes, one after the other, mirror images sharing one; then those of moves


def phase_of_discs(first_discs: tuple[int, ...]) -> list[int]:
    """The phase, by the discs on the board."""
    return [max(0, sum(first <= discs for first in first_discs) - 1) for discs in range(COUNTS)]


# --------------------------------------------------------------------------------------------------------------------
# Shapes


def symmetric(square: int, symmetry: int) -> int:
    """The square to which one of the eight symmetries of the board moves a square."""
    row, column = divmod(square, 8)
    if symmetry & 4:
        row, column = column, row
    return 8 * (7 - row if symmetry & 2 else row) + (7 - column if symmetry & 1 else column)


def placements(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A pattern in all its places; as many as fill whole groups, so that one on a long diagonal counts twice."""
    places: dict[frozenset[int], tuple[int, ...]] = {}
    for symmetry in range(8):
        place = tuple(symmetric(square, symmetry) for square in shape)
        places.setdefault(frozenset(place), place)
    found = list(places.values())
    return found * max(1, _OF_GROUP // len(found))


@functools.cache
def shared(shape: tuple[int, ...]) -> Any:
    """Which weight each configuration has: mirror images of each other have the same, numbered without gaps."""
    configurations = np.arange(3 ** len(shape))
    smallest = configurations.copy()
    for symmetry in range(1, 8):
        place = [symmetric(square, symmetry) for square in shape]
        if set(place) == set(shape):
            image = np.zeros_like(configurations)
            for digit, square in enumerate(place):
                image += configurations // 3**digit % 3 * 3 ** shape.index(square)
            smallest = np.minimum(smallest, image)
    numbers = np.cumsum(smallest == configurations, dtype=np.int32) - 1
    return numbers[smallest]


def numbered(shapes: tuple[tuple[int, ...], ...]) -> tuple[list[int], Any, int]:
    """The weights of all shapes, one after the other: where each shape's configurations start in the list of them all,
    which weight each configuration has, and how many weights there are."""
    starts, numbers, count = list[int](), list[Any](), 0
    for shape in shapes:
        starts.append(sum(len(each) for each in numbers))
        numbers.append(count + shared(shape))
        count = int(numbers[-1].max()) + 1
    return starts, np.concatenate(numbers), count


def count_weights(shapes: tuple[tuple[int, ...], ...]) -> int:
    """How many weights a phase has, those of moves included."""
    return numbered(shapes)[2] + 2 * COUNTS


def groups(shapes: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """Every group: the number of its shape, and the four places it looks at."""
    for number, shape in enumerate(shapes):
        places = placements(shape)
        for first in range(0, len(places), _OF_GROUP):
            yield number, places[first : first + _OF_GROUP]


def table_of_rows(shapes: tuple[tuple[int, ...], ...]) -> Any:
    """What a row of the board adds to the indices of each group, by row, bits and group; all groups in whole vectors."""
    listed = list(groups(shapes))
    of_square = np.zeros((8, 8, -(-len(listed) // LANES) * LANES), np.uint64)
    for group, (_, places) in enumerate(listed):
        for slot, place in enumerate(places):
            for digit, square in enumerate(place):
                of_square[square // 8, square % 8, group] += np.uint64(3**digit << 16 * slot)
    bits = np.arange(256, dtype=np.uint64)[:, None] >> np.arange(8, dtype=np.uint64) & np.uint64(1)
    return bits @ of_square


# --------------------------------------------------------------------------------------------------------------------
# From the numbers of a file to the array, and back


def unpack(numbers: Any) -> Coefficients:
    """The weights in the numbers of a file; ValueError if they cannot be such."""
    given = iter(numbers[:_LONGEST_HEAD].tolist())
    try:
        count, phases = next(given), next(given)
        shapes = tuple(tuple(next(given) for _ in range(next(given))) for _ in range(count))
        first_discs = tuple(next(given) for _ in range(phases))
    except (StopIteration, RuntimeError):
        raise ValueError("the list of patterns is not whole") from None
    _check(shapes)
    start = 2 + sum(1 + len(shape) for shape in shapes) + phases
    changes = numbers[start + COUNTS :].reshape(phases, count_weights(shapes))
    return Coefficients(shapes, first_discs, numbers[start : start + COUNTS], np.cumsum(changes, axis=0, dtype=np.int32))


def _check(shapes: tuple[tuple[int, ...], ...]) -> None:
    """Refuse patterns that are none."""
    if not shapes:
        raise ValueError("there are no patterns")
    for shape in shapes:
        if not 1 <= len(shape) <= MOST_SQUARES or not all(0 <= square < 64 for square in shape):
            raise ValueError(f"a pattern has 1 to {MOST_SQUARES} squares of the board")


def pack(coefficients: Coefficients) -> Any:
    """The numbers of a file."""
    head = [len(coefficients.shapes), len(coefficients.first_discs)]
    for shape in coefficients.shapes:
        head += [len(shape), *shape]
    changes = np.diff(coefficients.values, axis=0, prepend=0)
    parts = (head, coefficients.first_discs, coefficients.base, changes.ravel())
    return np.concatenate([np.asarray(each, np.int32) for each in parts])


def expand(coefficients: Coefficients) -> Any:
    """The array that `pattern_score` reads."""
    shapes = coefficients.shapes
    table = table_of_rows(shapes)
    values, starts = _values_of_phases(coefficients)
    table_at = HEADER * 4
    values_at = table_at + table.nbytes
    array = _aligned(values_at + values.nbytes)
    array[0], array[GROUPS_AT], array[TABLE_AT] = PATTERNS, table.shape[2], table_at // 8
    phases = np.array(phase_of_discs(coefficients.first_discs))
    array[VALUES_OF_MOVES] = starts.pop()
    array[VALUES_OF_DISCS : VALUES_OF_DISCS + COUNTS] = values_at // 2 + phases * values.shape[1]
    array[BASE_OF_DISCS : BASE_OF_DISCS + COUNTS] = coefficients.base
    array[VALUES_OF_GROUP : VALUES_OF_GROUP + table.shape[2]] = values.shape[1] - 1  # of groups that only fill a vector: 0
    for group, (shape, _) in enumerate(groups(shapes)):
        array[VALUES_OF_GROUP + group] = starts[shape]
    array.view(np.uint64)[table_at // 8 : values_at // 8] = table.ravel()
    array.view(np.int16)[values_at // 2 : values_at // 2 + values.size] = values.ravel()
    return array


def _values_of_phases(coefficients: Coefficients) -> tuple[Any, list[int]]:
    """The values of every configuration and of moves by phase, the last one always 0, and where those of each start."""
    starts, numbers, count = numbered(coefficients.shapes)
    starts.append(len(numbers))
    numbers = np.concatenate([numbers, np.arange(count, count + 2 * COUNTS)])
    width = -(-(len(numbers) + 1) * 2 // _LINE) * _LINE // 2
    values = np.zeros((len(coefficients.first_discs), width), np.int16)
    for phase, row in enumerate(np.asarray(coefficients.values).astype(np.int16)):
        values[phase, : len(numbers)] = row[numbers]
    return values, starts


def _aligned(length: int) -> Any:
    """So many zero bytes, and as many as fill the last line of the cache, as an int32 array that starts with a line."""
    whole = -(-length // _LINE) * _LINE
    memory = np.zeros(whole + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    return memory[start : start + whole].view(np.int32)
