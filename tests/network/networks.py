"""Networks of random numbers, which know nothing and always know it: what is told of them must agree."""

from typing import Any

from damier.games.game import Game
from damier.kernel import native
from damier.learning.network.survey import survey
from damier.learning.network.training import Numbers


def random_network(game: Game, seed: int = 1, hidden: int = 64, is_symmetric: bool = False, loudness: float = 1) -> Any:
    found = survey(native(game.start()), hidden=hidden, is_symmetric=is_symmetric)
    numbers = Numbers.random(found.layout, found.plan, seed)
    numbers.output_biases += 0.1
    numbers.outputs *= loudness
    return numbers.network()
