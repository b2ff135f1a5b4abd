"""The clock of whole games, measured: the player against itself, and what its clock still showed at the end.

    python tests/engine/whole_games.py othello 100 2 0.02 [seed]

plays 100 games with two seconds a side and 0.02 s more for each move. Whoever's clock comes to nothing has lost on time.
"""

import random
import sys
import time

from damier.engine.clock import GameClock
from damier.engine.player import Player
from damier.games import load

OPENING = 6  # random plies at most, so that the games differ


def main(name: str, games: int, seconds: float, increment: float, seed: int) -> None:
    game = load(name)
    players = [Player(game, hash_mb=16) for _ in range(2)]
    for player in players:
        player.warm()
    chance = random.Random(seed)
    left_over, late, moves = list[float](), 0, 0
    for _ in range(games):
        position, turn, plies, left = game.start(), 0, chance.randrange(OPENING), [seconds, seconds]
        while legal := game.moves(position):
            if plies > 0:
                move, plies = chance.choice(legal), plies - 1
            else:
                began = time.perf_counter()
                move = players[turn].think(position, clock=GameClock(left[turn], increment)).move
                left[turn] -= time.perf_counter() - began
                moves += 1
                assert move in legal
                if left[turn] < 0:
                    late += 1
                    break
                left[turn] += increment
            child = game.play(position, move)
            turn = turn if game.same_player(position, child) else 1 - turn
            position = child
        left_over += left
    left_over.sort()
    middle = left_over[len(left_over) // 2]
    print(
        f"{name}: {games} games at {seconds:g} s + {increment:g} s, {moves} moves, {late} games lost on time; "
        f"left at the end: {left_over[0]:.3f} s at least, {middle:.3f} s in the middle"
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]) if len(sys.argv) > 5 else 1)
