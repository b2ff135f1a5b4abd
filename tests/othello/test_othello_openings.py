"""The openings of Othello: each line by slow rules too, one position up to symmetry has one name, and a game is named so."""

import re

import pytest

import naive
from damier.books.book import book_of
from damier.books.lines import read_lines
from damier.books.openings import OpeningName, Openings, opening_of, openings_of
from damier.files import read_text
from damier.games import load, othello
from damier.records.session import Session

GAME = load("othello")
LINES = read_lines(GAME, read_text(othello.OPENINGS), othello.OPENINGS.name)


@pytest.fixture(scope="module")
def openings() -> Openings:
    known = openings_of(GAME)
    assert known is not None
    return known


def turned(square: str, turn: int) -> str:
    """A square after one of the eight turns and reflections of the board."""
    column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
    if turn & 1:
        column = 7 - column
    if turn & 2:
        row = 7 - row
    if turn & 4:
        column, row = row, column
    return f"{chr(ord('a') + column)}{row + 1}"


FROM_THE_START = [turn for turn in range(8) if turned("e4", turn) in ("e4", "d5")]  # those that leave black's discs black


def test_lines_are_written_in_one_way() -> None:
    assert 60 <= len(LINES) <= 120
    assert len({line.name for line in LINES}) == len(LINES)
    for line in LINES:
        assert line.code == "".join(line.moves[:2])
        assert line.code in ("f5f6", "f5d6", "f5f4")
        assert not re.search(r"  |:.*:", line.name)


def test_slow_rules_follow_every_line() -> None:
    rules = naive.Othello()
    for line in LINES:
        position = rules.start()
        for square in line.moves:
            move = 8 * (int(square[1]) - 1) + ord(square[0]) - ord("a")
            assert move in rules.legal(position), line
            position = rules.after(position, move)


def test_a_line_is_known_whichever_of_the_four_moves_it_begins_with(openings: Openings) -> None:
    assert sorted(turned("f5", turn) for turn in FROM_THE_START) == ["c4", "d3", "e6", "f5"]
    for line in LINES:
        for turn in FROM_THE_START:
            session = Session.from_text(GAME, "".join(turned(square, turn) for square in line.moves))
            assert openings.name_at(session.position) == OpeningName(line.code, line.name)
            assert opening_of(session) == OpeningName(line.code, line.name)


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("f5d6c3d3c4", "Tiger"),
        ("c4e3f6e6f5", "Tiger"),  # as others write it
        ("c4e3f4c5d6f3e6c3d3e2", "Rose"),
        ("f5f6e6f4c3", "Buffalo"),
        ("f5f6e6f4g5", "Heath"),
        ("d3c3c4e3f4", "Cow"),
        ("f5d6c4d3c5f4e3", "Cat"),  # goes on, and keeps its name
        ("f5d6c5f4e3d3", "Mimura"),
        ("f5d6c4d3c5", "Cat"),
        ("f5d6c5", "Perpendicular Opening"),
        ("f5d6c5f4e3c6f3", "Shaman"),
    ],
)
def test_well_known_names(moves: str, name: str) -> None:
    found = opening_of(Session.from_text(GAME, moves))
    assert found is not None
    assert found.name == name


def test_the_order_of_the_moves_does_not_matter(openings: Openings) -> None:
    """What a program that kept sequences would not know: 15.6.1."""
    pairs = {"f5d6c3d3c4": "f5d6c4d3c3", "f5d6c3d3c4f4f6b4": "f5d6c4f4f6b4c3d3", "f5d6c3d3c4f4c5b3c2": "f5d6c3d3c4f4c2b3c5"}
    for line, other in pairs.items():
        assert openings.name_at(GAME.parse(line)) == openings.name_at(GAME.parse(other)) is not None
        assert opening_of(Session.from_text(GAME, other)) == openings.name_at(GAME.parse(line))


def test_the_book_plays_what_lines_play_in_whatever_corner(openings: Openings) -> None:
    first = openings.good_moves(GAME.start())
    assert {GAME.move_name(GAME.start(), entry.move) for entry in first} == {"c4", "d3", "e6", "f5"}
    assert {entry.weight for entry in first} == {sum(0 not in line.bad_for for line in LINES)}
    for turn in FROM_THE_START:
        position = GAME.parse(turned("f5", turn))
        found = {GAME.move_name(position, entry.move): entry.weight for entry in openings.moves(position)}
        assert set(found) == {turned(square, turn) for square in ("f6", "d6", "f4")}
        assert found[turned("f4", turn)] == 1
        chosen = book_of(GAME).choose(position)
        assert chosen is not None
        assert GAME.move_name(position, chosen) != turned("f4", turn)  # which white should not play


def test_small_boards_have_none() -> None:
    assert openings_of(load("othello", size=6)) is None
    assert openings_of(load("othello", evaluation="table")) is not None
