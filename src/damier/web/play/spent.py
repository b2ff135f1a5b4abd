"""How long each side has thought, counted up: what is shown where no clocks are played with.

It is kept by the nodes of the game, so that who takes a move back has the time back that it took.
"""

import time


class Spent:
    """The seconds that both sides have thought; at most one of them is counted on."""

    def __init__(self) -> None:
        self.running: int | None = None
        self._seconds = [0.0, 0.0]
        self._since = 0.0
        self._noted: dict[int, list[float]] = {}  # when a node was come to

    def shown(self) -> list[float]:
        """The seconds of both until now."""
        shown = list(self._seconds)
        if self.running is not None:
            shown[self.running] += time.monotonic() - self._since
        return shown

    def start(self, player: int) -> None:
        """Count a player's time on, and not the other's."""
        if self.running != player:
            self.stop()
            self.running, self._since = player, time.monotonic()

    def stop(self) -> None:
        """Count neither's."""
        self.set(self.shown())

    def set(self, seconds: list[float]) -> None:
        """Count neither's, and show this."""
        self.running, self._seconds = None, list(seconds)

    def come_to(self, node: int) -> None:
        """A move has led to a node: so much has been thought until then."""
        self.stop()
        self._noted[node] = list(self._seconds)

    def turn_back(self, node: int) -> None:
        """Count neither's, and show what was thought until a node; what is shown now, if that is not known."""
        self.set(self._noted.get(node) or self.shown())
