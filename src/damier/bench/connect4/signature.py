"""What the solver of Connect 4 visits in some positions that it plays to the end, without its book."""

from damier.bench.measured import Signature
from damier.games.connect4 import parse
from damier.solvers.connect4 import Solver

POSITIONS = ("2756445", "333333262", "341251367")


def signature() -> Signature:
    """The nodes of all positions, each with a fresh table."""
    answers = [Solver(hash_mb=64, book=None).solve(parse(text)) for text in POSITIONS]
    return Signature("connect4 solver", sum(each.nodes for each in answers), sum(each.seconds for each in answers))
