"""Files of many games as lists: who played, faults in their rows, words that are looked for, one game with all its moves."""

from pathlib import Path

import pytest

from damier.games.catalogue import load
from damier.games.game import BadInput
from damier.records.collections import format_for
from damier.records.game_files import read, write
from damier.records.listing import GameList, players_in
from damier.records.variations import ROOT, Variations

PGN = """[Event "Vienna"]
[White "Hamppe"]
[Black "Meitner"]
[Date "1872.??.??"]
[Result "1/2-1/2"]

1. e4 e5 2. Nc3 Bc5 (2... Nf6 3. f4 d5) 3. Na4 Bxf2+ {bold} 1/2-1/2

[Event "Broken"]
[White "Nobody"]

1. e4 e5 2. Ke8 *

[Event "Paris"]
[White "Morphy"]
[Black "Duke and Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 1-0
"""


def listed(tmp_path: Path, game: str, name: str, text: str | bytes) -> GameList:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return GameList(load(game), file)


def test_a_broken_game_is_a_row_that_says_why(tmp_path: Path) -> None:
    games = listed(tmp_path, "chess", "games.pgn", PGN)
    first, broken, last = games.rows(range(3))
    assert (first.first, first.second, first.result, first.event) == ("Hamppe", "Meitner", "1/2-1/2", "Vienna")
    assert first.moves == 6
    assert first.begins == ("e4", "e5", "Nc3", "Bc5", "Na4", "Bxf2+")
    assert broken.number == 1
    assert "Ke8" in broken.fault
    assert not broken.moves
    assert (last.first, last.result, last.fault) == ("Morphy", "1-0", "")
    tree = games.tree(0)
    assert len(tree.nodes) == 10  # with the variation, which the row does not count
    assert tree.tags["Event"] == "Vienna"
    assert players_in(tree.game, tree.tags) == ("Hamppe", "Meitner")
    with pytest.raises(BadInput, match="Ke8"):
        games.tree(1)
    with pytest.raises(BadInput, match="no game 4"):
        games.tree(3)


def test_words_are_looked_for_in_the_writing_of_games(tmp_path: Path) -> None:
    games = listed(tmp_path, "chess", "games.pgn", PGN)
    assert list(games.matching("")) == [0, 1, 2]
    assert list(games.matching("morphy PARIS")) == [2]
    assert list(games.matching("Nf3")) == [2]
    assert list(games.matching("Steinitz")) == []


def test_rows_stop_when_nobody_waits(tmp_path: Path) -> None:
    games = listed(tmp_path, "chess", "games.pgn", PGN)
    assert len(games.rows(range(3), lambda: False)) == 1  # one at least, so that whoever asks again comes on


def test_names_in_latin_letters_of_another_encoding(tmp_path: Path) -> None:
    games = listed(tmp_path, "chess", "old.pgn", PGN.replace("Hamppe", "Hämppe").encode("latin-1"))
    assert games.rows([0])[0].first == "Hämppe"


def test_ggf_and_wthor_tell_who_played(tmp_path: Path) -> None:
    game = load("othello")
    ggf = listed(
        tmp_path,
        "othello",
        "games.ggf",
        "".join(
            write(read(game, moves), "GGF", {"Black": name, "White": "two"})
            for moves, name in [("f5d6c3", "one"), ("f5f6", "three")]
        ),
    )
    assert [(row.first, row.second, row.moves) for row in ggf.rows(range(2))] == [("one", "two", 3), ("three", "two", 2)]
    assert ggf.tree(1).tags["Black"] == "three"
    path = tmp_path / "wthor.wtb"
    written = [
        each._replace(first="Tastet", second="Leader", result=1, date="2020")
        for each in (row for row in _written(game, ["f5d6c3d3c4", "f5f6e6f4"]))
    ]
    for file, data in (
        format_for(game, path).write_file(game, path, ((i, each, None) for i, each in enumerate(written)), _never).items()
    ):
        file.write_bytes(data)
    wthor = GameList(game, path)
    assert [(row.first, row.second, row.result, row.date, row.moves) for row in wthor.rows(range(2))] == [
        ("Tastet", "Leader", "1-0", "2020", 5),
        ("Tastet", "Leader", "1-0", "2020", 4),
    ]
    assert wthor.tree(0).tags == {"Black": "Tastet", "White": "Leader", "Date": "2020", "Result": "1-0"}
    assert list(wthor.matching("tastet")) == [0, 1]


def _written(game: "object", texts: list[str]) -> "list[object]":
    from damier.records.collections import game_of

    return [game_of(game, text) for text in texts]  # type: ignore[arg-type]


def _never(number: int, why: str) -> None:
    raise AssertionError(f"game {number} was left out: {why}")


def test_a_game_a_line_and_one_game_over_several(tmp_path: Path) -> None:
    columns = listed(tmp_path, "connect4", "games.txt", "44444365 0-1\n4z\n123\n")
    rows = columns.rows(range(3))
    assert [(row.moves, row.result, bool(row.fault)) for row in rows] == [(8, "0-1", False), (0, "", True), (3, "", False)]
    assert len(columns.tree(2).nodes) == 4
    assert len(listed(tmp_path, "chess", "one.txt", "1. e4 e5\n2. Nf3 Nc6\n3. Bb5\n").tree(0).nodes) == 6
    with pytest.raises(BadInput, match="no game"):
        listed(tmp_path, "chess", "empty.pgn", "\n\n")


def test_signs_of_moves_are_kept_and_written() -> None:
    game = load("chess")
    tree = read(game, "1. e4! $14 e5?! 2. Nf3 $3 (2. f4!? {gambit}) 2... Nc6 ?? *")
    signs = {node.name: (node.glyph, node.comment) for node in tree.nodes.values() if node.number != ROOT}
    assert signs["e4"] == ("!", "$14")
    assert signs["e5"] == ("?!", "")
    assert signs["Nf3"] == ("!!", "")
    assert signs["Nc6"] == ("??", "")
    assert signs["f4"] == ("!?", "gambit")
    text = write(tree, "PGN")
    assert "1. e4 $1" in text
    assert "(2. f4 $5 {gambit})" in text
    again = read(game, text)
    assert {node.name: node.glyph for node in again.nodes.values()} == {node.name: node.glyph for node in tree.nodes.values()}
    kept = Variations.from_json(tree.session_to(ROOT), tree.to_json())
    assert {node.number: node.glyph for node in kept.nodes.values()} == {
        node.number: node.glyph for node in tree.nodes.values()
    }


def test_a_glued_game_with_a_sign_is_written_with_it() -> None:
    tree = read(load("connect4"), "4 4! 3")
    text = write(tree, "columns")
    assert [node.glyph for node in read(load("connect4"), text).nodes.values()] == ["", "", "!", ""]


def test_a_line_goes_into_the_tree_along_what_is_there() -> None:
    tree = read(load("connect4"), "4453")
    here, count = tree.here, len(tree.nodes)
    last = tree.insert(ROOT, [3, 3, 0, 1])  # 4 4 are there
    assert tree.here == here
    assert len(tree.nodes) == count + 2
    assert [tree.nodes[each].name for each in tree.path(last)[1:]] == ["4", "4", "1", "2"]
    assert [tree.nodes[each].name for each in tree.main_line()[1:]] == ["4", "4", "5", "3"]
    assert tree.insert(ROOT, [3, 3, 0, 1]) == last
    assert len(tree.nodes) == count + 2
