"""Books: what the built-in one plays, and files of Polyglot's, whole and broken."""

import random
import struct
import time
from collections import Counter
from pathlib import Path

import chess.polyglot
import pytest

from damier.books.book import Book, BuiltIn, book_of, choose
from damier.books.chess.polyglot import MOST_ENTRIES, Polyglot
from damier.books.openings import Entry
from damier.games import load
from damier.games.game import BadInput, Game

START_KEY = 0x463B96181691FC9C  # as the description of Polyglot's format gives them
AFTER_E4_KEY = 0x823C9B50FD114196


@pytest.fixture(scope="module")
def game() -> Game:
    return load("chess")


@pytest.fixture(scope="module")
def built_in(game: Game) -> Book:
    return book_of(game)


def entry(number: int, move: str, weight: int = 1) -> bytes:
    """An entry of a Polyglot file."""
    source, target = chess.parse_square(move[:2]), chess.parse_square(move[2:4])
    promotion = " nbrq".index(move[4]) if move[4:] else 0
    return struct.pack(">QHHI", number, target | source << 6 | promotion << 12, weight, 0)


def number_of(game: Game, moves: str) -> int:
    return chess.polyglot.zobrist_hash(chess.Board(game.text(game.parse(moves))))


def written(tmp_path: Path, *entries: bytes) -> Path:
    file = tmp_path / "mine.bin"
    file.write_bytes(b"".join(entries))
    return file


def named(game: Game, book: Book, moves: str = "") -> dict[str, int]:
    position = game.parse(moves) if moves else game.start()
    return {game.move_name(position, move): weight for move, weight in book.entries(position)}


# --------------------------------------------------------------------------------------------------------------------
# The built-in book


def test_the_sicilian_by_the_french_is_answered(game: Game, built_in: Book) -> None:
    """Alliot-Schiex 15.7.2."""
    position = game.parse("e4 e6 Nf3 c5")
    move = built_in.choose(position)
    assert move is not None
    assert game.move_name(position, move) == "d4"
    assert move == built_in.choose(game.parse("e4 c5 Nf3 e6"))


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("", {"e4", "d4"}),
        ("e4", {"e5", "c5"}),
        ("d4", {"Nf6", "d5"}),
        ("e4 e5", {"Nf3"}),
        ("e4 e5 Nf3", {"Nc6"}),
        ("e4 e5 Nf3 Nc6", {"Bb5", "Bc4"}),
        ("e4 c5", {"Nf3"}),
        ("d4 d5", {"c4"}),
        ("d4 Nf6 c4 e6 Nc3", {"Bb4"}),
        ("e4 e5 f4", {"exf4"}),
    ],
)
def test_main_moves_weigh_most(game: Game, built_in: Book, moves: str, best: set[str]) -> None:
    ranked = list(named(game, built_in, moves))
    assert set(ranked[: len(best)]) == best


@pytest.mark.parametrize(
    ("moves", "move"),
    [("", "g4"), ("e4 e5", "f4"), ("e4 e5 Nf3", "f5"), ("d4 Nf6 c4", "e5"), ("e4 e5 Nf3 Nc6 Bc4 Bc5", "Bxf7+"), ("d4", "e5")],
)
def test_what_is_not_sound_has_a_name_but_is_not_played(game: Game, built_in: BuiltIn, moves: str, move: str) -> None:
    position = game.parse(moves) if moves else game.start()
    known = {game.move_name(position, each) for each, _ in built_in.openings.moves(position)}
    assert move in known
    assert move not in named(game, built_in, moves)
    child = game.play(position, game.parse_move(position, move))
    assert built_in.openings.name_at(child)
    assert built_in.entries(position)


def test_a_line_that_is_bad_for_one_is_played_by_the_other(game: Game, built_in: Book) -> None:
    assert "Nxd5" not in named(game, built_in, "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5")
    assert "Nxf7" in named(game, built_in, "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5")


def test_every_move_of_the_book_is_legal_and_outside_it_there_is_none(game: Game, built_in: Book) -> None:
    chance = random.Random(1)
    for _ in range(20):
        position, plies = game.start(), 0
        while (move := built_in.choose(position, chance)) is not None:
            assert move in game.moves(position)
            position, plies = game.play(position, move), plies + 1
        assert plies > 0
        assert built_in.entries(position) == []


