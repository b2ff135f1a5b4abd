"""Exact endings of Othello."""

from damier.solvers.othello.ideas import IDEAS
from damier.solvers.othello.settle import METHODS
from damier.solvers.othello.solver import Solved, Solver

__all__ = ["IDEAS", "METHODS", "Solved", "Solver"]
