"""Depth by interest: the algorithm SEX (Levy, Broughton, Taylor 1989; Alliot-Schiex 15.7.4).

What is left to search is not a number of plies but SX, ten times the depth at the root. Each move takes something away from it
(rule `interest`): an average one 10, a capture or a check 2 or 3, a retreat up to 35. The search is over when SX is negative or
zero.

The kernel counts plies everywhere, so SX is written as whole plies, the next above, and what is missing to them in tenths
(`credit`, 0 to -9): no ply is left just when SX is negative or zero.
"""

from typing import Any

from damier.kernel import helper

USUAL_INTEREST = 10  # SX of a ply


@helper
def sx_of(depth: Any, ply: Any, work: Any) -> Any:
    """SX at a ply where so many plies, begun ones counted, are left."""
    return USUAL_INTEREST * depth + work.credit[ply]


@helper
def whole_plies(sx: Any, ply: Any, work: Any) -> Any:
    """The plies left at a ply that is reached with this SX, begun ones counted; what is missing to them is noted."""
    depth = -(-sx // USUAL_INTEREST)
    work.credit[ply] = sx - USUAL_INTEREST * depth
    return depth