def test_rare_moves_are_known_and_not_played() -> None:
    """1.e4 e6 2.Nf3 c5 is answered with d4, whatever chance says; three other moves have names there."""
    game = load("chess")
    built_in = book_of(game)
    position = game.start()
    for name in ("e4", "e6", "Nf3", "c5"):
        position = game.play(position, game.parse_move(position, name))
    assert len(built_in.entries(position)) == 4
    chosen = {built_in.choose(position, random.Random(seed)) for seed in range(200)}
    assert {game.move_name(position, move) for move in chosen} == {"d4"}


def test_chance_goes_by_weight() -> None:
    entries = [Entry(1, 30), Entry(2, 10), Entry(3, 0)]
    chance = random.Random(7)
    chosen = Counter(choose(entries, chance) for _ in range(4000))
    assert set(chosen) == {1, 2}
    assert 2800 < chosen[1] < 3200
    assert choose(entries, None) == 1
    assert choose([Entry(3, 0)], chance) is None
    assert choose([], None) is None


def test_a_game_without_a_book_says_so() -> None:
    with pytest.raises(BadInput, match="damier has no book of connect4"):
        book_of(load("connect4"))
    with pytest.raises(BadInput, match="those are for chess, not for connect4"):
        book_of(load("connect4"), "gm.bin")


# --------------------------------------------------------------------------------------------------------------------
# Polyglot


def test_a_polyglot_file(game: Game, tmp_path: Path) -> None:
    file = written(
        tmp_path,
        entry(START_KEY, "d2d4", 20),
        entry(START_KEY, "e2e4", 50),
        entry(START_KEY, "a2a4", 0),
        entry(AFTER_E4_KEY, "e7e5"),
    )
    book = book_of(game, str(file))
    assert named(game, book) == {"e4": 50, "d4": 20, "a4": 0}
    assert named(game, book, "e4") == {"e5": 1}
    assert named(game, book, "e4 e5") == {}
    assert book.choose(game.start()) == game.parse_move(game.start(), "e4")
    assert book.choose(game.parse("e4 e5")) is None
    chance = random.Random(3)
    chosen = {book.choose(game.start(), chance) for _ in range(200)}
    assert chosen == {game.parse_move(game.start(), name) for name in ("d4", "e4")}


