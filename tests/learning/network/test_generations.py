"""A game teaches itself: the same network for the same seed, whoever is ended on the way; and it becomes stronger."""

import dataclasses
import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from learners import TINY

from damier.errors import BadInput
from damier.games import load
from damier.learning.network.examples import without_repetitions
from damier.learning.network.generations import AT_ONCE, Learning, Settings
from damier.learning.network.packed_games import from_text
from damier.learning.network.playing import UNTOLD, Ring

SMALL = Settings(nodes=50, positions=4000, hidden=32, match_pairs=20, rounds=2)


def test_the_same_seed_gives_the_same_network(tmp_path: Path) -> None:
    one, two = (Learning(load("tictactoe"), tmp_path / name, SMALL, jobs=jobs) for name, jobs in (("one", 1), ("two", 2)))
    for learning in (one, two):
        learning.run(2)
    assert (one.network(2).weights == two.network(2).weights).all()
    assert [each.pairs for each in one.past] == [each.pairs for each in two.past]


def test_who_is_ended_goes_on(tmp_path: Path) -> None:
    """Stopped again and again at any moment, it ends where it would have ended."""
    whole = Learning(load("tictactoe"), tmp_path / "whole", SMALL, jobs=1)
    whole.run(2)
    chance = random.Random(1)
    for _ in range(200):
        learning = Learning(load("tictactoe"), tmp_path / "ended", SMALL, jobs=1)
        left = chance.randint(1, 12)

        def hear(progress: object, learning: Learning = learning) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                learning.stop()

        learning._tell = hear
        if len(learning.run(2)) == 2:
            break
    assert (learning.network(2).weights == whole.network(2).weights).all()
    assert [each._replace(seconds=0) for each in learning.past] == [each._replace(seconds=0) for each in whole.past]


def test_how_much_time_there_is_changes_nothing(tmp_path: Path) -> None:
    """But when it ends: the same command goes on."""
    whole = Learning(load("tictactoe"), tmp_path / "whole", TINY, jobs=1)
    whole.run(1)
    for _ in range(60):
        learning = Learning(load("tictactoe"), tmp_path / "hurried", TINY, jobs=2)
        if learning.run(1, seconds=0.5):
            break
    assert learning.file(1).read_bytes() == whole.file(1).read_bytes()
    assert [each._replace(seconds=0) for each in learning.past] == [each._replace(seconds=0) for each in whole.past]


def test_a_game_that_is_played_again_is_learnt_from_once(tmp_path: Path) -> None:
    """Without random moves all games are one; with some, many are alike, and of those the first counts."""
    for name, opening in (("alike", (0, 0)), ("random", (1, 2))):
        learning = Learning(load("tictactoe"), tmp_path / name, dataclasses.replace(TINY, opening=opening), jobs=2)
        learning.run(1)
        told = [json.loads(line) for line in (tmp_path / name / "games-0001.part").read_text().splitlines()[1:]]
        games = [game for unit in sorted(told, key=lambda unit: int(unit["unit"])) for game in from_text(unit["result"])]
        different = {tuple(game.moves): None for game in games}
        assert len(different) == 1 if name == "alike" else 1 < len(different) < len(games)
        kept = without_repetitions(games)
        assert [tuple(game.moves) for game in kept] == list(different)
        examples = learning.lesson(1)[0]
        assert len(examples) == sum(int((game.scores != UNTOLD).sum()) for game in kept)


def test_other_settings_are_refused(tmp_path: Path) -> None:
    Learning(load("tictactoe"), tmp_path / "mine", SMALL, jobs=1).run(0)
    with pytest.raises(BadInput, match="there seed is 1, not 2"):
        Learning(load("tictactoe"), tmp_path / "mine", Settings(**{**SMALL.__dict__, "seed": 2}), jobs=1).run(0)
    shutil.rmtree(tmp_path / "mine")


def test_it_becomes_stronger(tmp_path: Path) -> None:
    learning = Learning(load("connect4"), tmp_path / "c4", Settings(nodes=100, positions=40_000, hidden=32, match_pairs=200))
    past = learning.run(3)
    assert learning.best > 0
    assert past[-1].rating > 50
    assert np.isfinite([each.error for each in past]).all()


def test_the_first_games_may_be_played_by_the_evaluation_that_is_there(tmp_path: Path) -> None:
    """The games are those that it plays, and what it thought of positions is learnt from at once, not only who won."""
    settings = Settings(nodes=50, positions=1500, hidden=32, match_pairs=10, rounds=2, teacher="own")
    learning = Learning(load("connect4"), tmp_path / "taught", settings, jobs=2)
    learning.run(1)
    told = json.loads((tmp_path / "taught" / "games-0001.part").read_text().splitlines()[1])
    game = learning.game.with_own_evaluation
    own = np.asarray(game.weights(), np.int32)
    ring = Ring(game.start(), own, own, game.unit, learning._terms(settings.opening))
    first = next(played for seed in range(int(told["unit"]), int(told["unit"]) + AT_ONCE) if (played := ring.play(seed)))
    kept = from_text(told["result"])[0]
    assert kept.moves.tolist() == first.moves.tolist()
    assert kept.scores.tolist() == first.scores.tolist()
    _, targets = learning.lesson(1)
    assert len(np.unique(targets)) > 3


def test_a_game_that_judges_nothing_teaches_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Tic-tac-toe has no evaluation of its own to learn from"):
        Learning(load("tictactoe"), tmp_path, Settings(teacher="own"))
