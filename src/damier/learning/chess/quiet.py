"""Quiet positions: where no capture is pending, so that an estimate can be compared with the result of a game.

A position of a game is often in the middle of an exchange, and no weight should learn from a queen that is about to be taken
back. Here captures are searched to their end, and the position in which that line of play ends is learnt from instead.
Positions in check, and lines that end in a known ending, are left out.
"""

from typing import Any

import numpy as np

from damier.games.chess.endings import MOST_PHASE, UNKNOWN, known
from damier.games.chess.evaluation import estimate, phase_of
from damier.kernel import compiled
from damier.learning.chess.positions import FIELDS, Samples, position_of, write_row
from damier.rules import MOST_MOVES, exchange, forced, gain, noisy, play

MOST_DEPTH = 12  # captures that are followed
INFINITE = 1 << 19


def quiet(samples: Samples, weights: Any) -> Samples:
    """The quiet positions that follow from these, as the evaluation with these weights sees them."""
    rows = np.zeros((len(samples), FIELDS), np.uint64)
    plies = np.full(len(samples), -1, np.int64)
    _settle_all(samples.rows, weights, rows, plies)
    kept = plies >= 0
    turned = plies[kept] % 2 == 1
    result, score = samples.result[kept], samples.score[kept]
    return Samples(
        rows[kept], np.where(turned, 1 - result, result), np.where(turned, -score, score).astype(np.float32), samples.game[kept]
    )


@compiled
def _settle_all(before: Any, weights: Any, after: Any, plies: Any) -> None:
    buffers = np.zeros((MOST_DEPTH + 1, MOST_MOVES), np.int64)
    ends = np.zeros((MOST_DEPTH + 2, FIELDS), np.uint64)
    lengths = np.zeros(MOST_DEPTH + 2, np.int64)
    for place in range(len(before)):
        position = position_of(before[place])
        if forced(position):
            continue
        _settle(position, -INFINITE, INFINITE, 0, weights, buffers, ends, lengths)
        end = position_of(ends[0])
        if phase_of(end.material) <= MOST_PHASE and known(end, weights) != UNKNOWN:
            continue
        if not forced(end):
            after[place] = ends[0]
            plies[place] = lengths[0]


@compiled
def _settle(position: Any, alpha: Any, beta: Any, ply: Any, weights: Any, buffers: Any, ends: Any, lengths: Any) -> Any:
    """Search captures; `ends[ply]` is then the position in which the best line ends, `lengths[ply]` the plies to it."""
    write_row(position, ends[ply])
    lengths[ply] = 0
    best = estimate(position, weights)
    if best >= beta or ply >= MOST_DEPTH:
        return best
    alpha = max(alpha, best)
    out = buffers[ply]
    count = noisy(position, out)
    for place in range(count):
        most = place
        for other in range(place + 1, count):
            if gain(position, out[other]) > gain(position, out[most]):
                most = other
        out[place], out[most] = out[most], out[place]
        if not exchange(position, out[place], 0):
            continue
        score = -_settle(play(position, out[place]), -beta, -alpha, ply + 1, weights, buffers, ends, lengths)
        if score > best:
            best = score
            ends[ply] = ends[ply + 1]
            lengths[ply] = lengths[ply + 1] + 1
            if best >= beta:
                break
            alpha = max(alpha, best)
    return best
