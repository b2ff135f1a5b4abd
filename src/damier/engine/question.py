"""What a player is asked, and what it thinks: a position of a game, the limits of the thinking, and who may end it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from damier.cancel import Cancel
from damier.engine.clock import GameClock, Ponder
from damier.engine.levels import Level


@dataclass(frozen=True)
class Thought:
    """What the player found: its move, and the value and line that it expects, for the player to move."""

    move: int
    value: int  # WIN or LOSS however far away; see `plies`
    line: list[int]
    depth: int
    nodes: int
    seconds: float
    exact: bool  # whether the value is that of the game, not an estimate
    plies: int | None = None  # in how many plies the game is won or lost, where that is known
    result: int | None = None  # of a value that is not exact: 1 won, -1 lost, where that is proved, though not by how much
    looked_up: int = 0  # positions that tables of endings have answered for
    full: float = 0.0  # the share of the table that is in use


@dataclass(frozen=True)
class Question:
    """One question to a player. What is None is not limited."""

    position: Any
    past: Sequence[Any] = ()  # the earlier positions of the game, oldest first, to which play may come back
    moves: Sequence[int] | None = None  # to choose among; None: all
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: GameClock | None = None  # of the whole game: the player shares out its time, and `seconds` does not count
    level: Level | None = None  # None: the player's own
    ponder: Ponder | None = None  # there is no limit before it is hit, nor is a solver asked
    cancel: Cancel = field(default_factory=Cancel)  # ends the thinking, with what was found; heard before it begins, too
    on_depth: Callable[[list[Thought]], None] | None = None  # hears of each depth that was finished, the best move first
