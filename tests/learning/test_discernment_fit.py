"""Discernment from games: a known one is found again, and the command says what is wrong with what it is given."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent.parent / "cli"))
from commands import answer, damier, refusal

from damier.engine.discernment import probabilities
from damier.engine.levels import people
from damier.engine.player import Player
from damier.games import load
from damier.games.game import BadInput
from damier.learning.discernment import Choice, fit, learn
from damier.records.session import Session


def made_up(rating: float, count: int, seed: int = 1) -> list[Choice]:
    """Choices of a player of a known rating, ten of each game."""
    rng, found = random.Random(seed), list[Choice]()
    for number in range(count):
        values = [rng.gauss(0, 1) for _ in range(rng.randint(2, 30))]
        made = rng.choices(range(len(values)), probabilities(values, rating))[0]
        found.append(Choice(np.array(values), made, number // 10))
    return found


@pytest.mark.parametrize("rating", [0, 1500, 8000])
def test_a_known_rating_is_found(rating: float) -> None:
    lesson = learn(made_up(rating, 3000))
    assert lesson.rating == pytest.approx(rating, abs=2 * lesson.error)
    assert lesson.error < 0.1 * (rating + 1000)
    assert (lesson.choices, lesson.games, lesson.is_bound) == (3000, 300, False)
    assert lesson.log_loss <= lesson.by_chance
    assert sum(share.found for share in lesson.shares) == pytest.approx(1)
    for share in lesson.shares:
        assert share.found == pytest.approx(share.expected, abs=0.04)


def test_it_is_the_likeliest() -> None:
    """No rating near it makes the moves likelier."""
    choices = made_up(2000, 200)
    theta, _ = fit(choices)

    def log_likelihood(theta: float) -> float:
        rating = 1000 * (np.exp(theta) - 1)
        return sum(float(np.log(probabilities(each.values, rating)[each.made])) for each in choices)

    assert max((theta - 0.05, theta, theta + 0.05), key=log_likelihood) == theta


def test_who_always_finds_the_best_move_has_no_rating() -> None:
    best = [Choice(np.array([3.0, 0.0]), 0, number) for number in range(30)]
    lesson = learn(best)
    assert lesson.is_bound
    assert lesson.level == "people:1e+06"
    worst = learn([each._replace(made=1) for each in best])
    assert (worst.is_bound, worst.level) == (True, "people:0")


def test_what_tells_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="there are 3 choices; at least 20 are needed"):
        learn(made_up(1500, 3))
    with pytest.raises(BadInput, match="all moves look alike"):
        learn([Choice(np.zeros(4), 1, number) for number in range(30)])


@pytest.mark.xdist_group("connect4")
def test_the_command(tmp_path: Path) -> None:
    """Games of one who errs by the model against one who does not: either is found by his name."""
    game = load("connect4")
    players = [Player(game, None, depth=2, hash_mb=1, level=people(rating), seed=3) for rating in (300, 1e6)]
    texts = []
    for number in range(8):
        session, first = Session(game), number % 2
        while not session.is_over:
            session.play(players[(session.turn + first) % 2].think(session.position, past=session.past).move)
        names = ("Ann", "Bob")[:: 1 if first == 0 else -1]
        texts.append(f'[First "{names[0]}"]\n[Second "{names[1]}"]\n\n{" ".join(session.move_names())}\n\n')
    file = tmp_path / "games.txt"
    file.write_text("".join(texts) + "1 x 2\n")
    options = ("learn", "discernment", "connect4", str(file), "--depth", "2")
    ann, bob = (answer(*options, "--player", name, "--json") for name in ("ann", "Bob"))
    assert ann["rating"] == pytest.approx(300, abs=2 * ann["error"])
    assert bob["rating"] > ann["rating"] + ann["error"]
    assert ann["games"] == bob["games"] == 8
    said = damier(*options, "--count", "30")
    assert "30 choices of" in said.stdout
    assert "level  people:" in said.stdout
    assert "nobody of the name 'Cid' plays in these games; there are Ann, Bob" in refusal(*options, "--player", "Cid")
    assert "count is 3; it must be from 20" in refusal(*options, "--count", "3")
