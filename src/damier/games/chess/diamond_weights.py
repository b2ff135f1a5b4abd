"""What the terms of DiamondChess' evaluation are worth, which `diamond.py` counts.

The report gives the values of the pieces (EFREI 3.2.3). What its bonuses are it does not say: those below were set by hand,
small beside a pawn, since the material "remains predominant" (3.2.2). Nothing depends on the phase of the game, which the
report calls the main weakness of such bonuses (4.3).
"""

from typing import Any

import numpy as np

NAME = "diamond"
TRUSTING = "diamond-without-en-prise"  # which leaves it to the search to see what is lost
MATERIAL_ONLY = "material"  # the material balance without the rest
NAMES = (NAME, TRUSTING, MATERIAL_ONLY)
VALUES = (100, 300, 300, 500, 900)  # pawn, knight, bishop, rook, queen: EFREI 3.2.3
TACTICS: dict[str, tuple[int, ...]] = {
    "centre": (25,),  # for who holds more of it
    "at home": (-2, -10, -10, -4, -2, -2),  # pawn, knight, bishop, rook, queen, king
    "en prise": tuple(-value for value in VALUES),
    "protected": (2,),
    "protecting each other": (2,),
    "mobility": (2,),
    "fork": (12,),
    "one-way attack": (6,),
    "tropism": (3, 8),  # a square beside the king; a line that one piece holds up
    "castling": (8, 24),  # each that is possible; done
}
TERMS = {"material": VALUES, **TACTICS}
PLACES = {name: sum(len(values) for values in list(TERMS.values())[:i]) for i, name in enumerate(TERMS)}
COUNT = sum(map(len, TERMS.values()))


def weights(name: str) -> Any:
    """The weights of this evaluation, or of a part of it; of the material alone there are the first of them, and no more."""
    numbers = np.array([each for values in TERMS.values() for each in values], np.int32)
    if name == TRUSTING:
        numbers[PLACES["en prise"] :][: len(VALUES)] = 0
    return numbers[: len(VALUES)].copy() if name == MATERIAL_ONLY else numbers
