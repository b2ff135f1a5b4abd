"""The rules of every game against their naive twins, along random games, ply by ply, plain and compiled."""

import importlib
import random
from typing import Any

import pytest

import naive
from damier.games.game import Game
from damier.rules import ONGOING
from lengths import times
from walks import ask, step

RULES = ["plain", "compiled"]
VARIANTS = [
    ("nim", {}, 20),
    ("tictactoe", {}, 100),
    ("connect4", {}, 30),
    ("connect4", {"width": 5, "height": 4}, 40),
    ("othello", {}, 4),
    ("othello", {"size": 6}, 12),
    ("othello", {"size": 4}, 30),
    ("draughts", {}, 12),
    ("kalah", {}, 60),
    ("kalah", {"pits": 1, "seeds": 7}, 40),
    ("kalah", {"pits": 3, "seeds": 2}, 60),
    ("kalah", {"pits": 7, "seeds": 18}, 20),
    ("awale", {}, 60),
    ("bridge", {}, 30),
    ("bridge", {"trumps": "spades"}, 30),
    ("bridge", {"cards": 13, "trumps": "diamonds"}, 6),
]


def named(name: str, options: dict[str, Any]) -> tuple[Game, Any]:
    """A game and its naive twin."""
    return Game(name, importlib.import_module(f"damier.games.{name}"), options), naive.GAMES[name](**options)


def walk_together(game: Game, twin: Any, state: Any, chance: random.Random, is_compiled: bool) -> None:
    """Play a random game on both, comparing all they say."""
    position = game.parse(twin.text(state))
    while True:
        assert game.text(position) == twin.text(state)
        answers = ask(game, position, is_compiled)
        result = twin.result(state)
        assert answers.outcome == (ONGOING if result is None else result), game.text(position)
        legal = twin.legal(state)
        assert sorted(answers.moves) == legal, game.text(position)
        if result is not None:
            return
        estimate = twin.estimate(state)
        assert estimate is None or answers.evaluate == estimate, game.text(position)
        move = chance.choice(legal)
        child = twin.after(state, move)
        position, kept = step(game, position, move, is_compiled)
        assert kept == (child.player == state.player), (twin.text(state), move)
        state = child


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("name", "options", "games"), VARIANTS)
def test_random_games(name: str, options: dict[str, Any], games: int, rules: str) -> None:
    game, twin = named(name, options)
    for seed in range(times(-(-games // 3), games)):
        walk_together(game, twin, twin.start(), random.Random(seed), rules == "compiled")


def scattered(chance: random.Random, pits: int, seeds: int) -> naive.Seeds:
    """A state with seeds thrown into a few places of the board, so that long sowings and empty rows occur."""
    places = chance.sample(range(2 * pits + 2), chance.randint(1, 2 * pits + 2))
    counts = [0] * (2 * pits + 2)
    for _ in range(seeds):
        counts[chance.choice(places)] += 1
    return naive.Seeds([counts[:pits], counts[pits : 2 * pits]], counts[2 * pits :])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("name", "options", "pits", "seeds"),
    [
        ("kalah", {}, 6, 48),
        ("kalah", {"pits": 7, "seeds": 1}, 7, 255),
        ("kalah", {"pits": 2, "seeds": 1}, 2, 60),
        ("awale", {}, 6, 48),
    ],
)
def test_scattered_seeds(name: str, options: dict[str, int], pits: int, seeds: int, rules: str) -> None:
    game, twin = named(name, options)
    chance = random.Random(f"{name} {pits}")
    for _ in range(times(20, 60)):
        walk_together(game, twin, scattered(chance, pits, seeds), chance, rules == "compiled")


def scattered_discs(chance: random.Random) -> naive.Discs:
    """A state with pieces thrown on the board, many of them kings, so that long captures and round ones occur."""
    dark = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]
    places = chance.sample(dark, chance.randint(2, 20))
    standing = {}
    for number, (row, column) in enumerate(places):
        colour = int(number >= min(12, len(places) * chance.random()))
        standing[row, column] = (colour, chance.random() < 0.5 or row == (7 if colour == 0 else 0))
    white = [place for place, (colour, _) in standing.items() if colour]
    return naive.Discs({place: standing[place] for place in places if place not in white[12:]}, chance.randint(0, 1))


@pytest.mark.parametrize("rules", RULES)
def test_scattered_discs(rules: str) -> None:
    game, twin = named("draughts", {})
    for seed in range(times(20, 60) if rules == "plain" else times(80, 200)):
        chance = random.Random(seed)
        state = scattered_discs(chance)
        for _ in range(4):
            position = game.parse(twin.text(state))
            assert game.text(position) == twin.text(state)
            answers = ask(game, position, rules == "compiled")
            legal = twin.legal(state)
            assert sorted(answers.moves) == legal, twin.text(state)
            if not legal:
                break
            state = twin.after(state, chance.choice(legal))


def test_naive_minimax_of_tictactoe_and_nim() -> None:
    grid = naive.TicTacToe()
    replies = {square: grid.after(grid.after(grid.after(grid.start(), 4), square), 8) for square in (0, 1)}
    assert naive.minimax(grid, replies[0]) == naive.DRAW
    assert naive.minimax(grid, replies[1]) == naive.LOSS
    assert [naive.minimax(naive.Nim(stones), naive.NimState(stones)) for stones in (1, 4, 5, 8)] == [
        naive.WIN,
        naive.LOSS,
        naive.WIN,
        naive.LOSS,
    ]


@pytest.mark.parametrize(("pits", "winners"), [(1, "DLWLWD"), (2, "WLLLW"), (3, "DW"), (4, "W")])
def test_naive_minimax_of_kalah(pits: int, winners: str) -> None:
    """Who wins small boards: Irving, Donkers and Uiterwijk, Solving Kalah (ICGA Journal 23, 2000), a row for each size."""
    for seeds, winner in enumerate(winners, start=1):
        twin = naive.Kalah(pits, seeds)
        value = naive.minimax(twin, twin.start())
        assert (value > 0) - (value < 0) == {"W": 1, "D": 0, "L": -1}[winner], (pits, seeds)
