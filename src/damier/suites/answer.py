"""What a player says to a problem."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProblemAnswer:
    """The move it would make when its time was over, in coordinates, and what it thinks of it."""

    move: str = ""
    seconds: float = 0.0
    depth: int = 0
    nodes: int = 0
    score: int | None = None  # in damier's points
    mate: int | None = None  # in so many moves; negative if it is the one who is mated
    found: tuple[tuple[float, str], ...] = ()  # when which move was the best, so far
    failure: str = ""  # why there is no move
