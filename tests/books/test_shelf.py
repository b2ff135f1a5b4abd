"""The books and the memory that a program plays by."""

from pathlib import Path

import pytest

from damier.books.learnt.book import default_path
from damier.books.shelf import Shelf, memory_path
from damier.engine.player import Player
from damier.games import load


def test_what_was_searched_deeply_is_remembered_by_who_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    game, said = load("connect4", width=5, height=4), list[str]()
    path = memory_path(default_path(game))
    assert Shelf(game, said.append).rote is None  # there is none, and who does not learn makes none
    assert not path.exists()
    shelf = Shelf(game, said.append, learns=True)
    Player(game, seconds=None, depth=8, hash_mb=1, rote=shelf.rote).think(game.start())
    shelf.close()
    assert path.exists()
    again = Shelf(game, said.append)
    assert again.rote is not None
    assert len(again.rote) == 1
    again.close()
    path.write_bytes(b"no memory of damier's" * 100)
    assert Shelf(game, said.append).rote is None
    assert len(said) == 1
    assert str(path) in said[0]
