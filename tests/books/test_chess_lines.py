"""The chess openings: every line legal, by damier and by python-chess, no position named twice; `--write` writes the index."""

import re
import sys
from collections import Counter

import chess
import pytest

from damier.books import index
from damier.books.lines import read_lines
from damier.books.openings import Openings
from damier.files import read_text
from damier.games import chess as chess_game
from damier.games import load

FILE = chess_game.OPENINGS
LINES = read_lines(load("chess"), read_text(FILE), FILE.name)


def test_there_are_many_and_all_parts_of_the_classification_have_some() -> None:
    assert len(LINES) > 400
    parts = Counter(line.code[0] for line in LINES)
    assert set(parts) == set("ABCDE")
    assert min(parts.values()) > 50


def test_codes_and_names_are_written_in_one_way() -> None:
    assert [line.code for line in LINES] == sorted(line.code for line in LINES)
    assert all(re.fullmatch(r"[A-E]\d\d", line.code) for line in LINES)
    assert len({line.name for line in LINES}) == len(LINES)
    for line in LINES:
        assert not re.search(r"Defense|Center\b|  |:.*:", line.name), line.name
        assert line.name == line.name.strip()


def test_python_chess_follows_every_line_and_none_leads_where_another_does() -> None:
    reached: dict[str, str] = {}
    for line in LINES:
        board = chess.Board()
        for name in line.moves:
            move = board.parse_san(name)
            assert board.san(move) == name, line
            board.push(move)
        assert reached.setdefault(board.epd(), line.name) == line.name


def test_damier_follows_every_line_and_the_index_is_what_that_gives() -> None:
    game = load("chess")
    by_rules = Openings(game, LINES)._tree.steps
    stored = index.stored(game, FILE, read_text(FILE))
    assert stored is not None, f"{FILE.name} was edited: run `python {__file__} --write`"
    assert stored == by_rules


@pytest.mark.parametrize("damaged", [b"", b"short", bytes(24), "cut"])
def test_an_index_that_does_not_belong_is_not_used(damaged, tmp_path) -> None:
    file = tmp_path / FILE.name
    good = FILE.with_suffix(index.ENDING).read_bytes()
    file.with_suffix(index.ENDING).write_bytes(good[:-24] if damaged == "cut" else damaged)
    assert index.stored(load("chess"), file, read_text(FILE)) is None
    file.with_suffix(index.ENDING).write_bytes(good)
    assert index.stored(load("chess"), file, read_text(FILE)) is not None
    assert index.stored(load("chess"), file, read_text(FILE) + "# edited\n") is None


if __name__ == "__main__" and "--write" in sys.argv:
    Openings(load("chess"), LINES).write_index(FILE)
