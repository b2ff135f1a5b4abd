"""Matches of any evaluation against the first network of a learning, which knows nothing; always from the same openings."""

from typing import Any

from damier.lab.halt import Halt
from damier.learning.network.generations import CLEAR, MATCH_OPENING, Learning
from damier.learning.network.playing import Played, Ring, Terms
from damier.rating import Pairs

SEED = 1 << 50  # openings from here on nobody has learnt from


class AgainstFirst:
    """Who plays the first network of a learning, so many nodes a move."""

    def __init__(self, learning: Learning, size: int, nodes: int, halt: Halt) -> None:
        game, layout = learning.game, learning.survey.layout
        learning.prepare()
        self.start = game.start()
        self._first = learning.network(0).weights
        self._unit = game.unit if game.says_unit else layout.scale
        self._terms = Terms(nodes, MATCH_OPENING, CLEAR * layout.scale)
        self._size, self._halt = size, halt

    def pairs(self, weights: Any) -> Pairs | None:
        """What weights score in pairs of games, each opening from both sides; None if it was ended before."""
        ring = Ring(self.start, weights, self._first, self._unit, self._terms)
        counts = [0] * 5
        for seed in range(SEED, SEED + self._size):
            if self._halt.is_wanted:
                return None
            one, two = ring.play(seed), ring.play(seed, turned=True)
            if one is not None and two is not None:
                counts[round(2 * (_points(one) + 1 - _points(two)))] += 1
        return (counts[0], counts[1], counts[2], counts[3], counts[4]) if sum(counts) else None


def _points(game: Played) -> float:
    """What a game brings who has moved first."""
    return 1.0 if game.outcome > 0 else 0.5 if game.outcome == 0 else 0.0
