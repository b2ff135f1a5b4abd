"""The evaluation of a position term by term, for people."""

from typing import Any

import numpy as np

from damier.bits import popcount, reverse
from damier.games.draughts.evaluation import FULL, estimate, side
from damier.games.draughts.weights import COUNT, PLACES, TERMS

ABOUT_BOTH = ("king far from the other's", "the move", "tempo", "threat")  # terms that are not counted for each side


def explain(position: Any, weights: Any) -> list[tuple[str, int, int]]:
    """What each term counts, in points, for the player to move and for the other; what it has in common is the mover's."""
    left = int(popcount(position.men | position.kings))
    found = []
    for name, count in TERMS.items():
        alone = np.zeros_like(weights)
        for place in (PLACES[name], COUNT + PLACES[name]):
            alone[place : place + count] = weights[place : place + count]
        if name in ABOUT_BOTH:
            own, other = int(estimate(position, alone)), 0
        else:
            boards = (position.men, position.kings), (reverse(position.men), reverse(position.kings))
            own, other = (_between(side(men, kings, alone), left) for men, kings in boards)
        found.append((name, own, other))
    return found


def _between(points: Any, left: int) -> int:
    """Points on a full board and on an empty one, with so many pieces left."""
    full, empty = points
    return int(full * left + empty * (FULL - left)) // FULL
