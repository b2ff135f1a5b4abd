"""Matches between two evaluations of a game: many short games at a fixed depth, played by compiled code.

Each opening, a few random moves from the start, is played twice, so that each evaluation once moves first. The two games
are one observation: what an opening gives to one side cancels out. Everything hangs on the seed alone.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.kernel import compiled, native
from damier.rules import INFINITY, MOST_MOVES, ONGOING, moves, outcome, play, same_player
from damier.search.alphabeta import alphabeta
from damier.search.work import NO_MOVE, Work

OPENING_PLIES = 8


class MatchPoints(NamedTuple):
    """What a match gave the first of two evaluations: its points (1, ½ or 0 a game) in each pair of games."""

    pairs: Any

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def score(self) -> float:
        """Points a game."""
        return float(self.pairs.mean() / 2)

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return float(self.pairs.std(ddof=1) / 2 / math.sqrt(len(self.pairs))) if len(self.pairs) > 1 else 0.5

    def __str__(self) -> str:
        return f"{100 * self.score:.1f} % ± {100 * self.error:.1f} of {self.games} games"


def random_openings(start: Any, count: int, seed: int, plies: int = OPENING_PLIES) -> list[Any]:
    """So many different positions after random moves, in which the game goes on."""
    found: dict[Any, None] = {}
    out = np.zeros(MOST_MOVES, np.int64)
    number = int(mix(np.uint64(seed)))
    while len(found) < count:
        number = int(mix(np.uint64(number)))
        position, goes_on = _wander(native(start), plies, np.uint64(number), out)
        if goes_on:
            found.setdefault(native(position))
    return list(found)


def play_match(openings: list[Any], one: Any, two: Any, depth: int) -> MatchPoints:
    """Play each opening twice, at a fixed depth of alpha-beta, and count the points of the first evaluation."""
    first, second = Work(weights=one), Work(weights=two)
    pairs = np.zeros(len(openings))
    for i, opening in enumerate(openings):
        for score in (
            _play_game(opening, depth, first.record, second.record),
            -_play_game(opening, depth, second.record, first.record),
        ):
            pairs[i] += 1.0 if score > 0 else 0.5 if score == 0 else 0.0
    return MatchPoints(pairs)


@compiled
def _wander(position: Any, plies: Any, seed: Any, out: Any) -> Any:
    """The position after so many random moves, and whether the game goes on there."""
    for _ in range(plies):
        if outcome(position) != ONGOING:
            break
        count = moves(position, out)
        seed = mix(seed)
        position = play(position, out[np.int64(seed % np.uint64(count))])
    return position, outcome(position) == ONGOING


@compiled
def _play_game(position: Any, depth: Any, first: Any, second: Any) -> Any:
    """The outcome of a game for the player to move, who evaluates as `first` does."""
    is_first = True
    score = outcome(position)
    while score == ONGOING:
        if is_first:
            alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, first)
            move = first.line[0, 0]
        else:
            alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, second)
            move = second.line[0, 0]
        child = play(position, move)
        if not same_player(position, child):
            is_first = not is_first
        position = child
        score = outcome(position)
    return score if is_first else -score
