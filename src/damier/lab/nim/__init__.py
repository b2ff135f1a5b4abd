"""Experiments with Nim."""

SMALL = (("nim", 22, 100_000),)  # solved by `small-games`: the game, its positions, its value
EXPERIMENTS: dict[str, tuple[str, str]] = {}
