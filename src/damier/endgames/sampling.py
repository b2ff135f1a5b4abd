"""How many positions a game has at least, told by random games before anybody tries to find them all.

Positions after so many moves of games at random are drawn, each by itself, from all that can come up then. Two of them are
alike with a chance that is the sum of all squared chances, and that is at least 1 in N if there are N positions, be some as
unlikely as they may (the birthdays of a class, turned round). So where n games have c pairs alike, of n(n - 1)/2, there are
about n(n - 1)/2c positions after so many moves, or more.

What is told is on the safe side by eight standard deviations of c, which is the less certain the more threes are alike. One
game in a hundred would have fewer positions than that if it were made for it: most play scattered, and the rest led to one
position. Growth from level to level is not asked: it says nothing of what comes later.
"""

import math
import time
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix, scaled
from damier.endgames.census import Census
from damier.endgames.numbering import new_scratch, spans, write_known_as
from damier.kernel import compiled
from damier.rules import MOST_MOVES, ONGOING, moves, outcome, play
from damier.search.rows import take

SECONDS, LONGER = 0.4, 1.0  # after which no more games are begun, and if it is not clear yet; each time as many as all before
FIRST_GAMES, MOST_GAMES = 1 << 12, 1 << 20
LONGEST = 200  # plies of a game
LOOKED_AT = (0.4, 0.6, 0.8, 1.0)  # parts of a usual game, after which positions are compared
SAFETY, UNSEEN = 8, 25  # standard deviations more pairs, and so many that may not have been seen
ENOUGH = 200  # pairs alike: more games would tell the same
GAMES_AT_ONCE = 1 << 11  # of a thread


class AtLeast(NamedTuple):
    """So many positions there are at least, since so many games had so many pairs alike after some moves."""

    positions: int
    games: int
    pairs: int
    plies: int

    def __str__(self) -> str:
        alike = "no pair" if not self.pairs else "1 pair" if self.pairs == 1 else f"{self.pairs:,} pairs"
        seen = f"{self.games:,} random games, {alike} alike after {self.plies} moves"
        return f"at least {_rounded(self.positions):,} positions ({seen})"


def at_least(census: Census, pool: Executor, too_many: int) -> AtLeast:
    """How many positions can come up at least from those of the first level; it is clear if that is `too_many`."""
    lengths = _drawn(census, pool, np.zeros(0, np.int64), 0, FIRST_GAMES)[1]
    plies = np.unique(np.maximum(1, np.median(lengths) * np.array(LOOKED_AT))).astype(np.int64)
    hashes, games = np.zeros((0, len(plies)), np.int64), FIRST_GAMES
    began = time.monotonic()  # with everything compiled
    while True:
        hashes = np.concatenate([hashes, _drawn(census, pool, plies, len(hashes), games)[0]])
        told = [_bound(hashes[:, k], int(ply)) for k, ply in enumerate(plies)]
        best = max(told)
        is_over = time.monotonic() - began > (LONGER if best.positions < too_many else SECONDS)
        if is_over or len(hashes) >= MOST_GAMES or all(each.pairs >= ENOUGH for each in told):
            return best
        games = len(hashes)


def _bound(hashes: Any, plies: int) -> AtLeast:
    """What the games tell that have lasted so long; 0 stands for those that have not."""
    numbers = np.sort(hashes[hashes != 0])
    breaks = np.flatnonzero(np.diff(numbers, prepend=0, append=0))  # where another number begins, and the end
    alike = np.diff(breaks)
    pairs, threes = int((alike * (alike - 1) // 2).sum()), int((alike * (alike - 1) * (alike - 2) // 6).sum())
    games, most = len(numbers), pairs + UNSEEN + SAFETY * math.sqrt(pairs + 6 * threes + UNSEEN)
    return AtLeast(int(games * (games - 1) / 2 / most), games, pairs, plies)


def _rounded(number: int) -> int:
    """With two figures, and not more than it was."""
    unit = int(10 ** max(0, len(str(number)) - 2))
    return number // unit * unit


def _drawn(census: Census, pool: Executor, plies: Any, first: int, games: int) -> tuple[Any, Any]:
    """Hashes of the positions of some random games after so many plies, 0 where one is over, and how long each lasts."""
    hashes, lengths = np.zeros((games, len(plies)), np.int64), np.zeros(games, np.int64)
    begins = census.levels[1]

    def draw(span: tuple[int, int]) -> None:
        _draw(census.like, census.rows, begins, plies, first, *span, hashes, lengths, new_scratch(census.like))

    for _ in pool.map(draw, spans(0, games, GAMES_AT_ONCE)):
        pass
    return hashes, lengths


@compiled
def _draw(
    like: Any, rows: Any, begins: Any, plies: Any, seed: Any, first: Any, last: Any, hashes: Any, lengths: Any, scratch: Any
) -> None:
    out = np.empty(MOST_MOVES, np.int64)
    longest = plies[-1] if len(plies) else LONGEST
    for game in range(first, last):
        chance = mix(np.uint64(seed + game))
        position = take(like, rows, scaled(chance, begins))
        ply, k = 0, 0
        while ply < longest and outcome(position) == ONGOING:
            listed = moves(position, out)
            if not 0 < listed <= MOST_MOVES:
                break
            chance = mix(chance)
            position = play(position, out[scaled(chance, listed)])
            ply += 1
            if k < len(plies) and ply == plies[k]:
                write_known_as(position, scratch, 0)
                hashes[game, k] = scratch[0, scratch.shape[1] - 1]
                k += 1
        lengths[game] = ply
