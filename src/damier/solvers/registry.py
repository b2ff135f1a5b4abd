"""The exact solver that a game declares, `SOLVER` in its module, and what its scores mean there."""

from typing import Any

from damier.games.declared import brought
from damier.games.game import Game
from damier.rules import DRAW, LOSS, WIN
from damier.solvers.protocol import ExactSolver


def solver_for(game: Game, hash_mb: int = 64) -> ExactSolver | None:
    """A solver of this game or of its endings, with so many megabytes to remember what it has proved, if there is one."""
    make = solver_of(game)
    return None if make is None else make(hash_mb)


def has_solver(game: Game) -> bool:
    """Whether there is a solver that knows the whole game."""
    solver = solver_of(game)
    return solver is not None and bool(getattr(solver, "is_complete", True))


def has_ending_solver(game: Game) -> bool:
    """Whether there is a solver that knows a game's endings, but not all of it."""
    return solver_of(game) is not None and not has_solver(game)


def value_of(game: Game, score: int) -> int:
    """A score of the game's solver as the game itself counts."""
    unit = getattr(solver_of(game), "unit", None)
    if unit is not None:
        return score * int(unit)
    return WIN if score > 0 else LOSS if score < 0 else DRAW


def solver_of(game: Game) -> Any:
    """What makes the solver that a game declares: a class, or a function; None if it has none."""
    return brought("SOLVER", getattr(game.module, "SOLVER", None))
