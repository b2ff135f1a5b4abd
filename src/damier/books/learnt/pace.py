"""How a game was played: how long, and how deep, damier thought about its moves.

Alternatives are to be searched at least as deep as the game was (Buro: "to avoid bad surprises"). Who plays a game notes what
each move took; a game of which nobody has told is taken as played at one pace from the first move to the last.
"""

from typing import NamedTuple

from damier.engine.question import Thought


class Effort(NamedTuple):
    """What a move took at least; 0 where that did not limit it."""

    seconds: float = 0.0
    depth: int = 0


class Pace:
    """What the moves of a game took, by ply."""

    def __init__(self, seconds: float = 0.0, depth: int = 0) -> None:
        """`seconds` and `depth` are those of a game of whose moves nothing else is known."""
        self._usual = Effort(seconds, depth)
        self._noted: dict[int, Effort] = {}

    def note(self, ply: int, thought: Thought, is_timed: bool) -> None:
        """The move at a ply was thought of so long and so deep; where depth alone was the limit, time does not count.

        What is known exactly was not searched to a depth.
        """
        self._noted[ply] = Effort(thought.seconds if is_timed else 0.0, 0 if thought.exact else thought.depth)

    def at(self, ply: int) -> Effort:
        """What the move nearest to a ply took, of those that damier has thought of."""
        if not self._noted:
            return self._usual
        return self._noted[min(self._noted, key=lambda noted: (abs(noted - ply), noted))]

    def total(self, plies: int) -> float:
        """The seconds of so many moves."""
        return sum(self.at(ply).seconds for ply in range(plies))

    def clear(self) -> None:
        """Another game begins."""
        self._noted.clear()

    def copy(self) -> "Pace":
        """The same, whatever is noted from now on."""
        other = Pace(*self._usual)
        other._noted = dict(self._noted)
        return other
