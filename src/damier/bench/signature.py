"""The signature: nodes visited from fixed positions, at fixed depths, by four searches and the player, on chess by the
player alone, and by the exact solvers of Connect 4 and Othello endings. It changes only with behaviour."""

from dataclasses import dataclass

from damier.engine.player import Player
from damier.games import connect4, load, othello
from damier.search.driver import Options, search
from damier.solvers.connect4 import Solver as Connect4Solver
from damier.solvers.othello import Solver as OthelloSolver

ALGORITHMS = ("alphabeta", "scout", "sss", "memory-depth")
POSITIONS = {
    "nim": [("", 12)],
    "tictactoe": [("", 7)],
    "connect4": [("", 9), ("4444", 9), ("35333571", 9)],
    "othello": [("", 6), ("f5d6c3d3c4f4f6b4", 6)],
    "kalah": [("", 7), ("0,5,5,5,5,4,0/4,4,4,4,4,4,0", 7)],
    "awale": [("", 7)],
    "tree": [("", 6)],
    "random-tree": [("", 6)],
}
PLAYED = {  # by the player alone: to compile the four searches takes longer than all the rest
    "chess": [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 12),
        ("r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1", 12),  # number 5 of the Bratko-Kopec test
        ("3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1", 12),  # number 2
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 18),  # Fine, Basic Chess Endings, 70
    ],
}
SOLVED = ("2756445", "333333262", "341251367")  # Connect 4, to the end
ENDINGS = (  # numbers 8 and 24 of the endgame tests of the FFO
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
    "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O",
)


@dataclass(frozen=True)
class Signature:
    game: str
    nodes: int
    seconds: float


def signature(name: str) -> Signature:
    """The nodes of all searches of one game."""
    game = load(name)
    nodes, seconds = 0, 0.0
    for text, depth in POSITIONS.get(name, ()):
        for algorithm in ALGORITHMS:
            deepen = algorithm == "memory-depth"
            found = search(game.parse(text), algorithm, depth, Options(hash_mb=4, deepen=deepen, weights=game.weights()))
            nodes += found.nodes
            seconds += found.seconds
    for text, depth in [*POSITIONS.get(name, ()), *PLAYED.get(name, ())]:
        thought = Player(game, seconds=None, depth=depth, hash_mb=4).think(game.parse(text))
        nodes += thought.nodes
        seconds += thought.seconds
    return Signature(name, nodes, seconds)


def solver_signatures() -> list[Signature]:
    """The nodes of the exact solvers, each position with a fresh table."""
    answers = [Connect4Solver(hash_mb=64, book=None).solve(connect4.parse(text)) for text in SOLVED]
    solved = [OthelloSolver(hash_mb=64).solve(othello.parse(text)) for text in ENDINGS]
    return [
        Signature("connect4 solver", sum(each.nodes for each in answers), sum(each.seconds for each in answers)),
        Signature("othello endings", sum(each.nodes for each in solved if each), sum(each.seconds for each in solved if each)),
    ]
