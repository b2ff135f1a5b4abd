"""Exact solvers of games that were solved backwards (`damier endgames build`): they look up what is in the user's folder.

A score tells wins from losses and the sooner from the later: a win counts the more the sooner it comes, a loss the less.
"""

import os
from typing import Any, ClassVar

import numpy as np

from damier.cancel import Cancel
from damier.endgames.asked import Oracle, Worth, open_oracle
from damier.endgames.folders import folder_of
from damier.endgames.keeping import is_solved
from damier.endgames.outside import has_outside
from damier.endgames.store import SUFFIX
from damier.games.game import Game
from damier.rules import WIN
from damier.solvers.protocol import ExactSolver, OnScore

FAR = 1 << 16  # plies, more than any win takes
VALUE = 1 << 17  # what a point of the game's own score counts


class LookUp(ExactSolver):
    """What a game's tables, or its solution, say. A class is made for each game, since solvers are made without naming one."""

    game: ClassVar[Game]
    looks_up: ClassVar[bool] = True

    def __init__(self, hash_mb: int = 64) -> None:
        self._oracle: Oracle = open_oracle(self.game)

    def scores(
        self, position: Any, seconds: float | None = None, on_score: OnScore | None = None, cancel: Cancel | None = None
    ) -> dict[int, int] | None:
        verdict = self._oracle.verdict(position)
        self.counts_moves = verdict is not None and verdict.counts_moves
        return None if verdict is None else {move: _score(worth) for move, worth in verdict.moves}

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        return self._oracle.knows(position)

    def warm(self, position: Any) -> None:
        self._oracle.warm()

    def line(self, position: Any, seconds: float | None = None, cancel: Cancel | None = None) -> list[int]:
        made = list[int]()
        while (verdict := self._oracle.verdict(position)) and verdict.worth.distance and verdict.moves:
            made.append(verdict.moves[0].move)
            position = self.game.play(position, made[-1])
        return made

    @staticmethod
    def value_of(score: int) -> int:
        """The game's own score."""
        return int(np.sign(score)) * (abs(score) // VALUE)

    @staticmethod
    def plies_of(score: int) -> int | None:
        """Plies to the end, where somebody wins."""
        rest = abs(score) % VALUE
        return FAR - rest if abs(score) >= VALUE and rest <= FAR else None


def _score(worth: Worth) -> int:
    if worth.to_zero is not None:  # more than any score with a distance has beside its value, so that nobody takes it for one
        return worth.wdl * WIN * VALUE + worth.leaning * (VALUE - 1 - worth.to_zero)
    value = worth.wdl * WIN if worth.score is None else worth.score
    return value * VALUE + worth.wdl * (FAR - (worth.distance or 0))


def look_up_of(game: Game) -> type[LookUp] | None:
    """The solver that looks a game up, if anything of it is in the user's folder."""
    folder = folder_of(game)
    is_whole = not game.has_endings and is_solved(folder)
    is_there = is_whole or has_outside(game)
    if game.has_endings and folder.is_dir():
        is_there = is_there or any(name.endswith(SUFFIX) for name in os.listdir(folder))
    return type("LookUp", (LookUp,), {"game": game, "is_complete": is_whole}) if is_there else None
