"""What the engine does for a game at the board, and what it has found."""

import time
from dataclasses import dataclass, field
from typing import Literal

from damier.cancel import Cancel
from damier.engine.judge import Judgement
from damier.engine.player import Thought
from damier.web.play.worth import Worth

Doing = Literal["move", "hint", "glance", "threat", "analysis"]


@dataclass(frozen=True)
class Hint:
    """A move that is suggested at a node: first only what to move, then where."""

    node: int
    thought: Thought
    others: tuple[int, ...]  # other moves that begin elsewhere, among which it hides at the first step
    step: int = 1


@dataclass(frozen=True)
class Blame:
    """A person's move, at a node, that was bad: the sign for that, and the positions before and after it."""

    node: int
    mark: str
    before: Worth  # with the move that was best instead
    after: Worth  # with the refutation


@dataclass(frozen=True)
class Spoken:
    """What the program thought, at a node, before its last move; by the book it thought nothing."""

    node: int
    thought: Thought
    by_book: bool


@dataclass(eq=False)
class Job:
    """Something the engine does for a position."""

    doing: Doing
    node: int
    began: float = field(default_factory=time.monotonic)
    status: Literal["waiting", "compiling", "thinking"] = "waiting"
    thoughts: list[Thought] = field(default_factory=list)
    scores: Judgement | None = None
    by_book: bool = False
    dropped: Cancel = field(default_factory=Cancel)  # nobody wants it any more
    ending: Cancel = field(default_factory=Cancel)  # it is to end with what it has

    def drop(self) -> None:
        """It no longer counts: let it end, whatever it does or waits for."""
        self.dropped.cancel()
        self.ending.cancel()
