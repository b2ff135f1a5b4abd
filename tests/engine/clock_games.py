"""The clock, measured: games of the player against itself, and how long its moves took.

`python tests/engine/clock_games.py connect4 200 0.1` plays 200 games at a tenth of a second a move.
"""

import random
import sys
import time

from damier.engine.player import Player
from damier.games import load

OPENING = 6  # random plies at most, so that the games differ


def main(name: str, games: int, seconds: float, seed: int) -> None:
    game = load(name)
    players = [Player(game, seconds, hash_mb=16) for _ in range(2)]
    players[0].warm()
    chance = random.Random(seed)
    taken: list[float] = []
    for _ in range(games):
        position, turn, plies = game.start(), 0, chance.randrange(OPENING)
        while legal := game.moves(position):
            if plies > 0:
                move, plies = chance.choice(legal), plies - 1
            else:
                began = time.perf_counter()
                move = players[turn].think(position).move
                taken.append(time.perf_counter() - began)
                assert move in legal
            position = game.play(position, move)
            turn = 1 - turn
    taken.sort()
    slow = [f"{taken[-1 - len(taken) * share // 1000]:.4f}" for share in (100, 10, 1, 0)]
    print(f"{name}: {games} games, {len(taken)} moves at {seconds} s; 90 %, 99 %, 99.9 %, all within {', '.join(slow)} s")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 1)
