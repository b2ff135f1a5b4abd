"""Files that are no games, and games in unusual files: the first are refused in a line, the second are played."""

import pytest
from base_games import STONES

from damier.games import load
from damier.games.check import check_thoroughly
from damier.games.game import BadInput
from damier.search.driver import search

NO_GAMES = {
    "empty": (b"", "there is no starting position"),
    "a few words": (b"hello there\n", "line 1: invalid syntax"),
    "zeros": (bytes(1000), "null bytes"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, "null bytes"),
    "letters of another code": ("x = 'é'".encode("latin-1") + b"\nSTART = 1\n", "utf-8"),
    "an unknown code": (b"# -*- coding: klingon -*-\n", "klingon"),
    "html": (b"<!doctype html><p>404</p>\n", "line 1: invalid syntax"),
    "a module of nothing but imports": (b"import damier\n", "there is no starting position"),
    "brackets": (b"x = " + b"(" * 500 + b")" * 500, "line 1"),
}


@pytest.mark.parametrize("kind", NO_GAMES)
def test_what_is_no_game_is_refused_in_a_line(tmp_path, kind):
    content, says = NO_GAMES[kind]
    file = tmp_path / "none.py"
    file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        load(str(file))
    message = str(refused.value)
    assert "none.py" in message
    assert says in message
    assert len(message.splitlines()) == 1
    assert len(message) < 300


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(BadInput, match=r"folder.py"):
        load(str(tmp_path / "folder.py"))


STRANGE = {
    "a name with spaces.py": STONES.encode(),
    "jeu d'échecs à moi.py": STONES.encode(),
    "игра.py": STONES.encode(),
    "лодка-1.2.py": STONES.encode(),
    "windows.py": STONES.replace("\n", "\r\n").encode(),
    "marked.py": b"\xef\xbb\xbf" + STONES.encode(),
    "accents.py": STONES.replace("left", "übrig").replace("# head", "# été, 石子").encode(),
    "latin.py": b"# -*- coding: latin-1 -*-\n" + STONES.replace("# head", "NAME = 'été'").encode("latin-1"),
    "tabs.py": STONES.replace("    ", "\t").encode(),
    "no_end.py": STONES.rstrip().removesuffix("# tail").rstrip().encode(),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_game_in_an_unusual_file_is_a_game(tmp_path, name):
    file = tmp_path / name
    file.write_bytes(STRANGE[name])
    game = load(str(file))
    assert game.moves(game.start()) == [1, 2, 3]
    assert check_thoroughly(game, 2, 20.0, 0).games == 2


def test_a_mistake_in_an_unusual_file_has_its_line(tmp_path):
    file = tmp_path / "fenêtres 1.py"
    file.write_bytes(
        STONES.replace("        out[i] = i + 1\n", "        out[i + 300] = i + 1\n").replace("\n", "\r\n").encode()
    )
    with pytest.raises(BadInput, match=r"^fenêtres 1.py line 15: rule 'moves' asks for place 300 of 256"):
        load(str(file))


def test_two_games_in_a_file_are_that_of_the_start(tmp_path):
    other = STONES.replace("Stones", "Heap").replace("START = Heap(12)", "OTHER = Heap(9)")
    file = tmp_path / "two.py"
    file.write_text(STONES + other)
    game = load(str(file))
    assert type(game.start()).__qualname__ == "Stones"
    assert check_thoroughly(game, 2, 20.0, 0).rules == ["moves", "play", "outcome"]


def test_a_game_with_256_moves_and_a_large_table_is_one(tmp_path):
    many = STONES.replace("Stones(12)", "Stones(1000)").replace("min(3, p.left)", "min(TABLE[p.left], p.left)")
    file = tmp_path / "many.py"
    file.write_text(many.replace("# head", "TABLE = np.full(100_000, 256, np.int64)"))
    game = load(str(file))
    assert len(game.moves(game.start())) == 256
    assert search(game.start(), "alphabeta", 2).value == 0


def test_a_file_that_is_mended_is_looked_at_again(tmp_path):
    file = tmp_path / "mended.py"
    file.write_text(STONES.replace("Stones(p.left - take)", "Stones(p.left - 9)"))
    with pytest.raises(BadInput):
        check_thoroughly(load(str(file)), 2, 20.0, 0)
    file.write_text(STONES)
    assert check_thoroughly(load(str(file)), 2, 20.0, 0).games == 2


def test_a_mistake_in_a_file_beside_the_game_has_its_line(tmp_path):
    (tmp_path / "beside.py").write_text("from damier import helper\n\n@helper\ndef most(x):\n    return 12 // (x - 12)\n")
    file = tmp_path / "game.py"
    file.write_text(STONES.replace("# head", "from beside import most").replace("min(3, p.left)", "min(3, most(p.left))"))
    with pytest.raises(BadInput, match=r"^beside.py line 5: rule 'moves' divides 12 by 0; position 12"):
        load(str(file))
