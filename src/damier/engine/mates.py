"""A win in so many moves or fewer, as in "mate in three": looked for as usual first, then among all moves.

The usual search is selective: it may overlook the win, or be content with a longer one. If it has not found it a little
beyond the last ply, the player looks again at all moves to just that depth, with a table of its own, since the usual one
holds what was found by leaving out.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from damier.engine.clock import Ponder
from damier.engine.kernel.techniques import Techniques
from damier.engine.levels import STRONGEST
from damier.engine.player import LEAST, Player, Thought
from damier.rules import WIN
from damier.search.table import Table

SCRATCH_MB = 16  # the table of the second search
BEYOND = 2  # plies that the first search looks beyond the mate


def find_mate(
    player: Player,
    position: Any,
    moves: int,
    on_depth: Callable[[Thought], None] | None = None,
    past: Sequence[Any] = (),
    nodes: int | None = None,
    ponder: Ponder | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Thought:
    """A win in so many moves or fewer, if there is one and the player's time and depth and so many nodes are enough.

    Else it is what the usual search thinks. `on_depth`, `past` and `ponder` are those of `Player.think`; who is not wanted any
    more ends after the depth under way.
    """
    moves = max(1, moves)
    plies, spent = 2 * moves - 1, Effort()

    def tell(thought: Thought) -> None:
        if on_depth is not None:
            on_depth(spent.before(thought))
        if is_mate(thought, moves) or not is_wanted():
            player.stop()

    with _set(player, depth=min(player.depth, plies + BEYOND)):
        first = player.think(position, STRONGEST, None, tell, past, nodes, ponder)
    if is_mate(first, moves) or not is_wanted() or (nodes is not None and first.nodes >= nodes):
        return first
    spent = Effort(first.nodes, first.seconds)
    seconds = None if player.seconds is None else max(LEAST, player.seconds - first.seconds)
    careful = all_to_the_depth(player.techniques)
    with _set(player, depth=min(player.depth, plies), seconds=seconds, techniques=careful, table=Table(SCRATCH_MB)):
        second = player.think(position, STRONGEST, None, tell, past, None if nodes is None else nodes - first.nodes)
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
