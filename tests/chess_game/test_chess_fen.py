"""FEN: read as it is written, and what cannot be is named and refused in one line."""

import chess
import pytest

from damier.games import load
from damier.games.chess import fen
from damier.games.chess.position import OTHER_LONG, OTHER_SHORT, OWN_LONG, OWN_SHORT, en_passant_file
from damier.games.game import BadInput

GAME = load("chess")
KINGS = "4k3/8/8/8/8/8/8/4K3"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

WRITTEN = [
    fen.START,
    KIWIPETE,
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 13 77",
    "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1",  # nine queens
    f"{KINGS} w - - 150 9999",
]


@pytest.mark.parametrize("written", WRITTEN)
def test_positions_are_read_as_they_are_written(written: str) -> None:
    assert GAME.text(GAME.parse(written)) == written
    assert GAME.text(GAME.parse(f"  {written}\n")) == written
    assert GAME.turn(GAME.parse(written)) == int(" b " in written)


def test_the_start() -> None:
    assert GAME.text(GAME.start()) == chess.STARTING_FEN == fen.START
    assert GAME.parse("startpos") == GAME.parse("") == GAME.start()


def test_fields_that_may_be_missing() -> None:
    four = " ".join(KIWIPETE.split()[:4])
    assert GAME.text(GAME.parse(four)) == KIWIPETE
    assert GAME.text(GAME.parse(f"{four} 5")) == f"{four} 5 1"
    assert GAME.text(GAME.parse(f"{four} 5 0")) == f"{four} 5 1"  # some programs count from 0
    assert GAME.text(GAME.parse(f'{four} bm Qg6; id "WAC.001";')) == KIWIPETE


def test_squares_are_as_the_player_to_move_sees_them() -> None:
    """The same position with the colours exchanged is the same to the player to move."""
    for written in WRITTEN:
        position = fen.read(written)
        mirrored = fen.read(chess.Board(written).mirror().fen(en_passant="fen"))
        assert position[:10] == mirrored[:10]
    state = int(fen.read("r3k3/8/8/8/8/8/8/4K2R b Kq -").state)
    assert state & 15 == OWN_LONG | OTHER_SHORT
    state = int(fen.read("r3k3/8/8/8/8/8/8/4K2R w Kq -").state)
    assert state & 15 == OWN_SHORT | OTHER_LONG


@pytest.mark.parametrize(
    ("written", "file"),
    [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0),  # no pawn beside it
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 5),
        ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1", 0),  # the capture would uncover the rook
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 4),  # steps between the queen and the king
        ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", 0),  # both pawns would leave the rank
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 4),  # takes the pawn that gives check
    ],
)
def test_en_passant_is_kept_only_where_it_can_be(written: str, file: int) -> None:
    position = fen.read(written)
    assert en_passant_file(position) == file
    assert (chess.Board(written).has_legal_en_passant()) == bool(file)
    assert GAME.text(position).split()[3] == (written.split()[3] if file else "-")


REFUSED = [
    ("8/8/8/8 w - - 0 1", "it has 4 ranks, not 8"),
    ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "it has 9 ranks"),
    ("4k3/8/8/8/9/8/8/4K3 w - - 0 1", "'9' on rank 4 is no piece"),
    ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1, '4K4', has 9 squares, not 8"),
    ("4k3/8/8/8/8/7/8/4K3 w - - 0 1", "rank 3, '7', has 7 squares"),
    ("4k3/8/8/8/4X3/8/8/4K3 w - - 0 1", "'X' on rank 4 is no piece; pieces are PNBRQK"),
    ("4k3/8/8/8/8/8/8/4K3", "expected the board, whose turn it is"),
    (f"{KINGS} white - - 0 1", "whose turn is it"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "White has 2 kings"),
    ("8/8/8/8/8/3k4/4K3/8 w - - 0 1", "the kings on e2 and d3 stand next to each other"),
    ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
    ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
    ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "White is in check, but it is Black's turn"),
    ("4k3/8/5N2/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"),
    ("4k3/8/8/8/1b6/3n4/8/4KR1r w - - 0 1", None),  # two may give check
    ("4k3/8/8/4r3/1b6/3n4/8/4K3 w - - 0 1", "3 pieces give check to White"),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns; there are 8 at most"),
    ("4k3/8/8/QQQQQQQQ/QQ6/8/8/4K3 b - - 0 1", "White has 9 pieces that were pawns, and 0 pawns"),
    ("4k3/8/8/NNNN4/8/8/PPPPPPPP/4K3 b - - 0 1", "White has 2 pieces that were pawns, and 8 pawns"),
    ("4k3/8/8/8/NNNNNNNN/NNNNNNNN/N7/4K3 b - - 0 1", "White has 18 pieces; there are 16 at most"),
    ("r3k2r/8/8/8/8/8/8/R3K1N1 w KQkq - 0 1", "castling right K: there is no rook of White's to the right of its king"),
    ("r3k2r/8/8/8/8/8/3K4/R6R w Q - 0 1", "castling right Q: White's king is not on its first rank"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "castling right K: another one to the same side is written before it"),
    ("r6r/3k4/8/8/8/8/8/R3K2R w k - 0 1", "castling right k: Black's king is not on its first rank"),
    ("4k2r/8/8/8/8/8/8/R3K2R w q - 0 1", "castling right q: there is no rook of Black's to the left of its king"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w HXha - 0 1", "castling rights are some of KQkq, or letters of files, or -, not 'HXha'"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d7 0 1", "the en passant square is one on rank 3 or 6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - e9 0 1", "the en passant square is one on rank 3 or 6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "Black is to move, so that it would be on rank 3"),
    ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "there is no pawn of Black's on d5"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "the pawn came over d6, which is not empty"),
    ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "the pawn came over d7, which is not empty"),
    (f"{KINGS} w - - x 1", "the plies since a capture or pawn move, 'x', is no number"),
    (f"{KINGS} w - - 0 -1", "the number of the move, '-1', is no number"),
    (f"{KINGS} w - - ٣ 1", "is no number"),
    (f"{KINGS} w - - 0 1234567890", "is no number that can be"),
    (f"{KINGS} w - - 256 300", "256 plies since a capture or pawn move are too many"),
    (f"{KINGS} w - - 0 1 more", "nothing is expected after the number of the move, but there is 'more'"),
]


@pytest.mark.parametrize(("written", "fault"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line(written: str, fault: str | None) -> None:
    if fault is None:
        GAME.parse(written)
        return
    with pytest.raises(BadInput, match="is no chess position: ") as refused:
        GAME.parse(written)
    assert fault in str(refused.value)
    assert repr(written) in str(refused.value)
    assert "\n" not in str(refused.value)
