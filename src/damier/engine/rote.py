"""What a player remembers beyond its table: whoever does so stands behind a small interface (see `books/rote.py`).

A lesson is what one finished depth of a search found out. It says nothing that depends on how the position came about: a
value that rests on a position from before the root coming again is no lesson, nor is one so near the draw "because nothing
happens" that the search may have seen it. Draws by repetition below the root are the position's own.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from damier.engine.deepening import in_plies, translate
from damier.engine.kernel.repetition import BEYOND
from damier.engine.kernel.workspace import Workspace
from damier.kernel import native
from damier.rules import WIN, patience

EXTENDED = 3  # times its depth, and BEYOND, is the most that a search looks ahead, where it is extended


@dataclass(frozen=True)
class Finding:
    """What is to be remembered of a position, for the player to move."""

    position: Any
    move: int
    score: int  # as the search counts from the position itself: the sooner a win, the larger
    depth: int
    exact: bool  # whether it is the value of the game, sooner wins told apart
    pruned: bool = False  # whether the search pruned forward: such values are kept apart, as in the table


class Remembering(Protocol):
    """Whoever remembers positions for a player."""

    def seed(self, memory: Workspace) -> None:
        """Bring what is remembered into the table of a search that is about to begin."""
        ...

    def refresh(self, memory: Workspace) -> None:
        """The search is over: what it has met was useful."""
        ...

    def remember(self, lesson: Finding) -> None:
        """Remember what was found, if it is worth it. Nothing goes wrong here: the player has a move to make."""
        ...


def can_remember(memory: Workspace) -> bool:
    """Whether a search counts as others do: it has a table, and tells sooner wins from later ones where a win is the most."""
    return bool(memory.record.use_table and (memory.record.sooner or memory.record.certain > WIN))


def lesson_of(position: Any, memory: Workspace) -> Finding | None:
    """What the search of a position teaches, if anything."""
    record, found = memory.record, memory.finished
    if found is None or found.rests_on_past or patience(native(position)) <= EXTENDED * found.depth + BEYOND:
        return None
    plies = in_plies(found.score, memory)[1]
    is_soonest = plies is None or (not record.by_quiescence and plies <= found.depth)
    move = translate([found.move], found.depth, found.root, position, memory)[0]
    return Finding(position, move, found.score, found.depth, found.exact and is_soonest, found.pruned)
