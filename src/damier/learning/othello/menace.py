"""Learning as MENACE did: count for every corner and edge how often the player to move won with it (Alliot).

Games come from tournaments, or from the program itself: it plays a round of games with what it knows, counts them, and
plays on with what it knows then. The counts never forget.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.games.othello.menace import (
    CORNERS,
    CORNERS_AT,
    EDGES,
    KIND,
    LENGTH,
    list_patterns,
    mirrored_corner,
    mirrored_edge,
)
from damier.games.othello.rules import DISC, start
from damier.kernel import compiled
from damier.learning.matches import random_openings
from damier.learning.othello.curve import Progress
from damier.learning.othello.games import read_games, samples
from damier.rules import INFINITY, ONGOING, outcome, play
from damier.search.alphabeta import alphabeta
from damier.search.work import NO_MOVE, Work

BEADS = 10.0  # games won, and as many lost, that every pattern is taken to have seen before the first
ROUNDS = 10  # of games that the program plays itself
DEPTH = 2
MOST_MOVES = 130  # of a game, passes included
LARGEST = 30_000  # a pattern's value: fits two bytes


class DecidedPositions(NamedTuple):
    """Positions seen from the player to move, and by how many discs he won."""

    own: Any
    other: Any
    result: Any


class PatternCounts:
    """For every pattern, the games won with it (a draw counts half) and all games: corners first, then edges."""

    def __init__(self) -> None:
        self.won = np.zeros(CORNERS + EDGES)
        self.total = np.zeros(CORNERS + EDGES)

    def add(self, games: DecidedPositions) -> None:
        """Count positions; a pattern and its mirror image are the same."""
        won, total = np.zeros_like(self.won), np.zeros_like(self.total)
        _count(games.own, games.other, np.sign(games.result).astype(np.float64), won, total)
        for counted, kept in ((won, self.won), (total, self.total)):
            kept += counted
            kept[:CORNERS] += counted[:CORNERS][mirrored_corner(np.arange(CORNERS))]
            kept[CORNERS:] += counted[CORNERS:][mirrored_edge(np.arange(EDGES))]

    def shares(self) -> Any:
        """By how much the share of won games of every pattern differs from a half; 0 for one that was never seen."""
        return (self.won + BEADS) / (self.total + 2 * BEADS) - 0.5

    def weights(self, games: DecidedPositions) -> Any:
        """The weights, on the scale of discs: that which is best, by least squares, for the results of these games."""
        shares = self.shares()
        sums = np.zeros(len(games.own))
        _add_up(games.own, games.other, shares, sums)
        squares = float(sums @ sums)
        scale = DISC * float(sums @ games.result) / squares if squares else 0.0
        weights = np.zeros(LENGTH, np.int32)
        weights[0] = KIND
        weights[CORNERS_AT:] = np.clip(np.rint(scale * shares), -LARGEST, LARGEST)
        return weights


def learn_from(folder: Path, on_faults: Callable[[list[str]], None] = lambda faults: None) -> tuple[Any, int]:
    """Weights from the games of a folder of WTHOR files, and how many games there were."""
    games = read_games(folder, on_faults)
    found = samples(games)
    positions = DecidedPositions(found.own, found.other, found.played.astype(np.float64))
    counts = PatternCounts()
    counts.add(positions)
    return counts.weights(positions), len(games)


def learn_by_playing(games: int, depth: int = DEPTH, seed: int = 1, progress: Progress | None = None) -> Any:
    """Weights from games against itself, which begins by knowing nothing."""
    counts = PatternCounts()
    weights = counts.weights(DecidedPositions(*(np.zeros(0, kind) for kind in (np.uint64, np.uint64, np.float64))))
    openings = random_openings(start(), games, seed)
    for turn in range(ROUNDS):
        played = play_games(openings[turn::ROUNDS], weights, depth)
        counts.add(played)
        weights = counts.weights(played)
        if progress:
            progress("rounds", turn + 1, ROUNDS)
    return weights


def play_games(openings: list[Any], weights: Any, depth: int) -> DecidedPositions:
    """Positions of games that the program plays itself."""
    work = Work(weights=weights)
    room = MOST_MOVES * len(openings)
    own, other = np.zeros(room, np.uint64), np.zeros(room, np.uint64)
    result = np.zeros(room)
    filled = 0
    for opening in openings:
        filled = _play_game(opening, depth, work.record, own, other, result, filled)
    return DecidedPositions(own[:filled], other[:filled], result[:filled])


@compiled
def _play_game(position: Any, depth: Any, work: Any, own: Any, other: Any, result: Any, filled: Any) -> Any:
    """Play a game, write its positions and how it ended from this place on, and give the place after them."""
    end = filled
    while outcome(position) == ONGOING:
        own[end], other[end] = position.own, position.other
        end += 1
        alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work)
        position = play(position, work.line[0, 0])
    score = outcome(position) / DISC
    for i in range(end - 1, filled - 1, -1):
        score = -score
        result[i] = score
    return end


@compiled
def _count(own: Any, other: Any, result: Any, won: Any, total: Any) -> None:
    places = np.zeros(8, np.int64)
    for i in range(len(own)):
        list_patterns(own[i], other[i], places)
        for place in places:
            won[place] += (1 + result[i]) / 2
            total[place] += 1


@compiled
def _add_up(own: Any, other: Any, shares: Any, sums: Any) -> None:
    places = np.zeros(8, np.int64)
    for i in range(len(own)):
        list_patterns(own[i], other[i], places)
        for place in places:
            sums[i] += shares[place]
