"""A process that plays games of chess against itself, a seed each (`processes/serving.py`)."""

import math
from typing import Any

from damier.learning.carried import array_from_text
from damier.learning.chess.selfplay import TABLE_MB, as_lines, play_game
from damier.processes.serving import Say, Work, serve
from damier.search.table import Table


def main() -> None:
    """Play what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        weights, table = array_from_text(terms["weights"]), Table(TABLE_MB)

        def play(seed: int) -> str:
            say({"seconds": math.inf})  # what it plays with may have to be compiled
            return as_lines(play_game(weights, table, terms["nodes"], seed))

        return play

    serve(begin)
