"""Chess: mate the other king."""

from damier.games.chess.pgn import file_game
from damier.games.chess.weights import weights
from damier.games.chess.writing import (
    board,
    cells,
    ending,
    move_name,
    parse,
    read_move,
    record,
    replay,
    start,
    text,
    turn,
    uci_name,
)

__all__ = [
    "COUNTED",
    "FILES",
    "MARKS",
    "OPTIONS",
    "PLAYERS",
    "TITLE",
    "UNIT",
    "board",
    "cells",
    "ending",
    "file_game",
    "move_name",
    "parse",
    "read_move",
    "record",
    "replay",
    "start",
    "text",
    "turn",
    "uci_name",
    "weights",
]

TITLE = "Chess"
PLAYERS = ("white", "black")
UNIT = 100
COUNTED = "pawn"
MARKS = (3, 1)
FILES = (".pgn",)
OPTIONS: dict[str, object] = {}
