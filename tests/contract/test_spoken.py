"""What games say of themselves to people: rules in every language of the page, an example that can be, letters of figures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import damier
from damier.games import load, names
from damier.games.catalogue import BUILT_IN
from damier.games.game import BadInput, Game
from damier.games.spoken import Notation, example_of, in_language, is_played, letters_of, parts_of, rules_of, summary_of
from damier.records.session import Session
from own_games import nim

LANGUAGES = sorted(file.stem for file in (Path(damier.__file__).parent / "web/static/languages").glob("*.js"))
PLAYED = [name for name in names() if is_played(load(name))]
ONE_SCREEN = 2_200  # letters that fit into a window of 650 pixels beside the board
A_LINE = 110


def own(tmp_path: Path, more: str, docstring: str = "") -> Game:
    """A game of one's own with more in its file."""
    file = tmp_path / "mynim.py"
    file.write_text(nim(docstring=docstring) + "\n" + more, "utf-8")
    game: Game = load(str(file))
    return game


def test_trees_are_looked_at_and_not_played() -> None:
    assert set(BUILT_IN) - set(PLAYED) == {"tree", "random-tree"}


@pytest.mark.parametrize("name", [name for name in PLAYED if name in BUILT_IN])
def test_every_game_that_is_played_has_rules_in_every_language_of_the_page(name: str) -> None:
    rules = rules_of(load(name))
    assert set(LANGUAGES) <= set(rules)
    kinds = {language: [(kind, len(lines)) for kind, lines in parts_of(text)] for language, text in rules.items()}
    for language in LANGUAGES:
        assert kinds[language] == kinds["en"], "the same paragraphs in every language"
        assert 0 < len(summary_of(rules[language])) <= A_LINE
        assert len(rules[language]) <= ONE_SCREEN
        assert kinds[language][0][0] == "summary"
        assert kinds[language][-1] == ("example", 1)
    assert len({summary_of(rules[language]) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("name", [name for name in PLAYED if name in BUILT_IN])
def test_the_example_can_be_and_its_moves_are_legal(name: str) -> None:
    game = load(name)
    position, moves = example_of(game)
    session = Session.from_text(game, position)
    assert moves
    assert not session.is_over
    for move in moves:
        assert session.move_name(session.parse_move(move)) == move


@pytest.mark.parametrize(
    ("name", "happens"),
    [
        ("tictactoe", "wins"),
        ("connect4", "wins"),
        ("kalah", "again"),
        ("nim", "loses"),
        ("awale", "three"),
        ("draughts", "two"),
    ],
)
def test_what_is_said_of_the_example_is_true(name: str, happens: str) -> None:
    game = load(name)
    position, [move] = example_of(game)
    session = Session.from_text(game, position)
    before = session.position
    session.play(session.parse_move(move))
    after = session.position
    if happens == "wins":
        assert game.outcome(after) is not None
        assert game.outcome(after) < 0
    elif happens == "again":
        assert session.turn == session.turns[0]
    elif happens == "loses":
        assert after.stones == 4
    elif happens == "three":
        captured = game.text(after).split("/")[1].split(",")[-1]
        assert int(captured) == int(game.text(before).split("/")[0].split(",")[-1]) + 3
    else:
        assert len(game.text(before).split(",")) - len(game.text(after).split(",")) == 2


def test_letters_are_read_back() -> None:
    chess = load("chess")
    assert set(LANGUAGES) - {"en"} <= set(letters_of(chess))
    session = Session.from_text(chess, "r3k2r/1P1n4/8/q2b4/8/5N2/6Q1/R3K2R w KQkq - 0 1")
    for language in letters_of(chess):
        notation = Notation(chess, language)
        for move in session.legal_moves():
            name = session.move_name(move)
            assert notation.meant(notation.shown(name))[0] == name
    french = Notation(chess, "fr_FR.UTF-8")
    shown = {"Nf3": "Cf3", "Qxd5": "Dxd5", "O-O": "O-O", "e8=Q+": "e8=D+", "Kxa1": "Rxa1", "Rae1#": "Tae1#", "Bb5": "Fb5"}
    assert {name: french.shown(name) for name in shown} == shown
    assert french.meant("Re1") == ["Ke1", "Re1"]  # the king in French, the rook in English
    assert Notation(chess).shown("Nf3") == "Nf3"
    assert Notation(load("othello"), "fr").meant("d3") == ["d3"]


def test_the_rules_of_ones_own_file_are_its_docstring(tmp_path: Path) -> None:
    game = own(tmp_path, "", "Take stones.\n\nOne, two\nor three.\n\n- first\n- second")
    assert list(parts_of(rules_of(game)["en"])) == [
        ("summary", ["Take stones."]),
        ("text", ["One, two or three."]),
        ("list", ["first", "second"]),
    ]
    assert example_of(game) == ("", [])


def test_a_file_says_its_rules_in_several_languages(tmp_path: Path) -> None:
    (tmp_path / "rules.fr.txt").write_text("Prenez des pierres.\n\n> Ici.", "utf-8")
    more = """
from pathlib import Path
RULES = {"en": "Take stones.", "fr": Path(__file__).with_name("rules.fr.txt")}
EXAMPLE = ("5", ["3"])
FIGURE_LETTERS = {"fr": {"N": "C"}}
PLAYED = False
"""
    game = own(tmp_path, more)
    rules = rules_of(game)
    assert [in_language(rules, each) for each in ("fr", "de", "")] == [
        "Prenez des pierres.\n\n> Ici.",
        "Take stones.",
        "Take stones.",
    ]
    assert example_of(game) == ("5", ["3"])
    assert not is_played(game)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("RULES = 3", "mynim.py: RULES is 3; it must be a text, or texts"),
        ("RULES = {}", "RULES"),
        ("RULES = {'en': ''}", "RULES"),
        ("from pathlib import Path\nRULES = {'fr': Path('not there.txt')}", "RULES"),
        ("EXAMPLE = '21'", "mynim.py: EXAMPLE is '21'; it must be a position in writing and a list of moves"),
        ("EXAMPLE = ('21', '3')", "EXAMPLE"),
        ("EXAMPLE = ('many', [])", "mynim.py: EXAMPLE: 'many' is no position"),
        ("EXAMPLE = ('21', ['4'])", "mynim.py: EXAMPLE: '4' is no legal move here; legal moves: 1, 2, 3"),
        ("FIGURE_LETTERS = {'fr': {'K': 'R', 'Q': 'R'}}", "each another one"),
        ("FIGURE_LETTERS = {'fr': {'King': 'R'}}", "FIGURE_LETTERS"),
        ("PLAYED = 'no'", "mynim.py: PLAYED is 'no'; it must be True or False"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        own(tmp_path, more)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def damier_says(*arguments: str, entered: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, "PYTHONUTF8": "1", **environment}
    command = [sys.executable, "-m", "damier", *arguments]
    return subprocess.run(command, input=entered, capture_output=True, text=True, encoding="utf-8", env=told, timeout=600)


def test_rules_in_the_terminal(tmp_path: Path) -> None:
    said = damier_says("rules", "tictactoe", "--language", "fr").stdout
    assert said.startswith("Trois signes alignés sur neuf cases.\n\n- Le premier joueur met un X")
    assert "a b c" in said
    assert "X est au trait, et gagne en b1" in said
    file = tmp_path / "mute.py"
    file.write_text(nim().replace('"""', "#", 2), "utf-8")
    refused = damier_says("rules", str(file))
    assert refused.returncode == 2
    assert refused.stderr.strip().endswith("says nothing of its rules: write RULES in its file, or a docstring")


def test_moves_in_ones_language_in_the_terminal(tmp_path: Path) -> None:
    """Written in French or English, in small letters too; shown, listed and refused in French."""
    entered = "e4\ne5\nCf3\nNc6\nfb5\nCf9\ngame\nquit\n"
    said = damier_says(
        *("play", "chess", "--side", "both", "--no-tables", "--language", "fr"),
        entered=entered,
        DAMIER_DATA=str(tmp_path),
        DAMIER_STATE=str(tmp_path),
    )
    assert "1. e4 e5 2. Cf3 Cc6 3. Fb5" in said.stdout
    assert "'Cf9' is no legal move here; legal moves: " in said.stdout
    assert "Dh4" in said.stdout
