"""The evaluation of draughts: its terms, its two sides, and that endings which are won are won by it."""

import random
from typing import Any

import numpy as np
import pytest

from damier.bits import reverse
from damier.engine.player import Player
from damier.games import load
from damier.games.draughts.rules import Draughts
from damier.games.draughts.weights import COUNT, PLACES, VALUES
from damier.games.game import BadInput
from damier.records.session import Session
from damier.rules import evaluate
from walks import random_game

GAME = load("draughts")
FOR_THE_MOVER = ("the move", "tempo", "threat")


def estimated(text: str) -> int:
    return int(evaluate(GAME.parse(text), GAME.weights()))


def test_both_sides_are_judged_alike() -> None:
    """What is counted for each side is the same, with the other sign, for the other player."""
    weights = GAME.weights().copy()
    for name in FOR_THE_MOVER:
        weights[[PLACES[name], COUNT + PLACES[name]]] = 0
    for position, _ in random_game(GAME, 4):
        turned = Draughts(reverse(position.men), reverse(position.kings), np.int64(0), 1 - position.turn)
        assert int(evaluate(position, weights)) + int(evaluate(turned, weights)) in (0, -1)  # rounded down both times


def test_what_is_better() -> None:
    """One term at a time, the material being the same."""
    assert estimated("B:WK32:BK18,K19") > estimated("B:WK32:BK1,K2")  # kings near the one they hunt
    assert estimated("B:WK30:BK18,K19") > estimated("B:WK32:BK18,K19")  # out of its double corner
    assert estimated("B:W5,K4:B22,K32") > estimated("B:W5,K31:B22,K32")  # a man that nobody can stop
    assert estimated("B:W21,24,25,28,29:B1,3,10,11,12") > estimated("B:W21,24,25,28,29:B5,8,10,11,12")  # the bridge


def test_a_lone_king_is_caught() -> None:
    """Two kings win against one, also in its double corner, by a shallow search and the evaluation."""
    player = Player(GAME, None, 8, hash_mb=4)
    for text in ("B:WK32:BK14,K15", "W:WK10,K26:BK1", "B:WK12:BK5,K30"):
        session = Session.from_text(GAME, text)
        strong = session.turn
        while not session.is_over and len(session.moves) < 80:
            session.play(player.think(session.position, past=session.past).move)
        assert session.score == (100_000 if strong == 0 else -100_000), (text, session.move_names())


def test_every_term_has_its_values() -> None:
    assert list(VALUES) == list(PLACES)
    assert len(GAME.weights()) == 2 * COUNT


def test_explained_terms_sum_to_the_evaluation() -> None:
    chance = random.Random(5)
    for seed in range(3):
        positions: list[Any] = [position for position, move in random_game(GAME, seed) if move is not None]
        for position in chance.sample(positions, 10):
            terms = GAME.explain(position)
            assert terms is not None
            total = sum(own - other for _, own, other in terms)
            assert abs(total - int(evaluate(position, GAME.weights()))) <= len(terms) + 1  # each is rounded


def test_evaluations_by_name() -> None:
    material = load("draughts", evaluation="material")
    ahead = GAME.parse("B:W21,22:B1,2,3")
    terms = {name: own - other for name, own, other in material.explain(ahead) or []}
    assert terms["man"] == 100
    assert sum(map(abs, terms.values())) == 100
    with pytest.raises(BadInput, match="there is no evaluation 'x'; there are hand, material"):
        load("draughts", evaluation="x").weights()
