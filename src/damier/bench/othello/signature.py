"""What the solver of Othello endings visits in some of the endgame tests of the FFO."""

from damier.bench.measured import Signature
from damier.games.othello import parse
from damier.solvers.othello import Solver

ENDINGS = (  # numbers 8 and 24
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
    "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O",
)


def signature() -> Signature:
    """The nodes of all endings, each with a fresh table."""
    solved = [found for text in ENDINGS if (found := Solver(hash_mb=64).solve(parse(text)))]
    return Signature("othello endings", sum(each.nodes for each in solved), sum(each.seconds for each in solved))
