"""Which games have an exact solver, and what is asked of one."""

from collections.abc import Callable
from typing import Any, Protocol

from damier.games.game import Game


class ExactSolver(Protocol):
    """Knows what every move is really worth."""

    def best(self, position: Any, seconds: float | None = None) -> tuple[int, list[int]] | None:
        """The score of a position for the player to move (above 0 a win, below a loss), and the moves that reach it.

        None if it was stopped, or its time was over, before that was known.
        """

    def scores(
        self, position: Any, seconds: float | None = None, on_score: Callable[[int, int], None] | None = None
    ) -> dict[int, int] | None:
        """The score of each legal move, the larger the better; takes longer than to find the best.

        None as above; `on_score` has then heard of those that were known.
        """

    def warm(self, position: Any) -> None:
        """Compile what it needs for positions like this one, before the first question."""

    def stop(self) -> None:
        """Give up soon; called from another thread."""


def solver_for(game: Game, hash_mb: int = 64) -> ExactSolver | None:
    """A solver for this game, with so many megabytes to remember what it has proved, if there is one."""
    maker = _MAKERS.get(game.module.__name__)
    return maker(hash_mb) if maker else None


def has_solver(game: Game) -> bool:
    return game.module.__name__ in _MAKERS


def _connect4(hash_mb: int) -> ExactSolver:
    from damier.solvers.connect4.solver import Solver  # not before it is needed: its kernels take a while to import

    return Solver(hash_mb)


_MAKERS: dict[str, Callable[[int], ExactSolver]] = {  # by module: a person's own file may have a game's name
    "damier.games.connect4": _connect4,
}
