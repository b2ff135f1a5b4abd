"""Margins in the game's own measure: a piece counts a hundred points in one game and one in another."""

from typing import Any

from damier.kernel import helper

HUNDRED = 100


@helper
def points(hundredths: Any, unit: Any) -> Any:
    """So many hundredths of what people count, of which one is `unit` points: whole points, the next above."""
    return -(-hundredths * unit // HUNDRED)
