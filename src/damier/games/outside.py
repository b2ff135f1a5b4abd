"""Tables of endings that others have built: what a game's module declares of them as OUTSIDE_TABLES, and what a reader tells.

A reader is made with the folders that a person has named, and asked position by position. Such tables may respect that a game
is drawn because nothing happens for so many moves, and then count plies to the next move that begins the count anew, not to
the end of the game.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol


class OutsideTables(NamedTuple):
    """Tables that others have built."""

    name: str  # what people call them
    variable: str  # of the environment, in which a person names their folders
    reader: Any  # the class of readers, or where it stands, as "package.module:Reader"


class Told(NamedTuple):
    """What tables tell of a position, for the player to move."""

    wdl: int  # 1 if he wins as the position stands, the count of moves with it, -1 if he loses, 0 if neither does
    leaning: int  # the same if nothing were counted: a draw that leans was won too late
    plies: int  # to the next move that begins the count anew, with best play of both; 0 if it is drawn and leans to nobody
    is_fresh: bool  # whether the last move has begun it anew


class Reader(Protocol):
    """Reads such tables."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """BadInput if there is nothing to read."""

    def told(self, position: Any) -> Told | None:
        """What is known of a position whose game goes on; None if nothing is, BadInput if a file is damaged."""
        ...

    def result(self, position: Any) -> int | None:
        """1, 0 or -1 if nothing were counted; for who compares tables."""
        ...
