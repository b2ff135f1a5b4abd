"""The player of any game: iterative deepening alpha-beta with memory, under a clock
(Alliot-Schiex 15.5.1, Alliot "Iter alpha-beta").

The result of the last depth that was finished counts when time ends; the table is kept from move to move.
"""

import threading
from dataclasses import dataclass
from typing import Any

from damier.games.game import BadInput, Game
from damier.rules import MOST_PLIES, is_max
from damier.search.driver import Options, search
from damier.search.table import Table
from damier.search.work import Work


@dataclass(frozen=True)
class Thought:
    """What the player found: its move, and the value and line that it expects, for the player to move."""

    move: int
    value: int
    line: list[int]
    depth: int
    nodes: int
    seconds: float
    exact: bool  # whether the value is that of the game, not an estimate


class Player:
    """Plays a game with so much time a move, or to a fixed depth."""

    def __init__(self, game: Game, seconds: float | None = 1.0, depth: int = MOST_PLIES, hash_mb: int = 64) -> None:
        self.game = game
        self.seconds = seconds
        self.depth = depth
        self._table = Table(hash_mb)
        self._work: Work | None = None
        self._lock = threading.Lock()

    def think(self, position: Any) -> Thought:
        """The move to make. Can be called from several threads; they wait for each other."""
        legal = self.game.moves(position)
        if not legal:
            raise BadInput("the game is over")
        with self._lock:
            self._work = Work(weights=self.game.weights())
            options = Options(
                table=self._table, deepen=True, seconds=self.seconds, weights=self.game.weights(), work=self._work
            )
            found = search(position, "memory-depth", self.depth, options)
        value = found.value if is_max(position) else -found.value
        move = found.move if found.move is not None else legal[0]
        line = found.line or [move]
        return Thought(move, value, line, found.depth, found.nodes, found.seconds, found.exact)

    def warm(self, position: Any = None) -> None:
        """Compile what thinking needs, for positions like this one (default: the start), before the first question."""
        position = self.game.start() if position is None else position
        if self.game.moves(position):
            search(position, "memory-depth", 1, Options(table=self._table, deepen=True, weights=self.game.weights()))

    def stop(self) -> None:
        """Let the search that is under way return with what it has."""
        if self._work is not None:
            self._work.stop()
