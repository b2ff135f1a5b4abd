"""Experiments with bridge."""

EXPERIMENTS = {"bridge-ideas": ("ideas", "the solver of bridge deals without each of its ideas, by cards a hand")}
