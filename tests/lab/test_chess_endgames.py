"""Endings of chess in the lab."""

from itertools import permutations
from pathlib import Path

import chess
import numpy as np
import pytest

from damier.endgames.table import Tables
from damier.games import load
from damier.games.game import BadInput
from damier.lab import run
from damier.lab.chess.mate_map import ENDINGS, draw, moves_to_mate
from damier.lab.halt import Halt


def test_three_men() -> None:
    report = run("endgames")
    found = {row[0]: row for row in report.rows}
    assert {name: (row[6], row[7]) for name, row in found.items()} == {"KQK": (10, 10), "KRK": (16, 16), "KPK": (28, 28)}
    assert found["KPK"][3:6] == [62_480, 19_184, 0]
    assert report.panels[0].series[0].x == list(range(1, 11))


def test_the_map_of_mates(tmp_path: Path) -> None:
    """Means by square are those of the table, asked position by position; alike however the board is turned; a picture."""
    game, rook = load("chess"), ENDINGS[1]
    tables = Tables(game.endings)
    moves = moves_to_mate(rook, tables)
    assert np.array_equal(moves, moves.T)
    assert np.array_equal(moves, moves[::-1])
    for lone in (0, 27):
        found = list[int]()
        for king, piece in permutations(set(range(64)) - {lone}, 2):
            board = chess.Board(None)
            board.set_piece_map({lone: chess.Piece.from_symbol("k"), king: chess.Piece.from_symbol("K")})
            board.set_piece_at(piece, chess.Piece.from_symbol("R"))
            if board.is_valid():
                found.append(tables.value(game.parse(board.fen())) or 0)
        assert moves[lone >> 3, lone & 7] == np.mean([value // 2 for value in found if value > 0])
    draw({"one": moves, "two": moves}, tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text().count("<use ") > 64


def test_what_cannot_be() -> None:
    with pytest.raises(BadInput, match="size is 5; the endings of this experiment have 3 or 4 men"):
        run("endgames", 5)
    halt = Halt()
    halt()
    with pytest.raises(BadInput, match="ended before anything was solved"):
        run("endgames", halt=halt)
