"""A game with one thing changed is refused, or it is a game: all searches agree with plain minimax on it."""

import itertools
import os
from pathlib import Path

import pytest
from base_games import BASES
from mutants import mutants

from damier.games import faults, load
from damier.games.check import check_thoroughly
from damier.games.game import BadInput
from damier.rules import MOST_SCORE, evaluate, same_player
from damier.search.catalogue import ALGORITHMS, NOT_MINIMAX
from damier.search.driver import Options, search
from lengths import SOAK, times

EXAMPLES = {file.stem: file for file in sorted((Path(__file__).parents[2] / "examples").glob("*.py"))}
SOURCES = {**BASES, **{name: file.read_text() for name, file in EXAMPLES.items()}}
DEPTH = 3
GAMES = 6  # random games that a mutant is looked at in
MOST_NODES = 3_000
AT_ONCE = 3  # algorithms for one mutant; the next has others
TO_THE_DEPTH = [name for name in ALGORITHMS if name not in NOT_MINIMAX]

pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")


def plain_value(game, position, depth, left):
    """Minimax by the rules as plain Python; `left` counts the nodes that may still be visited."""
    left[0] -= 1
    score = game.outcome(position)
    if score is not None:
        return score
    if depth == 0 or left[0] < 0:
        return int(evaluate(position, game.weights()))
    best = -MOST_SCORE
    for move in game.moves(position):
        child = game.play(position, move)
        value = plain_value(game, child, depth - 1, left)
        best = max(best, value if same_player(position, child) else -value)
    return best


def check_mutant(file, source, algorithms):
    """Whether a mutant is refused, in one message; else that searches agree on it."""
    file.write_text(source)
    try:
        game = load(str(file))
        check_thoroughly(game, GAMES, 20.0, 1)
    except BadInput as refused:
        message = str(refused)
        assert message.startswith(file.name), message
        assert len(message) < 450
        return True
    for depth in range(DEPTH, 0, -1):
        left = [MOST_NODES]
        expected = plain_value(game, game.start(), depth, left)
        if left[0] >= 0:
            break
    for algorithm in algorithms:
        found = search(game.start(), algorithm, depth, Options(hash_mb=1, weights=game.weights()))
        assert found.value == expected, (algorithm, depth)
    return False


@pytest.mark.parametrize("name", SOURCES if SOAK else ["stones", "rows"])
def test_a_mutant_is_refused_or_a_game(tmp_path, monkeypatch, name):
    monkeypatch.setattr(faults, "PATIENCE", 0.5)
    refused = []
    count = times({"stones": 12, "rows": 5}.get(name, 4), 200)
    for number, source in enumerate(itertools.islice(mutants(SOURCES[name], name), count)):
        some = [TO_THE_DEPTH[(number * AT_ONCE + i) % len(TO_THE_DEPTH)] for i in range(AT_ONCE if SOAK else 1)]
        try:
            refused.append(check_mutant(tmp_path / f"{name}.py", source, some))
        except BaseException:
            print(source)
            raise
    assert any(refused)


@pytest.mark.skipif(not EXAMPLES, reason="there are no examples")
@pytest.mark.parametrize("name", EXAMPLES)
def test_there_is_nothing_wrong_with_an_example(name):
    check_thoroughly(load(str(EXAMPLES[name])), times(2, 20), 60.0, 2)
