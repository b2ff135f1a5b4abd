"""Mazes at random, many of them in one game: ways round in circles, ends with points, moves that keep the turn."""

import random

SIZE, MAZES, WIDEST = 10, 150, 3


def written(seed: int) -> str:
    """A game whose positions are places of mazes."""
    chance = random.Random(seed)
    ways: list[list[int]] = []
    scores: list[int] = []
    for maze in range(MAZES):
        for place in range(SIZE):
            is_end = place == SIZE - 1 or chance.random() < 0.25
            scores.append(chance.choice([-5, -2, -1, 0, 1, 2, 5]) if is_end else 1 << 20)
            ways.append([maze * SIZE + chance.randrange(SIZE) for _ in range(chance.randint(1, WIDEST))])
    rows = [[len(way), *way, *[0] * (WIDEST - len(way))] for way in ways]
    return f'''"""Mazes."""
from typing import NamedTuple
import numpy as np
from damier import rule

WAYS = np.array({rows})
SCORES = np.array({scores})

class Place(NamedTuple):
    place: np.int64

START = Place(np.int64({next(i for i, score in enumerate(scores) if score == 1 << 20)}))

@rule
def moves(p: Place, out):
    for i in range(WAYS[p.place, 0]):
        out[i] = i
    return WAYS[p.place, 0]

@rule
def play(p: Place, move):
    return Place(WAYS[p.place, 1 + move])

@rule
def outcome(p: Place):
    return SCORES[p.place]

@rule
def same_player(p: Place, child):
    return p.place % 5 == 0

@rule
def reversible(p: Place):
    return 250
'''
