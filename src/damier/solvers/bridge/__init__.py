"""Deals of bridge solved with all hands seen."""

from damier.solvers.bridge.ideas import IDEAS
from damier.solvers.bridge.solver import Solver

__all__ = ["IDEAS", "Solver"]
