"""Who gets which cells when the board fills up: bounds on the score without searching.

A column is *even* or *odd* by the number of its empty cells. Look at a player, the *answerer*, who is not to move. While
all columns are even he can answer each move on top of it: he gets every second cell of each column, the one on top
included (the rows of `layout.replies`), the other player the cells below those, and the board fills up that way unless
somebody makes a four. So if the other player has no four in what he can get, he does not win; and if the answerer then
has one in what he gets for sure, he wins.

Odd columns go in pairs: when the last cell of one is taken, the answerer takes the next cell of another, which is even from
then on. Nothing is known about who gets which cell of an odd column, so all count for the other player. That works whenever
the number of empty cells, and so of odd columns, is even. If it is odd there are two cases.

- The player to move takes the next cell of an odd column, and is the answerer of what is left.
- The answerer has a threat in an odd column, above an odd number of empty cells. Nothing but that column is left in the
  end, the other player has to play below the threat, and it wins: the number of cells above it bounds how late.
"""

from typing import Any

import numpy as np

from damier.bits import popcount
from damier.games.fours import has_four
from damier.kernel import inlined
from damier.solvers.connect4.ideas import BIT

_0 = np.uint64(0)
_REPLIES, _ODD = BIT["replies"], BIT["odd"]


@inlined
def parity_bounds(own: Any, both: Any, reach: Any, opp_wins: Any, low: Any, high: Any, ideas: Any, board: Any) -> Any:
    """The bounds low and high of the score of the player to move, closer if parity tells; `reach` are the cells in play."""
    opp = own ^ both
    empty = both ^ board.full
    next_odd = (both + board.bottom) & board.replies  # the lowest empty cell of each odd column
    odd_cells = ((empty + next_odd) & board.spare) - next_odd
    even_cells = empty ^ odd_cells
    if popcount(empty) & 1 == 0:
        if ideas & _REPLIES and not has_four(own | (((even_cells & ~board.replies) | odd_cells) & reach), board):
            high = min(high, 0)
            if has_four(opp | (even_cells & board.replies & reach), board):
                high = min(high, -1)
        return low, high
    rest = next_odd
    while rest:
        bottom = rest & (_0 - rest)
        rest ^= bottom
        cells = ((empty + bottom) & board.spare) - bottom
        other_odd = odd_cells ^ cells
        theirs = opp | ((((even_cells | cells) & ~board.replies) | other_odd) & reach)
        if ideas & _REPLIES and low <= 0 and not has_four(theirs, board):
            low = max(low, 0)
            if has_four(own | ((even_cells | cells) & board.replies & reach), board):
                low = max(low, 1)
        threat = opp_wins & cells & ~board.replies
        if ideas & _ODD and threat:
            threat &= _0 - threat  # the lowest
            below = threat - bottom
            if not has_four(own | (((even_cells & ~board.replies) | other_odd | (below & board.replies)) & reach), board):
                above = popcount(cells) - popcount(below) - 1
                high = min(high, -(above // 2 + 1))
    return low, high
