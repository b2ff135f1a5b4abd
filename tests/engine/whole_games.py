"""The clock of whole games, measured: the player against itself, and what its clock still showed at the end.

    python tests/engine/whole_games.py othello 100 2 0.02
    python tests/engine/whole_games.py chess 20 4 0 --moves 40

plays 100 games with two seconds a side and 0.02 s more for each move; and 20 with four seconds for each 40 moves.
Whoever's clock comes to nothing has lost on time.
"""

import argparse
import random
import time

from damier.engine.clock import GameClock
from damier.engine.player import Player
from damier.games import load
from damier.records.session import Session

OPENING = 6  # random plies at most, so that the games differ


class Side:
    """A player and its clock."""

    def __init__(self, player: Player, seconds: float, increment: float, period: int | None) -> None:
        self.player = player
        self.seconds = self.left = seconds
        self.increment = increment
        self.period = self.to_go = period
        self.made = 0

    def move(self, session: Session) -> bool:
        """Make a move; False if it came too late."""
        clock = GameClock(self.left, self.increment, self.to_go)
        began = time.perf_counter()
        move = self.player.think(session.position, clock=clock, past=session.past).move
        self.left -= time.perf_counter() - began
        self.made += 1
        session.play(move)
        if self.left < 0:
            return False
        self.left += self.increment
        if self.to_go is not None:
            self.to_go -= 1
            if self.to_go == 0:
                self.to_go, self.left = self.period, self.left + self.seconds
        return True


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("game")
    reader.add_argument("games", type=int)
    reader.add_argument("seconds", type=float)
    reader.add_argument("increment", type=float)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--moves", type=int, help="for which the seconds are; then as many are added")
    wanted = reader.parse_args()
    game = load(wanted.game)
    players = [Player(game, hash_mb=16) for _ in range(2)]
    for player in players:
        player.warm()
    chance = random.Random(wanted.seed)
    sides, late, lowest = list[Side](), 0, wanted.seconds
    for _ in range(wanted.games):
        session, both = Session(game), [Side(player, wanted.seconds, wanted.increment, wanted.moves) for player in players]
        for _ in range(chance.randrange(OPENING)):
            session.play(chance.choice(session.legal_moves()))
        while not session.is_over:
            side = both[session.turn]
            if not side.move(session):
                late += 1
                break
            lowest = min(lowest, side.left)
        sides += both
    left, made = sorted(side.left for side in sides), sorted(side.made for side in sides)
    print(
        f"{game.name}: {wanted.games} games at {wanted.seconds:g} s + {wanted.increment:g} s, {sum(made)} moves, "
        f"{made[len(made) // 2]} a side in the middle; {late} lost on time; "
        f"lowest clock {lowest:.3f} s; left at the end: {left[0]:.3f} s at least, {left[len(left) // 2]:.3f} s in the middle"
    )


if __name__ == "__main__":
    main()
