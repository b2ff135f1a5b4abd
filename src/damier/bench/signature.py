"""The signature: nodes visited from fixed positions, at fixed depths, by four searches. It changes only with behaviour."""

from dataclasses import dataclass

from damier.games import load
from damier.search.driver import Options, search

ALGORITHMS = ("alphabeta", "scout", "sss", "memory-depth")
POSITIONS = {
    "nim": [("", 12)],
    "tictactoe": [("", 7)],
    "connect4": [("", 9), ("4444", 9), ("35333571", 9)],
    "kalah": [("", 7), ("0,5,5,5,5,4,0/4,4,4,4,4,4,0", 7)],
    "awale": [("", 7)],
    "tree": [("", 6)],
    "random-tree": [("", 6)],
}


@dataclass(frozen=True)
class Signature:
    game: str
    nodes: int
    seconds: float


def signature(name: str) -> Signature:
    """The nodes of all searches of one game."""
    game = load(name)
    nodes, seconds = 0, 0.0
    for text, depth in POSITIONS[name]:
        for algorithm in ALGORITHMS:
            deepen = algorithm == "memory-depth"
            found = search(game.parse(text), algorithm, depth, Options(hash_mb=4, deepen=deepen, weights=game.weights()))
            nodes += found.nodes
            seconds += found.seconds
    return Signature(name, nodes, seconds)
