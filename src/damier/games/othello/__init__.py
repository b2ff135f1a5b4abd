"""Othello: turn the other player's discs, and have more of your own at the end."""

from typing import Any

from damier.games.othello.rules import board_type, start
from damier.games.othello.weights import weights
from damier.games.othello.writing import board, cells, move_name, parse, text

__all__ = ["OPTIONS", "TITLE", "board", "cells", "move_name", "parse", "start", "text", "weights"]

TITLE = "Othello"
OPTIONS = {"size": 8, "evaluation": ""}


def __getattr__(name: str) -> Any:
    """`Othello_8x8` and the like: position types are made when first named (also by the compile cache)."""
    size = name.removeprefix("Othello_").split("x")
    if name.startswith("Othello_") and len(size) == 2 and size[0] == size[1] and size[0].isdigit():
        return board_type(int(size[0]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
