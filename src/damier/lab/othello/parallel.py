"""Endings that threads solve together: numbers 41 to 50 of the FFO test (French Othello federation), the quick ones first."""

from damier.games.othello import parse
from damier.lab.halt import Halt
from damier.lab.parallel import Answered, SharedWork
from damier.solvers.othello.solver import Solver

HASH_MB = 512
ENDINGS = (  # with 22 to 26 empty squares
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",  # 41
    "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",  # 47
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",  # 42
    "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",  # 44
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",  # 43
    "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",  # 46
    "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",  # 48
    "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",  # 45
    "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",  # 49
    "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X",  # 50
)


def ask(text: str, threads: int, scheme: int, halt: Halt) -> Answered:
    position = parse(text)
    solver = Solver(HASH_MB, threads=threads, scheme=scheme)
    solver.warm(position)
    halt.reaches(solver.stop)
    solved = solver.solve(position)
    return Answered(None, 0, 0.0) if solved is None else Answered(solved.score, solved.nodes, solved.seconds)


WORK = SharedWork("Othello endings", "othello", ENDINGS, ask, True, 7, ("lazy", "root", "all"))  # no window is open
