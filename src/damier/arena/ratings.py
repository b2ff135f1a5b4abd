"""Ratings of any number of players by all their games (E. Zermelo 1929; R. Bradley and M. Terry 1952).

Whoever is better by D Elo expects 1 / (1 + 10^(-D/400)) points a game. The ratings are those under which the games, a draw as
half a win and half a loss, are the likeliest: each player's points are then what he expects. Newton's steps find them.

How sure they are comes from the spread of the pairs of games with the same opening, as in `rating.py`, and not from the model's
own: A is the curvature of the likelihood, B the spread of its slope as it was seen, and the covariance A⁻¹ B A⁻¹.

Some have no such rating: who has lost all his games, or a group that has lost all against the others. Then each player is
supposed to have drawn one game more, shared out among all the others.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from damier.rating import SURE, Pairs, spread

ELO = 400 / math.log(10)  # of a unit in which the odds are e to one
MOST_STEPS = 1000
LONGEST_STEP = 1.0  # of Newton's, in such units: far from the end he may go too far
CLOSE = 1e-10


class Meeting(Protocol):
    """The games of two players, as the first one sees them; a `Report` is such a one."""

    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def pairs(self) -> Pairs: ...


Meetings = Mapping[tuple[int, int], Meeting]


@dataclass(frozen=True)
class Ratings:
    """What players are worth, in Elo, by their places in the list; the average is 0."""

    elo: Any
    covariance: Any
    is_supposed: bool  # whether the games alone do not give any

    def error(self, place: int, beside: int | None = None) -> float:
        """The true rating is 19 times out of 20 so near; of the difference to another player, if one is named."""
        return SURE * self._deviation(place, beside)

    def superiority(self, one: int, other: int) -> float:
        """How likely it is that one is better than the other."""
        deviation = self._deviation(one, other)
        difference = float(self.elo[one] - self.elo[other])
        return 0.5 * math.erfc(-difference / (deviation * math.sqrt(2))) if deviation else 0.5

    def _deviation(self, place: int, beside: int | None) -> float:
        c = self.covariance
        square = c[place, place] if beside is None else c[place, place] + c[beside, beside] - 2 * c[place, beside]
        return math.sqrt(max(0.0, float(square)))


def ratings_of(players: int, meetings: Meetings) -> Ratings:
    """The ratings of so many players after these games."""
    points = np.zeros((players, players))
    for (one, other), report in meetings.items():
        won = report.wins + report.draws / 2
        points[one, other] += won
        points[other, one] += report.wins + report.draws + report.losses - won
    is_supposed = not _is_bound_together(points)
    supposed = np.zeros_like(points)
    if is_supposed and players > 1:
        supposed = (1 - np.eye(players)) / (2 * (players - 1))
    found = _likeliest(points + supposed)
    expected = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    games = points + points.T + supposed + supposed.T
    curvature = np.linalg.pinv(_laplacian(games * expected * (1 - expected)))
    spreads = _spreads(players, meetings, expected) + (supposed + supposed.T) / 4
    covariance = ELO * ELO * curvature @ _laplacian(spreads) @ curvature
    return Ratings(found * ELO, covariance, is_supposed)


def _likeliest(points: Any) -> Any:
    """The ratings, in units of e, under which everybody has got what he expects; 0 in the mean."""
    games, found = points + points.T, np.zeros(len(points))
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(found[None, :] - found[:, None]))
        slope = (points - games * expected).sum(axis=1)
        step = np.linalg.pinv(_laplacian(games * expected * (1 - expected))) @ slope
        found = found + np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    return found - found.mean()


def _spreads(players: int, meetings: Meetings, expected: Any) -> Any:
    """How far the points of each two players spread: as their pairs of games do, or by the model where there are none."""
    spreads = np.zeros((players, players))
    for (one, other), report in meetings.items():
        pairs = sum(report.pairs)
        single = report.wins + report.draws + report.losses - 2 * pairs
        seen = 4 * pairs * spread(report.pairs)[1] if pairs else 0.0
        chance = expected[one, other]
        spreads[one, other] += seen + single * chance * (1 - chance)
    return spreads + spreads.T


def _laplacian(weights: Any) -> Any:
    """Sum of the weight of each two players times (their difference) squared, as a matrix; weights are symmetric."""
    return np.diag(weights.sum(axis=1)) - weights


def _is_bound_together(points: Any) -> bool:
    """Whether from everybody a way leads to everybody else along "has scored against"; else some ratings are infinite."""
    return all(len(_reached(links)) == len(points) for links in (points > 0, points.T > 0))


def _reached(links: Any) -> set[int]:
    """The players to whom a way leads from the first."""
    reached, waiting = {0}, [0]
    while waiting:
        new = {int(each) for each in np.flatnonzero(links[waiting.pop()])} - reached
        reached |= new
        waiting += new
    return reached


def order_of(elo: Sequence[float]) -> list[int]:
    """The places of players from the best down."""
    return sorted(range(len(elo)), key=lambda place: -elo[place])
