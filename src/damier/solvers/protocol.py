"""What an exact solver is to the rest of damier: all that is ever asked of one.

A game's module (or a person's own file) declares it as `SOLVER`. A class that is made from `ExactSolver` has to say only
`scores`; the rest follows from that for a solver that always knows and is quick. One that takes long says the rest too.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from damier.cancel import Cancel

OnScore = Callable[[int, int], None]  # a move, and its score


class ExactSolver(Protocol):
    """Knows what every move is really worth: always, or as soon as the end of the game is in its reach.

    It is made with so many megabytes to remember what it has proved, `SOLVER(hash_mb)`.
    """

    is_complete: ClassVar[bool] = True  # whether it knows the whole game, not only its endings
    looks_up: ClassVar[bool] = False  # whether it has only to look up what it knows
    is_parallel: ClassVar[bool] = False  # whether it can be made with several threads, `SOLVER(hash_mb, threads=4)`
    unit: ClassVar[int | None] = None  # what a point of its scores counts in the game; None: only won, drawn and lost

    counts_moves: bool = False  # whether the last scores respect that a game is drawn if nothing happens for so many moves

    def __init__(self, hash_mb: int = 64) -> None: ...

    def scores(
        self, position: Any, seconds: float | None = None, on_score: OnScore | None = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        """The score of each legal move for the player to move: above 0 a win, below a loss, the larger the better.

        None if it was cancelled, or its time was over, before all were known; `on_score` has then heard of those that were.
        """

    def best(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> tuple[int, list[int]] | None:
        """The score of a position for the player to move, and the moves that reach it; None as above."""
        scores = self.scores(position, seconds, cancel=cancel)
        if not scores:
            return None
        highest = max(scores.values())
        return highest, [move for move, score in scores.items() if score == highest]

    def outcome(
        self, position: Any, seconds: float | None = None, cancel: Cancel | None = None
    ) -> tuple[int, list[int]] | None:
        """Whether a position is won, drawn or lost for the player to move, and moves that keep that; None as above.

        It is asked where this is known sooner than the score (`outcome_in_reach`). The score that it gives is 0 for a draw, and
        else a bound: above 0 the least that it is worth, below 0 the most. One move that keeps a win or a draw is enough.
        """
        return self.best(position, seconds, cancel)

    def line(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> list[int]:
        """The moves of best play from here on, as far as it tells them."""
        return []

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        """Whether it will probably find the best move in so much time, or, if that is not limited, in reasonable time."""
        return True

    def outcome_in_reach(self, position: Any, seconds: float | None) -> bool:
        """Whether it will probably know the outcome in so much time, where that is sooner than the score."""
        return False

    @property
    def nodes(self) -> int:
        """How many positions the question has taken."""
        return 0

    def warm(self, position: Any) -> None:
        """Compile what it needs for positions like this one, before the first question."""
