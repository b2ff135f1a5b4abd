"""Chess in writing: names of moves as python-chess gives them, moves as people write them, lists of moves, the board."""

import random

import chess
import pytest

from damier.games import load
from damier.games.chess import fen, move_name, read_move, uci_name
from damier.games.chess.writing import move_of, replay_moves
from damier.games.game import BadInput

GAME = load("chess")

POSITIONS = [  # what makes names hard: several pieces that could go there, pins, checks, mates, promotions, en passant
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "k7/8/3N3N/8/3N3N/8/8/K7 w - - 0 1",  # Nd6f5 needs file and rank
    "6k1/8/8/Q3Q3/8/2Q5/8/K3Q3 w - - 0 1",
    "4k3/8/8/8/1b6/8/3N2N1/4K3 w - - 0 1",  # one of the knights is pinned
    "1n1n3k/P1P5/8/8/8/8/p6K/1R6 w - - 0 1",
    "1n1n3k/P1P5/8/8/8/8/p6K/1R6 b - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1",  # mates
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",  # castling gives check
    "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",  # many stalemates
]


@pytest.mark.parametrize("written", POSITIONS)
def test_names_are_those_of_python_chess(written: str) -> None:
    position, board = GAME.parse(written), chess.Board(written)
    legal = GAME.moves(position)
    for move in legal:
        theirs = chess.Move.from_uci(uci_name(position, move))
        name = move_name(position, move)
        assert name == board.san(theirs)
        assert GAME.parse_move(position, name) == move
        assert GAME.parse_move(position, theirs.uci()) == move
        assert GAME.parse_move(position, board.lan(theirs)) == move
        assert move_of(position, theirs.from_square, theirs.to_square, theirs.promotion or 0) == move
    assert {uci_name(position, move) for move in legal} == {move.uci() for move in board.legal_moves}


@pytest.mark.parametrize("seed", range(8))
def test_names_in_random_games(seed: int) -> None:
    chance, board, position = random.Random(seed), chess.Board(), GAME.start()
    while not board.is_game_over() and board.ply() < 120:
        names = {move_name(position, move): move for move in GAME.moves(position)}
        assert set(names) == {board.san(move) for move in board.legal_moves}, board.fen()
        name = chance.choice(sorted(names))
        assert read_move(position, name) == names[name]
        board.push_san(name)
        position = GAME.play(position, names[name])


BISHOP_OR_PAWN = "4k3/8/8/8/8/n1p5/1P1B4/4K3 w - - 0 1"  # bxc3, Bxc3, bxa3


@pytest.mark.parametrize(
    ("position", "written", "move"),
    [
        (BISHOP_OR_PAWN, "bxc3", "b2c3"),
        (BISHOP_OR_PAWN, "Bxc3", "d2c3"),
        (BISHOP_OR_PAWN, "bc3", "b2c3"),
        (BISHOP_OR_PAWN, "Bc3", "d2c3"),
        (BISHOP_OR_PAWN, "bxa3", "b2a3"),
        (BISHOP_OR_PAWN, "BXC3", None),
        (BISHOP_OR_PAWN, "be3", "d2e3"),  # no pawn can
        (BISHOP_OR_PAWN, "ke2", "e1e2"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "e1c1"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o-o", "e1c1"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a8=Q+", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a8Q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a8(N)", "a7a8n"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a7a8r", "a7a8r"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a8", "a7a8q"),  # a queen, if nothing is said
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a8=K", None),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "Rh5!?", "h1h5"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "Rd1", "a1d1"),
        ("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "Rh8", "h1h8"),  # without its +
        ("3rk3/8/8/8/8/8/8/R2RK3 w - - 0 1", "Rxd8+", "d1d8"),
        ("3rk3/8/8/8/8/8/3R4/R3K3 w - - 0 1", "Rd1", None),  # which one?
        ("3rk3/8/8/8/8/8/3R4/R3K3 w - - 0 1", "Rad1", "a1d1"),
        ("3rk3/8/8/8/8/8/3R4/R3K3 w - - 0 1", "R2d1", "d2d1"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6 e.p.", "e5f6"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6ep", "e5f6"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "Nf6", "g8f6"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "nf6", "g8f6"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7-e5", "e7e5"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2e4", None),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "", None),
    ],
)
def test_moves_as_people_write_them(position: str, written: str, move: str | None) -> None:
    root = GAME.parse(position)
    if move is None:
        with pytest.raises(BadInput, match="is no legal move here; legal moves: "):
            GAME.parse_move(root, written)
    else:
        assert uci_name(root, GAME.parse_move(root, written)) == move


AFTER = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.mark.parametrize(
    "written",
    [
        "e4 e5 Nf3 Nc6",
        "1. e4 e5 2. Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6 *",
        "1. e4 1... e5\n2. Nf3 2... Nc6 1/2-1/2",
        "e2e4 e7e5 g1f3 b8c6",
        "startpos moves e2e4 e7e5 g1f3 b8c6",
        "e4, e5, Nf3, Nc6",
        '[Event "?"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 $1 Nc6 *',
    ],
)
def test_lists_of_moves(written: str) -> None:
    assert GAME.text(GAME.parse(written)) == AFTER
    position, made = GAME.record(written)
    assert position == GAME.start()
    assert made == GAME.replay("e4 e5 Nf3 Nc6")


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("e4 e5 Ke3", "move 2. Ke3 is not legal there; legal moves: Ke2, a3"),
        ("e4 e4", "move 1... e4 is not legal there; legal moves: a6"),
        ("1. e4 e5 2. hello", "move 2. hello is not legal"),
        ("f3 e5 g4 Qh4 a3", "move 3. a3 is not legal there; legal moves: none: the game is over (checkmate)"),
    ],
)
def test_the_first_illegal_move_is_named(written: str, fault: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.parse(written)
    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)


def test_games_go_on_where_a_draw_was_not_claimed() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 30
    replayed = replay_moves(shuffle + "e4")
    assert len(replayed.moves) == 121
    assert fen.write(replayed.positions[-2]).split()[4] == "120"


def test_the_board_has_white_at_the_bottom() -> None:
    for written, turn in (("e4", 1), ("e4 e5", 0)):
        position = GAME.parse(written)
        board = GAME.board(position, turn)
        assert (board.rows, board.columns, board.theme) == (list("87654321"), list("abcdefgh"), "wood")
        assert [(cell.text, cell.owner, cell.look) for cell in board.cells[7]] == [(each, 0, "piece") for each in "RNBQKBNR"]
        assert [cell.text for cell in board.cells[4]] == ["", "", "", "", "P", "", "", ""]
        assert {cell.owner for cell in board.cells[0]} == {1}
    e5 = GAME.parse_move(GAME.parse("e4"), "e5")
    assert GAME.cells(GAME.parse("e4"), e5, 1) == [(1, 4), (3, 4)]


@pytest.mark.parametrize(
    ("written", "ending"),
    [
        ("f3 e5 g4 Qh4", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/4k3/8/8/8/4B3/4K3 w - - 0 1", "insufficient material"),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 100 90", "fifty moves"),
        ("6rk/6pp/7N/8/8/8/8/K7 b - - 100 90", ""),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 100 90", "checkmate"),  # mate comes first
        ("e4", ""),
    ],
)
def test_endings(written: str, ending: str) -> None:
    position = GAME.parse(written)
    if written.startswith("6rk"):
        position = GAME.parse(written.replace("100", "99"))
    assert GAME.ending(position) == ending
    assert (GAME.outcome(position) is None) == (ending == "")
