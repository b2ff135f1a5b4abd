"""Bridge, double dummy: all hands are seen, and the two sides fight for tricks."""

from pathlib import Path
from typing import Any

from damier.games.bridge import writing
from damier.games.bridge.rules import Bridge
from damier.games.bridge.writing import TRUMPS, board, cells, move_name, read_move, text, turn
from damier.games.spoken import texts_beside

__all__ = [
    "BENCH",
    "CHOICES",
    "COUNTED",
    "EXAMPLE",
    "OPTIONS",
    "PLAYERS",
    "RULES",
    "SOLVER",
    "TITLE",
    "UNIT",
    "board",
    "cells",
    "full_depth",
    "move_name",
    "parse",
    "plies_left",
    "progress",
    "read_move",
    "start",
    "text",
    "turn",
]

TITLE = "Double dummy bridge"
RULES = texts_beside(Path(__file__).with_name("rules"))
EXAMPLE = ("", ["C6"])
PLAYERS = ("East-West", "North-South")  # west leads to the first trick
COUNTED = "trick"
UNIT = 1
OPTIONS = {"cards": 5, "trumps": "none", "seed": 1}
CHOICES = {"trumps": TRUMPS}
BENCH = (("", 10),)
SOLVER = "damier.solvers.bridge.solver:Solver"


def start(cards: int = 5, trumps: str = "none", seed: int = 1) -> Bridge:
    """A random deal; west leads."""
    return writing.deal(cards, trumps, seed)


def parse(text: str, cards: int = 5, trumps: str = "none", seed: int = 1) -> Bridge:
    """The deal a text stands for."""
    return writing.parse(text, trumps)


def full_depth(position: Any) -> int:
    """All cards that are left."""
    return sum(int(hand).bit_count() for hand in position[:4])


def plies_left(position: Any) -> int:
    return full_depth(position)


def progress(position: Any) -> float:
    """The share of the tricks that are played."""
    tricks = int(position.own_tricks + position.other_tricks)
    return tricks / max(1, tricks + int(position.own).bit_count())
