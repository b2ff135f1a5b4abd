"""Temporal differences: a position is worth what later positions of its game turned out to be worth (Samuel 1959, Sutton 1988).

A network should say of a position what the search said one position later, and with less and less weight, `decay` to the power
of how many more, what it said after that; what is left of the weight has the result of the game:

    (1 - decay) * (v[1] + decay * v[2] + ... + decay^(n-2) * v[n-1]) + decay^(n-1) * result

With a decay of 1 that is the result alone, with 0 the next position alone. What the search said of a position is what the
network says of the leaf at the end of the line that it expects: so the leaf is corrected, not the position (`temporal`; TD-leaf
by Baxter, Tridgell and Weaver 1998, as Samuel's program did).

The usual way is to correct the position itself, by the same sum from v[0] on (`outlook`): what a search says of it and, less
and less, of those after it. The result alone, or half of it, is too coarse: all positions of a game have the same, and a
network soon knows the games by heart instead.
"""

from typing import Any

import numpy as np

from damier.kernel import vectorised
from damier.learning.network.examples import NOTHING, Examples
from damier.learning.network.training import said_and_ended
from damier.network.layout import Layout


def temporal(examples: Examples, layout: Layout, is_graded: bool, decay: float) -> tuple[Examples, Any]:
    """The examples from which there is something to learn, and what a network should say of each."""
    said, ended = said_and_ended(examples, layout, is_graded)
    even = 0.0 if is_graded else 0.5
    said, ended = (even + (each - even) * examples.player for each in (said, ended))  # for who moved first
    targets = np.zeros(len(examples))
    _look_back(said, ended, examples.is_last, decay, targets)
    is_learnt = examples.output != NOTHING
    found = (even + (targets - even) * examples.player).astype(np.float32)
    return examples.where(is_learnt), found[is_learnt]


def outlook(examples: Examples, layout: Layout, is_graded: bool, decay: float) -> tuple[Examples, Any]:
    """The examples, and what a network should say of each, as the search and its game say."""
    said, ended = said_and_ended(examples, layout, is_graded)
    even = 0.0 if is_graded else 0.5
    said, ended = (even + (each - even) * examples.player for each in (said, ended))
    after = np.zeros(len(examples))
    _look_back(said, ended, examples.is_last, decay, after)
    found = (1 - decay) * said + decay * after
    return examples, (even + (found - even) * examples.player).astype(np.float32)


@vectorised
def _look_back(said: Any, ended: Any, is_last: Any, decay: Any, targets: Any) -> None:
    """Write what each position should be worth, from the last one of a game to its first; all for who moved first."""
    for i in range(len(said) - 1, -1, -1):
        if is_last[i]:
            targets[i] = ended[i]
        else:
            targets[i] = (1 - decay) * said[i + 1] + decay * targets[i + 1]
