"""Matches between two evaluations of a game: many short games, played by compiled code.

Each opening, a few random moves from the start, is played twice, so that each evaluation once moves first. The two games
are one observation: what an opening gives to one side cancels out. Both sides look so many plies ahead, or deepen until they
have seen so many nodes or their time is up; captures are played out beyond the horizon, where a game has such. Everything
hangs on the seed alone, unless it is time that ends a search.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.kernel import compiled, has_rule, native
from damier.rules import DRAW, INFINITY, MOST_MOVES, ONGOING, key, moves, outcome, play, reversible, same_player
from damier.search.clock import now
from damier.search.quiescence import quiet_alphabeta
from damier.search.work import NO_MOVE, Work

OPENING_PLIES = 8
LONGEST_GAME = 400  # plies after the opening; then it is a draw
DEEPEST = 60  # plies, where it is nodes or time that end a search
TRIES = 20  # random games for each opening that is wanted, before one is content with fewer


class Thinking(NamedTuple):
    """What a move may cost: plies, or 0 and then nodes, or 0 and then nanoseconds."""

    depth: int = 0
    nodes: int = 0
    nanoseconds: int = 0


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


def some_openings(start: Any, count: int, seed: int, plies: int = OPENING_PLIES) -> list[Any]:
    """The same for any game, however small: after fewer moves where games are short, and fewer where there are no more."""
    found: dict[Any, None] = {}
    out = np.zeros(MOST_MOVES, np.int64)
    number = int(mix(np.uint64(seed)))
    for tried in range(count * TRIES):
        if len(found) == count:
            break
        number = int(mix(np.uint64(number)))
        made = plies - tried * (plies + 1) // (count * TRIES)  # the fewer, the longer it takes
        position, goes_on = _wander(native(start), made, np.uint64(number), out)
        if goes_on:
            found.setdefault(native(position))
    return list(found)


def play_match(openings: list[Any], one: Any, two: Any, depth: int | Thinking) -> MatchPoints:
    """Play each opening twice, and count the points of the first evaluation; a number is a depth of alpha-beta."""
    thinking = depth if isinstance(depth, Thinking) else Thinking(depth)
    first, second = Work(weights=one), Work(weights=two)
    for side in (first, second) if openings else ():
        side.use_options(openings[0], symmetry=False, ordering=has_rule(openings[0], "noisy"))
    keys = np.zeros(LONGEST_GAME + 1, np.uint64)
    pairs = np.zeros(len(openings))
    for i, opening in enumerate(openings):
        for score in (
            _play_game(opening, *thinking, keys, first.record, second.record),
            -_play_game(opening, *thinking, keys, second.record, first.record),
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
def _play_game(position: Any, depth: Any, nodes: Any, nanoseconds: Any, keys: Any, first: Any, second: Any) -> Any:
    """The outcome of a game for the player to move, who evaluates as `first` does; `keys` has room for its positions."""
    is_first = True
    score = outcome(position)
    ply = 0
    while score == ONGOING:
        if is_first:
            move = _choose(position, depth, nodes, nanoseconds, first)
        else:
            move = _choose(position, depth, nodes, nanoseconds, second)
        keys[ply] = key(position)
        ply += 1
        child = play(position, move)
        if not same_player(position, child):
            is_first = not is_first
        position = child
        score = outcome(position)
        if score == ONGOING and (ply >= LONGEST_GAME or _is_repeated(position, keys, ply)):
            return np.int64(DRAW)
    return score if is_first else -score


@compiled
def _is_repeated(position: Any, keys: Any, ply: Any) -> Any:
    """Whether a position has come up for the third time."""
    same, found = key(position), 0
    for before in range(max(0, ply - np.int64(reversible(position))), ply):
        found += keys[before] == same
    return found >= 2


@compiled
def _choose(position: Any, depth: Any, nodes: Any, nanoseconds: Any, work: Any) -> Any:
    """The best move: of a fixed depth, or of the deepest search that nodes or time allow."""
    if depth > 0:
        quiet_alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work)
        return work.line[0, 0]
    work.nodes, work.stop, work.watched = 0, 0, 1
    work.node_limit = nodes
    work.deadline = now() + nanoseconds if nanoseconds > 0 else 0
    work.first_move = NO_MOVE
    move = np.int64(NO_MOVE)
    for deeper in range(1, DEEPEST):
        horizon = work.horizon
        quiet_alphabeta(position, NO_MOVE, -INFINITY, INFINITY, deeper, 0, work)
        if move == NO_MOVE or not work.stop:
            move = work.line[0, 0]
        if work.stop or work.horizon == horizon:  # it has seen all there is to see
            break
        work.first_move = move
    return move
