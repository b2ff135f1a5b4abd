"""Openings from files and from random play."""

from pathlib import Path

import pytest

from damier.arena.openings import random_openings, usual_openings
from damier.games import load, names
from damier.games.game import BadInput
from damier.records.opening_files import read_openings
from damier.records.openings import Opening, read_opening
from damier.rules import canonical, key


@pytest.mark.parametrize(
    ("game", "line", "opening"),
    [
        ("connect4", "44534", Opening("44534")),
        ("connect4", "4 4 5", Opening(moves=("4", "4", "5"))),
        ("kalah", "1 5", Opening(moves=("1", "5"))),
        ("tictactoe", ".../.x./o..", Opening(".../.x./o..")),
        ("nim", "moves 1", Opening(moves=("1",))),
        ("nim", "7", Opening("7")),
        ("kalah", "start", Opening()),
    ],
)
def test_lines_are_positions_or_moves(game: str, line: str, opening: Opening) -> None:
    assert read_opening(load(game), line) == opening
    assert read_opening(load(game), str(opening)) == opening


def test_a_file_of_openings(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# the usual ones\n44\n\n4 3 # as moves\n")
    assert [str(opening) for opening in read_openings(load("connect4"), file)] == ["44", "moves 4 3"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("44\n48\n", "openings.txt line 2: '48' is neither a position (move 2 of '48'"),
        ("moves 4 9\n", "openings.txt line 1: '9' is no legal move here"),
        ("4141414\n", "the game is over after the opening '4141414'"),
        ("# nothing\n", "openings.txt: there is no opening in it"),
        ("\udcff", "openings.txt is no text in UTF-8"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput) as refused:
        read_openings(load("connect4"), file)
    assert complaint in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", names())
def test_random_openings_differ_and_go_on(name: str) -> None:
    game = load(name)
    openings = random_openings(game, 8, 1, seed=1)
    positions = [opening.session(game).position for opening in openings]
    assert all(game.moves(position) for position in positions)
    assert len({int(key(canonical(position))) for position in positions}) == len(openings) > 0
    assert openings == random_openings(game, 8, 1, seed=1)
    assert [read_opening(game, str(opening)) for opening in openings] == openings


def test_where_nothing_is_said_openings_are_as_long_as_the_game_allows() -> None:
    assert {len(opening.moves) for opening in usual_openings(load("connect4"), 9, seed=1)} == {4}
    assert {len(opening.moves) for opening in usual_openings(load("tree"), 9, seed=1)} == {1}


def test_symmetric_openings_are_one() -> None:
    assert len(random_openings(load("tictactoe"), 9, 1, seed=1)) == 3  # centre, corner, edge
    assert random_openings(load("tictactoe"), 9, 0, seed=1) == [Opening()]
    with pytest.raises(BadInput, match="no game goes on after 9 random moves"):
        random_openings(load("tictactoe"), 9, 9, seed=1)
