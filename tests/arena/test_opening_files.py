"""Files of openings: lines of any game, EPD and PGN of chess, archives; and what is drawn from them."""

import zipfile
from pathlib import Path

import pytest

from damier.arena import Opening, read_openings
from damier.arena.openings import book_openings, usual_openings
from damier.books.openings import openings_of
from damier.games import load
from damier.games.game import BadInput
from damier.records.openings import read_opening

PGN = """[Event "?"]
[Result "1/2-1/2"]

1. e4 {the king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 Nc6
3. Bb5 a6 1/2-1/2

[Event "?"]
[Result "*"]

1. d4 d5 *

[Event "from a position"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]
[Result "*"]

30... Kd7 31. e4 *

[Event "mated"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""
EPD = """# two positions
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "one";

rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 ; c0 "a # b";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
moves e4 c5
1. d4 Nf6 2. c4
4k3/8/8/8/8/8/4P3/4K3 b - - 0 30 moves Kd7 e4
"""


def test_positions_and_moves_of_chess(tmp_path: Path) -> None:
    file = tmp_path / "openings.epd"
    file.write_text(EPD)
    assert read_openings(load("chess"), file) == [
        Opening("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
        Opening("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        Opening(),
        Opening(moves=("e4", "c5")),
        Opening(moves=("d4", "Nf6", "c4")),
        Opening("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", ("Kd7", "e4")),
    ]


def test_games_of_a_pgn(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    file = tmp_path / "games.pgn"
    file.write_text(PGN)
    game = load("chess")
    openings = read_openings(game, file)
    assert openings == [
        Opening(moves=("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")),
        Opening(moves=("d4", "d5")),
        Opening("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", ("Kd7", "e4")),
        Opening(moves=("f3", "e5", "g4")),  # what leaves something to play
    ]
    assert read_openings(game, file, plies=2)[0] == Opening(moves=("e4", "e5"))
    for opening in openings:
        assert read_opening(game, str(opening)) == opening
        assert not opening.session(game).is_over


@pytest.mark.parametrize(("name", "text"), [("games.pgn", PGN), ("openings.epd", EPD)])
def test_archives(tmp_path: Path, name: str, text: str) -> None:
    pytest.importorskip("chess")
    (tmp_path / name).write_text(text)
    archive = tmp_path / f"{name}.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(tmp_path / name, name)
    assert read_openings(load("chess"), archive) == read_openings(load("chess"), tmp_path / name)


def test_openings_are_drawn_by_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    lines = [f"{first}{second}" for first in range(1, 8) for second in range(1, 8)]
    file.write_text("\n".join(lines))
    game = load("connect4")
    drawn = [read_openings(game, file, 10, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(set(drawn[0])) == 10
    assert [str(opening) for opening in read_openings(game, file, 1000)] == lines  # all of them, in their order


def test_only_what_is_drawn_is_read(tmp_path: Path) -> None:
    """A large collection is not checked whole."""
    file = tmp_path / "openings.epd"
    good = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    file.write_text("\n".join([good] * 200 + ["nonsense"] + [good] * 200))
    assert len(read_openings(load("chess"), file, 20, seed=1)) == 20
    with pytest.raises(BadInput, match=r"openings\.epd line 201: "):
        read_openings(load("chess"), file)


def archive_of(folder: Path, *names: str) -> Path:
    file = folder / "some.zip"
    with zipfile.ZipFile(file, "w") as packed:
        for name in names:
            packed.writestr(name, "44\n")
    return file


def test_what_cannot_be_read(tmp_path: Path) -> None:
    chess, connect4 = load("chess"), load("connect4")
    assert read_openings(connect4, archive_of(tmp_path, "a.txt")) == [Opening("44")]
    with pytest.raises(BadInput, match=r"some\.zip: expected one file of at most 256 MB in it, not 2"):
        read_openings(connect4, archive_of(tmp_path, "a.txt", "b.txt"))
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(BadInput, match=r"broken\.zip cannot be unpacked: "):
        read_openings(connect4, tmp_path / "broken.zip")
    (tmp_path / "empty.pgn").write_text("\n")
    with pytest.raises(BadInput, match=r"empty\.pgn: there is no opening in it"):
        read_openings(chess, tmp_path / "empty.pgn")
    (tmp_path / "bad.epd").write_text("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
    with pytest.raises(BadInput, match=r"bad\.epd line 1: the game is over after the opening"):
        read_openings(chess, tmp_path / "bad.epd")


def test_a_bad_game_of_a_pgn_is_named(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    file = tmp_path / "games.pgn"
    file.write_text(PGN + '\n[Event "?"]\n\n1. e4 e5 2. Ke3 *\n')
    with pytest.raises(BadInput, match=r"games\.pgn line 24: line 3 of this game: move 2\. Ke3 is not legal there"):
        read_openings(load("chess"), file)


def test_where_nothing_is_said_chess_follows_lines_it_knows() -> None:
    game = load("chess")
    openings = usual_openings(game, 30, seed=1)
    assert openings == usual_openings(game, 30, seed=1) != usual_openings(game, 30, seed=2)
    assert len({opening.session(game).text for opening in openings}) == 30
    known = openings_of(game)
    assert known is not None
    for opening in openings[:5]:
        session = opening.session(game)
        assert 2 <= len(session.moves) <= 10
        for position, move in zip(session.positions, session.moves, strict=False):
            assert move in [entry.move for entry in known.good_moves(position)]
    assert len(book_openings(known, 3, seed=7)) == 3
