"""Games as they travel to whoever learns from them, and stand in journals: moves and scores of many games in one array."""

from typing import Any

import numpy as np

from damier.learning.carried import array_as_text, array_from_text
from damier.learning.network.playing import Played


def as_text(games: list[Played]) -> dict[str, Any]:
    """Games as something that fits into JSON."""
    lengths, outcomes = [len(game.moves) for game in games], [game.outcome for game in games]
    moves = [move for game in games for move in game.moves]
    scores = [score for game in games for score in game.scores]
    return array_as_text(np.array([len(games), *lengths, *outcomes, *moves, *scores], np.int32))


def from_text(said: dict[str, Any]) -> list[Played]:
    """The games that were written so."""
    numbers = array_from_text(said).astype(np.int64)
    count = int(numbers[0])
    if not count:
        return []
    lengths, outcomes, rest = numbers[1 : count + 1], numbers[count + 1 : 2 * count + 1], numbers[2 * count + 1 :]
    moves, scores = np.split(rest, 2)
    ends = np.cumsum(lengths)[:-1]
    return [
        Played(made, said_of, int(outcome))
        for made, said_of, outcome in zip(np.split(moves, ends), np.split(scores, ends), outcomes, strict=True)
    ]
