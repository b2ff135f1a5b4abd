"""Walks through games for tests: what the rules say about a position, plain and compiled, and random games."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from damier.games.asking import arguments_for
from damier.games.game import Game
from damier.kernel import CONTRACT, ContractFunction, native
from damier.rules import goes_on


class Answers(NamedTuple):
    """What the rules say about one position."""

    outcome: int
    moves: list[int]
    evaluate: int  # 0 once the game is over: then nobody asks
    key: int
    limits: tuple[int, int]
    canonical: Any


class Told(NamedTuple):
    """What a rule has answered, and the moves that it has listed."""

    given: Any  # a number, two numbers or a position
    listed: list[int]


def tell(entry: ContractFunction, arguments: list[Any], is_compiled: bool) -> Told:
    """What a rule, compiled or plain, answers to arguments."""
    given = (entry.kernel if is_compiled else entry.call)(*arguments)
    if entry.gives.shape == "position":
        return Told(native(given), [])
    if entry.gives.shape == "numbers":
        return Told(tuple(int(number) for number in given), [])
    listed = arguments[entry.parameters.index("out")][: int(given)] if entry.gives.lists else ()
    return Told(int(given), [int(move) for move in listed])


def told(game: Game, rule: str, position: Any, is_compiled: bool, move: int = 0, least: int = 0) -> Told:
    """What one rule, compiled or plain, says about a position and a move."""
    entry = CONTRACT[rule]
    return tell(entry, arguments_for(entry, position, move, game.weights(), least), is_compiled)


def ask(game: Game, position: Any, is_compiled: bool) -> Answers:
    """What the rules, compiled or plain, say about a position."""
    score, number, limits, least = (
        told(game, rule, position, is_compiled).given for rule in ("outcome", "key", "limits", "canonical")
    )
    if not goes_on(position):
        return Answers(score, [], 0, number, limits, least)
    legal, estimate = (told(game, rule, position, is_compiled) for rule in ("moves", "evaluate"))
    return Answers(score, legal.listed, estimate.given, number, limits, least)


def step(game: Game, position: Any, move: int, is_compiled: bool) -> tuple[Any, bool]:
    """The position after a move, and whether the turn was kept, from the rules, compiled or plain."""
    child, kept = (told(game, rule, position, is_compiled, move).given for rule in ("play", "same_player"))
    return child, bool(kept)


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
