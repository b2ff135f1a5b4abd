"""Chess: mate the other king."""

from pathlib import Path
from typing import Any

from damier.games.chess import writing
from damier.games.chess.evaluation import FULL_PHASE, phase_of
from damier.games.chess.explanation import explain
from damier.games.chess.kbnk import weights_for
from damier.games.chess.pgn import PGN, file_game
from damier.games.chess.weights import names, weights
from damier.games.chess.writing import PALETTE, board, cells, ending, move_name, read_move, text, turn, uci_name
from damier.games.game import Cell

__all__ = [
    "BOOK_FILES",
    "CHOICES",
    "COUNTED",
    "EXPECTATION",
    "FILES",
    "FORMATS",
    "MARKS",
    "OPENINGS",
    "OPTIONS",
    "PALETTE",
    "PLAYERS",
    "SAMPLES",
    "TITLE",
    "UNIT",
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
    "text",
    "turn",
    "uci_name",
    "weights",
    "weights_for",
]

TITLE = "Chess"
PLAYERS = ("white", "black")
UNIT = 100
COUNTED = "pawn"
MARKS = (3, 1)
FILES = (".pgn",)
FORMATS = (PGN,)
BOOK_FILES = {".bin": "damier.books.chess.polyglot:Polyglot"}
OPENINGS = Path(__file__).with_name("openings.tsv")
SAMPLES = "damier.learning.chess.results:from_files"
OPTIONS = {"evaluation": ""}
CHOICES = {"evaluation": ("", *names())}
# ± 15, 8, 9, 7, 12; damier learn expectation chess --games twic1427.pgn --count 20000 --depth 4
EXPECTATION = (220, 153, 158, 134, 97.8)


def start(evaluation: str = "") -> Any:
    """The starting position."""
    return writing.start()


def parse(text: str, evaluation: str = "") -> Any:
    """The position that a FEN, a game or a list of moves leads to."""
    return writing.parse(text)


def progress(position: Any) -> float:
    """The share of the pieces that are gone, a minor piece counting 1, a rook 2, a queen 4."""
    return 1 - int(phase_of(position.material)) / FULL_PHASE


def set_up(cells: list[list[Cell]], turn: int, evaluation: str = "") -> str:
    """The FEN of a board that was set up by hand."""
    return writing.set_up(cells, turn)


def replay(text: str, evaluation: str = "") -> list[int]:
    """The moves of a game from the start."""
    return writing.replay(text)


def record(text: str, evaluation: str = "") -> tuple[Any, list[int]]:
    """Where a game began, and its moves."""
    return writing.record(text)
