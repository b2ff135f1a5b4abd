"""Values of all positions, from the ends of the game backwards (Alliot-Schiex 15.7.3), cycles and all.

Positions in which the game is over are known. The highest score comes first: a position is worth it if a move leads to one
that the other player loses by so much, and is lost by so much when all moves lead to positions that he wins by that or more. So
each position that becomes known tells those before it, and these are known after one move more. When nothing is added the next
lower score has its turn; what is known stays. Each move is looked at once, however many scores there are.

What is never reached so is worth 0: neither player can force an end that is better for him. **Endless play is worth 0.**

Each round looks at the positions that became known in the last one. So the number of the round is the number of plies to the
end if both play for the score first, and then who gains by it as quickly and who loses by it as slowly as possible.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add, swap_if
from damier.endgames.census import OnProgress, Told
from damier.endgames.links import Links
from damier.kernel import compiled

UNKNOWN = 0  # of values: so far nobody can force more
BLOCK = 1 << 14
MOST_PLIES = (1 << 15) - 1


class Values(NamedTuple):
    """What positions are worth to the player to move."""

    scores: Any  # 0 if neither can force an end that is better for him
    plies: Any  # to the end, where the score is not 0


def solve_backwards(links: Links, pool: Executor, threads: int, on_progress: OnProgress, check: Callable[[], None]) -> Values:
    """The value of every position; uses up the choices and scores of the links."""
    scores = links.values
    values = Values(scores, np.zeros(len(scores), np.int16))
    ends = np.flatnonzero(scores).astype(np.int32)
    sizes = np.abs(scores[ends])
    ends = ends[np.argsort(sizes, kind="stable")]
    amounts, begins = np.unique(np.sort(sizes), return_index=True)
    count = 0
    for amount, begin, end in list(zip(amounts, begins, [*begins[1:], len(ends)], strict=True))[::-1]:
        known, plies = ends[begin:end], 0
        while len(known):
            check()
            count += len(known)
            on_progress(Told("values", plies, count, len(scores)))
            plies += 1
            if plies > MOST_PLIES:
                raise ValueError(f"some end is more than {MOST_PLIES} plies away")
            blocks = np.array_split(known, max(1, min(len(known) // BLOCK, 64 * threads)))
            known = np.concatenate([*pool.map(partial(_tell_some, links, values, int(amount), plies), blocks)])
    return values


def _tell_some(links: Links, values: Values, amount: int, plies: int, known: Any) -> Any:
    """Positions that become known by these, which are `plies` - 1 from the end."""
    told = np.empty(int((links.first[known + 1] - links.first[known]).sum()), np.int32)
    return told[: _tell_parents(known, amount, plies, links, values, told)].copy()  # without the room that was not used


@compiled
def _tell_parents(known: Any, amount: Any, plies: Any, links: Any, values: Any, told: Any) -> Any:
    n = 0
    for child in known:
        for place in range(links.first[child], links.first[child + 1]):
            parent, keeps = links.parents[place] >> 1, links.parents[place] & 1
            is_won = (values.scores[child] > 0) == (keeps == 1)  # for who made the move
            if is_won:
                is_new = swap_if(values.scores, parent, UNKNOWN, amount)
            else:
                is_new = fetch_add(links.choices, parent, -1) == 1 and swap_if(values.scores, parent, UNKNOWN, -amount)
            if is_new:
                values.plies[parent] = plies
                told[n] = parent
                n += 1
    return n
