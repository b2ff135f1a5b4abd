"""The terms of many positions at once, as regression wants them: for each position, which weights count how much.

A position is a row of numbers, one a weight, most of which are 0: only the others are kept. Mirrored squares share one
unknown, so that half as many are to be found; but not the king's, since castling is different on either side.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.games.chess.endings import FULL, MOST_PHASE, winnable
from damier.games.chess.evaluation import PHASES, count_terms, estimate, phase_of
from damier.games.chess.position import Bits
from damier.games.chess.weights import COUNT, PLACES, TERMS
from damier.kernel import compiled
from damier.learning.chess.positions import position_of

_AT_ONCE = 100_000  # positions whose terms are counted together
_LONGEST = 400  # weights that a position can have; about 100 are usual


def _unknowns() -> Any:
    """The weight that stands for each one: itself, or the mirrored one on the left of the board."""
    found = np.arange(COUNT)
    for name, count in TERMS.items():
        if count == 64 and name != "king square":
            squares = np.arange(64)
            found[PLACES[name] : PLACES[name] + 64] = PLACES[name] + np.minimum(squares, squares ^ 7)
    return found.astype(np.int16)


UNKNOWNS = _unknowns()


@dataclass(frozen=True)
class Features:
    """Position i has weights `which[start[i]:start[i + 1]]`, each counted `times` more for the player to move."""

    start: Any
    which: Any
    times: Any
    phase: Any  # 1 in the middle game, 0 in the ending
    part: Any  # how much of the estimate is left, 1 if nothing speaks for a draw

    def __len__(self) -> int:
        return len(self.phase)


def features_of(rows: Any, weights: Any) -> Features:
    """The features of positions; `weights` tell only who is ahead, where an ending is drawish."""
    starts, which, times, phases, parts = [np.zeros(1, np.int64)], [], [], [], []
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        start = np.zeros(len(some) + 1, np.int64)
        which_here, times_here = np.zeros(len(some) * _LONGEST, np.int16), np.zeros(len(some) * _LONGEST, np.int8)
        phase, part = np.zeros(len(some), np.float32), np.zeros(len(some), np.float32)
        _extract(some, weights, UNKNOWNS, start, which_here, times_here, phase, part)
        length = int(start[-1])
        starts.append(start[1:] + starts[-1][-1])
        which.append(which_here[:length].copy())
        times.append(times_here[:length].copy())
        phases.append(phase)
        parts.append(part)
    if not phases:
        empty = np.zeros(0, np.float32)
        return Features(starts[0], np.zeros(0, np.int16), np.zeros(0, np.int8), empty, empty)
    return Features(*(np.concatenate(each) for each in (starts, which, times, phases, parts)))


@compiled
def _extract(rows: Any, weights: Any, unknowns: Any, start: Any, which: Any, times: Any, phases: Any, parts: Any) -> None:
    counts = np.zeros((2, COUNT), np.int32)
    both = np.zeros(COUNT, np.int64)
    at = 0
    for place in range(len(rows)):
        position = position_of(rows[place])
        count_terms(position, counts)
        both[:] = 0
        for weight in range(COUNT):
            both[unknowns[weight]] += counts[0, weight] - counts[1, weight]
        for weight in range(COUNT):
            if both[weight] != 0 and at < len(which):
                which[at] = weight
                times[at] = min(max(both[weight], -127), 127)
                at += 1
        start[place + 1] = at
        phase = phase_of(position.material)
        phases[place] = PHASES[phase] / 256
        part = FULL
        if phase <= MOST_PHASE and position.straights | position.diagonals | position.knights != Bits(0):
            if estimate(position, weights) >= 0:
                part = winnable(position.own, position.other, position.material, position)
            else:
                swapped = (position.material >> Bits(32)) | (position.material << Bits(32))
                part = winnable(position.other, position.own, swapped, position)
        parts[place] = part / FULL
