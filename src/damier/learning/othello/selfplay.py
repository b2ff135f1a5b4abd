"""Games of damier against itself, to learn from.

People avoid bad moves, so their games say little of positions after one; a search meets them all the time. Here a game
begins with random moves, 10 to 30 of them, and goes on with a shallow search by the weights learnt so far. Positions from
the last random move on are learnt from, with the exact score of the ending they led to. All hangs on the seed alone.
"""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.batches import Journal, run_batch
from damier.bits import lowest, mix, popcount
from damier.games.othello import records
from damier.games.othello.discs import flips, moves_of
from damier.games.othello.patterns import pattern_score
from damier.kernel import compiled
from damier.learning.carried import array_as_text, array_from_text
from damier.learning.othello.exact import exact_results
from damier.learning.othello.games import Samples, joined
from damier.processes.pool import MakesWorkers, Pool, Workers

LEAST_RANDOM, MOST_RANDOM = 10, 30  # moves at the start of a game
DEPTH = 3
AT_ONCE = 2000  # games between two reports
WORKER = "damier.learning.othello.selfplay_worker"
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_BLACK, _WHITE = np.uint64(1 << 28 | 1 << 35), np.uint64(1 << 27 | 1 << 36)


class SolvedGames(NamedTuple):
    """Games as rows of squares, how many moves at the start of each were random, and the exact results of their positions."""

    rows: Any
    random_moves: Any
    results: Any


def samples_of_play(
    count: int,
    weights: Any,
    solved: int,
    seed: int = 1,
    tell: Callable[[int, int], None] = lambda done, total: None,
    kept: Path | None = None,
    jobs: int = 0,
    workers: MakesWorkers = Pool,
) -> Samples:
    """The positions of so many games, from the last random move on, solved from so many empty squares.

    Processes, 0 for one a core, play AT_ONCE games at a time, which are the same however many there are; in the file `kept`
    (`batches.py`) they are as soon as they end, and whoever is ended goes on from there.
    """
    units = {seed + done: min(AT_ONCE, count - done) for done in range(0, count, AT_ONCE)}  # how many games of each seed
    what = {"self-play": "othello", "weights": zlib.crc32(weights.tobytes()), "solved": solved}
    terms = {"weights": array_as_text(weights), "solved": solved}
    pool: Workers[int] = workers(WORKER, terms, lambda start: {"seed": start, "count": units[start]}, jobs)

    def name(start: int) -> str:
        return f"{start}, {units[start]} games"

    journal: Journal[dict[str, Any]] = Journal(kept, what)
    with journal:
        run_batch(journal, pool, units, name, lambda done: tell(min(done * AT_ONCE, count), count))
        return joined([_samples(journal.done[name(start)]) for start in units])


def play_solved(count: int, weights: Any, solved: int, seed: int) -> SolvedGames:
    """So many games, with the exact results of their positions from so many empty squares on."""
    rows, random_moves = play_games(count, weights, seed)
    black = 2 * records.judge(rows).black.astype(np.int16) - 64
    return SolvedGames(rows, random_moves, exact_results(records.positions(rows), black, solved).astype(np.int8))


def _samples(said: dict[str, Any]) -> Samples:
    """The positions that are learnt from, of games as a process tells them."""
    games = SolvedGames(**{name: array_from_text(text) for name, text in said.items()})
    found = records.positions(games.rows)
    black = 2 * records.judge(games.rows).black.astype(np.int16) - 64
    put = np.arange(len(found.game)) - np.searchsorted(found.game, found.game)
    discs = np.bitwise_count(found.own | found.other).astype(np.int8)
    played = np.where(found.is_black, 1, -1) * black[found.game]
    whole = Samples(found.own, found.other, discs, games.results.astype(np.float32), played.astype(np.float32))
    return whole.where(put >= games.random_moves[found.game])


def play_games(count: int, weights: Any, seed: int = 1, depth: int = DEPTH) -> tuple[Any, Any]:
    """So many games, as rows of squares, and how many moves at the start of each were random."""
    rows = np.full((count, records.MOST_DISCS), records.NONE, np.int8)
    random_moves = np.zeros(count, np.int8)
    _play_games(rows, random_moves, np.uint64(seed), depth, weights)
    return rows, random_moves


@compiled
def _play_games(rows: Any, random_moves: Any, seed: Any, depth: Any, weights: Any) -> None:
    number = mix(seed)
    for game in range(len(rows)):
        number = mix(number)
        wild = LEAST_RANDOM + np.int64(number % np.uint64(MOST_RANDOM - LEAST_RANDOM + 1))
        random_moves[game] = wild
        own, other, put = _BLACK, _WHITE, 0
        while True:
            legal = moves_of(own, other)
            if legal == _ZERO:
                own, other = other, own
                legal = moves_of(own, other)
                if legal == _ZERO:
                    break
            if put < wild:
                number = mix(number)
                square = _nth(legal, np.int64(number % np.uint64(popcount(legal))))
            else:
                square = _best_move(own, other, legal, depth, weights)
            rows[game, put] = square
            put += 1
            turned = flips(own, other, square)
            own, other = other ^ turned, own | turned | _ONE << np.uint64(square)


@compiled
def _nth(board: Any, n: Any) -> Any:
    for _ in range(n):
        board &= board - _ONE
    return lowest(board)


@compiled
def _best_move(own: Any, other: Any, legal: Any, depth: Any, weights: Any) -> Any:
    best, best_square = np.int64(-10_000), np.int64(0)
    while legal != _ZERO:
        square = lowest(legal)
        legal &= legal - _ONE
        turned = flips(own, other, square)
        score = -_search(other ^ turned, own | turned | _ONE << np.uint64(square), depth - 1, np.int64(-10_000), -best, weights)
        if score > best:
            best, best_square = score, square
    return best_square


@compiled
def _search(own: Any, other: Any, depth: Any, alpha: Any, beta: Any, weights: Any) -> Any:
    """Alpha-beta to a fixed depth: the score if it is within the window, else a bound on the same side."""
    legal = moves_of(own, other)
    if legal == _ZERO:
        if moves_of(other, own) == _ZERO:
            return _final(own, other)
        return -_search(other, own, depth, -beta, -alpha, weights)
    if depth <= 0:
        return pattern_score(own, other, weights)
    best = np.int64(-10_000)
    while legal != _ZERO and best < beta:
        square = lowest(legal)
        legal &= legal - _ONE
        turned = flips(own, other, square)
        child = other ^ turned, own | turned | _ONE << np.uint64(square)
        best = max(best, -_search(child[0], child[1], depth - 1, -beta, -max(alpha, best), weights))
    return best


@compiled
def _final(own: Any, other: Any) -> Any:
    """The score of a game that is over, the empty squares given to the winner; a disc counts 100."""
    mine, yours = popcount(own), popcount(other)
    if mine == yours:
        return np.int64(0)
    return 100 * (64 - 2 * yours) if mine > yours else 100 * (2 * mine - 64)
