"""The network that comes with chess: who is judged by it, and what the rules know better."""

import numpy as np
import pytest

from damier.engine.player import Player
from damier.games import load
from damier.network.estimate import estimate
from damier.network.file import read_network
from damier.network.reckoning import end_of, is_network

CHESS = load("chess")
MOST_BYTES = 5_000_000


def at(text: str, **options: str) -> int:
    """What a position is worth without a search, for the player to move."""
    game = load("chess", **options)
    position = game.parse(text)
    return int(estimate(position, game.weights(position)))


def test_it_judges_by_itself() -> None:
    assert is_network(CHESS.weights())
    for other in ("own", "learnt", "hand", "diamond"):
        assert not is_network(np.asarray(load("chess", evaluation=other).weights()))


def test_it_is_small_and_says_where_it_comes_from() -> None:
    path = CHESS.module.NETWORK
    assert path.stat().st_size < MOST_BYTES
    assert read_network(path).learnt["positions"] > 0


@pytest.mark.parametrize(
    ("text", "lowest"),
    [
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 400),
        ("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 150),
        ("4k3/pppp4/8/8/8/8/PPPPPP2/4K3 w - - 0 1", 100),
    ],
)
def test_it_knows_what_pieces_are_worth(text: str, lowest: int) -> None:
    assert at(text) > lowest
    board, turn, rest = text.split(" ", 2)
    assert turn == "w"
    assert at(f"{board} b {rest}") < 0


def test_colours_are_alike() -> None:
    """A position and its mirror image with the other player to move are worth the same."""
    text = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
    turned = "r2qk2r/pp1n1ppp/2pbpn2/3p1b2/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 b kq - 0 8"
    assert at(text) == at(turned)


def test_endings_that_are_known_are_judged_by_what_is_known() -> None:
    """The table of bishop and knight stands behind the network where it may be needed; pawns against kings are exact."""
    near = CHESS.parse("8/8/4k3/8/8/4K3/8/2BN4 w - - 0 1")
    weights = CHESS.weights(near)
    assert weights is CHESS.weights(near)
    assert len(weights) - end_of(weights) > len(CHESS.weights()) - end_of(CHESS.weights()) > 0
    for text in ("8/8/4k3/8/8/4K3/8/2BN4 w - - 0 1", "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "8/8/4k3/8/8/3NNK2/8/8 w - - 0 1"):
        assert at(text) == at(text, evaluation="learnt")


def test_a_lone_king_is_mated_by_bishop_and_knight() -> None:
    """Alliot-Schiex fig. 15.15, by the player as it comes."""
    position = CHESS.parse("6NB/6K1/8/8/4k3/8/8/8 w - - 0 1")
    assert Player(CHESS, seconds=None, depth=6, hash_mb=2, threads=1).think(position).value > 9_000
