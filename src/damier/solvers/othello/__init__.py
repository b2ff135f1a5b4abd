"""Exact endings of Othello."""

from damier.solvers.othello.solver import Solved, Solver

__all__ = ["Solved", "Solver"]
