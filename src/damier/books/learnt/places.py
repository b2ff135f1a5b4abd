"""Positions as a book knows them: by number, so that symmetric positions and transpositions are one.

The number is the key of the canonical position. Where positions do not tell how far a game has come (`stage` in the
contract) they might return, and what leads from one to the other would be a circle, in which no value is ever settled: there
the plies played so far are mixed into the number, and a position that comes up two plies later is another one. `depth` is
how far the game has come, by either count: every move makes it larger.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.games.game import Game
from damier.kernel import compiled, has_rule, native, part
from damier.rules import MOST_MOVES, ONGOING, canonical, key, moves, outcome, play, same_player, stage

DEEPEST = (1 << 16) - 1  # a row has two bytes for it


class Trails(NamedTuple):
    """The positions of games, one after the other: game g has those from `first[g]` on, one more than its moves."""

    first: Any
    number: Any
    depth: Any
    mover: Any  # whose turn it is: 0 for who moves first in that game, or 1
    keeps: Any  # whether the move made there keeps the turn
    score: Any  # of each game: the final score for who is to move in its last position, or ONGOING
    illegal: Any  # of each game: which of its moves cannot be made, from 1; 0 if all can


class Around(NamedTuple):
    """A position and where its moves lead."""

    number: int
    depth: int
    moves: list[int]
    numbers: Any
    depths: Any
    keeps: Any


class Places:
    """How a game's positions are numbered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.start()
        self.counts_plies = not has_rule(start, "stage")
        self._goes_on = has_rule(start, "count")  # games that were played may go on where a rule ends them

    def trails(self, start: Any, made: Any, ends: Any) -> Trails:
        """The positions of games that start with the same one; their moves are joined, those of game g end at `ends[g]`."""
        games = len(ends)
        room = len(made) + games
        number, depth, mover, keeps = (np.zeros(room, kind) for kind in (np.uint64, np.int32, np.int8, np.uint8))
        score, illegal = np.zeros(games, np.int64), np.zeros(games, np.int32)
        _trails(native(start), made, ends, self.counts_plies, self._goes_on, number, depth, mover, keeps, score, illegal)
        lengths = np.diff(ends, prepend=0)
        first = np.cumsum(lengths + 1) - lengths - 1
        return Trails(first, number, depth, mover, keeps, score, illegal)

    def numbers(self, position: Any, plies: int) -> Any:
        """The numbers that a position has after 0, 1, 2 plies and so on; always the same one where plies do not count."""
        numbers = np.zeros(plies, np.uint64)
        _numbers(native(position), self.counts_plies, numbers)
        return numbers

    def around(self, position: Any, ply: int) -> Around:
        """A position that was reached after so many plies, and all that can come next."""
        made = np.zeros(MOST_MOVES, np.int64)
        numbers, depths = np.zeros(MOST_MOVES + 1, np.uint64), np.zeros(MOST_MOVES + 1, np.int32)
        keeps = np.zeros(MOST_MOVES + 1, np.uint8)
        count = int(_around(native(position), ply, self.counts_plies, made, numbers, depths, keeps))
        return Around(
            int(numbers[0]),
            int(depths[0]),
            made[:count].tolist(),
            numbers[1 : count + 1],
            depths[1 : count + 1],
            keeps[1 : count + 1],
        )


@part
def _place(position: Any, ply: Any, counts_plies: Any) -> Any:
    number = key(canonical(position))
    if counts_plies:
        return mix(number ^ mix(np.uint64(ply))), np.int64(ply)
    return number, np.int64(stage(position))


@part
def can_be_made(position: Any, move: Any, goes_on: Any, legal: Any) -> Any:
    """Whether a move is legal; also where a rule has ended the game, if that `goes_on`. `legal` is written to."""
    count = moves(position, legal) if goes_on or outcome(position) == ONGOING else 0
    for i in range(count):
        if legal[i] == move:
            return True
    return False


@compiled
def _trails(
    start: Any,
    made: Any,
    ends: Any,
    counts_plies: Any,
    goes_on: Any,
    numbers: Any,
    depths: Any,
    movers: Any,
    keeps: Any,
    scores: Any,
    illegal: Any,
) -> None:
    legal = np.zeros(MOST_MOVES, np.int64)
    first = np.int64(0)
    for game in range(len(ends)):
        position = start
        at = first + game
        mover = 0
        for i in range(first, ends[game]):
            numbers[at], depths[at] = _place(position, i - first, counts_plies)
            movers[at] = mover
            if not can_be_made(position, made[i], goes_on, legal):
                illegal[game] = i - first + 1
                break
            child = play(position, np.int64(made[i]))
            keeps[at] = same_player(position, child)
            mover = mover if keeps[at] else 1 - mover
            position = child
            at += 1
        if illegal[game] == 0:
            movers[at] = mover
            numbers[at], depths[at] = _place(position, ends[game] - first, counts_plies)
            scores[game] = outcome(position)
        first = ends[game]


@compiled
def _numbers(position: Any, counts_plies: Any, numbers: Any) -> None:
    for ply in range(len(numbers)):
        numbers[ply] = _place(position, ply, counts_plies)[0]


@compiled
def _around(position: Any, ply: Any, counts_plies: Any, made: Any, numbers: Any, depths: Any, keeps: Any) -> Any:
    numbers[0], depths[0] = _place(position, ply, counts_plies)
    if outcome(position) != ONGOING:
        return 0
    count = moves(position, made)
    for i in range(count):
        child = play(position, made[i])
        numbers[i + 1], depths[i + 1] = _place(child, ply + 1, counts_plies)
        keeps[i + 1] = same_player(position, child)
    return count
