"""Temporal differences: targets beside a plain twin, leaves that a search's value comes from, games that keep their lines."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.errors import BadInput
from damier.games import load
from damier.kernel import native
from damier.learning.network.examples import NOTHING, Examples, examples_of
from damier.learning.network.generations import TD_LEAF, Learning, Settings
from damier.learning.network.packed_games import as_text, from_text
from damier.learning.network.playing import UNTOLD, Played, Ring, Terms
from damier.learning.network.survey import Survey, survey
from damier.learning.network.temporal import outlook, temporal
from damier.learning.network.training import Numbers
from damier.network.estimate import estimate
from damier.network.plainly import active
from damier.network.reckoning import MOST_WORDS
from damier.rules import ONGOING, features, opposite, outcome, play, same_player

SMALL = Settings(nodes=50, positions=4000, hidden=32, match_pairs=20, rounds=2, method=TD_LEAF)


@pytest.fixture(scope="module")
def played() -> tuple[Any, Survey, Any, list[Played]]:
    """Connect 4: where it begins, what a survey says, a network that knows nothing, and games of it with lines."""
    start = native(load("connect4").start())
    found = survey(start, 32)
    weights = Numbers.random(found.layout, found.plan).network()
    ring = Ring(start, weights, weights, 100, Terms(200, (0, 8), 10_000, keeps_lines=True))
    games = [game for seed in range(20) if (game := ring.play(seed)) is not None]
    return start, found, weights, games


def leaves(start: Any, game: Played) -> list[tuple[Any, int, int]]:
    """The leaf of each position that something is told of, what the search said for who moves there, and who that is."""
    position, first, found, at = start, 1, [], 0
    for move, score, length in zip(game.moves, game.scores, game.line_lengths, strict=True):
        if score != UNTOLD:
            leaf, player = position, first
            for expected in game.line_moves[at : at + length]:
                child = native(play(leaf, expected))
                player = player if same_player(leaf, child) else -player
                leaf = child
            found.append((leaf, int(score) * first * player, player))
        at += length
        child = native(play(position, move))
        first = first if same_player(position, child) else -first
        position = child
    return found


def test_a_leaf_is_what_the_value_comes_from(played: Any) -> None:
    """What a search says of a position is what the network says of the leaf, but where a line was cut short."""
    start, _, weights, games = played
    found = [leaf for game in games for leaf in leaves(start, game) if outcome(leaf[0]) == ONGOING]
    same = [estimate(leaf, weights) == score for leaf, score, _ in found]
    assert len(found) > 100
    assert np.mean(same) > 0.95


def test_examples_are_leaves(played: Any) -> None:
    start, survey_, weights, games = played
    examples = examples_of(start, weights, games)
    told = [(*leaf, game.outcome) for game in games for leaf in leaves(start, game)]
    assert len(examples) == len(told)
    assert examples.is_last.sum() == sum(bool((game.scores != UNTOLD).any()) for game in games)
    assert (examples.output == NOTHING).any()
    views = survey_.layout.views
    for i, (leaf, score, player, ended) in enumerate(told):
        assert (examples.score[i], examples.player[i], examples.result[i]) == (score, player, ended * player)
        assert (examples.output[i] == NOTHING) == (outcome(leaf) != ONGOING)
        for view, shown in enumerate([leaf, opposite(leaf)][:views]):
            listed = examples.which[examples.start[i * views + view] : examples.start[i * views + view + 1]]
            out = np.zeros(MOST_WORDS, np.int64)
            count = features(shown, out)
            expected = [] if outcome(leaf) != ONGOING else active(survey_.plan, out[:count]).tolist()
            assert sorted(listed.tolist()) == expected


def plain_target(said: list[float], ended: float, decay: float) -> float:
    """What the first of some positions should be worth, by what was said of the later ones: the sum as it is written."""
    n = len(said)
    sum_ = sum(decay ** (k - 1) * said[k] for k in range(1, n))
    return (1 - decay) * sum_ + decay ** (n - 1) * ended


@pytest.mark.parametrize("decay", [0.0, 0.3, 0.7, 1.0])
@pytest.mark.parametrize("is_graded", [False, True])
def test_targets_beside_a_plain_twin(played: Any, decay: float, is_graded: bool) -> None:
    start, survey_, weights, games = played
    examples = examples_of(start, weights, games)
    learnt, targets = temporal(examples, survey_.layout, is_graded, decay)
    expected = []
    for game in games:
        told = leaves(start, game)
        values = [score * player / survey_.layout.scale for _, score, player in told]  # for who moved first
        said = values if is_graded else [1 / (1 + np.exp(-value)) for value in values]
        ended = game.outcome / survey_.layout.scale if is_graded else (np.sign(game.outcome) + 1) / 2
        for i, (leaf, _, player) in enumerate(told):
            if outcome(leaf) == ONGOING:
                target = plain_target(said[i:], ended, decay)
                expected.append(target if player > 0 else -target if is_graded else 1 - target)
    assert len(learnt) == len(targets) == len(expected)
    assert np.allclose(targets, expected, atol=1e-6)


def test_some_of_many_examples() -> None:
    whole = Examples(
        np.arange(9, dtype=np.uint16), np.array([0, 2, 3, 3, 5, 8, 9]), *(np.array([1, 2, 3]) * i for i in range(5))
    )
    some = whole.where(np.array([True, False, True]))
    assert some.which.tolist() == [0, 1, 2, 5, 6, 7, 8]
    assert some.start.tolist() == [0, 2, 3, 6, 7]
    assert some.score.tolist() == [1, 3]
    assert whole.where(np.zeros(3, bool)).start.tolist() == [0]


def test_games_travel_with_their_lines(played: Any) -> None:
    *_, games = played
    bare = [game._replace(line_lengths=game.line_lengths[:0], line_moves=game.line_moves[:0]) for game in games]
    for some in (games, games[:1], bare, []):
        for before, after in zip(some, from_text(as_text(some)), strict=True):
            assert before.outcome == after.outcome
            for name in ("moves", "scores", "line_lengths", "line_moves"):
                assert getattr(before, name).tolist() == getattr(after, name).tolist()


@pytest.mark.parametrize("decay", [0.0, 0.4, 1.0])
def test_an_outlook_is_what_a_plain_sum_says(played: Any, decay: float) -> None:
    """Each position beside the sum of its formula, written out for the player to move."""
    start, survey_, weights, games = played
    scale = survey_.layout.scale
    without_lines = [game._replace(line_lengths=game.line_lengths[:0], line_moves=game.line_moves[:0]) for game in games]
    _, targets = outlook(examples_of(start, weights, without_lines), survey_.layout, False, decay)
    expected = []
    for game in games:
        told = [i for i, score in enumerate(game.scores) if score != UNTOLD]
        for place, i in enumerate(told):
            rest, sum_ = told[place:], 0.0
            for k, j in enumerate(rest):
                said = 1 / (1 + np.exp(-int(game.scores[j]) * (-1) ** (j - i) / scale))
                sum_ += (1 - decay) * decay**k * said
            ended = (np.sign(game.outcome) * (-1) ** i + 1) / 2
            expected.append(sum_ + decay ** len(rest) * ended)
    assert targets == pytest.approx(np.array(expected), abs=1e-5)


def test_it_learns_the_same_by_any_number_of_processes(tmp_path: Path) -> None:
    one, two = (Learning(load("tictactoe"), tmp_path / name, SMALL, jobs=jobs) for name, jobs in (("one", 1), ("two", 2)))
    for learning in (one, two):
        learning.run(2)
    assert (one.network(2).weights == two.network(2).weights).all()
    outlook = Learning(load("tictactoe"), tmp_path / "outlook", Settings(**{**SMALL.__dict__, "method": "outlook"}), jobs=1)
    outlook.run(1)
    assert (one.network(1).weights != outlook.network(1).weights).any()
    with pytest.raises(BadInput, match="there method is 'td-leaf', not 'outlook'"):
        Learning(load("tictactoe"), tmp_path / "one", Settings(**{**SMALL.__dict__, "method": "outlook"}), jobs=1).run(2)


def test_it_becomes_stronger(tmp_path: Path) -> None:
    learning = Learning(
        load("connect4"),
        tmp_path / "c4",
        Settings(nodes=100, positions=40_000, hidden=32, match_pairs=60, method=TD_LEAF),
    )
    past = learning.run(3)
    assert past[-1].rating > 50


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "td"}, "no method 'td' to learn by; there are outlook, td-leaf"),
        ({"decay": 1.5}, "lambda is 1.5; it must be from 0 to 1"),
        ({"decay": float("nan")}, "lambda is nan"),
    ],
)
def test_what_cannot_be_is_said(settings: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=message):
        Learning(load("tictactoe"), tmp_path, Settings(**settings))


def test_what_was_begun_before_there_was_a_choice_goes_on(tmp_path: Path) -> None:
    settings = Settings(nodes=50, positions=2000, hidden=32)
    Learning(load("tictactoe"), tmp_path, settings, jobs=1).run(0)
    path = tmp_path / "learning.json"
    told = json.loads(path.read_text())
    del told["method"], told["decay"]
    path.write_text(json.dumps(told))
    Learning(load("tictactoe"), tmp_path, settings, jobs=1).run(0)
