"""Games of draughts in PDN: read and written, alone and in files of many."""

from pathlib import Path

import pytest

from damier.games import load
from damier.games.draughts.pdn import PDN
from damier.games.formats import WrittenGame
from damier.games.game import BadInput
from damier.records import game_files
from damier.records.collections import open_file, session_of
from walks import random_game

GAME = load("draughts")
WITH_VARIATIONS = """[Event "A match"]
[Date "1880.01.02"]
[Black "Yates, R."]
[White "Wyllie, J."]
[Result "1-0"]

1. 11-15 23-19 {The usual answer} 2. 8-11 22-17 3. 4-8 (3. 11-16 24-20 4. 16-23 27-11) 3... 17-13! 1-0
"""
FROM_A_POSITION = """[Event "?"]
[SetUp "1"]
[FEN "W:W18,24,27,28,K10:B12,16,20,K22"]

1... 10-7 2. 22x15 24-19 1/2-1/2
"""


def test_a_game_with_variations_comes_back() -> None:
    tree = game_files.read(GAME, WITH_VARIATIONS)
    text = game_files.write(tree, "PDN")
    again = game_files.read(GAME, text)
    assert game_files.write(again, "PDN") == text
    assert [node.name for node in again.nodes.values()] == [node.name for node in tree.nodes.values()]
    assert again.tags["Black"] == "Yates, R."
    assert "(3. 11-16 24-20 4. 16x23 27x11)" in " ".join(text.split())
    assert "{The usual answer}" in text
    assert text.endswith("1-0\n\n")


def test_a_game_from_a_position() -> None:
    tree = game_files.read(GAME, FROM_A_POSITION)
    assert GAME.text(tree.session.positions[0]) == "W:W18,24,27,28,K10:B12,16,20,K22"
    text = game_files.write(tree, "PDN")
    assert '[FEN "W:W18,24,27,28,K10:B12,16,20,K22"]' in text
    assert "1... 10-7 2. 22x15 24-19 1/2-1/2" in text
    assert game_files.write(game_files.read(GAME, text), "PDN") == text


def test_files_of_many_games(tmp_path: Path) -> None:
    """Random games written and read again: moves, results, players; each can be named by its number."""
    path = tmp_path / "games.pdn"
    written = []
    for seed in range(4):
        moves = [move for _, move in random_game(GAME, seed) if move is not None]
        written.append(WrittenGame(moves=moves, result=(1, 0, -1)[seed % 3], first=f"One {seed}", second="Two"))
    written.append(WrittenGame(moves=GAME.record(FROM_A_POSITION)[1], start="W:W18,24,27,28,K10:B12,16,20,K22", result=0))
    path.write_text("".join(PDN.write(GAME, each) for each in written))
    file = open_file(GAME, path)
    read = list(file.read(0))
    assert file.format == "PDN"
    assert [(list(each.moves), each.result, each.first, each.start) for each in read] == [
        (list(each.moves), each.result, each.first, each.start) for each in written
    ]
    assert len(list(file.read(3))) == 2
    assert session_of(GAME, read[-1]).position == GAME.parse(GAME.in_file(f"{path}:5"))
    assert GAME.record(GAME.in_file(f"{path}:2"))[1] == list(written[1].moves)
    with pytest.raises(BadInput, match="there is no game 6"):
        GAME.in_file(f"{path}:6")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Event "?"]\n\n1. 11-15 22-18 2. 15-19', "move 2. 15-19"),
        ('[FEN "B:W5:B5"]\n\n1. 1-6', "both sides have a piece on square 5"),
        ('[GameType "20"]\n\n1. 32-28', "GameType '20' is another game than English draughts"),
        ("1. 11-15 {what", "comment is not closed"),
        ("1. 11-15 (1. 9-14", "variation is not closed"),
    ],
)
def test_broken_games_are_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(BadInput) as refused:
        game_files.read(GAME, text)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_game_is_refused_as_a_position() -> None:
    with pytest.raises(BadInput, match=r"PDN, line 3: move 1\.\.\. 11-15 is not legal there; legal moves: "):
        GAME.parse('[Event "?"]\n\n1. 11-15 11-15')
    with pytest.raises(BadInput, match="another game"):
        GAME.parse('[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4')
    with pytest.raises(BadInput, match="neither tags nor moves"):
        GAME.parse("{only a comment}")
    with pytest.raises(BadInput, match="a variation is not closed"):
        GAME.parse("1. 11-15 (1. 9-14")
