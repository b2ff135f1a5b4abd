"""Castling from any files, as in Chess960: counts, random games against python-chess, and how it is written."""

import random

import chess
import pytest

from damier.games import load
from damier.games.chess import fen, move_name, read_move, uci_name
from damier.games.chess.position import CASTLING, from_square, has_unusual_castling, kind_of, to_square
from damier.games.chess.writing import move_of
from damier.games.game import BadInput
from damier.kernel import native
from damier.rules import count, key, null, play
from damier.search.perft import perft
from lengths import times
from walks import same

GAME = load("chess")
GAMES, MOST_PLIES = times(20, 60), 100

COUNTS = [  # from the public perft collection of python-chess, "tricky"
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", [23, 522, 12333, 285754]),
    ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1", [28, 738, 20218, 541480]),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", [34, 318, 9002, 118388]),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", [17, 242, 3931, 57700]),
    ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", [19, 628, 12858, 405636]),
    ("r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", [14, 206, 3672, 64639]),
]


@pytest.mark.parametrize(("written", "counts"), COUNTS)
def test_counts(written: str, counts: list[int]) -> None:
    position = GAME.parse(written)
    assert GAME.text(position) == written
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games(seed: int) -> None:
    """At each ply the legal moves, their names and the FEN are those of python-chess, and what is kept up is right."""
    chance = random.Random(seed)
    board = chess.Board.from_chess960_pos(chance.randrange(960))
    position = native(fen.read(board.fen()))
    for ply in range(MOST_PLIES):
        written = board.fen(en_passant="legal")
        assert fen.write(position) == written
        assert same(fen.read(written), position), written
        assert same(fen.read(board.shredder_fen(en_passant="legal")), position), written
        turned = native(null(native(null(position))))
        assert fen.write(turned).split()[:3] == written.split()[:3]
        legal = GAME.moves(position)
        assert len(legal) == len(set(legal)) == board.legal_moves.count() == count(position, None), written
        theirs = {read_move(position, board.uci(move)): move for move in board.legal_moves}
        assert set(theirs) == set(legal), written
        for move in legal if ply % 4 == 0 else ():
            name = move_name(position, move)
            assert name == board.san(theirs[move]), written
            assert read_move(position, name) == read_move(position, uci_name(position, move)) == move, written
            assert uci_name(position, move) == board.uci(theirs[move]) or not has_unusual_castling(position), written
            made = theirs[move]
            assert move_of(position, made.from_square, made.to_square, made.promotion or 0) == move, written
        if not legal:
            break
        castling = [move for move in legal if kind_of(move) == CASTLING]
        move = chance.choice(castling if castling and chance.random() < 0.3 else legal)
        position = native(play(position, move))
        board.push(theirs[move])


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("6k1/8/8/8/8/8/8/R5KR w KQ - 0 1", {"O-O": "g1h1", "O-O-O": "g1a1"}),  # the king stays where it is
        ("6k1/8/8/8/8/8/8/2R1K3 w Q - 0 1", {"O-O-O": "e1c1"}),  # it changes places with the rook, which goes on
        ("6k1/8/8/8/8/8/8/RKR5 w KQ - 0 1", {"O-O": "b1c1"}),  # one rook is in the other's way
        ("6k1/8/8/8/8/8/8/qR1K4 w Q - 0 1", {}),  # the rook would uncover the queen
        ("6k1/8/8/8/8/8/8/1R1K4 w Q - 0 1", {"O-O-O": "d1b1"}),
        ("rk5r/8/8/8/8/8/8/6K1 b kq - 0 1", {"O-O": "b8h8", "O-O-O": "b8a8"}),
        ("6k1/8/8/8/8/8/8/1R2K2R w KQ - 0 1", {"O-O": "e1h1", "O-O-O": "e1b1"}),  # one right is usual
        ("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O": "e1g1", "O-O-O": "e1c1"}),
    ],
)
def test_names(written: str, names: dict[str, str]) -> None:
    position = GAME.parse(written)
    castling = [move for move in GAME.moves(position) if kind_of(move) == CASTLING]
    assert {move_name(position, move).rstrip("+#"): uci_name(position, move) for move in castling} == names
    for name, coordinates in names.items():
        assert read_move(position, name) == read_move(position, coordinates)


@pytest.mark.parametrize(
    ("written", "coordinates", "name"),
    [
        ("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"),
        ("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1g1", "Kg1"),  # a step, since castling is f1h1
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1c1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "Kc1", "O-O-O"),
        ("7k/8/8/8/8/8/8/RKR5 w KQ - 0 1", "b1c1", "O-O"),  # the rook on c1 is meant, not where the king would go
    ],
)
def test_both_ways_to_write_castling_are_read(written: str, coordinates: str, name: str) -> None:
    position = GAME.parse(written)
    move = GAME.parse_move(position, coordinates)
    assert move_name(position, move).rstrip("+") == name


def test_the_king_castles_where_it_stands() -> None:
    position = GAME.parse("6k1/8/8/8/8/8/8/R5KR w KQ - 0 1")
    move = GAME.parse_move(position, "O-O")
    assert from_square(move) == to_square(move)
    assert GAME.text(GAME.play(position, move)) == "6k1/8/8/8/8/8/8/R4RK1 b - - 1 1"
    assert GAME.text(GAME.play(position, GAME.parse_move(position, "O-O-O"))) == "6k1/8/8/8/8/8/8/2KR3R b - - 1 1"


def test_rights_with_other_rooks_are_other_positions() -> None:
    board = "4k3/8/8/8/8/8/8/1RR1K1RR"
    written = [f"{board} w {rights} - 0 1" for rights in ("KQ", "GQ", "KC", "GC", "K", "G", "Q", "C", "-")]
    positions = [GAME.parse(each) for each in written]
    assert len({int(key(position)) for position in positions}) == len(written)
    assert [GAME.text(position) for position in positions] == written
    assert GAME.parse(f"{board} w HB - 0 1") == positions[0]


def test_usual_rights_are_kept_as_ever() -> None:
    """Files that say what is usual change nothing, and in a mixed position each right is lost for its own reasons."""
    assert GAME.parse("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1") == GAME.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    position = GAME.parse("1r2k2r/8/8/8/8/8/8/RR2K2R w KBkq - 0 1")
    for move, rights in (("a1a2", "KQkq"), ("b1b2", "Kkq"), ("b1b8", "Kk"), ("h1h8", "Bq"), ("h1h2", "Bkq"), ("e1e2", "kq")):
        assert GAME.text(GAME.play(position, GAME.parse_move(position, move))).split()[2] == rights


@pytest.mark.parametrize(
    ("rights", "fault"),
    [
        ("K", "castling right K: there is no rook of White's to the right of its king"),
        ("G", "castling right G: there is no rook of White's on g1"),
        ("k", "castling right k: Black's king is not on its first rank"),
        ("QB", "castling right B: another one to the same side is written before it"),
        ("I", "castling rights are some of KQkq, or letters of files, or -, not 'I'"),
    ],
)
def test_what_cannot_be_is_refused(rights: str, fault: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.parse(f"r6r/4k3/8/8/8/8/8/1R3K2 w {rights} - 0 1")
    assert fault in str(refused.value)
