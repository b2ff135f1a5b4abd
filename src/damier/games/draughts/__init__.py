"""Draughts: English draughts, or checkers: take all the other's pieces, or leave them no move."""

from pathlib import Path
from typing import Any

from damier.games.draughts import explanation, taking_back, writing
from damier.games.draughts.families import ENDINGS
from damier.games.draughts.fen import write as text
from damier.games.draughts.pdn import PDN, file_game
from damier.games.draughts.rules import START
from damier.games.draughts.weights import adjustable, names, weights
from damier.games.draughts.writing import PALETTE, board, cells, ending, move_name, read_move, turn
from damier.games.game import Cell
from damier.games.spoken import texts_beside

__all__ = [
    "BENCH",
    "CHOICES",
    "COUNTED",
    "ENDINGS",
    "EXAMPLE",
    "EXPECTATION",
    "FILES",
    "FORMATS",
    "MARKS",
    "OPENINGS",
    "OPTIONS",
    "PALETTE",
    "PLAYERS",
    "RULES",
    "TITLE",
    "UNIT",
    "adjustable",
    "board",
    "cells",
    "ending",
    "explain",
    "file_game",
    "move_name",
    "parse",
    "progress",
    "read_move",
    "record",
    "replay",
    "set_up",
    "start",
    "taking_back",
    "text",
    "turn",
    "weights",
]

TITLE = "Draughts"
RULES = texts_beside(Path(__file__).with_name("rules"))
EXAMPLE = ("B:W15,21,23,28,30,32:B1,3,6,10,12", ["10x26"])
PLAYERS = ("black", "white")
UNIT = 100
COUNTED = "man"
MARKS = (2, 1)
FILES = (".pdn",)
FORMATS = (PDN,)
OPENINGS = Path(__file__).with_name("openings.tsv")
OPTIONS = {"evaluation": ""}
CHOICES = {"evaluation": ("", *names())}
BENCH = (("", 7), ("11-15 23-19 8-11 22-17 4-8 17-13 15-18", 7), ("B:W18,21,22,24,30,32,K6:B3,5,12,13,16,20,K27", 7))
# ± 24, 7, 4, 4, 14; 20,000 positions of 743 games against itself to depths 5 and 6, fitted as `damier learn expectation` does
EXPECTATION = (116, 88.7, 81, 135, 104)


def start(evaluation: str = "") -> Any:
    """The starting position."""
    return START


def parse(text: str, evaluation: str = "") -> Any:
    """The position that a FEN, a game or a list of moves leads to."""
    return writing.parse(text)


def replay(text: str, evaluation: str = "") -> list[int]:
    """The moves of a game from the start."""
    return writing.record(text)[1]


def record(text: str, evaluation: str = "") -> tuple[Any, list[int]]:
    """Where a game began, and its moves."""
    return writing.record(text)


def set_up(cells: list[list[Cell]], turn: int, evaluation: str = "") -> str:
    """The FEN of a board that was set up by hand."""
    return writing.set_up(cells, turn)


def explain(position: Any, evaluation: str = "") -> list[tuple[str, int, int]]:
    """What each term of the evaluation counts, for the player to move and for the other."""
    return explanation.explain(position, weights(evaluation))


def progress(position: Any) -> float:
    """The share of the pieces that are gone."""
    return 1 - (int(position.men) | int(position.kings)).bit_count() / 24
