"""damier's own tables compared with those of others, position by position."""

from typing import Any, NamedTuple

import numpy as np

from damier.endgames.table import UNUSED, Table, families_of
from damier.endgames.unused import mark_unused
from damier.games.game import Game
from damier.games.outside import Reader
from damier.kernel import CONTRACT, entry, native


class Compared(NamedTuple):
    """How many positions both know, in how many of them another player wins, and the first of these."""

    compared: int
    different: int
    first: Any


def compare(game: Game, table: Table, reader: Reader) -> Compared:
    """All positions of a table, each with what a reader of other tables says if nothing is counted."""
    mark_unused(game, table)
    like, compared, different, first = game.start(), 0, 0, None
    put = entry(CONTRACT["placed"].kernel, like, 0, 0)
    for family, values in families_of(table):
        for number in np.flatnonzero(values != UNUSED):
            position = type(like)._make(put(like, family, int(number)))
            result = reader.result(position)
            if result is not None:
                compared += 1
                if result != np.sign(values[number]):
                    first, different = first or native(position), different + 1
    return Compared(compared, different, first)
