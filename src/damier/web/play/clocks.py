"""The clocks of both players: so much time for the whole game, and something added for each move."""

import threading
import time
from collections.abc import Callable

LEAST_BASE, MOST_BASE = 1.0, 6 * 3600.0  # seconds for a game
MOST_INCREMENT = 600.0
LATE = 0.01  # seconds after which it is sure that time is up


class Clocks:
    """What two clocks show; at most one of them runs, and `on_flag` is called when its time is up."""

    def __init__(self, base: float, increment: float, on_flag: Callable[[], object]) -> None:
        self.base = base
        self.increment = increment
        self.running: int | None = None
        self._left = [base, base]
        self._since = 0.0
        self._noted: dict[int, list[float]] = {}  # what they showed, by the node of the game
        self._on_flag = on_flag
        self._flag: threading.Timer | None = None

    def shown(self) -> list[float]:
        """The seconds that both have left now."""
        shown = list(self._left)
        if self.running is not None:
            shown[self.running] -= time.monotonic() - self._since
        return [max(0.0, seconds) for seconds in shown]

    def start(self, player: int) -> None:
        """Let a player's clock run, and the other one stand."""
        if self.running != player:
            self.stop()
            self.running, self._since = player, time.monotonic()
            self._flag = threading.Timer(self._left[player] + LATE, self._on_flag)
            self._flag.daemon = True
            self._flag.start()

    def stop(self) -> None:
        """Let both stand."""
        self.set(self.shown())

    def press(self, player: int) -> None:
        """A player has moved: the clock stands, and shows more."""
        self.stop()
        self._left[player] += self.increment

    def set(self, left: list[float]) -> None:
        """Let both stand, and show this."""
        self.running = None
        self._left = list(left)
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def note(self, node: int, is_new: bool = False) -> None:
        """Remember what they show at a node of the game; only if nothing is known of it, where that `is_new`."""
        if not is_new or node not in self._noted:
            self._noted[node] = self.shown()

    def turn_back(self, node: int) -> None:
        """Let both stand, and show what they did at a node; what they show now, if that is not known."""
        self.set(self._noted.get(node) or self.shown())

    @property
    def is_out(self) -> bool:
        """Whether the time of the player whose clock runs is up."""
        return self.running is not None and self.shown()[self.running] <= 0.0
