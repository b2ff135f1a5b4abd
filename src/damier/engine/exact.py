"""What the exact solver is asked in play, and in which order (Alliot, "Programmation des jeux", 2020: exhaustive endings).

Where a game's length is known, its end is searched as a whole long before the score is in reach: first only whether the game is
won, drawn or lost, by the narrow window [-1, 1], and some moves later by how much. A solver that knows the first sooner says so
(`outcome_in_reach`); one that has only scores is asked for those. What is known of a position is a `Known`:

    the score                   the best move is played
    won                         a move that keeps the win; how much it is worth is estimated, at a glance
    drawn                       a move that keeps the draw, which is its score
    lost                        nothing to keep: the search chooses, as it does where nothing is known
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from damier.engine.deepening import Found
from damier.engine.timing import SOLVER_SHARE, Timing
from damier.games.game import Game
from damier.kernel import native
from damier.solvers.protocol import ExactSolver
from damier.solvers.registry import plies_of, value_of

OUTCOME_SHARE = 0.6  # of the time, in which the outcome is to be known: without it the search needs the rest
LATER_SHARE = 0.95  # ... where the score was asked for in vain, on the way to which the outcome was most likely found
GLANCE = 8  # plies that a move which keeps a win is looked at, for what it may be worth


class Known(NamedTuple):
    """What a solver knows of a position: all that is wanted (`found`), or its outcome, or nothing."""

    found: Sequence[Found] = ()
    result: int | None = None  # 1 won, 0 drawn, -1 lost
    bound: int = 0  # what the position is worth at least, if it is won, or at most, if it is lost
    keeping: Sequence[int] = ()  # moves that keep a win
    is_asked: bool = False  # whether anything was asked, and time is gone
    nodes: int = 0

    def mark(self, found: Found) -> Found:
        """What a search has found, on the side of the bound on which it must be."""
        if self.result is None or found.exact:
            return found
        value = max(found.value, self.bound) if self.result > 0 else min(found.value, self.bound)
        return replace(found, value=value, result=self.result)


def best_known(
    solver: ExactSolver, game: Game, position: Any, timing: Timing, chance: random.Random, outcome_first: bool
) -> Known:
    """What the solver tells of the move to make, in its part of the time: the score if that is in reach, else the outcome."""
    position = native(position)
    tells_score = solver.in_reach(position, timing.left(SOLVER_SHARE))
    tells_outcome = outcome_first and solver.outcome_in_reach(position, timing.left(OUTCOME_SHARE))
    nodes = 0
    if tells_score:
        best = solver.best(position, timing.left(SOLVER_SHARE), timing.cancel)
        nodes = solver.nodes
        if best is not None and best[1]:
            return Known([exactly(game, best[0], chance.choice(best[1]))], is_asked=True, nodes=nodes)
    if not tells_outcome:
        return Known(is_asked=tells_score, nodes=nodes)
    told = solver.outcome(position, timing.left(LATER_SHARE if tells_score else OUTCOME_SHARE), timing.cancel)
    nodes += solver.nodes
    if told is None or not told[1]:
        return Known(is_asked=True, nodes=nodes)
    score, keeping = told
    if score == 0:
        return Known([exactly(game, 0, chance.choice(keeping))], is_asked=True, nodes=nodes)
    return Known((), 1 if score > 0 else -1, value_of(game, score), keeping if score > 0 else (), is_asked=True, nodes=nodes)


def exactly(game: Game, score: int, move: int) -> Found:
    """A move with its score by the solver."""
    return Found(score, value_of(game, score), plies_of(game, score), [move], exact=True)
