"""Positions that threads solve together, down to the empty board; without the book, which knows them."""

from damier.games.connect4 import parse
from damier.lab.halt import Halt
from damier.lab.parallel import Answered, SharedWork
from damier.solvers.connect4.solver import Solver

HASH_MB = 128
POSITIONS = ("44444", "4444", "4", "")


def ask(text: str, threads: int, scheme: int, halt: Halt) -> Answered:
    position = parse(text)
    solver = Solver(HASH_MB, book=None, threads=threads, scheme=scheme)
    solver.warm(position)
    solver.table.touch()
    halt.reaches(solver.stop)
    solved = solver.solve(position)
    return Answered(solved.score, solved.nodes, solved.seconds)


WORK = SharedWork("Connect 4", "connect4", POSITIONS, ask, True, 11, ("lazy", "root", "all"))  # no window is open
