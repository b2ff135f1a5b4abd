"""What any rule of the contract is asked with, and what it may answer.

The names of a rule's parameters say what it is called with, its declaration in `rules.py` where it may be asked and what it
may answer. So whatever is in the contract can be checked without naming it: a user's file when it is loaded (`check.py`),
and that plain Python and machine code agree.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from damier.kernel import ContractFunction, Gives, native
from damier.rules import MOST_MOVES, index, noisy, play, unmoves

NOTHING = -1  # no move: what stands in `out` before a rule writes there


def arguments_for(entry: ContractFunction, position: Any, move: int, weights: Any, least: int = 0) -> list[Any]:
    """What a rule is called with, to be asked about a position and a move that is legal there."""
    out = np.full(MOST_MOVES, NOTHING, np.int64)
    known: dict[str, Callable[[], Any]] = {
        "position": lambda: position,
        "move": lambda: int(move),
        "child": lambda: native(play(position, move)),
        "out": lambda: out,
        "weights": lambda: weights,
        "estimate": lambda: 150,  # any number that could be one
        "listed": lambda: int(noisy(position, out)),
        "least": lambda: least,
        "family": lambda: int(index(position)[0]),
        "number": lambda: int(index(position)[1]),
        "unmove": lambda: int(out[max(unmoves(position, out) - 1, 0)]),
    }
    unknown = [name for name in entry.parameters if name not in known]
    if unknown:
        raise LookupError(f"the contract does not say what '{unknown[0]}' is, which {entry.signature} is called with")
    return [known[name]() for name in entry.parameters]


def lies_within(gives: Gives, given: Any) -> bool:
    """Whether the numbers that a rule has answered lie where the contract says, in their order if there are two."""
    if gives.shape == "position":
        return True
    numbers = [given] if gives.shape == "number" else list(given)
    if not gives.in_order:
        numbers.sort()
    lowest = numbers[0] if gives.lowest is None else gives.lowest
    highest = numbers[-1] if gives.highest is None else gives.highest
    return sorted([lowest, *numbers, highest]) == [lowest, *numbers, highest]
