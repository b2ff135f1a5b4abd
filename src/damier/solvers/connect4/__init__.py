"""Connect 4 solved: exact scores of positions on any board that fits 64 bits."""

from damier.solvers.connect4.book import Book
from damier.solvers.connect4.ideas import IDEAS
from damier.solvers.connect4.solver import Answer, Solver, Study
from damier.solvers.connect4.table import Table

__all__ = ["IDEAS", "Answer", "Book", "Solver", "Study", "Table"]
