"""What to play, for who asks: the exact solver's move where the game has one and it knows in time, else the player's.

Terminal and page both ask here. A hint is as good as it can be, whatever level damier plays at.
"""

from collections.abc import Sequence
from typing import Any

from damier.cancel import Cancel
from damier.engine.levels import Level, levels_of
from damier.engine.player import Player
from damier.engine.question import Question, Thought

SECONDS = 1.0  # within which a hint comes
OTHERS_SHARE = 0.15  # of them, for the next best moves where these are wanted


def hints(
    player: Player,
    position: Any,
    past: Sequence[Any] = (),
    cancel: Cancel | None = None,
    count: int = 1,
    seconds: float = SECONDS,
) -> list[Thought]:
    """The best move, and the next best as they seem at a glance: so many, if there are.

    The first is exact if the solver knew it in time. The others are there to be seen, not to be relied on.
    """
    cancel, level = cancel or Cancel(), best_level(player)
    left = player.game.moves(position)
    share = OTHERS_SHARE if count > 1 and len(left) > 1 else 0.0
    best = player.ask(Question(position, past, seconds=seconds * (1 - share), level=level, cancel=cancel))
    left.remove(best.move)
    if not share:
        return [best]
    return [best, *player.rank(Question(position, past, left, seconds=seconds * share, cancel=cancel), count - 1)]


def best_level(player: Player) -> Level:
    """The best that damier can do: perfect where somebody knows the whole game."""
    return levels_of(player.game)[-1]
