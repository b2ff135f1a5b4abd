"""Which places of a table no position has: files do not tell, and whoever checks a table must know."""

from typing import Any

from damier.endgames.table import UNUSED, Table, families_of
from damier.games.game import Game
from damier.kernel import compiled
from damier.rules import index, placed


def mark_unused(game: Game, table: Table) -> None:
    """Put UNUSED into all places of a table that no position has."""
    like = game.start()
    for family, values in families_of(table):
        _mark(like, family, values)


@compiled
def _mark(like: Any, family: Any, values: Any) -> None:
    for number in range(len(values)):
        found, at = index(placed(like, family, number))
        if found != family or at != number:
            values[number] = UNUSED
