"""Positions of random games, many at once: what can come up in a game, for those who only want to look at it."""

from typing import Any

import numpy as np

from damier.bits import mix
from damier.errors import BadInput
from damier.kernel import compiled
from damier.rules import MOST_MOVES, ONGOING, moves, outcome, play, same_player
from damier.search.rows import fits_a_row, new_rows, put, take

POSITIONS = 3000
GAMES = 3000  # at most
PLIES = 150  # of each
ONE_IN = 5  # positions of a game that are taken: neighbours tell the same


def random_positions(start: Any, turn: int) -> tuple[list[Any], list[int]]:
    """Positions of random games that go on, the start among them, and whose turn it is in each."""
    if not fits_a_row(start):
        raise BadInput("positions with lists in them cannot be looked at by thousands")
    rows, turns = new_rows(start, POSITIONS), np.zeros(POSITIONS, np.int64)
    out = np.zeros(MOST_MOVES, np.int64)
    found = int(_wander(start, np.int64(turn), np.uint64(1), GAMES, PLIES, ONE_IN, out, rows, turns))
    return [start, *(take(start, rows, place) for place in range(found))], [turn, *turns[:found].tolist()]


@compiled
def _wander(start: Any, first: Any, seed: Any, games: Any, plies: Any, one_in: Any, out: Any, rows: Any, turns: Any) -> Any:
    """Plays random games and writes down some of their positions, with whose turn it is; how many."""
    found = 0
    for _ in range(games):
        position, turn = start, first
        for _ in range(plies):
            if np.int64(outcome(position)) != ONGOING or found == len(rows):
                break
            seed = mix(seed)
            child = play(position, out[np.int64(seed % np.uint64(moves(position, out)))])
            if not same_player(position, child):
                turn = 1 - turn
            position = child
            seed = mix(seed)  # how a game ended may be drawn otherwise than what went before
            if seed % np.uint64(one_in) == np.uint64(0) and np.int64(outcome(position)) == ONGOING:
                put(position, rows, found)
                turns[found] = turn
                found += 1
    return found