@pytest.mark.parametrize(
    ("moves", "raw", "name"),
    [
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "e1h1", "O-O"),  # castling is written as the king taking its rook
        ("d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7", "e1a1", "O-O-O"),
        ("e4 a6 e5 d5", "e5d6", "exd6"),
        ("a4 b5 axb5 a6 bxa6 Bb7 a7 h6", "a7b8q", "axb8=Q"),
        ("a4 b5 axb5 a6 bxa6 Bb7 a7 h6", "a7b8n", "axb8=N"),
    ],
)
def test_special_moves(game: Game, tmp_path: Path, moves: str, raw: str, name: str) -> None:
    position = game.parse(moves)
    book = Polyglot(written(tmp_path, entry(number_of(game, moves), raw)))
    move = book.choose(position)
    assert move is not None
    assert game.move_name(position, move) == name


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([], "is no book: there is nothing in it"),
        (
            [entry(START_KEY, "e2e4")[:7]],
            "breaks off in entry 1 (byte 0), which has 7 of 16 bytes; no entry before it is whole",
        ),
        (
            [entry(START_KEY, "e2e4"), entry(START_KEY, "d2d4"), b"\0"],
            "breaks off in entry 3 (byte 32), which has 1 of 16 bytes; the 2 entries before it are whole",
        ),
        (
            [entry(START_KEY, "e2e4"), entry(AFTER_E4_KEY, "e7e5"), entry(START_KEY, "d2d4")],
            "entry 3 (byte 32) is out of order, its key 463b96181691fc9c comes after 823c9b50fd114196; "
            "the 2 entries before it are in order",
        ),
    ],
)
def test_broken_files_are_refused_in_one_line(tmp_path: Path, entries: list[bytes], complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        Polyglot(written(tmp_path, *entries))
    assert complaint in str(refused.value)
    assert "mine.bin" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_an_illegal_move_is_named_where_it_stands(game: Game, tmp_path: Path) -> None:
    illegal = entry(START_KEY, "e2e5")
    book = Polyglot(written(tmp_path, entry(START_KEY, "e2e4"), illegal, entry(AFTER_E4_KEY, "e7e5")))
    with pytest.raises(BadInput) as refused:
        book.entries(game.start())
    assert "mine.bin: entry 2 (byte 16) is the move e2e5, not legal in rnbqkbnr/" in str(refused.value)
    assert str(refused.value).endswith("the one entry of this position before it is good")
    assert named(game, book, "e4") == {"e5": 1}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.bin cannot be read: No such file"):
        Polyglot(tmp_path / "none.bin")
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        Polyglot(tmp_path)


# --------------------------------------------------------------------------------------------------------------------
# Hostile files of Polyglot's: every field


def test_every_code_of_a_move(game: Game, tmp_path: Path) -> None:
    """All 65536 of them, promotions to nothing among them: what is legal is played, the rest is passed over and said once."""
    position = game.start()
    codes, found = range(1 << 16), dict[int, int]()
    for first in range(0, 1 << 16, MOST_ENTRIES):
        said = list[str]()
        packed = (struct.pack(">QHHI", START_KEY, code, 1, 0) for code in codes[first : first + MOST_ENTRIES])
        book = Polyglot(written(tmp_path, *packed), said.append)
        found |= dict(book.entries(position))
        assert len(said) == 1
        assert "such entries are passed over" in said[0]
    assert sorted(found) == sorted(game.moves(position))


def test_a_promotion_to_nothing_does_not_spoil_the_rest(game: Game, tmp_path: Path) -> None:
    said = list[str]()
    bad = struct.pack(">QHHI", START_KEY, chess.E4 | chess.E2 << 6 | 7 << 12, 60_000, 0)
    book = book_of(game, str(written(tmp_path, bad, entry(START_KEY, "d2d4", 3), bad)), said.append)
    assert named(game, book) == {"d4": 3}
    assert named(game, book) == {"d4": 3}
    assert len(said) == 1
    assert "entry 1 (byte 0) is the move e2e4 with a promotion to 7, which is no piece, not legal in rnbqkbnr/" in said[0]


def test_castling_in_both_writings_is_one_move(game: Game, tmp_path: Path) -> None:
    moves = "e4 e5 Nf3 Nc6 Bc4 Bc5"
    number = number_of(game, moves)
    book = Polyglot(written(tmp_path, entry(number, "e1h1", 2), entry(number, "e1g1", 3), entry(number, "e1f1", 0)))
    assert named(game, book, moves) == {"O-O": 5, "Kf1": 0}


def test_a_file_that_is_cut_off_while_it_is_open(game: Game, tmp_path: Path) -> None:
    file = written(tmp_path, entry(START_KEY, "d2d4"), entry(AFTER_E4_KEY, "e7e5"))
    book = Polyglot(file)
    file.write_bytes(b"")
    with pytest.raises(BadInput, match="has become shorter since it was opened"):
        book.entries(game.start())


def test_a_file_of_one_position_only(game: Game, tmp_path: Path) -> None:
    """A million entries of it take no time."""
    book = Polyglot(written(tmp_path, entry(START_KEY, "d2d4") * 1_000_000))
    began = time.monotonic()
    assert list(named(game, book)) == ["d4"]
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("chance", [random.Random(seed) for seed in range(20)])
def test_random_bytes(game: Game, tmp_path: Path, chance: random.Random) -> None:
    """Are refused in a line, or nothing of them is played that is not legal."""
    keys = sorted(chance.choice([START_KEY, AFTER_E4_KEY, chance.getrandbits(64)]) for _ in range(chance.randrange(1, 40)))
    data = b"".join(struct.pack(">QHHI", each, *(chance.getrandbits(bits) for bits in (16, 16, 32))) for each in keys)
    if chance.random() < 0.3:
        data = data[: chance.randrange(len(data) + 1)]
    said = list[str]()
    try:
        book = Polyglot(written(tmp_path, data), said.append)
    except BadInput:
        return
    for moves in ("", "e4"):
        position = game.parse(moves) if moves else game.start()
        assert {each.move for each in book.entries(position)} <= set(game.moves(position))
        assert book.choose(position, chance) in [None, *game.moves(position)]
    assert len(said) <= 1
