"""The signature: nodes visited from fixed positions, at fixed depths, by four searches and the player, and by the
exact solver of Connect 4. It changes only with behaviour."""

from dataclasses import dataclass

from damier.engine.player import Player
from damier.games import load
from damier.games.connect4 import parse
from damier.search.driver import Options, search
from damier.solvers.connect4 import Solver

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
SOLVED = ("2756445", "333333262", "341251367")  # Connect 4, to the end


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
        thought = Player(game, seconds=None, depth=depth, hash_mb=4).think(game.parse(text))
        nodes += thought.nodes
        seconds += thought.seconds
    return Signature(name, nodes, seconds)


def solver_signature() -> Signature:
    """The nodes of the exact solver of Connect 4, each position with a fresh table."""
    answers = [Solver(hash_mb=64, book=None).solve(parse(text)) for text in SOLVED]
    return Signature("solver", sum(answer.nodes for answer in answers), sum(answer.seconds for answer in answers))
