"""Estimates put right by experience: positions that have much in common are misjudged alike.

What a search has found a position to be worth is compared with what was thought of it without searching. How much too low
that was, or too high, is remembered for all positions of one structure (the rule `structure`), such as that of the pawns, and
the next ones are judged by so much higher or lower.
"""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.engine.kernel.unit import HUNDRED, points
from damier.kernel import array_at, inlined, part
from damier.rules import structure

STRUCTURES = 1 << 14  # told apart; beyond, they share a number
MOST_MISJUDGED = 1 << 10  # what is remembered of a structure lies between this and less than nothing
MOST_LEARNT = MOST_MISJUDGED // 4  # from one search
DEEP = 8  # plies, at which an error counts as it is; that of a deeper search counts more
MOST_CORRECTION = 12  # hundredths of the game's unit by which an estimate is put right


@inlined
def _place(position: Any) -> Any:
    return np.int64(mix(np.uint64(structure(position))) & np.uint64(STRUCTURES - 1))


@part
def corrected_by_experience(position: Any, static: Any, work: Any) -> Any:
    """An estimate, by so much higher or lower as estimates of such positions were wrong."""
    if not work.by_corrections or abs(static) >= work.certain:
        return static
    misjudged = np.int64(array_at(work.corrections, STRUCTURES, np.int16)[_place(position)])
    return static + points(MOST_CORRECTION, work.unit) * misjudged // MOST_MISJUDGED


@part
def learn_correction(position: Any, error: Any, depth: Any, work: Any) -> None:
    """A search so deep has found a position to be worth so much more than was thought, or less."""
    corrections = array_at(work.corrections, STRUCTURES, np.int16)
    by = max(-MOST_LEARNT, min(MOST_LEARNT, HUNDRED * error * depth // (DEEP * work.unit)))
    place = _place(position)
    past = np.int64(corrections[place])
    corrections[place] = past + by - past * abs(by) // MOST_MISJUDGED
