"""Chess: mate the other king."""

from pathlib import Path
from typing import Any

from damier.games.chess import features, numbering, taking_back, writing
from damier.games.chess.evaluation import FULL_PHASE, phase_of
from damier.games.chess.explanation import explain
from damier.games.chess.families import ENDINGS
from damier.games.chess.kbnk import weights_for
from damier.games.chess.pgn import PGN, file_game
from damier.games.chess.problems import puzzle
from damier.games.chess.weights import adjustable, names, weights
from damier.games.chess.writing import (
    PALETTE,
    SET_UP_FIELDS,
    board,
    cells,
    ending,
    highlights,
    move_name,
    move_number,
    read_move,
    set_up_fields,
    text,
    turn,
    uci_name,
)
from damier.games.game import Cell
from damier.games.outside import OutsideTables
from damier.games.spoken import texts_beside

__all__ = [
    "BENCH_PLAYED",
    "BOOK_FILES",
    "CHOICES",
    "COUNTED",
    "ENDINGS",
    "EXAMPLE",
    "EXPECTATION",
    "FIGURE_LETTERS",
    "FILES",
    "FORMATS",
    "MARKS",
    "NETWORK",
    "OPENINGS",
    "OPENING_NAMES",
    "OPTIONS",
    "OUTSIDE_TABLES",
    "PALETTE",
    "PLAYERS",
    "RULES",
    "SAMPLES",
    "SET_UP_FIELDS",
    "TITLE",
    "UNIT",
    "WON_BY",
    "WORTH",
    "adjustable",
    "board",
    "cells",
    "ending",
    "explain",
    "features",
    "file_game",
    "highlights",
    "move_name",
    "move_number",
    "numbering",
    "parse",
    "progress",
    "puzzle",
    "read_move",
    "record",
    "replay",
    "set_up",
    "set_up_fields",
    "start",
    "taking_back",
    "text",
    "turn",
    "uci_name",
    "weights",
    "weights_for",
]

TITLE = "Chess"
RULES = texts_beside(Path(__file__).with_name("rules"))
EXAMPLE = ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5", ["O-O"])
FIGURE_LETTERS = {
    "fr": {"K": "R", "Q": "D", "R": "T", "B": "F", "N": "C"},
    "de": {"K": "K", "Q": "D", "R": "T", "B": "L", "N": "S"},
    "es": {"K": "R", "Q": "D", "R": "T", "B": "A", "N": "C"},
    "it": {"K": "R", "Q": "D", "R": "T", "B": "A", "N": "C"},
    "nl": {"K": "K", "Q": "D", "R": "T", "B": "L", "N": "P"},
}
PLAYERS = ("white", "black")
UNIT = 100
COUNTED = "pawn"
MARKS = (3, 1)
WON_BY = "mate"
FILES = (".pgn",)
FORMATS = (PGN,)
BOOK_FILES = {".bin": "damier.books.chess.polyglot:Polyglot"}
OPENINGS = Path(__file__).with_name("openings.tsv")
OPENING_NAMES = {"fr": OPENINGS.with_name("openings.fr.tsv")}
SAMPLES = "damier.learning.chess.results:from_files"
OPTIONS = {"evaluation": ""}
NETWORK = Path(__file__).with_name("chess.network")
OUTSIDE_TABLES = OutsideTables("Syzygy", "DAMIER_SYZYGY", "damier.games.chess.syzygy:Syzygy")
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
BENCH_PLAYED = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 12),
    ("r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1", 12),  # number 5 of the Bratko-Kopec test
    ("3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1", 12),  # number 2
    ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 18),  # Fine, Basic Chess Endings, 70
)
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


def set_up(
    cells: list[list[Cell]], turn: int, castling: str | None = None, en_passant: str = writing.NOWHERE, evaluation: str = ""
) -> str:
    """The FEN of a board that was set up by hand."""
    return writing.set_up(cells, turn, castling, en_passant)


def replay(text: str, evaluation: str = "") -> list[int]:
    """The moves of a game from the start."""
    return writing.replay(text)


def record(text: str, evaluation: str = "") -> tuple[Any, list[int]]:
    """Where a game began, and its moves."""
    return writing.record(text)
