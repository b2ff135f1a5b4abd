"""Exact solvers, each made for one game."""
