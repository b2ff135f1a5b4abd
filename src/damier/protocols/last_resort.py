"""When the thinking about a move has failed altogether a conversation still owes an answer: that of a plain search."""

import time
from collections.abc import Sequence
from typing import Any

from damier.engine.player import Thought
from damier.engine.rescue import plain_search
from damier.games.game import Game


def plain_thought(game: Game, position: Any, moves: Sequence[int]) -> Thought:
    """What plain alpha-beta thinks of these moves, some plies deep; raises what goes wrong with that, too."""
    began = time.perf_counter()
    best = plain_search(game, position, moves)[0]
    return Thought(best.line[0], best.value, best.line, best.depth, 0, time.perf_counter() - began, exact=False)
