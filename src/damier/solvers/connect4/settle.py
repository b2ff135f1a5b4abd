"""Closing in on the score of a position by questions that prove a bound each.

How hard a question is depends on how near to zero it lies: a quick win or loss is found or excluded at once. So the
interval is halved from outside until it is narrow, and then asked about from zero on, where most scores of balanced
positions lie (MTD(f) with the guess 0).
"""

from typing import Any

import numpy as np

from damier.bits import popcount
from damier.games.fours import has_four, mirrored, open_cells, winning_cells
from damier.kernel import compiled, inlined
from damier.solvers.connect4.ideas import BIT
from damier.solvers.connect4.layout import layout, position_like
from damier.solvers.connect4.prove import prove

_NARROW = 8
_HALVING, _MIRROR = BIT["halving"], BIT["mirror"]


@compiled
def settle(p: Any, low: Any, high: Any, pause: Any, work: Any) -> Any:
    """Bring the bounds low and high of the score together; return early once more than `pause` nodes have gone into it.

    Gives low, high and the number of nodes. If the search is stopped they are what was proved before.
    """
    board = layout(p)
    stones = popcount(p.both)
    opp = p.own ^ p.both
    work.nodes = 0
    if has_four(opp, board):
        score = -((board.cells + 2 - stones) // 2)
        return score, score, work.nodes
    own_wins = winning_cells(p.own, board) & ~p.both
    opp_wins = winning_cells(opp, board) & ~p.both
    if own_wins & open_cells(p.both, board):
        score = (board.cells + 1 - stones) // 2
        return score, score, work.nodes
    work.mirror = np.int64(work.ideas & _MIRROR != 0 and not p.own & mirrored(opp, board))
    guess = np.int64(0)
    while low < high and not work.stop and work.nodes <= pause:
        alpha = _next_question(low, high, guess, work.ideas)
        guess = prove(p, own_wins, opp_wins, stones, alpha, work)
        if work.stop:
            break
        if guess > alpha:
            low = max(low, guess)
        else:
            high = min(high, guess)
    return low, high, work.nodes


@inlined
def _next_question(low: Any, high: Any, guess: Any, ideas: Any) -> Any:
    """The alpha to ask about."""
    if not ideas & _HALVING:
        return low if guess <= low else min(guess, high) - 1
    if high <= _NARROW and low >= -_NARROW:
        return max(low, min(-1, high - 1))
    middle = low + (high - low) // 2
    if middle <= 0:
        return min(middle, -((-low) // 2))
    return max(middle, high // 2)


@compiled
def settle_all(p: Any, owns: Any, boths: Any, lows: Any, highs: Any, nodes: Any, work: Any) -> None:
    """The same for many positions of p's board, without coming back to Python between them."""
    for i in range(len(owns)):
        position = position_like(p, owns[i], boths[i])
        lows[i], highs[i], nodes[i] = settle(position, lows[i], highs[i], np.int64(1 << 62), work)
        if work.stop:
            break
