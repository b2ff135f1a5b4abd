"""Estimates put right by experience: positions that have much in common are misjudged alike.

What a search has found a position to be worth is compared with what was thought of it without searching. How much too low
that was, or too high, is remembered for all positions of one structure (the rule `structure`), such as that of the pawns, and
for all in which the men of one player stand alike (the rule `deployment`), and for all that the same two moves led to, as far
as their roles tell them apart (the rule `role`). The next ones are judged by so much higher or lower.
"""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.engine.kernel.replies import NO_ROLE, ROLES
from damier.engine.kernel.unit import HUNDRED, points
from damier.kernel import array_at, inlined, part
from damier.rules import deployment, structure

STRUCTURES = 1 << 14  # told apart; beyond, they share a number
PAIRS = 1 << 16  # of moves, likewise
DEPLOYMENTS = 1 << 14  # of each player, likewise
CORRECTIONS = STRUCTURES + PAIRS + 2 * DEPLOYMENTS  # numbers that are remembered
MOST_MISJUDGED = 1 << 10  # what is remembered of each lies between this and less than nothing
MOST_LEARNT = MOST_MISJUDGED // 4  # from one search
DEEP = 8  # plies, at which an error counts as it is; that of a deeper search counts more
MOST_CORRECTION = 12  # hundredths of the game's unit by which structure and moves each put an estimate right ...
MOST_BY_DEPLOYMENT = 8  # ... and by which the men of each player do


@inlined
def _place(position: Any) -> Any:
    return np.int64(mix(np.uint64(structure(position))) & np.uint64(STRUCTURES - 1))


@inlined
def _place_of_moves(ply: Any, work: Any) -> Any:
    """Where it stands how positions after the last move and the one before it are misjudged."""
    before = work.role[ply - 1] if ply > 0 else NO_ROLE
    roles = np.uint64(work.role[ply] * (ROLES + 1) + before + 1)
    return STRUCTURES + np.int64(mix(roles) & np.uint64(PAIRS - 1))


@inlined
def _place_of_men(deployed: Any) -> Any:
    """The same for how the men of the player to move stand; that of the other's is `DEPLOYMENTS` further on."""
    return STRUCTURES + PAIRS + np.int64(mix(np.uint64(deployed)) & np.uint64(DEPLOYMENTS - 1))


@part
def corrected_by_experience(position: Any, static: Any, ply: Any, work: Any) -> Any:
    """An estimate, by so much higher or lower as estimates of such positions were wrong."""
    if not work.by_corrections or abs(static) >= work.certain:
        return static
    corrections = array_at(work.corrections, CORRECTIONS, np.int16)
    misjudged = np.int64(corrections[_place(position)])
    if work.role[ply] != NO_ROLE:
        misjudged += np.int64(corrections[_place_of_moves(ply, work)])
    corrected = static + points(MOST_CORRECTION, work.unit) * misjudged // MOST_MISJUDGED
    if work.by_deployments:
        own, other = deployment(position)
        misjudged = np.int64(corrections[_place_of_men(own)]) + np.int64(corrections[DEPLOYMENTS + _place_of_men(other)])
        corrected += points(MOST_BY_DEPLOYMENT, work.unit) * misjudged // MOST_MISJUDGED
    return corrected


@part
def learn_correction(position: Any, error: Any, depth: Any, ply: Any, work: Any) -> None:
    """A search so deep has found a position to be worth so much more than was thought, or less."""
    by = max(-MOST_LEARNT, min(MOST_LEARNT, HUNDRED * error * depth // (DEEP * work.unit)))
    _move_on(_place(position), by, work)
    if work.role[ply] != NO_ROLE:
        _move_on(_place_of_moves(ply, work), by, work)
    if work.by_deployments:
        own, other = deployment(position)
        _move_on(_place_of_men(own), by, work)
        _move_on(DEPLOYMENTS + _place_of_men(other), by, work)


@inlined
def _move_on(place: Any, by: Any, work: Any) -> None:
    corrections = array_at(work.corrections, CORRECTIONS, np.int16)
    past = np.int64(corrections[place])
    corrections[place] = past + by - past * abs(by) // MOST_MISJUDGED
