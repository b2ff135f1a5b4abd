"""The weights of patterns by regression: those with which the sum comes nearest to the results of many games.

One linear least-squares problem for each phase of the game, with some 150,000 unknowns (a weight for each configuration of
each pattern, mirror images counted once) and a million positions, of which each touches fifty unknowns. It is solved by
conjugate gradients, preconditioned by how often each configuration occurs; rows are looked up, never stored as a matrix.

Two things keep rare configurations from learning noise. Each phase is drawn towards the weights of the phase after it,
which was solved before, as if `PULL` more positions had said so; and neighbouring phases share positions, so that the
estimate does not jump between them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from damier.bits import popcount
from damier.games.othello.discs import moves_of
from damier.games.othello.pattern_tables import SHAPES, Coefficients, count_weights, expand, groups, numbered, phase_of_discs
from damier.games.othello.patterns import COUNTS, GROUPS_AT, group_sums, pattern_score
from damier.kernel import compiled
from damier.learning.othello.games import Samples

FIRST_DISCS = tuple(range(4, 64, 4))
OVERLAP = 2  # discs before and after a phase whose positions it learns from too
PULL = 40.0
EPOCHS = 12  # more change nothing
DISC = 100
_SLOTS = 16  # patterns that `group_sums` gives at once
_DIGIT = np.uint64(0xFFFF)


class Unknowns(NamedTuple):
    """How unknowns are numbered: those of a phase as in files, then one for each number of discs."""

    of_pattern: Any  # by pattern: where its shape's configurations start in `numbers`
    numbers: Any  # the unknown of each configuration of each shape
    moves: int  # the first of those by moves
    base: int  # the first of those by discs
    total: int


def unknowns_of(shapes: tuple[tuple[int, ...], ...]) -> Unknowns:
    """Number the unknowns of a set of patterns."""
    starts, numbers, moves = numbered(shapes)
    base = count_weights(shapes)
    of_pattern = [starts[shape] for shape, places in groups(shapes) for _ in places]
    return Unknowns(np.array(of_pattern, np.int32), numbers, moves, base, base + COUNTS)


def learn(
    data: Samples,
    shapes: tuple[tuple[int, ...], ...] = tuple(SHAPES.values()),
    first_discs: tuple[int, ...] = FIRST_DISCS,
    epochs: int = EPOCHS,
    pull: float = PULL,
    overlap: int = OVERLAP,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Coefficients:
    """The weights that fit the results best, a disc counting 100."""
    unknowns = unknowns_of(shapes)
    tables = expand(Coefficients(shapes, (0,), np.zeros(COUNTS), np.zeros((1, unknowns.base))))
    found = np.zeros((len(first_discs), unknowns.total))
    drawn_to = np.zeros(unknowns.total)
    for phase in reversed(range(len(first_discs))):
        first, last = first_discs[phase], ([*first_discs, 65][phase + 1]) - 1
        chosen = data.where((data.discs >= first - overlap) & (data.discs <= last + overlap))
        rows = np.empty((len(chosen), len(unknowns.of_pattern) + 3), np.int32)
        _fill_rows(rows, chosen.own, chosen.other, tables, unknowns)
        found[phase] = fit(rows, chosen.result.astype(np.float64), drawn_to, pull, epochs)
        drawn_to = found[phase]
        tell(len(first_discs) - phase, len(first_discs))
    base = found[phase_of_discs(first_discs), unknowns.base + np.arange(COUNTS)]
    whole = [np.rint(DISC * part).clip(-32000, 32000).astype(np.int32) for part in (base, found[:, : unknowns.base])]
    return Coefficients(shapes, first_discs, *whole)


def fit(rows: Any, results: Any, drawn_to: Any, pull: float, epochs: int) -> Any:
    """Least squares by conjugate gradients.

    A row lists the unknowns that add up to the estimate. Each unknown is drawn to a value as if `pull` rows said so.
    """
    step = np.zeros(len(drawn_to))  # away from `drawn_to`
    often = np.zeros(len(drawn_to))
    _add_back(rows, np.ones(len(rows)), often)
    moved = np.empty(len(rows))
    _look_up(rows, drawn_to, moved)
    left = results - moved
    gradient, direction, before = np.empty(len(drawn_to)), np.zeros(len(drawn_to)), 0.0
    for _ in range(epochs):
        gradient[:] = -pull * step
        _add_back(rows, left, gradient)
        scaled = gradient / (often + pull)
        now = float(gradient @ scaled)
        if now <= 1e-12:
            break
        direction = scaled + (now / before if before else 0.0) * direction
        before = now
        _look_up(rows, direction, moved)
        length = now / (float(moved @ moved) + pull * float(direction @ direction))
        step += length * direction
        left -= length * moved
    return drawn_to + step


@compiled
def _look_up(rows: Any, weights: Any, out: Any) -> None:
    """What each row adds up to."""
    for row in range(len(rows)):
        total = 0.0
        for unknown in rows[row]:
            total += weights[unknown]
        out[row] = total


@compiled
def _add_back(rows: Any, numbers: Any, out: Any) -> None:
    """Add each row's number to all its unknowns."""
    for row in range(len(rows)):
        number = numbers[row]
        for unknown in rows[row]:
            out[unknown] += number


@compiled
def _fill_rows(rows: Any, own: Any, other: Any, tables: Any, unknowns: Any) -> None:
    """The unknowns that each position touches."""
    patterns = len(unknowns.of_pattern)
    for row in range(len(own)):
        for group in range(0, tables[GROUPS_AT], 4):
            sums = group_sums(own[row], other[row], tables, group)
            for slot in range(_SLOTS):
                pattern = 4 * group + slot
                if pattern < patterns:
                    index = np.int64((sums[slot // 4] >> np.uint64(16 * (slot % 4))) & _DIGIT)
                    rows[row, pattern] = unknowns.numbers[unknowns.of_pattern[pattern] + index]
        rows[row, patterns + 1] = unknowns.moves + popcount(moves_of(own[row], other[row]))
        rows[row, patterns + 2] = unknowns.moves + COUNTS + popcount(moves_of(other[row], own[row]))
        rows[row, patterns] = unknowns.base + popcount(own[row] | other[row])


@compiled
def _estimate(own: Any, other: Any, weights: Any, out: Any) -> None:
    for i in range(len(own)):
        out[i] = pattern_score(own[i], other[i], weights)


def errors(data: Samples, results: Any, weights: Any) -> Any:
    """How far the estimate of each position is from its result, in discs."""
    estimates = np.empty(len(data))
    _estimate(data.own, data.other, weights, estimates)
    return np.abs(estimates / DISC - results)
