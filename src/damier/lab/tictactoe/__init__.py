"""Experiments with tic-tac-toe."""

SMALL = (("tictactoe", 765, 0),)  # solved by `small-games`: the game, its positions, its value
EXPERIMENTS: dict[str, tuple[str, str]] = {}
