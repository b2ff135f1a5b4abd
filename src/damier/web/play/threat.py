"""What the other player threatens: the move that would be best for him if it were his turn.

Where a player may pass (rule `null`) and nothing forces the one to move, the position after passing is looked at.
"""

from dataclasses import dataclass

from damier.engine.question import Thought
from damier.kernel import has_rule
from damier.records.session import Situation
from damier.rules import forced, goes_on, null


@dataclass(frozen=True)
class Threat:
    """A threat at a node: the position after passing, and the other player's move in it."""

    node: int
    here: Situation
    thought: Thought | None  # none where there is nothing to pass, or no move


def after_passing(here: Situation) -> Situation | None:
    """The position in which the other player would carry a threat out; None where nobody may pass, or somebody must move."""
    position = here.position
    if not has_rule(position, "null") or not goes_on(position) or forced(position):
        return None
    passed = null(position)
    return Situation(passed, 1 - here.turn, 0) if goes_on(passed) else None
