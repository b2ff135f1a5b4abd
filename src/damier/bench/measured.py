"""What was measured of a program."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Speed:
    """How fast one program answers a question."""

    name: str
    nodes: int
    seconds: float  # CPU time

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds


@dataclass(frozen=True)
class Signature:
    """What is visited in answering fixed questions."""

    name: str
    nodes: int
    seconds: float
