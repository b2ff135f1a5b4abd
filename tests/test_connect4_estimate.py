"""Connect 4's estimate and hints: the naive twin on boards of every parity, symmetry, and what each is meant to see."""

import random
from typing import Any

import numpy as np
import pytest
from numba import njit

import naive
from damier.games import load
from damier.games.connect4 import DECIDED, TO_MOVE
from damier.kernel import FLAGS
from damier.rules import ONGOING, evaluate, hint, outcome
from walks import random_game

NO_WEIGHTS = np.zeros(0, np.int32)


def estimate(position: Any) -> int:
    return int(evaluate(position, NO_WEIGHTS))


def mirrored(game: Any, position: Any) -> Any:
    return game.parse("/".join(row[::-1] for row in game.text(position).split("/")))


@pytest.mark.parametrize(("width", "height"), [(4, 5), (5, 5), (6, 5), (8, 7), (3, 6), (4, 4)])
def test_as_the_naive_twin(width: int, height: int) -> None:
    """Also where the first player wants even rows: on boards of even width and odd height."""
    game, twin = load("connect4", width=width, height=height), naive.Connect4(width, height)
    for seed in range(3):
        state, chance = twin.start(), random.Random(seed)
        while legal := twin.legal(state):
            assert estimate(game.parse(twin.text(state))) == twin.estimate(state), twin.text(state)
            state = twin.after(state, chance.choice(legal))


@njit(**FLAGS)
def compiled_outcome(position):  # type: ignore[no-untyped-def]
    return outcome(position)


def test_a_board_as_narrow_as_can_be() -> None:
    """Two columns of 31: no row has room for four, and compiled shifts must not leave their 64 bits."""
    game, twin = load("connect4", width=2, height=31), naive.Connect4(2, 31)
    state, chance = twin.start(), random.Random(1)
    while legal := twin.legal(state):
        assert compiled_outcome(game.parse(twin.text(state))) == ONGOING
        state = twin.after(state, chance.choice(legal))
    assert compiled_outcome(game.parse(twin.text(state))) == twin.result(state)


def test_mirror_images_are_worth_the_same() -> None:
    game = load("connect4")
    for seed in range(10):
        for position, move in random_game(game, seed):
            if move is not None:
                other = mirrored(game, position)
                assert estimate(position) == estimate(other), game.text(position)
                assert hint(position, move) == hint(other, 6 - move)


def test_stones_exchanged() -> None:
    """Where nobody threatens, the same board with the colours exchanged is worth as much to the other."""
    game, twin = load("connect4"), naive.Connect4()
    compared = 0
    for seed in range(40):
        state, chance = twin.start(), random.Random(seed)
        for _ in range(2 * chance.randrange(4)):
            state = twin.after(state, chance.choice(twin.legal(state)))
        exchanged = naive.Grid([[None if stone is None else 1 - stone for stone in row] for row in state.rows], state.player)
        if twin.result(state) is None and not twin.threats(state, 0) | twin.threats(state, 1):
            one, two = (estimate(game.parse(twin.text(each))) for each in (state, exchanged))
            assert one - TO_MOVE == -(two - TO_MOVE), twin.text(state)
            compared += 1
    assert compared > 20


def test_what_decides_at_once() -> None:
    """A four to make; two to prevent; one to prevent below another."""
    game = load("connect4")
    assert estimate(game.parse("445566")) == DECIDED
    assert estimate(game.parse("44553")) == -DECIDED
    assert estimate(game.parse("......./......./......./......./.oooxx./.oooxxx")) == -DECIDED
    assert abs(estimate(game.parse("......./......./......./......./......./.oooxx."))) < DECIDED


def test_hints_put_fours_first() -> None:
    game = load("connect4")

    def best(text: str) -> set[int]:
        position = game.parse(text)
        hints = {move: int(hint(position, move)) for move in game.moves(position)}
        return {move for move in hints if hints[move] == max(hints.values())}

    assert best("") == {3}
    assert best("445566") == {2, 6}  # four
    assert best("44553") == {1, 5}  # prevents four
    assert best("41414") == {3}  # the same upwards
