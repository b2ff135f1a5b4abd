"""A book in which nothing was put is taken away again, and no other process loses what it puts into one of that name."""

import subprocess

import pytest

from damier.books.learnt.book import LearntBook
from damier.books.learnt.store import BookGame
from damier.games import load
from launching import Launched
from lengths import times

pytestmark = pytest.mark.xdist_group("tictactoe")

# Makes books that stay empty and takes them away, each until there is one with a game in it.
DISCARDS = """
import sys
from pathlib import Path
from damier.books.learnt.book import LearntBook
from damier.games import load
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    while True:
        book = LearntBook.open(Path(sys.argv[1]) / f"{number}.book", load("tictactoe"), is_writable=True, is_made=True)
        games = book.store.totals.games
        book.store.discard_if_empty() or book.close()
        if games:
            break
"""


def test_only_an_empty_book_is_taken_away(tmp_path):
    game, path = load("tictactoe"), tmp_path / "a.book"
    with LearntBook.open(path, game, is_writable=True, is_made=True) as book:
        other = LearntBook.open(path, game, is_writable=True)
        assert not book.store.discard_if_empty()  # somebody else has it open
        other.add([BookGame([4], 1)])
        other.close()
        assert not book.store.discard_if_empty()
        book.add([BookGame([0], 1)])
    with LearntBook.open(path, game) as book:
        assert book.store.totals.games == 2
    empty = LearntBook.open(tmp_path / "b.book", game, is_writable=True, is_made=True)
    assert empty.store.discard_if_empty()
    empty.close()  # is closed already
    assert {each.name for each in tmp_path.iterdir()} == {"a.book", "a.book.seal"}


def test_who_comes_meanwhile_loses_nothing(tmp_path):
    count = times(20, 500)
    with Launched(DISCARDS, str(tmp_path), str(count), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            for number in range(count):
                with LearntBook.open(tmp_path / f"{number}.book", load("tictactoe"), is_writable=True, is_made=True) as book:
                    book.add([BookGame([4], 1)])
            process.wait(300)
        finally:
            process.kill()
    assert process.returncode == 0
    for number in range(count):
        with LearntBook.open(tmp_path / f"{number}.book", load("tictactoe")) as book:
            assert book.store.totals.games == 1
