"""Who can play in the arena: anything that is told the moves so far and names its own.

A side never sees the other's positions, only moves by their names: the two may be different programs, or damier twice with
different options of the game. A new kind of engine is one more file with a class like this and a line in `sides.py`.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from damier.engine.clock import GameClock
from damier.processes.program import ProgramEnded, Silent
from damier.records.openings import Opening

OVER = 1.0  # seconds: a move that comes so long after the end of a clock need not be waited for


class Forfeit(Exception):
    """A side has lost the game by what it did or did not do; the message is the reason."""


@contextlib.contextmanager
def while_starting(awaited: str, within: float) -> Iterator[None]:
    """A program that cannot be started, ends or does not say what is awaited has lost."""
    try:
        yield
    except OSError as error:
        raise Forfeit(f"cannot be started: {error.strerror or error}") from None
    except Silent:
        raise Forfeit(f"did not start: no {awaited} within {within:g} s") from None
    except ProgramEnded as how:
        raise Forfeit(f"did not start: {how}") from None


@dataclass(frozen=True)
class Limits:
    """What a side may use for its next move; what is None is not limited."""

    seconds: float | None = None
    depth: int | None = None
    clock: GameClock | None = None
    nodes: int | None = None
    other_clock: GameClock | None = None  # what the other side's clock shows, for those who want to know

    def wait(self, patience: float) -> float:
        """The seconds after which nobody waits for the move any more: it is lost on the clock, or patience is at an end."""
        if self.clock is not None:
            return self.clock.left + min(patience, OVER)
        return (self.seconds or 0.0) + patience


@dataclass(frozen=True)
class Reply:
    """A move by its name, and what the side that makes it tells of it."""

    move: str
    seconds: float | None = None  # that it has taken, where that is less than we took to ask: to name moves is our affair
    score: int | None = None  # what it expects for itself, in the game's points
    depth: int | None = None
    nodes: int | None = None


class Opponent(Protocol):
    """One side of a match. Each method but `close` may raise Forfeit; the side is then closed and started again."""

    def start(self, patience: float) -> None:
        """Make ready to play: start a program, which has `patience` seconds, or compile what is needed. No clock runs."""

    def new_game(self, opening: Opening, seed: int) -> None:
        """A new game from this opening; what is left to chance begins with the seed."""

    def move(self, moves: Sequence[str], limits: Limits, patience: float) -> Reply:
        """The move to make after these moves since the opening; who cannot be waited for has lost."""

    def close(self) -> None:
        """End what was started. Can be called more than once."""
