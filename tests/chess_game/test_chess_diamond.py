"""DiamondChess' evaluation: the fast one against its slow twin, term by term, and what the report says of each."""

import chess
import naive_diamond
import numpy as np
import pytest
from chess_positions import colours_changed, from_random_games

from damier.games import load
from damier.games.chess import diamond, fen, kbnk
from damier.games.chess.diamond_weights import COUNT, PLACES, TERMS
from damier.games.chess.position import Chess
from damier.games.chess.weights import names, weights
from damier.kernel import compiled, native
from damier.rules import evaluate

WRITTEN = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "3r2k1/pR3ppp/8/3B4/8/3R4/Pp1R1PPP/6K1 b - - 0 1",
    "8/p2Pk2p/4P1p1/1b3p2/8/1Br1KP2/6PP/3R4 w - - 1 37",
]
POSITIONS = [fen.read(text) for text in WRITTEN] + from_random_games(8, seed=3)
DIAMOND = weights("diamond")


@compiled
def estimate_all(rows, numbers, out):
    for place in range(len(rows)):
        row = rows[place]
        position = Chess(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10])
        out[place] = diamond.estimate(position, numbers)


def counted(text: str, is_other: bool = False) -> dict[str, list[int]]:
    """The terms of the player to move, or of the other, by name."""
    row = diamond.terms(native(fen.read(text)))[int(is_other)]
    return {name: row[PLACES[name] : PLACES[name] + len(values)].tolist() for name, values in TERMS.items()}


def test_plain_rules_count_what_the_slow_twin_counts() -> None:
    for position in POSITIONS:
        text = fen.write(position)
        board = chess.Board(text)
        assert counted(text) == naive_diamond.count(board, board.turn), text
        assert counted(text, is_other=True) == naive_diamond.count(board, not board.turn), text


def test_compiled_rules_say_what_the_slow_twin_says() -> None:
    rows = np.array([tuple(position) for position in POSITIONS], np.uint64)
    for name in ("diamond", "material"):
        out = np.zeros(len(rows), np.int64)
        estimate_all(rows, weights(name), out)
        plain = [int(evaluate(native(position), weights(name))) for position in POSITIONS]
        assert out.tolist() == plain
    by_twin = [naive_diamond.estimate(chess.Board(fen.write(position))) for position in POSITIONS]
    assert [int(evaluate(native(position), DIAMOND)) for position in POSITIONS] == by_twin


def test_both_players_are_seen_alike() -> None:
    for position in POSITIONS[:20]:
        turned = fen.read(colours_changed(fen.write(position)))
        assert evaluate(native(turned), DIAMOND) == evaluate(native(position), DIAMOND)


def test_material_counts_as_the_report_has_it() -> None:
    for pieces, value in {"P": 100, "N": 300, "B": 300, "R": 500, "Q": 900}.items():
        position = native(fen.read(f"4k3/8/8/8/8/8/{pieces}7/4K3 w - - 0 1"))
        assert evaluate(position, weights("material")) == value
    assert evaluate(native(fen.read(WRITTEN[0])), weights("material")) == 0


def test_a_piece_with_fewer_protections_than_threats_is_withdrawn() -> None:
    alone, protected = "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "4k3/8/8/3p4/4N3/5P2/8/4K3 w - - 0 1"
    assert counted(alone)["en prise"] == [0, 1, 0, 0, 0]
    assert counted(protected)["en prise"] == [0, 0, 0, 0, 0]
    assert counted(protected)["protected"] == [1]
    threatened_twice = "4k3/4r3/8/3p4/4N3/5P2/8/4K3 w - - 0 1"
    assert counted(threatened_twice)["en prise"] == [0, 1, 0, 0, 0]


def test_pieces_that_protect_each_other_count_both() -> None:
    rooks = "4k3/8/8/8/8/8/8/R2RK3 w - - 0 1"
    assert counted(rooks)["protecting each other"] == [
        3
    ]  # the rooks, each with the other, and the rook beside the king with him
    apart = "4k3/8/8/8/8/1R6/8/R3K3 w - - 0 1"
    assert counted(apart)["protecting each other"] == [0]


def test_forks_one_way_attacks_and_lines_to_the_king() -> None:
    fork = "4k3/2r5/8/3N4/8/8/8/4K3 w - - 0 1"
    assert counted(fork)["fork"] == [0]  # one rook is no two pieces
    fork = "2q1k3/4r3/8/3N4/8/8/8/4K3 w - - 0 1"
    assert counted(fork.replace("2q1k3/4r3", "4k3/2r1r3"))["fork"] == [1]
    assert counted(fork)["one-way attack"] == [1]
    both_ways = "4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1"
    assert counted(both_ways)["one-way attack"] == [0]
    behind_a_pawn = "4k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1"
    assert counted(behind_a_pawn)["tropism"][1] == 1
    assert counted(behind_a_pawn.replace("8/8/8/8/4R3", "4n3/8/8/8/4R3"))["tropism"][1] == 0


def test_who_dominates_the_centre_and_who_has_moved_out() -> None:
    after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert counted(after_e4)["centre"] == [0]
    assert counted(after_e4, is_other=True)["centre"] == [1]
    assert counted(after_e4)["at home"] == [8, 2, 2, 2, 1, 1]
    assert counted(after_e4, is_other=True)["at home"] == [7, 2, 2, 2, 1, 1]


def test_castling_is_no_loss() -> None:
    possible = counted("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")["castling"]
    done = counted("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1")["castling"]
    assert (possible, done) == ([2, 0], [0, 1])
    one, castled = TERMS["castling"]
    assert castled > 2 * one


def test_it_is_an_evaluation_like_the_others() -> None:
    assert {"diamond", "material", "hand", "learnt"} <= set(names())
    assert len(DIAMOND) == COUNT
    game = load("chess", evaluation="diamond")
    for position in POSITIONS[:30]:
        rows = game.explain(native(position))
        assert rows is not None
        assert sum(own - other for _, own, other in rows) == evaluate(native(position), DIAMOND)
    material = load("chess", evaluation="material").explain(native(fen.read(WRITTEN[1])))
    assert material is not None
    assert [name for name, _, _ in material] == ["material"]
    trusting, lost = weights("diamond-without-en-prise"), slice(PLACES["en prise"], PLACES["en prise"] + 5)
    assert not trusting[lost].any()
    assert (trusting + DIAMOND == 2 * trusting)[[place not in range(lost.start, lost.stop) for place in range(COUNT)]].all()
    mate = fen.read("8/8/8/4k3/8/8/8/KBN5 w - - 0 1")  # the table that others have behind their weights is not for these
    assert len(kbnk.weights_for(mate, "diamond")) == COUNT
    assert len(kbnk.weights_for(mate, "")) > COUNT
    with pytest.raises(
        ValueError,
        match="there is no evaluation 'diamant'; there are diamond, diamond-without-en-prise, hand, ",
    ):
        weights("diamant")
