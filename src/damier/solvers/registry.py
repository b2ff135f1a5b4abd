"""Which games have an exact solver, and what is asked of one."""

from collections.abc import Callable
from typing import Any, Protocol

from damier.games.game import Game


class ExactSolver(Protocol):
    """Knows what every move is really worth."""

    def scores(self, position: Any) -> dict[int, int] | None:
        """The score of each legal move for the player to move: above 0 a win, below a loss, the larger the better.

        None if it was stopped before it knew.
        """

    def stop(self) -> None:
        """Give up soon; called from another thread."""


_MAKERS: dict[str, Callable[[Game], ExactSolver | None]] = {}  # by the name of the game


def solver_for(game: Game) -> ExactSolver | None:
    """A solver for this game with its options, if there is one."""
    maker = _MAKERS.get(game.name)
    return maker(game) if maker else None
