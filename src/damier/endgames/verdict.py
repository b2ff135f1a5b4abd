"""What tables tell of positions and endings: the worth of each move, best play to the end, and how many positions are won."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import numpy as np

from damier.endgames.table import UNUSED, Table, families_of
from damier.games.game import Game
from damier.kernel import compiled, native
from damier.rules import placed

MOST_FOLLOWED = 1_000  # plies of a line
AT_ONCE = 1 << 22  # places that a thread counts


class Values(Protocol):
    """Tables, in memory or on disk."""

    def value(self, position: Any) -> int | None:
        """The value of a position; None if there is no table for it."""
        ...


class Longest(NamedTuple):
    """The longest way to the end among positions won, or lost, by the player to move, and best play of both from there."""

    plies: int
    position: Any
    line: list[int]


class Counts(NamedTuple):
    """Of one family: how many positions, alike ones once, the player to move wins, draws and loses."""

    family: str
    positions: int
    won: int
    drawn: int
    lost: int
    longest_win: Longest | None
    longest_loss: Longest | None


def value_of(game: Game, tables: Values, position: Any) -> int | None:
    """The value of a position as tables have it, also if the game is over there; None if nothing tells."""
    value = tables.value(position)
    if value is not None:
        return value
    score = game.outcome(position)
    return None if score is None else int(np.sign(score))


def values_of_moves(game: Game, tables: Values, position: Any) -> dict[int, int] | None:
    """What each move is worth to the player who makes it, from before the move; None if no table knows one of them.

    The largest of `rank` is the best.
    """
    found = {}
    for move in game.moves(position):
        child = game.play(position, move)
        value = value_of(game, tables, child)
        if value is None:
            return None
        if not game.same_player(position, child):
            value = -value
        found[move] = value + int(np.sign(value))
    return found


def rank(value: int) -> int:
    """A number that is larger for what is better: a sooner win, then a draw, then a later loss."""
    return (1 << 16) - value if value > 0 else -(1 << 16) - value if value < 0 else 0


def best_line(game: Game, tables: Values, position: Any) -> list[int]:
    """Best play of both to the end of a won or lost position; nothing if it is drawn or not known."""
    line = list[int]()
    if not value_of(game, tables, position):
        return line
    while len(line) < MOST_FOLLOWED:
        worth = values_of_moves(game, tables, position)
        if not worth:
            break
        line.append(max(worth, key=lambda move: rank(worth[move])))
        position = game.play(position, line[-1])
    return line


def statistics(game: Game, table: Table, tables: Values) -> list[Counts]:
    """How many positions of each family are won, drawn and lost, and the longest ways to the end.

    The table itself and those that it leads to are among `tables`, by which lines are followed.
    """
    found = []
    for family, values in families_of(table):
        with ThreadPoolExecutor() as pool:
            parts = pool.map(lambda first, values=values: _tally(values, first, AT_ONCE), range(0, len(values), AT_ONCE))
            won, lost, unused, longest, latest = _joined(values, list(parts))
        found.append(
            Counts(
                game.endings.named(family),
                len(values) - unused,
                won,
                len(values) - unused - won - lost,
                lost,
                _longest(game, tables, family, longest, int(values[longest])) if won else None,
                _longest(game, tables, family, latest, int(values[latest])) if lost else None,
            )
        )
    return found


def _joined(values: Any, parts: list[Any]) -> Any:
    """What was counted of all parts: the longest win and loss are the first of their length."""
    won, lost, unused = (sum(part[k] for part in parts) for k in range(3))
    longest = max((part[3] for part in parts), key=lambda place: int(values[place]))
    latest = min((part[4] for part in parts), key=lambda place: 0 if values[place] == UNUSED else int(values[place]))
    return won, lost, unused, longest, latest


@compiled
def _tally(values: Any, first: Any, count: Any) -> Any:
    """How many places from the first on are won, lost, and not used, and where the largest and the lowest value stand."""
    won, lost, unused, longest, latest = 0, 0, 0, first, first
    highest, lowest = np.int64(0), np.int64(0)
    for place in range(first, min(first + count, len(values))):
        value = np.int64(values[place])
        if value == UNUSED:
            unused += 1
        elif value > 0:
            won += 1
            if value > highest:
                highest, longest = value, place
        elif value < 0:
            lost += 1
            if value < lowest:
                lowest, latest = value, place
    return won, lost, unused, longest, latest


def _longest(game: Game, tables: Values, family: int, number: int, value: int) -> Longest:
    position = native(placed(game.start(), family, number))
    return Longest(abs(value) - 1, position, best_line(game, tables, position))
