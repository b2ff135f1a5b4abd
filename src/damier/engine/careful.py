"""What a player asks beside its own search, an exact solver and a memory of other games, may fail: then it is said once, in a
line, and from then on it is as if it were not there. The search answers instead.
"""

import warnings
from collections.abc import Callable
from typing import Any

from damier.cancel import Cancel
from damier.engine.kernel.workspace import Workspace
from damier.engine.rote import Finding, Remembering
from damier.errors import in_a_line
from damier.games.game import Game
from damier.solvers.protocol import ExactSolver, OnScore

Complain = Callable[[str], None]


def warn(words: str) -> None:
    """Say what is amiss where nobody else listens."""
    warnings.warn(words, stacklevel=2)


class CarefulSolver(ExactSolver):
    """An exact solver that knows nothing any more once it has failed; it is made when it is first needed."""

    def __init__(self, game: Game, make: Callable[[], ExactSolver | None], complain: Complain) -> None:
        self._game = game
        self._make = make
        self._complain = complain
        self._solver: ExactSolver | None = None
        self.has_failed = False
        self.counts_moves = False

    def best(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> tuple[int, list[int]] | None:
        found: tuple[int, list[int]] | None = self._ask(lambda solver: solver.best(position, seconds, cancel), None)
        return found if found is None or self._are_legal(position, found[1]) else None

    def outcome(
        self, position: Any, seconds: float | None = None, cancel: Cancel | None = None
    ) -> tuple[int, list[int]] | None:
        found: tuple[int, list[int]] | None = self._ask(lambda solver: solver.outcome(position, seconds, cancel), None)
        return found if found is None or self._are_legal(position, found[1]) else None

    def outcome_in_reach(self, position: Any, seconds: float | None) -> bool:
        return bool(self._ask(lambda solver: _tells_outcome(solver) and solver.outcome_in_reach(position, seconds), False))

    def scores(
        self, position: Any, seconds: float | None = None, on_score: OnScore | None = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        found: dict[int, int] | None = self._ask(lambda solver: solver.scores(position, seconds, on_score, cancel), None)
        self.counts_moves = bool(self._ask(lambda solver: getattr(solver, "counts_moves", False), False))
        return found if found is None or self._are_legal(position, list(found)) else None

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        return bool(self._ask(lambda solver: solver.in_reach(position, seconds), False))

    def line(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> list[int]:
        return list(self._ask(lambda solver: solver.line(position, seconds, cancel), ()))

    @property
    def nodes(self) -> int:
        return int(self._ask(lambda solver: solver.nodes, 0))

    def warm(self, position: Any) -> None:
        self._ask(lambda solver: solver.warm(position), None)

    def forget(self) -> None:
        """Give the solver's memory back now, not whenever Python finds that nobody needs it; it is made again when needed."""
        self._solver = None

    def _ask(self, question: Callable[[ExactSolver], Any], otherwise: Any) -> Any:
        if self.has_failed:
            return otherwise
        try:
            self._solver = self._solver or self._make()
            return otherwise if self._solver is None else question(self._solver)
        except Exception as error:
            self._fail(in_a_line(error))
            return otherwise

    def _are_legal(self, position: Any, moves: list[int]) -> bool:
        legal = self._game.moves(position)
        wrong = [move for move in moves if move not in legal]
        if wrong:
            self._fail(f"it names {wrong[0]}, which is no legal move")
        return not wrong

    def _fail(self, why: str) -> None:
        self.has_failed = True
        self._solver = None
        self._complain(f"the exact solver of {self._game.title} has failed and is put aside: {why}")


def _tells_outcome(solver: ExactSolver) -> bool:
    """Whether a solver, which need not be made from `ExactSolver`, can tell an outcome."""
    return hasattr(solver, "outcome") and hasattr(solver, "outcome_in_reach")


class CarefulMemory:
    """A memory of deep searches that remembers nothing any more once it has failed."""

    def __init__(self, memory: Remembering, complain: Complain) -> None:
        self.memory = memory
        self._complain = complain
        self._has_failed = False

    def seed(self, memory: Workspace) -> None:
        self._try(lambda: self.memory.seed(memory))

    def refresh(self, memory: Workspace) -> None:
        self._try(lambda: self.memory.refresh(memory))

    def remember(self, lesson: Finding) -> None:
        self._try(lambda: self.memory.remember(lesson))

    def _try(self, do: Callable[[], None]) -> None:
        if self._has_failed:
            return
        try:
            do()
        except Exception as error:
            self._has_failed = True
            self._complain(f"the memory of deep searches has failed and is put aside: {in_a_line(error)}")
