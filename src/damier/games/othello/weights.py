"""The weights of the evaluations: which come with damier, and how one is chosen.

A name stands for a file in the folder `weights` beside this one; anything with a folder or an ending in it is a file of
one's own, as `damier learn` writes them.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from damier.games.adjustable import OWN, POOR, ZERO, Adjustable
from damier.games.othello.menace import LENGTH
from damier.games.othello.pattern_tables import expand, unpack
from damier.games.othello.terms import NAMES, TERMS, WRITTEN, coefficients, weights_of
from damier.games.othello.weight_file import ENDING, WeightError, read, save
from damier.wording import quoted

_SHIPPED = Path(__file__).parent / "weights"
KINDS = {"terms": 1, "menace": 2, "patterns": 3}  # by which number evaluations know them
LENGTHS = {"terms": 1 + TERMS, "menace": LENGTH}  # how many numbers they have; patterns say so themselves
BEST = {8: "patterns"}  # by the size of the board; others play by the terms of the books
OTHERS_BEST = "table"
STEP = 30  # points by which a search for weights changes a coefficient at first


def names() -> list[str]:
    """The evaluations that come with damier."""
    return sorted([*WRITTEN, *(file.stem for file in _SHIPPED.glob("*" + ENDING))])


@functools.cache
def weights(size: int = 8, evaluation: str = "") -> Any:
    """The weights of an evaluation, by its name or file; default: the best there is for a board of this size."""
    name = evaluation or BEST.get(size, OTHERS_BEST)
    if name in WRITTEN:
        return weights_of(coefficients(name))
    is_file = name.endswith(ENDING) or "/" in name or "\\" in name
    path = Path(name) if is_file else _SHIPPED / (name + ENDING)
    if not is_file and name not in names():
        if not evaluation:
            return np.zeros(0, np.int32)
        raise ValueError(f"there is no evaluation {quoted(name)}; there are {', '.join(names())}, or a file FILE{ENDING}")
    kind, numbers = load_kind(path)
    if kind != "terms" and size != 8:
        raise ValueError(f"evaluation {quoted(name)} is made for 8x8 boards, not {size}x{size}")
    return numbers


def adjustable(size: int = 8, evaluation: str = "") -> Adjustable:
    """The numbers that a search for weights changes: the books' coefficients, those of `table` or of another one."""
    own = weights(size, evaluation or OTHERS_BEST)
    if len(own) != 1 + TERMS or own[0] != KINDS["terms"]:
        raise ValueError(f"evaluation {quoted(evaluation)} has no coefficients to search for; {', '.join(WRITTEN)} have")

    def weights_with(numbers: Any) -> Any:
        return weights_of(dict(zip(NAMES, numbers, strict=True)))

    nothing = [0] * TERMS
    return Adjustable(
        names=NAMES,
        starts={POOR: nothing, OWN: own[1:].tolist(), ZERO: nothing},
        weights=weights_with,
        steps=[STEP] * TERMS,
        save=lambda path, numbers, note: save(path, "terms", weights_with(numbers), note, overwrite=True),
        largest=20_000,
    )


def load(path: Path) -> Any:
    """The weights in a file, as `evaluate` wants them: one flat int32 array."""
    return load_kind(path)[1]


def load_kind(path: Path) -> tuple[str, Any]:
    """The kind of the weights in a file, and the weights as `evaluate` wants them."""
    stored = read(path)
    if stored.kind not in KINDS:
        raise WeightError(f"{path.name} has weights of kind {quoted(stored.kind)}; expected {', '.join(KINDS)}")
    if stored.kind == "patterns":
        try:
            return stored.kind, expand(unpack(stored.numbers))
        except ValueError as error:
            raise WeightError(f"{path.name} is damaged: {error}") from None
    if len(stored.numbers) != LENGTHS[stored.kind] or stored.numbers[0] != KINDS[stored.kind]:
        raise WeightError(f"{path.name} is damaged: its numbers are not of kind {stored.kind}")
    return stored.kind, stored.numbers
