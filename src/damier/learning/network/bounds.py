"""What a learning may be asked for: what cannot be, or what no machine has the memory for, is refused before it begins."""

import math
from typing import Any, Protocol

from damier.errors import BadInput
from damier.learning.network.survey import Survey
from damier.network.vectors import LANES
from damier.search.buckets import memory_size

MOST_HIDDEN = 1024
# The least and the most of each setting. Seeds have 20 bits: behind them stands which game it is.
BOUNDS = {
    "seed": (0, 1_000_000),
    "nodes": (1, 1_000_000_000),
    "positions": (1, 1_000_000_000),
    "hidden": (0, MOST_HIDDEN),
    "window": (1, 1000),
    "rounds": (1, 1000),
    "match_pairs": (5, 100_000),
}
SHARE = 0.8  # of the machine's memory that examples may take


class Sizes(Protocol):
    """What of the settings of a learning says how large it is."""

    @property
    def positions(self) -> int: ...
    @property
    def window(self) -> int: ...
    @property
    def hidden(self) -> int: ...
    @property
    def opening(self) -> tuple[int, int]: ...


def check_number(name: str, number: float, least: float, most: float) -> None:
    """Refuse a number that is out of bounds, or none at all."""
    if not least <= number <= most:  # which is so of no bounds where it is no number
        raise BadInput(f"{name} is {_written(number)}; it must be from {_written(least)} to {_written(most)}")


def check_settings(settings: Sizes) -> None:
    """Refuse settings with which nothing can be learnt."""
    for name, (least, most) in BOUNDS.items():
        check_number(name.replace("_", " "), getattr(settings, name), least, most)
    if settings.hidden % LANES:
        raise BadInput(f"hidden is {settings.hidden}; it must be a multiple of {LANES}")
    low, high = settings.opening
    if not 0 <= low <= high:
        raise BadInput(f"openings of {low} up to {high} moves cannot be")


def check_memory(settings: Sizes, found: Survey, room: int | None = None) -> None:
    """Refuse so many positions that there would be no memory to learn from them."""
    room = memory_size() if room is None else room
    layout = found.layout
    features = layout.fewest + layout.each * layout.outputs
    each = 2 * layout.views * (2 * features + 8) + 100  # they stand there twice while they are put together
    needed = settings.window * settings.positions * each
    if needed > SHARE * room:
        raise BadInput(
            f"{_written(settings.positions)} positions in each of {settings.window} generations take about "
            f"{_gigabytes(needed)} to learn from, and this machine has {_gigabytes(room)}; say fewer --positions"
        )


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:,.1f} GB"


def _written(number: Any) -> str:
    return f"{number:,}" if math.isfinite(number) else str(number)
