"""What is remembered of replies: how well moves have cut after the last move, and after the one before it.

A move is known by its role (the rule `role`), such as which piece goes where: it is the same deed in many positions. What has
answered a role well is tried earlier, looked at deeper and left out later, when that role is played again.
"""

from typing import Any

import numpy as np

from damier.kernel import array_at, inlined, part
from damier.rules import role

ROLES = 1 << 9  # told apart; beyond, moves share one
NO_ROLE = -1  # of a pass, and of what was played before the root
BACK = 2  # how many of the last moves are answered
MOST_REPLY = 1 << 14
REPLIES = BACK * ROLES * ROLES  # numbers that are remembered


@inlined
def role_of(position: Any, move: Any) -> Any:
    return np.int64(role(position, move)) & (ROLES - 1)


@part
def reply_history(answer: Any, ply: Any, work: Any) -> Any:
    """How well moves in this role have answered the last moves."""
    replies = array_at(work.replies, REPLIES, np.int16)
    found: Any = np.int64(0)
    for back in range(min(BACK, ply + 1)):
        asked = work.role[ply - back]
        if asked != NO_ROLE:
            found += np.int64(replies[(back * ROLES + asked) * ROLES + answer])
    return found


@part
def grow_reply(answer: Any, by: Any, ply: Any, work: Any) -> None:
    """Let what is remembered of a role grow by so much, or shrink, the less the larger it is already."""
    replies = array_at(work.replies, REPLIES, np.int16)
    for back in range(min(BACK, ply + 1)):
        asked = work.role[ply - back]
        if asked != NO_ROLE:
            index = (back * ROLES + asked) * ROLES + answer
            past = np.int64(replies[index])
            replies[index] = past + by - past * abs(by) // MOST_REPLY
