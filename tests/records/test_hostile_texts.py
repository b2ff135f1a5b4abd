"""Texts that are made to keep a reader busy: whatever is in them, they are refused in a line, and soon."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from damier.games import game_text
from damier.games.catalogue import load
from damier.games.chess import pgn
from damier.games.game import BadInput
from damier.games.game_text import NotWanted, Words
from damier.games.othello import ggf, numbered, obf
from damier.learning.chess.positions import read_pgn
from damier.records.collections import open_file
from damier.records.game_files import games_in, read, write
from damier.records.opening_files import read_openings
from damier.records.variations import Variations
from damier.suites.problem import read_suite
from lengths import times

LENGTH = times(400_000, 1_000_000)  # letters: what is not linear would take very long
SOON = LENGTH / 50_000  # seconds of this process; it takes a tenth of it

HOSTILE = {
    "unclosed": ("1. e4 (-- ", "{"),
    "comments": ("1. e4 ", "{a}"),
    "comments and gaps": ("1. e4 ", "{a} "),
    "semicolons in comments": ("1. e4 ", "{;}"),
    "rests of lines": ("1. e4 ", ";\n"),
    "lines for programs": ("", "%\n"),
    "one variation": ("1. e4 ", "(d4 d5) "),
    "nested": ("1. e4 ", "("),
    "closed": ("1. e4 ", ")"),
    "brackets": ("", "["),
    "quotes": ("1. e4 ", '"'),
    "tags": ("", '[A "b"]\n'),
    "an open tag": ("", '[A "b'),
    "numbers": ("1. e4 ", "1. "),
    "digits": ("1. e4 $", "1"),
    "signs": ("1. e4", "!"),
    "signs and letters": ("1. e4 ", "!x"),
    "letters": ("", "a"),
    "slashes": ("", "/"),
    "squares": ("", "XO-"),
    "knights": ("", " Nf3 Nf6 Ng1 Ng8"),
    "transcript": ("f5", "d6"),
    "columns": ("", "4"),
    "GGF": ("", "(;"),
    "properties": ("", "(;A["),
    "strange properties": ("(;GM[Othello]BO[8", "]XX[y"),
    "semicolons": ("f5 ", ";"),
    "empty lines": ("", "\n"),
    "nothing": ("", "\0"),
}


def hostile(name: str, length: int = LENGTH) -> str:
    head, again = HOSTILE[name]
    return head + again * ((length - len(head)) // len(again))


@contextmanager
def soon() -> Iterator[None]:
    began = time.process_time()
    yield
    assert time.process_time() - began < SOON


def said_in_a_line(error: Exception) -> None:
    assert "\n" not in str(error)


@pytest.mark.parametrize("name", HOSTILE)
def test_games_at_the_board(name: str) -> None:
    text = hostile(name)
    for game in ("chess", "othello", "connect4", "kalah", "nim", "tree"):
        with soon():
            try:
                tree = read(load(game), text)
            except BadInput as error:
                said_in_a_line(error)
            else:
                assert len(tree.nodes) == 2  # e4, and many numbers behind it
    with soon():
        games_in(load("chess"), text)


@pytest.mark.parametrize("name", HOSTILE)
def test_files_of_games(name: str, tmp_path: Path) -> None:
    """Whatever a file is taken for: games to learn from, openings, problems."""
    text = hostile(name)
    chess, othello = load("chess"), load("othello")
    for file, readers in (
        ("games.pgn", (lambda path: list(open_file(chess, path).read(0)), lambda path: read_openings(chess, path), read_pgn)),
        ("games.txt", (lambda path: list(open_file(othello, path).read(0)), lambda path: read_openings(othello, path))),
        ("games.txt", (lambda path: list(open_file(load("connect4"), path).read(0)), obf.read, read_suite)),
        ("games.txt", (lambda path: list(open_file(chess, path).read(0)), lambda path: read_openings(chess, path))),
        ("games.ggf", (lambda path: ggf.read(path, []), lambda path: numbered.transcript_of(path.read_text()))),
    ):
        path = tmp_path / file
        path.write_text(text)
        for reader in readers:
            with soon():
                try:
                    reader(path)  # type: ignore[operator]
                except ValueError as error:
                    said_in_a_line(error)


@pytest.mark.parametrize(
    "text", ["[" * LENGTH, "[" * (LENGTH // 2) + "]" * (LENGTH // 2), "[" * 300 + "1" + "]" * 300, "[[1,2]," * 100_000]
)
def test_trees(text: str) -> None:
    with soon(), pytest.raises(BadInput) as refused:
        load("tree").parse(text)
    said_in_a_line(refused.value)
    assert len(str(refused.value)) < 300


# --------------------------------------------------------------------------------------------------------------------
# The bounds


@pytest.mark.parametrize(
    ("bound", "text", "said"),
    [
        ("MOST_MOVES", "1. e4 e5\n(1... c5) (1... c5) (1... c5)", "line 2: a game has at most 4 moves"),
        ("MOST_COMMENTS", "1. e4\n{a} {b} {c} {d} {e}", "line 2: a game has at most 4 comments"),
        ("MOST_SAID", "1. e4 {a} ; b\n{cde}", "line 2: a game has at most 20,000 comments of 4 letters in all"),
        (
            "MOST_NESTED",
            "1. e4 (1. d4 (1. c4\n(1. Nf3 (1. f4 (1. a3",
            "line 2: at most 4 variations stand one within the other",
        ),
        ("MOST_WORDS", "1. e4 e5 2. Nf3", "line 1: a game has at most 4 words"),
        ("MOST_LETTERS", "1. e4 e7-e5", "line 1: a word of 5 letters is no move"),
        ("MOST_TAGS", '[A "1"]\n[B "2"]\n[C "3"]\n[D "4"]\n[E "5"]\n\n1. e4', "line 5: a game has at most 4 tags"),
    ],
)
def test_bounds_are_told_with_the_place(bound: str, text: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read(load("chess"), "1. e4 (1. d4) {a} e5 *")
    monkeypatch.setattr(game_text, bound, 4)
    if bound == "MOST_LETTERS":
        monkeypatch.setattr(game_text.long_word, "__defaults__", (4,))
    with pytest.raises(BadInput) as refused:
        read(load("chess"), text)
    assert str(refused.value).startswith(said), refused.value
    assert "read" in str(refused.value)


def test_bounds_of_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_text, "MOST_TEXT", 10)
    with pytest.raises(BadInput, match="the text has 11 letters; at most 10 are read"):
        read(load("chess"), "1. e4 e5 2.")
    monkeypatch.setattr(game_text, "MOST_GAME", 60)
    faults: list[str] = []
    long = '[Event "long"]\n\n' + "1. e4 {that is too\n\nlong for a game}\n" * 3
    records = list(pgn.read_games("1. d4 *\n\n" + long + "\n1. c4 *\n", "games", faults.append))
    assert [len(record.moves) for record in records] == [1, 1]
    assert faults == ["games: game 2, line 3: a game has at most 60 letters; 0 moves of it and 1 game before it were read"]


def test_a_file_of_broken_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """So many broken games one after the other are no file of games; where there are others between them they are."""
    monkeypatch.setattr(game_text, "MOST_FAULTS", 3)
    faults: list[str] = []
    broken, whole = "1. e4 e4 *\n\n", "1. e4 *\n\n"
    assert len(list(pgn.read_games((broken * 3 + whole) * 3, "games", faults.append))) == 3
    assert len(faults) == 9
    with pytest.raises(BadInput, match=r"game 4, line 7: .* nor were 3 games before it, the rest is left"):
        list(pgn.read_games(broken * 5 + whole, "games", faults.append))
    monkeypatch.setattr(ggf, "MOST_FAULTS", 3)
    with pytest.raises(ValueError, match=r"game 4: .* the rest is left"):
        list(ggf.parse_games("(;" * 10, "games", []))
    lines = tmp_path / "lines.txt"
    lines.write_text("x!\n" * 5)
    with pytest.raises(BadInput, match=r"line 4: .* the rest is left"):
        list(open_file(load("connect4"), lines).read(0))


def test_reading_can_be_cancelled() -> None:
    asked: list[int] = []

    def is_wanted() -> bool:
        asked.append(1)
        return len(asked) < 3

    with pytest.raises(NotWanted):
        read(load("chess"), "Nf3 Nf6 Ng1 Ng8 " * 1_000, is_wanted)
    with pytest.raises(NotWanted):
        list(pgn.read_games("Nf3 Nf6 Ng1 Ng8 " * 1_000, is_wanted=is_wanted))
    assert len(asked) == 4


def test_the_largest_game_is_read() -> None:
    """As many moves as there may be, in variations at every move, and comments."""
    game = load("kalah")
    rng = random.Random(1)
    tree = Variations(game)
    while len(tree.nodes) < game_text.MOST_MOVES:
        legal = tree.session.legal_moves()
        if legal:
            tree.play(rng.choice(legal)).comment = "a comment" * (rng.random() < 0.3)
        if not legal or rng.random() < 0.2:
            tree.go(rng.randrange(len(tree.nodes)))
    with soon():
        text = write(tree, "moves")
        again = read(game, text)
    assert len(again.nodes) == len(tree.nodes)


def test_words_are_those_of_the_text() -> None:
    """Cut into words and put together again, a text is what it was."""
    rng = random.Random(2)
    for _ in range(300):
        text = "".join(
            rng.choices(["e4", " ", "{", "}", "(", ")", "\n", ";", "%", '"', "[", "]", "1.", "$1", "!", ",", "12 "], k=40)
        )
        for has_rests in (True, False):
            found = list(game_text.tokens(text, 0, has_rests))
            assert [each.place for each in found[1:]] == [each.after for each in found[:-1]]
            assert found[0].place == 0
            assert found[-1].after == len(text)
    assert [token.word for token in Words("1. e4 {good} e5 ; bad\n(d5)")] == ["e4", "good", "e5", "; bad", "(", "d5", ")"]
