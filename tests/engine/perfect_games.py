"""The perfect level of Connect 4 against itself, from random openings: no move may give away what the position is worth.

    python tests/engine/perfect_games.py [games] [seconds a move] [seed]

Prints how many moves were made, how many of them gave something away, and how long they took.
"""

import random
import sys
import time

from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.games import load
from damier.records.session import Session
from damier.solvers.connect4 import Solver


def play_games(games: int, seconds: float, seed: int = 1) -> tuple[int, int, float, float]:
    """Moves made, moves that gave a win or a draw away, the mean and the longest time of one."""
    game = load("connect4")
    chance = random.Random(seed)
    judge = Solver()
    players = [Player(game, seconds, level=level_of("perfect"), seed=seed + side) for side in (0, 1)]
    for player in players:
        player.warm()
    given_away = 0
    times = []
    for _ in range(games):
        session = opening(game, chance)
        while not session.is_over:
            before = judge.solve(session.position, weak=True).score
            began = time.perf_counter()
            thought = players[session.turn].think(session.position)
            times.append(time.perf_counter() - began)
            session.play(thought.move)
            given_away += judge.solve(session.position, weak=True).score != -before
    return len(times), given_away, sum(times) / len(times), max(times)


def opening(game, chance) -> Session:
    """A game that goes on after 4 to 14 random moves."""
    while True:
        session = Session(game)
        for _ in range(chance.randint(4, 14)):
            if not session.is_over:
                session.play(chance.choice(session.legal_moves()))
        if not session.is_over:
            return session


if __name__ == "__main__":
    arguments = sys.argv[1:] + ["200", "1", "1"][len(sys.argv) - 1 :]
    moves, wrong, mean, longest = play_games(int(arguments[0]), float(arguments[1]), int(arguments[2]))
    print(f"{moves} moves, {wrong} gave something away, {mean * 1000:.1f} ms on average, {longest:.3f} s at most")
