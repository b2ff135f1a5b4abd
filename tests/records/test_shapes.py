"""Arrows and circles on boards: kept with the game, written into comments and read from them, in any game."""

import pytest

from damier.games import catalogue
from damier.records import game_files
from damier.records.session import Session
from damier.records.shapes import MOST_SHAPES, Shape
from damier.records.variations import ROOT, Variations

DRAWN = (Shape("green", (6, 4), (4, 4)), Shape("red", (0, 0), (0, 0)), Shape("blue", (0, 1), (2, 2)))


def test_they_are_written_as_other_programs_do() -> None:
    game = catalogue.load("chess")
    tree = game_files.read(game, "1. e4 e5 *")
    tree.nodes[1].shapes, tree.nodes[1].comment = DRAWN, "the best"
    text = game_files.write(tree, "PGN")
    assert "1. e4 {[%csl Ra8][%cal Ge2e4,Bb8c6] the best} 1... e5" in " ".join(text.split())
    again = game_files.read(game, text)
    assert set(again.nodes[1].shapes) == set(DRAWN)
    assert again.nodes[1].comment == "the best"
    assert again.nodes[2].shapes == ()


def test_what_others_have_written_is_read_and_what_is_no_shape_stays() -> None:
    game = catalogue.load("chess")
    tree = game_files.read(game, "{[%csl Yd4]} 1. e4 {[%cal Gg1f3, Rb1c3][%csl Ge4] [%clk 0:01:00] good} e5 {[%csl Gz9] odd} *")
    assert tree.nodes[ROOT].shapes == (Shape("yellow", (4, 3), (4, 3)),)
    expected = {Shape("green", (7, 6), (5, 5)), Shape("red", (7, 1), (5, 2)), Shape("green", (4, 4), (4, 4))}
    assert set(tree.nodes[1].shapes) == expected
    assert tree.nodes[1].comment == "[%clk 0:01:00] good"
    assert tree.nodes[2].shapes == ()
    assert tree.nodes[2].comment == "[%csl Gz9] odd"


@pytest.mark.parametrize(("name", "first"), [("draughts", "11-15"), ("connect4", "4"), ("tictactoe", "b2"), ("kalah", "3")])
def test_every_game_keeps_them_whatever_its_cells_are_called(name: str, first: str) -> None:
    game = catalogue.load(name)
    tree = game_files.read(game, first)
    shapes = (Shape("green", (0, 1), (1, 2)), Shape("yellow", (1, 1), (1, 1)), Shape("red", (1, 0), (0, 1)))
    tree.nodes[1].shapes = shapes
    text = game_files.write(tree, game_files.formats_of(game)[0].name)
    assert set(game_files.read(game, text).nodes[1].shapes) == set(shapes), text


def test_they_are_kept_with_the_tree() -> None:
    game = catalogue.load("tictactoe")
    tree = game_files.read(game, "b2 a1")
    tree.nodes[ROOT].shapes, tree.nodes[2].shapes = DRAWN[1:2], (Shape("green", (0, 0), (2, 2)),)
    again = Variations.from_json(Session(game), tree.to_json())
    assert again.nodes[ROOT].shapes == DRAWN[1:2]
    assert again.nodes[2].shapes == (Shape("green", (0, 0), (2, 2)),)


def test_a_text_cannot_draw_more_than_there_is_room_for() -> None:
    game = catalogue.load("chess")
    squares = [f"{colour}{file}{rank}" for colour in "GRYB" for file in "abcdefgh" for rank in "12345678"]
    tree = game_files.read(game, "1. e4 {[%csl " + ",".join(squares) + "]} *")
    assert len(tree.nodes[1].shapes) == MOST_SHAPES
