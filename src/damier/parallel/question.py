"""What is to be searched by many, as everybody who takes part is told it."""

from dataclasses import asdict, dataclass, field
from typing import Any

from damier.games.game import BadInput
from damier.rules import MOST_PLIES
from damier.wording import quoted

# Algorithms that search with a window, and the kernel of each: a position's value is then made of those of its subtrees.
WINDOWED = {
    "alphabeta": "alphabeta",
    "pvs": "pvs",
    "memory": "memory",
    "memory-depth": "memory_depth",
    "quiescence": "quiet_alphabeta",
}


@dataclass(frozen=True)
class Question:
    """A position of a game, how deep it is searched, and by which algorithm of the textbook."""

    game: str  # a name, or a file
    position: str = ""  # as the game writes it
    depth: int = 6
    options: dict[str, Any] = field(default_factory=dict)
    algorithm: str = "alphabeta"
    hash_mb: int = 16  # of each worker
    symmetry: bool = False
    ordering: bool = False
    checks: int = 1  # of quiescence

    def check(self) -> None:
        """BadInput for what cannot be searched by many."""
        if self.algorithm not in WINDOWED:
            raise BadInput(f"{quoted(self.algorithm)} cannot be shared out; {', '.join(WINDOWED)} can")
        if not 1 <= self.depth <= MOST_PLIES:
            raise BadInput(f"depth is {self.depth}; what is shared out has 1 to {MOST_PLIES}")
        if self.hash_mb < 1:
            raise BadInput(f"hash is {self.hash_mb} MB; it must be at least 1")

    def check_room(self, workers: int, memory: int) -> None:
        """BadInput if the tables of so many workers need more than so many bytes (0: nobody knows)."""
        if self.algorithm.startswith("memory") and 0 < memory < workers * self.hash_mb * 1_000_000:
            wanted = f"{workers} workers with a table of {self.hash_mb} MB each need {workers * self.hash_mb / 1000:.3g} GB"
            raise BadInput(f"{wanted}; there are {memory / 1e9:.3g} GB of memory")

    def terms(self) -> dict[str, Any]:
        """The same for a line of JSON."""
        return asdict(self)
