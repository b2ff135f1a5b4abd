"""What became of a game that a book was to learn from, and why: what was checked, how deep, how long, and what it was worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Ground = Literal["lost", "drawn", "taken", "kept", "missed", "clear", "unchecked"]
GROUNDS: dict[Ground, str] = {
    "lost": "lost, so it is taken in",
    "drawn": "drawn, so it is taken in",
    "taken": "taken in",  # nobody's game, or both sides'
    "kept": "won, and taken in as all are",
    "missed": "won, but the opponent missed something, so it is taken in",
    "clear": "won, and the opponent missed nothing, so it is left out",
    "unchecked": "won, and left out, since the search for what the opponent missed was ended",
}


class Check(NamedTuple):
    """The best of the moves that were not made in a position, as a search sees it."""

    ply: int  # moves before it
    move: str  # its name
    expected: float  # for who makes it, from -1 to 1
    depth: int  # that was reached; 0: known exactly
    seconds: float


@dataclass(frozen=True)
class Lesson:
    """What became of a game."""

    is_kept: bool
    searched: int = 0  # positions whose alternatives were searched
    ground: Ground = "taken"
    checks: tuple[Check, ...] = ()  # what was searched, in the order in which it was
    promising: float = 0.0  # what is expected of a move that counts as missed
    missed: Check | None = None  # by the opponent, in a game that was won

    @property
    def best(self) -> Check | None:
        """The most promising of all that was searched; for a game that was won, of what the opponent had."""
        return self.missed or max(self.checks, key=lambda check: check.expected, default=None)

    @property
    def why(self) -> str:
        """Why the game is in the book, or not, and what was checked, in a line."""
        words = [GROUNDS[self.ground]]
        if self.missed:
            words.append(f"{_told(self.missed)}, and {self.promising:+.2f} is promising")
        elif self.ground == "clear":
            best = f", the best {_told(self.best)}" if self.best else ""
            words.append(f"{self.promising:+.2f} would be promising{best}")
        elif self.best:
            words.append(f"the best move that nobody has made: {_told(self.best)}")
        if self.checks:
            words.append(_effort(self.checks))
        return "; ".join(words)


def _told(check: Check) -> str:
    """`d6 as move 9, +0.31 expected`."""
    return f"{check.move} as move {check.ply + 1}, {check.expected:+.2f} expected"


def _effort(checks: Sequence[Check]) -> str:
    """`other moves searched in 7 positions, 8 to 12 plies deep, 1.0 to 1.3 s each`."""
    depths = sorted(check.depth for check in checks if check.depth)
    seconds = sorted(check.seconds for check in checks)
    deep = f", {_range(str(depths[0]), str(depths[-1]))} plies deep" if depths else ", to the end of the game"
    lasting = _range(f"{seconds[0]:.1f}", f"{seconds[-1]:.1f}")
    return f"other moves searched in {len(checks)} position{'s' * (len(checks) > 1)}{deep}, {lasting} s each"


def _range(least: str, most: str) -> str:
    return least if least == most else f"{least} to {most}"
