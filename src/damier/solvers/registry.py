"""The exact solver of a game, and what its scores mean there.

It is the one that the game declares, `SOLVER` in its module, or else one that looks up what was solved backwards and is in the
user's folder, or in tables that others have built.
"""

from typing import Any

from damier.endgames.folders import folder_of
from damier.endgames.outside import has_outside
from damier.games.declared import brought
from damier.games.game import Game
from damier.rules import DRAW, LOSS, WIN
from damier.solvers.protocol import ExactSolver


def solver_for(game: Game, hash_mb: int = 64, threads: int = 1) -> ExactSolver | None:
    """A solver of this game or of its endings, with so many megabytes to remember what it has proved, if there is one.

    It has so many threads if it can.
    """
    make = solver_of(game)
    if make is None:
        return None
    solver: ExactSolver = (
        make(hash_mb, threads=threads) if threads > 1 and getattr(make, "is_parallel", False) else make(hash_mb)
    )
    return solver


def has_solver(game: Game) -> bool:
    """Whether there is a solver that knows the whole game."""
    solver = solver_of(game)
    return solver is not None and bool(getattr(solver, "is_complete", True))


def has_ending_solver(game: Game) -> bool:
    """Whether there is a solver that knows a game's endings, but not all of it."""
    return solver_of(game) is not None and not has_solver(game)


def value_of(game: Game, score: int) -> int:
    """A score of the game's solver as the game itself counts."""
    solver = solver_of(game)
    if getattr(solver, "looks_up", False):
        return int(solver.value_of(score))
    unit = getattr(solver, "unit", None)
    if unit is not None:
        return score * int(unit)
    return WIN if score > 0 else LOSS if score < 0 else DRAW


def plies_of(game: Game, score: int) -> int | None:
    """In how many plies the game ends by a score of its solver, where that tells."""
    solver = solver_of(game)
    return solver.plies_of(score) if getattr(solver, "looks_up", False) else None


def knows_at_once(game: Game) -> bool:
    """Whether what a game's solver knows at all, it has only to look up."""
    return bool(getattr(solver_of(game), "looks_up", False))


def solver_of(game: Game) -> Any:
    """What makes the solver of a game: a class, or a function; None if it has none."""
    declared = brought("SOLVER", getattr(game.module, "SOLVER", None))
    if declared is not None or not (folder_of(game).is_dir() or has_outside(game)):
        return declared
    from damier.solvers.backwards import look_up_of  # only where there is something

    return look_up_of(game)
