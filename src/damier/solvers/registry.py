"""Which games have an exact solver, and what is asked of one."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from damier.cancel import Cancel
from damier.games.game import Game
from damier.games.othello.rules import DISC
from damier.rules import DRAW, LOSS, WIN


class ExactSolver(Protocol):
    """Knows what every move is really worth: always, or as soon as the end of the game is in its reach."""

    def best(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> tuple[int, list[int]] | None:
        """The score of a position for the player to move (above 0 a win, below a loss), and the moves that reach it.

        None if it was cancelled, or its time was over, before that was known.
        """

    def scores(
        self,
        position: Any,
        seconds: float | None = None,
        on_score: Callable[[int, int], None] | None = None,
        cancel: Cancel | None = None,
    ) -> dict[int, int] | None:
        """The score of each legal move, the larger the better; takes longer than to find the best.

        None as above; `on_score` has then heard of those that were known.
        """

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        """Whether it will probably find the best move in so much time, or, if that is not limited, in reasonable time."""

    @property
    def nodes(self) -> int:
        """How many positions the question has taken."""

    def warm(self, position: Any) -> None:
        """Compile what it needs for positions like this one, before the first question."""


class _Entry(NamedTuple):
    """What is known of a game's solver."""

    make: Callable[[int], ExactSolver]  # with so many megabytes
    is_complete: bool  # whether it knows the whole game, not only its endings
    unit: int | None  # what a point of its scores counts in the game; None: there only won, drawn and lost are told apart


def solver_for(game: Game, hash_mb: int = 64) -> ExactSolver | None:
    """A solver of this game or of its endings, with so many megabytes to remember what it has proved, if there is one."""
    entry = _ENTRIES.get(game.module.__name__)
    return entry.make(hash_mb) if entry else None


def has_solver(game: Game) -> bool:
    """Whether there is a solver that knows the whole game."""
    entry = _ENTRIES.get(game.module.__name__)
    return entry is not None and entry.is_complete


def has_ending_solver(game: Game) -> bool:
    """Whether there is a solver that knows a game's endings, but not all of it."""
    entry = _ENTRIES.get(game.module.__name__)
    return entry is not None and not entry.is_complete


def value_of(game: Game, score: int) -> int:
    """A score of the game's solver as the game itself counts."""
    entry = _ENTRIES.get(game.module.__name__)
    if entry is not None and entry.unit is not None:
        return score * entry.unit
    return WIN if score > 0 else LOSS if score < 0 else DRAW


def _connect4(hash_mb: int) -> ExactSolver:
    from damier.solvers.connect4.solver import Solver  # not before it is needed: its kernels take a while to import

    return Solver(hash_mb)


def _othello(hash_mb: int) -> ExactSolver:
    from damier.solvers.othello.solver import Solver

    return Solver(hash_mb)


_ENTRIES = {  # by module: a person's own file may have a game's name
    "damier.games.connect4": _Entry(_connect4, is_complete=True, unit=None),
    "damier.games.othello": _Entry(_othello, is_complete=False, unit=DISC),
}
