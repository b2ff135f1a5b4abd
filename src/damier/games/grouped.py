"""An evaluation of hundreds of weights as few numbers to search for: small terms weight by weight, tables by per cent.

Games played against oneself say little: what a queen is worth they tell in some hundreds of games, what a knight on b5 is
worth not in a million. So a table, as that of a piece's squares, keeps its shape, and one number says how much of it counts.
Weights come in pairs, what they count early and late in a game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from damier.games.adjustable import OWN, POOR, ZERO, Adjustable

ALONE = 5  # terms of so many weights have a number for each; larger ones are tables
WHOLE = 100  # per cent of a table
STEP, TABLE_STEP = 10, 30


def grouped(
    terms: Mapping[str, int],
    pairs: Any,
    phases: Sequence[str],
    poor: Mapping[str, int],
    poor_step: int,
    weights_of: Callable[[Any], Any],
) -> Adjustable:
    """The numbers of an evaluation whose terms have so many weights each, in turn, which are these pairs (one a row).

    To begin poorly is to know the terms of `poor` alone, all their weights alike; these are changed by `poor_step` at first.
    """
    places = dict(zip(terms, np.cumsum([0, *terms.values()]).tolist(), strict=False))
    single = [
        (term, place, phase) for term, count in terms.items() for place in range(count) for phase in (0, 1) if count <= ALONE
    ]
    tables = [term for term, count in terms.items() if count > ALONE]
    names = [_name(term, terms[term], place, phases[phase]) for term, place, phase in single]

    def weights(numbers: Sequence[int]) -> Any:
        found = np.zeros_like(pairs)
        for (term, place, phase), number in zip(single, numbers[: len(single)], strict=True):
            found[places[term] + place, phase] = number
        for term, share in zip(tables, numbers[len(single) :], strict=True):
            rows = slice(places[term], places[term] + terms[term])
            found[rows] = np.rint(pairs[rows] * share / WHOLE).astype(pairs.dtype)
        return weights_of(found)

    return Adjustable(
        names=[*names, *(f"{term} %" for term in tables)],
        starts={
            POOR: [*(poor.get(term, 0) for term, _, _ in single), *([0] * len(tables))],
            OWN: [*(int(pairs[places[term] + place, phase]) for term, place, phase in single), *([WHOLE] * len(tables))],
            ZERO: [0] * (len(single) + len(tables)),
        },
        weights=weights,
        steps=[*(poor_step if term in poor else STEP for term, _, _ in single), *([TABLE_STEP] * len(tables))],
        largest=3_000,
    )


def _name(term: str, count: int, place: int, phase: str) -> str:
    return f"{term} {phase}" if count == 1 else f"{term} {place + 1} {phase}"
