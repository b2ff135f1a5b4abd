"""A process that plays games of Othello against itself, many with one seed, and solves them (`processes/serving.py`)."""

import math
from typing import Any

from damier.learning.carried import array_as_text, array_from_text
from damier.learning.othello.selfplay import play_solved
from damier.processes.serving import Say, Work, serve


def main() -> None:
    """Play what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        weights = array_from_text(terms["weights"])

        def play(asked: dict[str, int]) -> dict[str, Any]:
            say({"seconds": math.inf})  # what it plays with may have to be compiled
            played = play_solved(asked["count"], weights, terms["solved"], asked["seed"])
            return {name: array_as_text(array) for name, array in played._asdict().items()}

        return play

    serve(begin)
