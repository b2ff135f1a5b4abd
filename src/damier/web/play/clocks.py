"""The clocks of both players: so much time for the whole game, and something added for each move."""

import time
from dataclasses import dataclass, field

LEAST_BASE, MOST_BASE = 1.0, 6 * 3600.0  # seconds for a game
MOST_INCREMENT = 600.0


@dataclass
class Clocks:
    """What two clocks show; at most one of them runs."""

    base: float
    increment: float
    left: list[float] = field(default_factory=list)
    running: int | None = None
    _since: float = 0.0

    def __post_init__(self) -> None:
        self.left = self.left or [self.base, self.base]

    def shown(self) -> list[float]:
        """The seconds that both have left now."""
        shown = list(self.left)
        if self.running is not None:
            shown[self.running] -= time.monotonic() - self._since
        return [max(0.0, seconds) for seconds in shown]

    def start(self, player: int) -> None:
        """Let a player's clock run, and the other one stand."""
        if self.running != player:
            self.stop()
            self.running, self._since = player, time.monotonic()

    def stop(self) -> None:
        """Let both stand."""
        self.left = self.shown()
        self.running = None

    def press(self, player: int) -> None:
        """A player has moved: the clock stands, and shows more."""
        self.stop()
        self.left[player] += self.increment

    def set(self, left: list[float]) -> None:
        """Turn both back, or forward, to what they showed once."""
        self.running = None
        self.left = list(left)

    @property
    def is_out(self) -> bool:
        """Whether the time of the player whose clock runs is up."""
        return self.running is not None and self.shown()[self.running] <= 0.0
