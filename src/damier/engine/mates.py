"""A win in so many moves or fewer, as in "mate in three": looked for as usual first, then among all moves.

The usual search is selective: it may overlook the win, or be content with a longer one. If it has not found it a little
beyond the last ply, the player looks again at all moves to just that depth, with a table of its own, since the usual one
holds what was found by leaving out.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from damier.engine.kernel.techniques import Techniques
from damier.engine.levels import STRONGEST
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.engine.timing import LEAST
from damier.rules import MOST_PLIES, WIN
from damier.search.table import Table

SCRATCH_MB = 16  # the table of the second search
BEYOND = 2  # plies that the first search looks beyond the mate


def find_mate(player: Player, question: Question, moves: int) -> Thought:
    """A win in so many moves or fewer, if there is one and the limits of the question are enough.

    Else it is what the usual search thinks.
    """
    moves = max(1, moves)
    plies, spent = 2 * moves - 1, Effort()
    deepest = MOST_PLIES if question.depth is None else question.depth

    def tell(found: list[Thought]) -> None:
        if question.on_depth is not None:
            question.on_depth([spent.before(found[0])])
        if is_mate(found[0], moves):
            player.stop()

    usual = replace(question, level=STRONGEST, clock=None, depth=min(deepest, plies + BEYOND), on_depth=tell)
    first = player.ask(usual)
    left = None if question.nodes is None else question.nodes - first.nodes
    if is_mate(first, moves) or question.cancel.is_cancelled or (left is not None and left <= 0):
        return first
    spent = Effort(first.nodes, first.seconds)
    seconds = None if question.seconds is None else max(LEAST, question.seconds - first.seconds)
    with _set(player, techniques=all_to_the_depth(player.techniques), table=Table(SCRATCH_MB)):
        second = player.ask(replace(usual, depth=min(deepest, plies), seconds=seconds, nodes=left, ponder=None))
    both = spent.before(second)
    return both if is_mate(second, moves) else replace(first, nodes=both.nodes, seconds=both.seconds)


class Effort(NamedTuple):
    """What the first search took."""

    nodes: int = 0
    seconds: float = 0.0

    def before(self, thought: Thought) -> Thought:
        """A thought of the second search, with what both took."""
        return replace(thought, nodes=self.nodes + thought.nodes, seconds=self.seconds + thought.seconds)


def is_mate(thought: Thought, moves: int) -> bool:
    """Whether the player has found that it wins in so many moves or fewer."""
    return thought.value == WIN and thought.plies is not None and thought.plies < 2 * moves


def all_to_the_depth(techniques: Techniques) -> Techniques:
    """Techniques that overlook nothing within the depth, and look no further: a win is seen at its last ply."""
    return replace(
        techniques,
        null_move=False,
        reverse_futility=False,
        frontier_futility=False,
        futility=False,
        late_pruning=False,
        reductions=False,
        interest=False,
        quiescence=False,
        extensions=False,
        singular=False,
        sooner=True,
    )


@contextlib.contextmanager
def _set(player: Player, **settings: Any) -> Iterator[None]:
    """Within this a player has other settings."""
    usual = {name: getattr(player, name) for name in settings}
    try:
        for name, setting in settings.items():
            setattr(player, name, setting)
        yield
    finally:
        for name, setting in usual.items():
            setattr(player, name, setting)
