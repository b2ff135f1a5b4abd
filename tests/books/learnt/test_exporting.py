"""Games come out of a book as they went in, in every format; and so do moves to avoid."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_values import random_game

from damier.books.learnt.avoiding import read_avoided, write_avoided
from damier.books.learnt.book import LearntBook
from damier.books.learnt.checking import check
from damier.books.learnt.exporting import write_games
from damier.books.learnt.importing import Import
from damier.books.learnt.nodes import Excerpt
from damier.books.learnt.store import BookGame
from damier.games import load
from damier.games.formats import formats_of
from damier.games.game import BadInput, Game
from damier.records.collections import format_for

GAMES = [("tictactoe", {}), ("connect4", {"width": 5, "height": 4}), ("othello", {}), ("othello", {"size": 4}), ("kalah", {})]


def new_book(path: Path, game: Game) -> LearntBook:
    return LearntBook.open(path, game, is_writable=True, is_made=True)


def filled(path: Path, game: Game, count: int = 40, **names: str) -> LearntBook:
    """A book of random games, some of which were broken off."""
    book, chance = new_book(path, game), random.Random(4)
    book.add([BookGame(*random_game(game, chance, chance.choice([5, 12, 100])), **names) for _ in range(count)])
    return book


def columns(text: str) -> list[int]:
    return [int(letter) - 1 for letter in text]


def games_of(book: LearntBook) -> list[tuple[Any, ...]]:
    return [(list(game.moves), *game[1:]) for _, game in book.store.games()]


def copy_of(book: LearntBook, file: Path, format_: str, path: Path) -> LearntBook:
    """Another book, by way of a file."""
    written = write_games(book, file, format_)
    assert (written.games, written.faults) == (book.store.totals.games, [])
    other = new_book(path, book.game)
    found = Import(other).run([file])[0]
    assert (found.format, found.faults, found.broken) == (format_, [], "")
    return other


def known_in(book: LearntBook) -> tuple[int, ...]:
    """Totals that tell all that is known of games and positions; not which files were read."""
    totals = book.store.totals
    return totals.games, totals.games_sum, totals.rows, totals.rows_sum, totals.positions


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_there_and_back(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    game = load(name, **options)
    with filled(tmp_path / "a.book", game) as book:
        for format_ in (each.name for each in formats_of(game)):
            file = tmp_path / f"{format_}.{'wtb' if format_ == 'WTHOR' else 'txt'}"
            with copy_of(book, file, format_, tmp_path / f"{format_}.book") as other:
                assert games_of(other) == games_of(book)
                assert known_in(other) == known_in(book)
                check(other.store)


def test_chess_there_and_back(tmp_path: Path) -> None:
    game = load("chess")
    names = {"first": 'Ann "the\\Rook"', "second": "Bob", "date": "1999.01.02", "event": "Paris"}
    with filled(tmp_path / "a.book", game, count=5, **names) as book:
        start = "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"
        book.add([BookGame(game.moves(game.parse(start))[:1], -1, start)])
        with copy_of(book, tmp_path / "a.pgn", "PGN", tmp_path / "b.book") as other:
            assert games_of(other) == games_of(book)
            assert other.store.totals.rows_sum == book.store.totals.rows_sum


@pytest.mark.parametrize(("format_", "ending"), [("GGF", "ggf"), ("WTHOR", "wtb")])
def test_names_are_kept(format_: str, ending: str, tmp_path: Path) -> None:
    names = {"first": "Ann [x]", "second": "Bob (;", "date": "1999", "event": "Paris"}
    with (
        filled(tmp_path / "a.book", load("othello"), 6, **names) as book,
        copy_of(book, tmp_path / f"a.{ending}", format_, tmp_path / "b.book") as other,
    ):
        second = "Bob ( ;" if format_ == "GGF" else "Bob (;"
        assert {game[3:] for game in games_of(other)} == {("Ann [x]", second, "1999", "Paris")}


@pytest.mark.parametrize(("name", "start", "format_"), [
    ("connect4", "44", "columns"), ("connect4", "443", "columns"), ("othello", "f5", "transcript"), ("othello", "f5", "GGF"),
])  # fmt: skip
def test_games_that_begin_elsewhere(name: str, start: str, format_: str, tmp_path: Path) -> None:
    game = load(name)
    position, turn = game.parse(start), game.turn_written(start)
    text = game.text_for(position, turn)
    with new_book(tmp_path / "a.book", game) as book:
        book.add([BookGame(game.moves(position)[:1], 1, text), BookGame(game.moves(position)[1:2], -1, text)])
        with copy_of(book, tmp_path / "a.txt", format_, tmp_path / "b.book") as other:
            assert games_of(other) == games_of(book)
            assert known_in(other) == known_in(book)
        if name == "othello":
            left = write_games(book, tmp_path / "a.wtb", "WTHOR")
            assert (left.games, left.left_out) == (0, 2)


def test_games_through_a_position(tmp_path: Path) -> None:
    game = load("connect4")
    with new_book(tmp_path / "a.book", game) as book:
        book.add([BookGame(columns(text), result) for text, result in {"4152": 1, "5142": -1, "4736": 0, "1111": 1}.items()])
        written = write_games(book, tmp_path / "a.txt", "columns", game.parse("4152"))
        assert written.games == 3
        assert (tmp_path / "a.txt").read_text() == "4152 1-0\n5142 0-1\n4736 1/2-1/2\n"
        assert write_games(book, tmp_path / "a.txt", "columns", game.parse("22")).games == 0


def test_formats(tmp_path: Path) -> None:
    othello = load("othello")
    assert format_for(othello, Path("a.wtb")).name == "WTHOR"
    assert format_for(othello, Path("a.ggf")).name == "GGF"
    assert format_for(othello, Path("a.txt")).name == "transcript"
    assert format_for(load("connect4"), Path("a.pgn")).name == "columns"
    with pytest.raises(BadInput, match="not written as wthor; they are as columns"):
        format_for(load("connect4"), Path("a.txt"), "wthor")


def test_nothing_is_written_if_it_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("as it was")
    with filled(tmp_path / "a.book", load("tictactoe"), 5) as book:
        write_games(book, file, "moves", is_stopped=lambda: True)
    assert file.read_text() == "as it was"
    assert sorted(each.name for each in tmp_path.iterdir() if each.suffix == ".txt") == ["a.txt"]


def avoided_in(book: LearntBook) -> set[tuple[int, int]]:
    """Where, by number, links are marked."""
    found: set[tuple[int, int]] = set()

    def look(excerpt: Excerpt) -> None:
        for index in range(len(excerpt.nodes)):
            links = excerpt.links_of(index)
            found.update(
                (int(excerpt.nodes["number"][index]), int(number)) for number in links["number"][links["avoided"] == 1]
            )

    book.store.check(look)
    return found


@pytest.mark.parametrize("name", ["connect4", "othello", "kalah"])
def test_moves_to_avoid_there_and_back(name: str, tmp_path: Path) -> None:
    game, file = load(name), tmp_path / "a.txt"
    with filled(tmp_path / "a.book", game, 15) as book:
        for _, each in list(book.store.games())[:4]:
            position = game.start()
            for ply, move in enumerate(each.moves[:4]):
                position = game.play(position, move)
                if ply and (legal := game.moves(position)):
                    book.avoid(position, ply + 1, legal[-1])
        marked = avoided_in(book)
        assert len(marked) >= 4
        assert write_avoided(book, file).games == len({number for number, _ in marked})
        games = games_of(book)
        with new_book(tmp_path / "b.book", game) as other:
            other.add([BookGame(*each) for each in games])
            assert read_avoided(other, file).faults == []
            assert avoided_in(other) == marked
            check(other.store)


def test_moves_that_have_only_lost(tmp_path: Path) -> None:
    game, file = load("connect4"), tmp_path / "a.txt"
    with new_book(tmp_path / "a.book", game) as book:
        book.add([BookGame(columns("4152"), -1), BookGame(columns("331"), 0), BookGame(columns("414"), 1)])
        assert write_avoided(book, file).games == 0
        assert write_avoided(book, file, losing_plies=2).games == 0
        assert write_avoided(book, file, losing_plies=3).games == 1
        assert file.read_text() == "# moves to avoid: connect4\n4 1 avoid 5\n"
        file.write_text(file.read_text() + "7 7 avoid 1\n4 avoid 9\nnothing\navoid 3\n")
        found = read_avoided(book, file)
        assert (found.games, found.left_out) == (2, 3)
        assert [fault.partition(": ")[0] for fault in found.faults] == [f"a.txt, line {line}" for line in (3, 4, 5)]
        assert book.advise(game.parse("41"), 2).avoid == [4]
        assert sorted(book.advise(game.start(), 0).avoid) == [2, 4]  # and its mirror image


@pytest.mark.parametrize("field", ["value", "link", "parent", "ended"])
def test_a_book_that_says_what_cannot_be(field: str, tmp_path: Path) -> None:
    """Rows that are written well, with a value, a link or a parent that the others do not agree with."""
    game = load("connect4")
    with filled(tmp_path / "a.book", game, 20) as book:
        check(book.store)
        around = book._places.around(game.start(), 0)
        with book.store.writing() as totals:
            excerpt = book.store.load(np.array([around.number], np.uint64))
            if field == "value":
                excerpt.nodes["value"] = -excerpt.nodes["value"] or 1
                excerpt.nodes["worth"] = 7
            elif field == "link":
                excerpt.links["worth"][0] = 5
                excerpt.nodes["worth"][0] = np.maximum(excerpt.nodes["worth"][0], 5)
            elif field == "parent":
                excerpt = excerpt.with_room(np.zeros(1, int), np.ones(1, int))
                excerpt.parents[0] = around.numbers[0]
                excerpt.nodes["parents"] = 1
            else:
                excerpt.nodes["ended"][0, 1] += 1
            excerpt.nodes["touched"] = 1
            book.store.save(excerpt, totals)
        book.store.check()  # every byte is as it was written
        with pytest.raises(BadInput, match="is damaged: "):
            check(book.store)
