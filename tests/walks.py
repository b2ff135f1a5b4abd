"""Walks through games for tests: the rules called from compiled code, and random games.

These kernels are compiled anew in each run: damier's compile cache knows its own sources and those of games, but not
the tests.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from damier.games.game import Game
from damier.kernel import FLAGS, native
from damier.rules import MOST_MOVES, ONGOING, canonical, evaluate, is_max, key, limits, moves, outcome, play, same_player


class Answers(NamedTuple):
    """What the rules say about one position."""

    outcome: int
    moves: list[int]
    evaluate: int  # 0 once the game is over: then nobody asks
    key: int
    limits: tuple[int, int]
    is_max: bool
    canonical: Any


def _ask(position, out, weights):  # type: ignore[no-untyped-def]
    """What the rules say about a position: a body for both plain Python and the compiler."""
    score = outcome(position)
    count = 0
    estimate = 0
    if score == ONGOING:
        count = moves(position, out)
        estimate = evaluate(position, weights)
    return score, count, estimate, key(position), limits(position), is_max(position), canonical(position)


def _step(position, move):  # type: ignore[no-untyped-def]
    """The position after a move, and whether the turn was kept."""
    child = play(position, move)
    return child, same_player(position, child)


_compiled_ask = njit(**FLAGS)(_ask)
_compiled_step = njit(**FLAGS)(_step)


def ask(game: Game, position: Any, is_compiled: bool) -> Answers:
    """What the rules, compiled or plain, say about a position."""
    out = np.full(MOST_MOVES, -1, np.int64)
    function = _compiled_ask if is_compiled else _ask
    score, count, estimate, number, (low, high), maximum, least = function(position, out, game.weights())
    return Answers(
        int(score),
        [int(move) for move in out[:count]],
        int(estimate),
        int(number),
        (int(low), int(high)),
        bool(maximum),
        native(least),
    )


def step(position: Any, move: int, is_compiled: bool) -> tuple[Any, bool]:
    """The position after a move, and whether the turn was kept, from the rules, compiled or plain."""
    child, kept = (_compiled_step if is_compiled else _step)(position, np.int64(move))
    return native(child), bool(kept)


def same(one: Any, two: Any) -> bool:
    """Whether two positions are of the same type and equal in every field."""
    return type(one) is type(two) and all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def random_game(game: Game, seed: Any, start: Any = None, most_plies: int = 1000) -> Iterator[tuple[Any, int | None]]:
    """The positions of a game of random moves, each with the move then made; None in the last one."""
    chance = random.Random(f"{game.name} {seed}")
    position = game.start() if start is None else start
    for _ in range(most_plies):
        legal = sorted(game.moves(position), key=lambda move: game.move_name(position, move))
        if not legal:
            break
        move = legal[chance.randrange(len(legal))]
        yield position, move
        position = game.play(position, move)
    yield position, None
